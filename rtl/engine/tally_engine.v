// SPDX-License-Identifier: ISC
// tally_engine.v - counters in system memory: one sample after the other, from its pc to what it adds to the outcomes.
//
// The mapper works on the pc of the first sample all the while, so that the products of the one that is taken come in
// the third and fourth cycle. Whatever is compared is judged in the next cycle, and a field is asked for two cycles
// before it is used, as the block RAM has it.
// Between the read and the write of a counter lie one or two cycles, in which the bus is locked; an addition to the
// outcomes, which may have to wait for a slot, is made after.

`default_nettype none

module tally_engine #(
	parameter SYSTEM = 2
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
	// the first sample of the queue; not before the third cycle after take_o
	input  wire              waits_i,
	input  wire              user_i,
	input  wire [17:0] weight_i,   // bit 0 counts one too
	input  wire [31:0]       pc_i,
	input  wire              far_i,        // the cycle after: its pc is elsewhere
	input  wire              below_i,      //   or below OFFSET
	input  wire [18:0]       low_i,        // two cycles after: its slot is the sum of the three
	input  wire              round_i,
	input  wire [31:0]       high_i,
	output wire              take_o,
	output wire              pop_o,        // its addition to the outcomes comes
	// additions to the outcomes
	output reg               add_o,
	output wire [3:0]        add_code_o,
	output reg  [17:0] add_weight_o,
	input  wire              taken_i,
	output wire              full_o,       // either stops the unit
	output wire              fault_o,
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
localparam WEIGHT_W = 16, INTERVAL = SYSTEM == 2, SYMBOL = SYSTEM == 2, RING = SYSTEM == 2;
`include "tally_engine_states.vh"

localparam [1:0] STOP = 2'd1, SATURATE = 2'd2;

// the sample
reg  [31:0]         field, pc;
reg  [WEIGHT_W+1:0] weight;
reg                 user;
wire                takes;
assign take_o = takes;
always @(posedge clk_i) begin
	field <= field_i;              // slow to read
	if (takes) {user, weight, pc} <= {user_i, weight_i, pc_i};
end

wire interval = INTERVAL != 0 & mode_i == 2'd1;
wire symbol   = SYMBOL != 0 & mode_i == 2'd2;
wire ring     = RING != 0 & mode_i == 2'd3;
wire four     = wide_i | mode_i[1];
wire stops    = policy_i == STOP;

// ---- state ----
wire [32:0] s, n;
wire [31:0] a;
wire [32:0] sum_q, q;
wire [5:0]  step;
wire        carry_a, m_zero, m_odd, lower, reached, wrapped, first, clips, placed, complete, wrote, outside;
wire        reads, writes, halts, beyond, settled;
wire less   = sum_q[32];
wire high   = ~four & a[1];
wire can    = ~add_o | taken_i;
wire splits = clips | wrote & ~complete;       // two additions: LOST, then HITS

tally_engine_states #(.INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING)) u_states (
	.clk_i(clk_i), .rst_i(rst_i), .start_i(start_i), .interval_i(interval), .symbol_i(symbol), .ring_i(ring),
	.none_i(|mode_i & ~interval & ~symbol & ~ring), .four_i(four), .stops_i(stops),
	.limits_i(stops | policy_i == SATURATE), .ring_wrap_i(ring_wrap_i), .sample_i(waits_i), .can_i(can),
	.far_i(far_i), .below_i(below_i), .done_i(done_i), .err_i(err_i), .pos_done_i(pos_done_i),
	.carry_a_i(carry_a), .a_i(a[31:29]), .less_i(less),
	.past_i({sum_q[15] | (sum_q[16] ^ q[16]) | (sum_q[17] ^ q[17]), sum_q[31] | less}), .m_zero_i(m_zero),
	.s_o(s), .n_o(n), .step_o(step), .lower_o(lower), .reached_o(reached), .wrapped_o(wrapped), .first_o(first),
	.clips_o(clips), .placed_o(placed), .complete_o(complete), .wrote_o(wrote), .outside_o(outside),
	.takes_o(takes), .reads_o(reads), .writes_o(writes), .halts_o(halts), .beyond_o(beyond), .settled_o(settled),
	.full_o(full_o), .fault_o(fault_o));

