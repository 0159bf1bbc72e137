// SPDX-License-Identifier: ISC
// causes_ibex.v - why an Ibex of two stages retires nothing in this cycle (CAUSES.md); beside
// tap_rvfi.v, which shows a retirement one cycle late, and so does this. It takes for granted that
// a jump empties ID: memory that answers at once, without a cycle between, would leave it full.

`default_nettype none

module causes_ibex (
	input  wire       clk_i,
	input  wire       rst_i,
	// of id_stage_i
	input  wire       valid_i,	// instr_valid_i
	input  wire       turns_i,	// pc_set_o: branch, jump, trap, return
	input  wire       memory_i,	// stall_mem
	input  wire       turning_i,	// stall_branch | stall_jump | controller_i.special_req
	input  wire       runs_i,	// controller_run
	input  wire       tap_valid_i,
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);

reg  [4:0] cause;
reg        turned;		// since then no instruction has come
reg        was_valid;
always @(posedge clk_i) begin
	was_valid <= valid_i;
	turned    <= rst_i | turns_i | turned & ~(valid_i & ~was_valid);
	if (~valid_i)
		cause <= turned ? 5'b00001 : 5'b00010;
	else
		cause <= memory_i ? 5'b00100 : turning_i | ~runs_i ? 5'b00001 : 5'b10000;
end

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & cause;

endmodule

`default_nettype wire
