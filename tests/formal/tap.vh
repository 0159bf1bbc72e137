// SPDX-License-Identifier: ISC
// tap.vh - properties of tally_tap.v: which pcs are elsewhere, and that the kept bits are the instruction's.

localparam [32:0] T_FIRST = (PC_HIGH >> PC_W) << PC_W, T_END = T_FIRST + (33'd1 << PC_W);

reg            t_past = 1'b0, t_retired;
reg [31:0]     t_pc;
reg [PC_N-1:0] t_now;
always @(posedge clk_i) begin
	t_past    <= ~rst_i;
	t_retired <= now_valid_o;
	t_pc      <= tap_pc_i;
	t_now     <= now_pc_o;
end

always @* if (t_past) begin
	assert(now_pc_o[PC_W] == ({1'b0, t_pc} < T_FIRST | {1'b0, t_pc} >= T_END));
	assert(now_pc_o[PC_W-1:0] == t_pc[PC_W-1:0]);
	if (t_retired)
		assert(last_pc_o == t_now);
	cover(now_pc_o[PC_W]);
	cover(~now_pc_o[PC_W]);
end
