// SPDX-License-Identifier: ISC
// tally_engine_states.v - what the engine does with a sample, step by step (tally_engine_states.vh).
//
// What is compared in one state is judged in the next.

`default_nettype none

module tally_engine_states #(
	parameter INTERVAL = 1,
	parameter SYMBOL   = 1,
	parameter RING     = 1
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        start_i,
	// configuration
	input  wire        interval_i,
	input  wire        symbol_i,
	input  wire        ring_i,
	input  wire        none_i,         // the build has no such mode
	input  wire        four_i,         // counters of 4 bytes
	input  wire        stops_i,        // policy STOP
	input  wire        limits_i,       // STOP or SATURATE
	input  wire        ring_wrap_i,
	// what happens
	input  wire        sample_i,       // one waits
	input  wire        can_i,          // an addition can be made
	input  wire        far_i,
	input  wire        below_i,
	input  wire        done_i,
	input  wire        err_i,
	input  wire        pos_done_i,
	input  wire        carry_a_i,      // of A's sum: A was not below what was subtracted
	input  wire [31:29] a_i,
	input  wire        less_i,         // of Q's sum: Q was below what was subtracted
	input  wire [1:0]  past_i,         // of Q's sum: it is beyond a counter of 4 bytes, of 2
	input  wire        m_zero_i,
	output reg  [32:0] s_o,
	output wire [32:0] n_o,            // what s_o will be, but for a reset
	output reg  [5:0]  step_o,         // of the division
	output reg         lower_o,        // less_i a cycle ago
	output reg         reached_o,      // carry_a_i of the last comparison
	output reg         wrapped_o,      // the address is 2^32 or more
	output reg         first_o,        // the probe is the first
	output reg         clips_o,        // the counter is to be its maximum
	output reg         placed_o,       // a ring's position is in A
	output reg         complete_o,     // a ring has every word
	output reg         wrote_o,        // a ring has some word
	output reg         outside_o,
	output wire        takes_o,
	output wire        reads_o,
	output wire        writes_o,       // a write is done
	output wire        halts_o,        // the sum is not to be written
	output wire        beyond_o,       // the slot is not below SIZE
	output reg         settled_o,      // STORE: lower_o is of it
	output reg         full_o,
	output reg         fault_o
);

`include "tally_engine_states.vh"

wire [32:0] n;
wire [32:0] s = s_o;
reg  over;                             // the offset is 2^32 or more
reg  again;                            // a ring began again at 0, and nothing was written since
reg  fills;                            // a ring is full
reg  stores;                           // a cycle ago a counter was written that may now be full
reg  added;                            // a cycle ago: ADD
reg  [1:0] past;
reg  dead;

wire went_past = four_i ? past[0] : past[1];
wire reads  = s[READ] | SYMBOL != 0 & s[PROBE];
wire halts  = s[WRITE] & added & limits_i & went_past;
wire fails  = (reads | s[WRITE] & ~halts) & (wrapped_o | done_i & err_i);
wire good   = done_i & ~err_i & ~wrapped_o;
wire waits  = ~done_i & ~wrapped_o;
wire writes = s[WRITE] & good & ~halts;
wire takes  = s[IDLE] & sample_i & can_i;
wire ends   = dead | full_o | fault_o | stores & went_past;
wire beyond = (s[SHIFT] | s[CHECK] & ~four_i) & reached_o;
wire begins = ring_i & ring_wrap_i & ~again;
wire splits = clips_o | wrote_o & ~complete_o;
wire fits   = SYMBOL != 0 & s[ROOT] & reached_o & ~|a_i;
wire moved  = RING != 0 & s[STORE] & settled_o & pos_done_i;

assign n[IDLE]    = s[IDLE] & ~takes | writes & ~ring_i & ~clips_o | s[END] & ~splits | s[SECOND] & can_i;
assign n[MAP]     = takes & ~ends | moved & ~fills & lower_o;
assign n[LOAD]    = s[MAP];
wire   loads      = s[LOAD] & ~(far_i & ~placed_o) & ~(below_i & ~(symbol_i | ring_i)) & ~none_i;
assign n[SUM]     = loads & ~(symbol_i | ring_i);
assign n[DIVIDE]  = INTERVAL != 0 & (s[SUM] & interval_i | s[DIVIDE] & ~step_o[5]);
assign n[PLACE]   = loads & (symbol_i | ring_i);
assign n[COMPARE] = s[SUM] & ~interval_i | RING != 0 & s[PLACE] & ring_i
	| INTERVAL != 0 & s[DIVIDE] & step_o[5];
