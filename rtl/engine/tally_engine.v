// SPDX-License-Identifier: ISC
// tally_engine.v - counters in system memory: one sample after the other, from its pc to what it adds to the outcomes.
//
// The sample stays first in the queue until its addition is made. The mapper works on its pc all the while; slot_i
// holds in the third cycle. Whatever is compared is judged in the next cycle, and a field is asked for two cycles
// before it is used, as the block RAM has it.
// Between the read and the write of a counter lie one or two cycles, in which the bus is locked; an addition to the
// outcomes, which may have to wait for a slot, is made after.

`default_nettype none

module tally_engine #(
	parameter WEIGHT_W = 16,
	parameter INTERVAL = 1,
	parameter SYMBOL   = 1,
	parameter RING     = 1,
	parameter ECP5     = 0
) (
	input  wire              clk_i,
	input  wire              rst_i,        // a bus access under way is dropped
	input  wire              start_i,      // START: no longer dead
	output wire              busy_o,
	// configuration
	input  wire [1:0]        mode_i,
	input  wire              wide_i,       // counters of 4 bytes
	input  wire [1:0]        policy_i,
	input  wire              ring_wrap_i,
	output wire [4:0]        field_o,      // the register wanted
	input  wire [31:0]       field_i,      // that of two cycles ago
	output wire              pos_we_o,     // RING_POS becomes pos_o, with pos_done_i
	output wire [31:0]       pos_o,
	input  wire              pos_done_i,
	// the first sample of the queue
	input  wire              waits_i,
	input  wire              user_i,
	input  wire [WEIGHT_W+1:0] weight_i,   // bit 0 counts one too
	input  wire [31:0]       pc_i,
	input  wire              far_i,        // the cycle after: its pc is elsewhere
	input  wire              below_i,      //   or below OFFSET
	input  wire [31:0]       slot_i,
	output wire              pop_o,
	// additions to the outcomes
	output reg               add_o,
	output wire [3:0]        add_code_o,
	output reg  [WEIGHT_W+1:0] add_weight_o,
	input  wire              taken_i,
	output reg               full_o,       // either stops the unit
	output reg               fault_o,
	// bus: held until done_i
	output wire              req_o,
	output wire              lock_o,
	output wire              we_o,
	output wire [3:0]        sel_o,
	output wire [31:0]       addr_o,
	output wire [31:0]       data_o,
	input  wire              done_i,
	input  wire              err_i,        // with done_i
	input  wire [31:0]       data_i
);

`include "tally_regs.vh"

localparam IDLE = 0, MAP = 1, LOAD = 2, DIVIDE = 3, COMPARE = 4, SHIFT = 5, CHECK = 6, ADDRESS = 7, READ = 8, ADD = 9,
	JUDGE = 10, WRITE = 11, END = 12, SECOND = 13,
	FEWER = 14, ROOT = 15, TABLE = 16, PROBE = 17, TAKE = 18, UNDO = 19, NEXT = 20, FOUND = 21,
	AFTER = 22, PAUSE = 23, WHOLE = 24, WRAP = 25, STORE = 26, RESTORE = 27, VERDICT = 28, LAST = 29, PLACE = 30, SETTLE = 31, STATES = 32;
localparam [1:0] STOP = 2'd1, SATURATE = 2'd2;

reg  [STATES-1:0] s;                           // one of them
wire [STATES-1:0] n;
reg  [5:0] step;                               // of the division
reg  lower;                                    // what was compared in Q's sum a cycle ago: the remainder is lower
reg  reached;                                  // the last subtraction from A did not borrow
reg  wrapped;                                  // the address is 2^32 or more
reg  over;                                     // the offset is 2^32 or more
reg  first;                                    // the probe is the first
reg  clips;                                    // the counter is to be its maximum
reg  again;                                    // ring: it began again at 0, and nothing was written since
reg  wrote;                                    //   some word was written
reg  fills;                                    //   it is full
reg  complete;                                 //   every word was written
reg  outside;
reg  stores;                                   // a cycle ago a counter was written that may now be full
reg  added, went_past;                         // a cycle ago: ADD; `past`
reg  settled;                                  // STORE: `lower` is of it
reg  [1:0] pick;                               // see tally_engine_data.v
reg  weighs, lessens, raises;                  // what Q's sum is in this state: with the weight, less it; one more
reg  loads_a, halves, inverts_b, carries, shifts, maps, entry;     // what A becomes
reg  [1:0] ignored;
reg  dead;
reg  user;
reg  [1:0] kind;                               // of the addition: 0 OUTSIDE, 1 LOST, 2 HITS

