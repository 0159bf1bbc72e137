// SPDX-License-Identifier: ISC
// causes_cva6.v - why a CVA6 retires nothing in this cycle (CAUSES.md). Inputs are signals of its
// module cva6. An instruction can retire two cycles after its issue: what is older holds up the
// commit stage, else the cause is that of the cycle in which nothing was issued.

`default_nettype none

module causes_cva6 (
	input  wire       clk_i,
	input  wire       rst_i,
	input  wire       turns_i,	// flush_ctrl_if: drops what is not issued
	input  wire       drops_i,	// flush_ctrl_id: and what is
	input  wire       jumps_i,	// i_frontend.bp_valid: the next fetch is elsewhere
	input  wire       refill_i,	// ~icache_dreq_cache_if.ready
	input  wire       entry_i,	// issue_entry_valid_id_issue
	input  wire       issues_i,	// issue_instr_issue_id
	input  wire       memory_i,	// the entry is a load or store, and lsu_ready_ex_id is 0
	input  wire       divider_i,	// ~ex_stage_i.mult_ready
	input  wire       multiply_i,	// mult_valid_id_ex: takes the port of the next one's result
	input  wire [3:0] issued_i,	// issue_cnt_q of the scoreboard
	// of the oldest of them
	input  wire       traps_i,	// ex_commit.valid
	input  wire       done_i,	// its valid: only a store or a fence waits then
	input  wire       access_i,	// it is a load or store
	input  wire       tap_valid_i,
	input  wire       tap_sleep_i,
	output wire [4:0] causes_o	// EXEC, HAZARD, DATA, FETCH, FLOW
);
localparam [4:0] FLOW = 5'd1, FETCH = 5'd2, DATA = 5'd4, HAZARD = 5'd8, EXEC = 5'd16;

reg  [4:0] front, issue, ready;		// why the stage has no instruction
reg        young;			// one was issued in the cycle before
wire [4:0] held = memory_i ? DATA : divider_i | multiply_i ? EXEC : HAZARD;

always @(posedge clk_i) begin
	front <= turns_i | jumps_i ? FLOW : refill_i ? FETCH : front;
	issue <= turns_i ? FLOW : entry_i ? held : front;
	ready <= drops_i ? FLOW : issue;
	young <= issues_i & ~turns_i;
	if (rst_i)
		{front, issue, ready, young} <= {{3{FETCH}}, 1'b0};
end

assign causes_o = {5{~tap_valid_i & ~tap_sleep_i}} & (traps_i ? FLOW
	: issued_i == {3'd0, young} ? ready : done_i | access_i ? DATA : EXEC);

endmodule

`default_nettype wire
