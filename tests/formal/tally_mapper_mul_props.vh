// SPDX-License-Identifier: ISC
// tally_mapper_mul_props.vh - what enters leaves, in order, to the word that the contract names.

reg  [PC_W-1:0] f_pc;
reg             f_valid1, f_valid2, f_outside0, f_outside1, f_outside2;
reg  [17:0]     f_weight1, f_weight2;
reg  [3:0]      f_code1, f_code2;
// delta * SCALE; that its halves times SCALE add up to it is arithmetic, and not proven here.
wire [54:0]     f_product = low + {high, 18'd0};
reg  [54:0]     f_slot;
always @(posedge clk_i) begin
	f_pc       <= pc_i;
	f_outside0 <= f_pc < offset_i || pc_outside_i;
	{f_outside1, f_outside2} <= {f_outside0, f_outside1};
	{f_weight1, f_weight2}   <= {smp_weight_i, f_weight1};
	{f_code1, f_code2}       <= {smp_code_i, f_code1};
	{f_valid1, f_valid2}     <= {smp_valid_i, f_valid1} & {2{~rst_i}};
	f_slot     <= f_product >> 17;
end

always @* if ($initstate) begin
	assume (rst_i);
	assume (!map_busy_o && f_pc == pc);
end else begin
	IN: assert (map_next_valid_o == f_valid1
		&& (!f_valid1 || next_weight == f_weight1 && map_next_code_o == f_code1));
	OUT: assert (map_valid_o == f_valid2 && (!f_valid2 || map_weight_o == f_weight2));
	BUSY: assert (map_busy_o == (map_next_valid_o | map_valid_o));
`ifdef ALONE
	PC: assert (pc == f_pc && (outside == f_outside0));
	CODE: assert (!f_valid1 || next_outside == (f_outside1 || f_code1[2:1] != 0));
	MAPPED: assert (!f_valid2 || map_inside_o == (!f_outside2 && f_code2[2:1] == 0
		&& f_slot < size_i && f_slot < (1 << BINS_LOG2) - 16));
	SLOT: assert (!(f_valid2 && map_inside_o) || map_slot_o == f_slot);
`endif
end
`ifdef ALONE
always @* cover (map_valid_o && map_inside_o && map_slot_o == size_i - 1 && map_slot_o > 5);
`endif