// what is slow to read
reg  [31:0]       field, pc;
reg  [WEIGHT_W+1:0] weight;
always @(posedge clk_i) begin
	field  <= field_i;
	pc     <= pc_i;
	weight <= weight_i;
end

wire interval = INTERVAL != 0 & mode_i == 2'd1;
wire symbol   = SYMBOL != 0 & mode_i == 2'd2;
wire ring     = RING != 0 & mode_i == 2'd3;
wire unknown  = |mode_i & ~interval & ~symbol & ~ring;     // the build has no such mode
wire four     = wide_i | mode_i[1];
wire stops    = policy_i == STOP;
wire limits   = stops | policy_i == SATURATE;

wire [32:0] sum_q, q;
wire [31:0] a;
wire        carry_a, m_zero, m_odd;
wire        high = ~four & a[1];

wire reads = s[READ] | SYMBOL != 0 & s[PROBE];
// what was added turns out too large, so it is not written
wire halts = s[WRITE] & added & limits & went_past;
wire fails = (reads | s[WRITE] & ~halts) & (wrapped | done_i & err_i);
wire good  = done_i & ~err_i & ~wrapped;
wire waits = ~done_i & ~wrapped;
wire writes = s[WRITE] & good & ~halts;
wire can   = ~add_o | taken_i;
wire takes = s[IDLE] & waits_i & can;
wire ends  = dead | full_o | fault_o | stores & went_past;

// the counter's highest bit after an addition, or what came out of it
wire past   = four ? sum_q[31] | sum_q[32] : sum_q[15] | (sum_q[16] ^ q[16]) | (sum_q[17] ^ q[17]);
wire less   = sum_q[32];                       // of two that were compared in Q's sum
wire beyond = (s[SHIFT] | s[CHECK] & ~four) & reached;     // SIZE
wire begins = ring & ring_wrap_i & ~again;     // at 0 again
wire splits = clips | wrote & ~complete;       // two additions: LOST, then HITS
wire fits   = SYMBOL != 0 & s[ROOT] & reached & ~|a[31:29];
wire moved  = RING != 0 & s[STORE] & settled & pos_done_i;

// of a ring's words and the weight
wire compares = RING != 0 & (s[SHIFT] | s[WRAP] | s[STORE]);

// ---- from state to state ----
assign n[IDLE]    = s[IDLE] & ~takes | writes & ~ring & ~clips | s[END] & ~splits | s[SECOND] & can;
assign n[MAP]     = takes & ~ends | moved & ~fills & lower;
assign n[LOAD]    = s[MAP];
wire   loads      = s[LOAD] & ~far_i & ~(below_i & ~mode_i[1]) & ~unknown;
assign n[DIVIDE]  = INTERVAL != 0 & (loads & interval | s[DIVIDE] & ~step[5]);
assign n[PLACE]   = loads & mode_i[1];
assign n[COMPARE] = loads & ~mode_i[1] & ~interval | RING != 0 & s[PLACE] & ring | INTERVAL != 0 & s[DIVIDE] & step[5];
assign n[SHIFT]   = s[COMPARE] & four;
assign n[CHECK]   = s[COMPARE] & ~four | s[SHIFT] & ~reached | SYMBOL != 0 & s[FOUND];
assign n[ADDRESS] = s[CHECK] & ~beyond;
wire   exists     = s[ADDRESS] & ~reached & ~over;
assign n[READ]    = exists & ~ring | s[READ] & waits;
assign n[ADD]     = s[READ] & good;
assign n[RESTORE] = halts;
assign n[JUDGE]   = s[RESTORE];
assign n[VERDICT] = s[JUDGE];
assign n[WRITE]   = s[ADD] | s[VERDICT] & ~went_past | exists & ring | s[WRITE] & waits & ~halts;
assign n[LAST]    = takes & ends | s[LOAD] & ~loads | beyond & ~begins | s[ADDRESS] & ~exists | s[VERDICT] & went_past | fails
	| writes & clips | SYMBOL != 0 & (s[ROOT] & ~fits | s[UNDO] & first & ~lower) | moved & (fills | ~lower);
assign n[END]     = s[LAST];
assign n[SECOND]  = s[END] & splits | s[SECOND] & ~can;

