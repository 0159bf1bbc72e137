// SPDX-License-Identifier: ISC
// tap_serial.v - from a core that retires up to N instructions a cycle to a unit that counts
// instructions (source RETIRE), not cycles: a queue, from which the oldest leaves in each cycle.
// One that begins one a cycle, and has at most 2^LOG2 under way, cannot fill it: CVA6 has 8. What
// does not fit is lost, and overrun_o stays 1 until a reset.

`default_nettype none

module tap_serial #(
	parameter N    = 2,             // 1 .. 2^LOG2 - 1
	parameter PC_W = 32,
	parameter LOG2 = 3
) (
	input  wire              clk_i,
	input  wire              rst_i,
	input  wire [N-1:0]      valid_i,       // as tap_multi.v's
	input  wire [N*PC_W-1:0] pc_i,
	input  wire [N*2-1:0]    priv_i,
	output wire              tap_valid_o,   // one leaves, at least a cycle after it retired
	output wire [PC_W-1:0]   tap_pc_o,
	output wire [1:0]        tap_priv_o,
	output reg               overrun_o
);
localparam W = LOG2 + 1;

(* ram_style = "distributed" *)
reg [PC_W+1:0]  queue [0:(1<<LOG2)-1];
reg [W-1:0]     first, free;            // the oldest; the place of the next
reg [N*W+W-1:0] places;                 // of each port, and behind them
wire [W-1:0]    left = first + {{LOG2{1'b0}}, tap_valid_o}, waits = places[N*W +: W] - left;
integer         i;

assign tap_valid_o = first != free;
assign {tap_priv_o, tap_pc_o} = queue[first[LOG2-1:0]];

always @* begin
	places[W-1:0] = free;
	for (i = 0; i < N; i = i + 1)
		places[i*W+W +: W] = places[i*W +: W] + {{LOG2{1'b0}}, valid_i[i]};
end

initial {first, free, overrun_o} = 0;
always @(posedge clk_i) begin
	for (i = 0; i < N; i = i + 1)
		if (valid_i[i])
			queue[places[i*W +: LOG2]] <= {priv_i[i*2 +: 2], pc_i[i*PC_W +: PC_W]};
	free      <= places[N*W +: W];
	first     <= left;
	overrun_o <= overrun_o | waits > {1'b1, {LOG2{1'b0}}};
	if (rst_i)
		{first, free, overrun_o} <= {2*W+1{1'b0}};
end

`ifdef FORMAL
`include "tap_serial_props.vh"
`endif

endmodule

`default_nettype wire
