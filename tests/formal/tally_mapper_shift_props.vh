// SPDX-License-Identifier: ISC
// tally_mapper_shift_props.vh - what enters leaves, in order, to the word that the contract names.

reg             f_valid1, f_outside0, f_outside1;
reg  [PC_W-1:0] f_delta, f_slot;
reg  [17:0]     f_weight1;
reg  [2:0]      f_code1;
always @(posedge clk_i) begin
	f_delta    <= pc_i - offset_i;
	f_outside0 <= pc_i < offset_i;
	f_outside1 <= f_outside0 || pc_outside_i;
	f_slot     <= f_delta >> distance_i + 1;       // delta * 2^(16 - distance) >> 16 >> 1
	f_valid1   <= smp_valid_i & ~rst_i;
	f_weight1  <= smp_weight_i;
	f_code1    <= smp_code_i;
end

always @* if ($initstate) begin
	assume (rst_i);
	assume (!map_busy_o);
end else begin
	OUT: assert (map_valid_o == f_valid1
		&& (!f_valid1 || map_weight_o == f_weight1 && map_code_o == f_code1));
	BUSY: assert (map_busy_o == map_valid_o);
	DISTANCE: `REQUIRE (distance_i <= 16);
`ifdef ALONE
	DELTA: assert (delta[PC_W] == f_outside0 && delta[PC_W-1:0] == f_delta);
	MAPPED: assert (!f_valid1 || map_inside_o == (!f_outside1 && f_code1[2:1] == 0
		&& f_slot < size_i && f_slot < (1 << BINS_LOG2) - 16));
	SLOT: assert (!(f_valid1 && map_inside_o) || map_slot_o == f_slot);
`endif
end
`ifdef ALONE
always @* cover (map_valid_o && map_inside_o && map_slot_o == size_i - 1 && map_slot_o > 5);
`endif