// ---- the field of three cycles later ----
localparam [5:0] LAST_STEP = 6'd32;
reg  asks_size, asks_limit, asks_base;               // else the one that the mode begins with
wire near = INTERVAL != 0 & s[DIVIDE];
always @(posedge clk_i) begin
	asks_size  <= n[MAP] & ring | n[AFTER] | near & step == LAST_STEP - 6'd3;
	asks_limit <= s[MAP] & ~|mode_i & ~four | s[LOAD] & (ring | ~|mode_i & four) | s[TAKE]
		| near & (step == LAST_STEP - 6'd2 | step == LAST_STEP - 6'd1 & four);
	asks_base  <= s[LOAD] & ~mode_i[0] & (mode_i[1] | ~four) | s[SUM] & ~mode_i[0] & four
		| s[PLACE] | s[TABLE] | s[NEXT] | s[PROBE] | s[UNDO]
		| near & (step[5] | step == LAST_STEP - 6'd1 & ~four);
end
assign field_o = asks_size ? TALLY_SIZE[6:2] : asks_limit ? TALLY_LIMIT[6:2] : asks_base ? TALLY_BASE[6:2]
	: interval ? TALLY_INTERVAL[6:2] : ring ? TALLY_RING_POS[6:2] : TALLY_SIZE[6:2];
assign pos_we_o  = RING != 0 & s[STORE] & settled;
assign pos_o     = a;

// ---- what the registers do, decided a cycle ahead ----
reg  [1:0] pick;                               // Q's sum: see tally_engine_data.v
reg  weighs, lessens, raises;                  //   with the weight; inverted; the carry
reg  loads, halves, inverts_b, carries, shifts, maps, sums, entry; // what A becomes
reg  [1:0] ignored;
// of a ring's words and the weight
wire compares     = RING != 0 & (s[SHIFT] | s[WRAP] | s[STORE]);
wire weighs_next  = s[READ] | s[LAST] | halts | compares;
wire lessens_next = s[LAST] & ~clips | halts | compares;
always @(posedge clk_i) begin
	pick[1]  <= SYMBOL != 0 & s[PROBE] | INTERVAL != 0 & (s[SUM] & interval | s[DIVIDE]) & ~less;
	pick[0]  <= SYMBOL != 0 & s[PROBE] | INTERVAL != 0 & s[DIVIDE] & less;
	weighs   <= weighs_next;
	lessens  <= lessens_next;
	raises   <= weighs_next ? weight[0] ^ lessens_next
		: s[ADD] | s[RESTORE] | s[WRITE] | INTERVAL != 0 & (s[SUM] & interval | s[DIVIDE]) & ~less;
	halves   <= n[FEWER] | n[NEXT] | n[UNDO];
	inverts_b <= n[COMPARE] | n[CHECK] | n[FEWER] | n[FOUND] | n[WHOLE] | n[UNDO];
	shifts   <= n[COMPARE] | n[SHIFT] | n[DIVIDE];
	maps     <= s[MAP] & ~mode_i[1];
	sums     <= n[SUM];
	loads    <= s[MAP] & ~mode_i[1] | n[SUM] | n[PLACE] & ~placed | n[COMPARE] | n[SHIFT] | n[DIVIDE] | n[ADDRESS]
		| n[FOUND] | n[TABLE] | n[FEWER] | n[NEXT] | n[PAUSE];
	entry    <= symbol & (n[CHECK] | n[ADDRESS]);
	ignored  <= {2{n[ADDRESS] | n[FOUND] | n[TABLE]}} & {four, 1'b1};
	carries  <= n[COMPARE] | n[CHECK] | n[FOUND] | n[WHOLE] | n[PAUSE];
end

tally_engine_data #(.WEIGHT_W(WEIGHT_W), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL)) u_data (
	.clk_i(clk_i), .low_i(low_i), .high_i(high_i), .pc_i(pc), .weight_i(weight[WEIGHT_W+1:1]), .field_i(field),
	.data_i(data_i),
	.a_clear_i(s[IDLE] | s[ROOT] | RING != 0 & (beyond | s[AFTER] | s[WRAP] & reached & ring_wrap_i)),
	.a_load_i(loads | s[UNDO] & ~lower),
	.b_low_i(maps), .b_high_i(sums), .a_shift_i(shifts), .a_bit_i(~s[DIVIDE] | ~less),
	.a_entry_i(entry),
	.b_half_i(halves), .b_ignore_i(ignored),
	.b_invert_i(inverts_b),
	.b_carry_i(carries | maps & round_i | halves & (m_odd ^ s[UNDO])),
	.carry_a_o(carry_a), .a_o(a),
	.m_clear_i(s[IDLE]), .m_load_i(s[ROOT]), .m_halve_i(s[UNDO] & ~first),
	.m_zero_o(m_zero), .m_odd_o(m_odd),
	.q_clear_i(s[IDLE]), .q_load_i(reads | s[DIVIDE] | s[AFTER] | s[ADD] | s[RESTORE]),
	.q_data_i(reads), .q_swap_i(high), .q_shift_i(s[DIVIDE]),
	.d_weight_i(weighs), .d_pick_i(pick),
	.d_less_i(lessens), .d_carry_i(raises),
	.sum_q_o(sum_q), .q_o(q));

// ---- additions ----
reg  [1:0]   kind;                             // 0 OUTSIDE, 1 LOST, 2 HITS
wire gives   = s[END] | writes & ~ring & ~clips;
wire inverts = clips ^ s[END];
wire narrow  = clips & ~four;                  // 15 bits
wire [16:0] part = {(sum_q[16] ^ inverts) & ~narrow, sum_q[15] ^ inverts ^ narrow, sum_q[14:0] ^ {15{inverts}}};

always @(posedge clk_i) begin
	add_o <= gives | s[SECOND] | add_o & ~taken_i;
	if (rst_i) add_o <= 1'b0;
	if (gives | s[SECOND] & can) begin
		add_weight_o <= splits ? {part[WEIGHT_W:0], s[END]} : weight;
		kind <= s[WRITE] | s[SECOND] | complete ? 2'd2 : {1'b0, ~outside};
	end
end
assign pop_o      = gives;
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

wire unused = &{1'b0, s, n, sum_q, q[32], part};

endmodule

`default_nettype wire