assign n[FEWER]   = SYMBOL != 0 & s[PLACE] & symbol;
assign n[ROOT]    = SYMBOL != 0 & s[FEWER];
assign n[TABLE]   = fits;
assign n[PROBE]   = SYMBOL != 0 & (s[TABLE] | s[NEXT] & ~m_zero | s[PROBE] & waits);
assign n[TAKE]    = SYMBOL != 0 & s[PROBE] & good;
assign n[UNDO]    = SYMBOL != 0 & s[TAKE];
assign n[NEXT]    = SYMBOL != 0 & s[UNDO] & (lower | ~first);
assign n[FOUND]   = SYMBOL != 0 & s[NEXT] & m_zero;

assign n[AFTER]   = RING != 0 & writes & ring;
assign n[PAUSE]   = RING != 0 & s[AFTER];
assign n[SETTLE]  = RING != 0 & s[PAUSE];
assign n[WHOLE]   = RING != 0 & s[SETTLE];
assign n[WRAP]    = RING != 0 & s[WHOLE];
assign n[STORE]   = RING != 0 & (s[WRAP] | beyond & begins | s[STORE] & ~moved);

always @(posedge clk_i) begin
	s <= n;
	if (rst_i) s <= {{(STATES-1){1'b0}}, 1'b1};

	went_past <= past;
	added   <= s[ADD];
	settled <= s[STORE];
	stores  <= writes & ~ring & stops & ~rst_i;
	full_o  <= (s[VERDICT] & went_past & stops | beyond & ring & ~begins | stores & (clips | went_past) | moved & fills) & ~rst_i;
	fault_o <= (s[LOAD] & unknown | s[ADDRESS] & ~exists | fails | SYMBOL != 0 & s[ROOT] & reached & ~fits) & ~rst_i;
	dead    <= (dead & ~start_i | full_o | fault_o) & ~rst_i;

	step     <= s[DIVIDE] ? step + 6'd1 : 6'd0;
	lower    <= less;
	pick[1]  <= SYMBOL != 0 & s[PROBE] | INTERVAL != 0 & (s[LOAD] & interval | s[DIVIDE]) & ~less;
	pick[0]  <= SYMBOL != 0 & s[PROBE] | INTERVAL != 0 & s[DIVIDE] & less;
	weighs   <= s[READ] | s[LAST] | halts | compares;
	lessens  <= s[LAST] & ~clips | halts | compares;
	raises   <= s[ADD] | s[RESTORE] | s[WRITE];
	halves   <= n[FEWER] | n[NEXT] | n[UNDO];
	inverts_b <= n[COMPARE] | n[CHECK] | n[FEWER] | n[FOUND] | n[WHOLE] | n[UNDO];
	shifts   <= n[COMPARE] | n[SHIFT] | n[DIVIDE];
	maps     <= s[MAP] & ~mode_i[1];
	loads_a  <= s[MAP] & ~mode_i[1] | n[PLACE] & ~again & ~wrote | n[COMPARE] | n[SHIFT] | n[DIVIDE] | n[ADDRESS] | n[FOUND]
		| n[TABLE] | n[FEWER] | n[NEXT] | n[PAUSE];
	entry    <= symbol & (n[CHECK] | n[ADDRESS]);
	ignored  <= {2{n[ADDRESS] | n[FOUND] | n[TABLE]}} & {four, 1'b1};
	carries  <= n[COMPARE] | n[CHECK] | n[FOUND] | n[WHOLE] | n[PAUSE];
	if (s[COMPARE] | s[CHECK] | s[FEWER] | s[WHOLE]) reached <= carry_a;
	if (s[ADDRESS] | s[NEXT]) wrapped <= carry_a & ~(SYMBOL != 0 & s[NEXT] & m_zero);
	if (s[COMPARE] | s[SHIFT]) over <= over & ~s[COMPARE] | a[31];
	if (s[UNDO]) first <= 1'b0;
	if (s[VERDICT]) clips <= ~went_past;
	if (fails) clips <= 1'b0;
	if (beyond) again <= 1'b1;
	if (s[AFTER]) again <= 1'b0;
	if (s[AFTER]) wrote <= 1'b1;
	fills    <= RING != 0 & (s[WRAP] ? reached & ~ring_wrap_i : fills);
	complete <= moved & ~lower | s[LAST] & complete;
	outside  <= s[LOAD] & ~unknown | beyond & ~ring | SYMBOL != 0 & (s[ROOT] & ~reached | s[UNDO])
		| s[LAST] & outside;
	if (s[IDLE]) {clips, again, wrote, fills, wrapped, over} <= 6'd0;
	if (s[IDLE]) first <= 1'b1;
end

// ---- the field of three cycles later ----
localparam [5:0] LAST_STEP = 6'd32;
reg  asks_size, asks_limit, asks_base;               // else the one that the mode begins with
wire near = INTERVAL != 0 & s[DIVIDE];
always @(posedge clk_i) begin
	asks_size  <= n[MAP] & ring | n[AFTER] | near & step == LAST_STEP - 6'd3;
	asks_limit <= n[MAP] & ~mode_i[0] | s[MAP] & ~|mode_i & four | s[LOAD] & ring | s[TAKE]
		| near & (step == LAST_STEP - 6'd2 | step == LAST_STEP - 6'd1 & four);
	asks_base  <= s[MAP] & ~|mode_i & ~four | s[LOAD] & ~mode_i[0] | s[PLACE] | s[TABLE] | s[NEXT] | s[PROBE] | s[UNDO]
		| near & (step[5] | step == LAST_STEP - 6'd1 & ~four);
end
assign field_o = asks_size ? TALLYW_SIZE[6:2] : asks_limit ? TALLYW_LIMIT[6:2] : asks_base ? TALLYW_BASE[6:2]
	: interval ? TALLYW_INTERVAL[6:2] : ring ? TALLYW_RING_POS[6:2] : TALLYW_SIZE[6:2];
assign pos_we_o  = RING != 0 & s[STORE] & settled;
assign pos_o     = a;

// ---- what the registers do ----

tally_engine_data #(.WEIGHT_W(WEIGHT_W), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .ECP5(ECP5)) u_data (
	.clk_i(clk_i), .slot_i(slot_i), .pc_i(pc), .weight_i(weight[WEIGHT_W+1:1]), .field_i(field), .data_i(data_i),
	.a_clear_i(s[IDLE] | s[ROOT] | RING != 0 & (beyond | s[AFTER] | s[WRAP] & reached & ring_wrap_i)),
	.a_load_i(loads_a | s[UNDO] & ~lower),
	.a_slot_i(maps), .a_shift_i(shifts), .a_bit_i(~s[DIVIDE] | ~less),
	.a_entry_i(entry),
	.b_half_i(halves), .b_ignore_i(ignored),
	.b_invert_i(inverts_b),
	.b_carry_i(carries | halves & (m_odd ^ s[UNDO])),
	.carry_a_o(carry_a), .a_o(a),
	.m_clear_i(s[IDLE]), .m_load_i(s[ROOT]), .m_halve_i(s[UNDO] & ~first),
	.m_zero_o(m_zero), .m_odd_o(m_odd),
	.q_clear_i(s[IDLE]), .q_load_i(reads | s[DIVIDE] | s[AFTER] | s[ADD] | s[RESTORE]),
	.q_data_i(reads), .q_swap_i(high), .q_shift_i(s[DIVIDE]),
	.d_weight_i(weighs), .d_pick_i(pick),
	.d_less_i(lessens), .d_carry_i(weighs ? weight[0] ^ lessens : raises | pick[1] & ~pick[0]),
	.sum_q_o(sum_q), .q_o(q));

// ---- additions ----
wire gives   = s[END] | writes & ~ring & ~clips;
wire inverts = clips ^ s[END];
wire narrow  = clips & ~four;                  // 15 bits
wire [16:0] part = {(sum_q[16] ^ inverts) & ~narrow, sum_q[15] ^ inverts ^ narrow, sum_q[14:0] ^ {15{inverts}}};

assign pop_o = gives;
always @(posedge clk_i) begin
	add_o <= (gives | s[SECOND] | add_o & ~taken_i) & ~rst_i;
	if (gives | s[SECOND] & can) begin
		add_weight_o <= splits ? {part[WEIGHT_W:0], s[END]} : weight;
		kind <= s[WRITE] | s[SECOND] | complete ? 2'd2 : {1'b0, ~outside};
	end
	if (gives) user <= user_i;
end
assign add_code_o = {kind[1], kind[0], 1'b0, user};
assign busy_o     = ~s[IDLE];

// ---- bus ----
wire [31:0] counter = {high ? q[15:0] : q[31:16], q[15:0]};
assign req_o  = (reads | s[WRITE] & ~halts) & ~wrapped;
assign we_o   = s[WRITE];
assign lock_o = s[READ] & ~wrapped | s[ADD] | s[RESTORE] | s[JUDGE] | s[VERDICT] | s[WRITE] & ~ring;
assign sel_o  = four ? 4'b1111 : high ? 4'b1100 : 4'b0011;
assign addr_o = {a[31:2], 2'b00};
assign data_o = RING != 0 & ring ? pc : clips ? {1'b0, {15{1'b1}}, four, {15{1'b1}}} : counter;

wire unused = &{1'b0, sum_q, q[32], part};

endmodule

`default_nettype wire