assign n[SHIFT]   = s[COMPARE] & four_i;
assign n[CHECK]   = s[COMPARE] & ~four_i | s[SHIFT] & ~reached_o | SYMBOL != 0 & s[FOUND];
assign n[ADDRESS] = s[CHECK] & ~beyond;
wire   exists     = s[ADDRESS] & ~reached_o & ~over;
assign n[READ]    = exists & ~ring_i | s[READ] & waits;
assign n[ADD]     = s[READ] & good;
assign n[RESTORE] = halts;
assign n[JUDGE]   = s[RESTORE];
assign n[VERDICT] = s[JUDGE];
assign n[WRITE]   = s[ADD] | s[VERDICT] & ~went_past | exists & ring_i | s[WRITE] & waits & ~halts;
assign n[LAST]    = takes & ends | s[LOAD] & ~loads | beyond & ~begins | s[ADDRESS] & ~exists
	| s[VERDICT] & went_past | fails | writes & clips_o 
	| SYMBOL != 0 & (s[ROOT] & ~fits | s[UNDO] & first_o & ~lower_o) | moved & (fills | ~lower_o);
assign n[END]     = s[LAST];
assign n[SECOND]  = s[END] & splits | s[SECOND] & ~can_i;

assign n[FEWER]   = SYMBOL != 0 & s[PLACE] & symbol_i;
assign n[ROOT]    = SYMBOL != 0 & s[FEWER];
assign n[TABLE]   = fits;
assign n[PROBE]   = SYMBOL != 0 & (s[TABLE] | s[NEXT] & ~m_zero_i | s[PROBE] & waits);
assign n[TAKE]    = SYMBOL != 0 & s[PROBE] & good;
assign n[UNDO]    = SYMBOL != 0 & s[TAKE];
assign n[NEXT]    = SYMBOL != 0 & s[UNDO] & (lower_o | ~first_o);
assign n[FOUND]   = SYMBOL != 0 & s[NEXT] & m_zero_i;

assign n[AFTER]   = RING != 0 & writes & ring_i;
assign n[PAUSE]   = RING != 0 & s[AFTER];
assign n[SETTLE]  = RING != 0 & s[PAUSE];
assign n[WHOLE]   = RING != 0 & s[SETTLE];
assign n[WRAP]    = RING != 0 & s[WHOLE];
assign n[STORE]   = RING != 0 & (s[WRAP] | beyond & begins | s[STORE] & ~moved);

always @(posedge clk_i) begin
	s_o <= n;

	past    <= past_i;
	added   <= s[ADD];
	settled_o <= s[STORE];
	stores  <= writes & ~ring_i & stops_i;
	full_o  <= s[VERDICT] & went_past & stops_i | beyond & ring_i & ~begins | stores & (clips_o | went_past)
		| moved & fills;
	fault_o <= s[LOAD] & none_i | s[ADDRESS] & ~exists | fails | SYMBOL != 0 & s[ROOT] & reached_o & ~fits;
	dead    <= dead & ~start_i | full_o | fault_o;

	step_o     <= s[DIVIDE] ? step_o + 6'd1 : 6'd0;
	lower_o    <= less_i;
	if (s[COMPARE] | s[CHECK] | s[FEWER] | s[WHOLE]) reached_o <= carry_a_i;
	if (s[ADDRESS] | s[NEXT]) wrapped_o <= carry_a_i & ~(SYMBOL != 0 & s[NEXT] & m_zero_i);
	if (s[COMPARE] | s[SHIFT]) over <= over & ~s[COMPARE] | a_i[31];
	if (s[UNDO]) first_o <= 1'b0;
	if (s[VERDICT]) clips_o <= ~went_past;
	if (fails) clips_o <= 1'b0;
	if (beyond) again <= 1'b1;
	if (s[AFTER]) again <= 1'b0;
	if (s[AFTER]) wrote_o <= 1'b1;
	fills    <= RING != 0 & (s[WRAP] ? reached_o & ~ring_wrap_i : fills);
	complete_o <= moved & ~lower_o | s[LAST] & complete_o;
	outside_o  <= s[LOAD] & ~none_i | beyond & ~ring_i | SYMBOL != 0 & (s[ROOT] & ~reached_o | s[UNDO])
		| s[LAST] & outside_o;
	placed_o <= ~s[IDLE] & (placed_o | beyond | s[AFTER]);
	if (s[IDLE]) {clips_o, again, wrote_o, fills, wrapped_o, over} <= 6'd0;
	if (s[IDLE]) first_o <= 1'b1;
	if (rst_i) {s_o, stores, full_o, fault_o, dead} <= {33'd1, 4'd0};
end

assign n_o      = n;
assign takes_o  = takes;
assign reads_o  = reads;
assign writes_o = writes;
assign halts_o  = halts;
assign beyond_o = beyond;

endmodule

`default_nettype wire
