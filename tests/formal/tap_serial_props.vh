// SPDX-License-Identifier: ISC
// tap_serial_props.vh - without an overrun whatever retires leaves once, as it was, in order: one
// of any port and cycle is followed.

(* anyconst *) reg [$clog2(N)-1:0] f_port;
(* anyseq *)   reg f_choose;
reg                f_waits = 0;                 // the one that is followed
reg [W-1:0]        f_place;
reg [PC_W+1:0]     f_value;
wire               f_leaves = tap_valid_o && first == f_place;
wire [W-1:0]       f_all = free - first;

always @* begin
	assume (f_port < N && !rst_i);
	OVERRUN: assert (overrun_o || f_all <= 1 << LOG2);
	if (f_waits && !overrun_o) begin
		KEPT: assert (f_place - first < f_all && queue[f_place[LOG2-1:0]] == f_value);
		if (f_leaves)
			LEAVES: assert ({tap_priv_o, tap_pc_o} == f_value);
	end
	cover (f_waits && f_leaves && f_port == 1 && f_all == 3);
end
always @(posedge clk_i)
	if (f_waits ? f_leaves : f_choose && valid_i[f_port]) begin
		f_waits <= !f_waits;
		f_place <= places[f_port*W +: W];
		f_value <= {priv_i[f_port*2 +: 2], pc_i[f_port*PC_W +: PC_W]};
	end
