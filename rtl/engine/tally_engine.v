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
	parameter RING     = 1
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
	output reg  [4:0]        field_o,      // the register wanted
	input  wire [31:0]       field_i,      // that of two cycles ago
	output wire              pos_we_o,     // RING_POS becomes pos_o, with pos_done_i
	output wire [31:0]       pos_o,
	input  wire              pos_done_i,
	// the first sample of the queue
	input  wire              waits_i,
	input  wire              user_i,
	input  wire [WEIGHT_W:0] weight_i,
	input  wire [31:0]       pc_i,
	input  wire              far_i,        // the cycle after: its pc is elsewhere
	input  wire              below_i,      //   or below OFFSET
	input  wire [31:0]       slot_i,
	output wire              pop_o,
	// additions to the outcomes
	output reg               add_o,
	output wire [3:0]        add_code_o,
	output reg  [WEIGHT_W:0] add_weight_o,
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

localparam [4:0] IDLE = 5'd0, MAP = 5'd1, LOAD = 5'd2, DIVIDE = 5'd3, COMPARE = 5'd4, SHIFT = 5'd5, LIMIT = 5'd6,
	ADDRESS = 5'd7, READ = 5'd8, ADD = 5'd9, CHECK = 5'd10, WRITE = 5'd11, END = 5'd12, SECOND = 5'd13,
	FEWER = 5'd16, ROOT = 5'd17, TABLE = 5'd18, PROBE = 5'd19, TAKE = 5'd20, UNDO = 5'd21, NEXT = 5'd22, FOUND = 5'd23,
	AFTER = 5'd24, PAUSE = 5'd25, WHOLE = 5'd26, WRAP = 5'd27, STORE = 5'd28;
localparam [1:0] STOP = 2'd1, SATURATE = 2'd2;

reg  [4:0] state;
reg  [5:0] step;                               // of the division
reg  negative;                                 // the remainder
reg  reached;                                  // the last subtraction from A did not borrow
reg  wrapped;                                  // the address is 2^32 or more
reg  over;                                     // the offset is 2^32 or more
reg  first;                                    // the probe is the first
reg  clips;                                    // the counter is to be its maximum
reg  placed;                                   // ring: A is the position
reg  again;                                    //   it began again at 0, and nothing was written since
reg  wrote;                                    //   some word was written
reg  fills;                                    //   it is full
reg  outside;
reg  dead;
reg  user;
reg  [1:0] kind;                               // of the addition: 0 OUTSIDE, 1 LOST, 2 HITS

wire interval = INTERVAL != 0 & mode_i == 2'd1;
wire symbol   = SYMBOL != 0 & mode_i == 2'd2;
wire ring     = RING != 0 & mode_i == 2'd3;
wire four     = wide_i | mode_i[1];
wire limits   = policy_i == STOP | policy_i == SATURATE;

wire [32:0] sum_q, q;
wire        carry_a;
wire [31:0] a;
wire        m_zero, m_odd;
wire        high = ~four & a[1];

wire unused = &{1'b0, q[32], split};
wire is_read  = state == READ | SYMBOL != 0 & state == PROBE;
wire is_write = state == WRITE;
wire finished = done_i & ~wrapped;
wire fails    = wrapped | done_i & err_i;
wire good     = finished & ~err_i;
wire can      = ~add_o | taken_i;
wire takes    = state == IDLE & waits_i & can;

// bit 15 or 31 of the counter after an addition, or what came out of it
wire past   = four | high ? sum_q[31] | sum_q[32] : sum_q[15] | (sum_q[16] ^ q[16]);
wire beyond = state == SHIFT ? reached : state == LIMIT & ~four & reached;    // SIZE
wire plain  = ~clips & ~wrote;                 // one addition, of the whole weight
wire gives  = state == END | is_write & good & ~ring & ~clips;
wire [16:0] rest = q[16:0];
wire none   = rest == 17'd0;

// ---- from state to state ----
always @(posedge clk_i) begin
	full_o  <= 1'b0;
	fault_o <= 1'b0;
	case (state)
	IDLE: begin
		{clips, placed, again, wrote, fills, wrapped, over, negative} <= 8'd0;
		step    <= 6'd0;
		first   <= 1'b1;
		outside <= 1'b0;
		if (takes) state <= dead | full_o | fault_o ? END : MAP;
	end
	MAP: state <= LOAD;
	LOAD: begin
		state <= symbol ? FEWER : interval ? DIVIDE : COMPARE;
		if (far_i | below_i & ~mode_i[1]) begin
			outside <= 1'b1;
			state   <= END;
		end
		if (|mode_i & ~interval & ~symbol & ~ring) begin
			outside <= 1'b0;
			fault_o <= 1'b1;               // the build has no such mode
			state   <= END;
		end
	end
	DIVIDE: begin
		step     <= step + 6'd1;
		negative <= sum_q[32];
		if (step[5]) state <= COMPARE;
	end
	COMPARE: begin
		over  <= a[31];
		state <= four ? SHIFT : LIMIT;
	end
	SHIFT: begin
		over  <= over | a[31];
		state <= LIMIT;
	end
	LIMIT: state <= ADDRESS;
	ADDRESS: begin
		wrapped <= carry_a;
		state   <= ring ? WRITE : READ;
		if (reached | over) begin
			fault_o <= 1'b1;
			state   <= END;
		end
	end
	READ: if (good) state <= ADD;
	ADD: state <= limits & past ? CHECK : WRITE;
	CHECK: begin
		clips <= ~past;
		state <= WRITE;
		if (past) begin
			full_o <= policy_i == STOP;
			state  <= END;
		end
	end
	WRITE:
		if (good) begin
			state  <= ring ? AFTER : clips ? END : IDLE;
			full_o <= ~ring & policy_i == STOP & (clips | past);
		end
	END:    state <= plain | ring & none ? IDLE : SECOND;
	SECOND: if (can) state <= IDLE;
	FEWER:  state <= ROOT;
	ROOT: begin
		state <= TABLE;
		if (~reached) begin
			outside <= 1'b1;
			state   <= END;
		end else if (|a[31:29]) begin
			fault_o <= 1'b1;
			state   <= END;
		end
	end
	TABLE: state <= PROBE;
	PROBE: if (good) state <= TAKE;
	TAKE: begin
		first <= 1'b0;
		state <= sum_q[32] ? NEXT : UNDO;
		if (first & ~sum_q[32]) begin
			outside <= 1'b1;
			state   <= END;
		end
	end
	UNDO: state <= NEXT;
	NEXT: begin
		wrapped <= carry_a;
		state   <= PROBE;
		if (m_zero) begin
			wrapped <= 1'b0;
			state   <= FOUND;
		end
	end
	FOUND: state <= LIMIT;
	AFTER: begin
		again <= 1'b0;
		wrote <= 1'b1;
		state <= PAUSE;
	end
	PAUSE: state <= WHOLE;
	WHOLE: state <= WRAP;
	WRAP: begin
		fills <= reached & ~ring_wrap_i;
		state <= STORE;
	end
	STORE: begin
		placed <= 1'b1;
		if (pos_done_i) begin
			full_o <= fills;
			state  <= fills | none ? END : MAP;
		end
	end
	default: state <= IDLE;
	endcase
	if (beyond) begin
		again   <= 1'b1;
		outside <= ~ring;
		full_o  <= ring & (~ring_wrap_i | again);
		state   <= ring & ring_wrap_i & ~again ? STORE : END;
	end
	if ((is_read | is_write) & fails) begin
		clips   <= 1'b0;
		fault_o <= 1'b1;
		state   <= END;
	end
	if (rst_i) begin
		state   <= IDLE;
		full_o  <= 1'b0;
		fault_o <= 1'b0;
	end
	if (state == COMPARE | state == LIMIT | state == FEWER | state == WHOLE) reached <= carry_a;
	dead <= (dead & ~start_i | full_o | fault_o) & ~rst_i;
end

// ---- the field of two cycles later ----
always @* begin
	field_o = TALLYW_BASE[6:2];
	case (state)
	IDLE:   field_o = ring ? TALLYW_RING_POS[6:2] : TALLYW_SIZE[6:2];
	MAP:    field_o = interval ? TALLYW_INTERVAL[6:2] : TALLYW_SIZE[6:2];
	LOAD:   field_o = interval ? TALLYW_INTERVAL[6:2] : TALLYW_LIMIT[6:2];
	DIVIDE: field_o = step[5] ? TALLYW_LIMIT[6:2] : &step[4:0] ? TALLYW_SIZE[6:2] : TALLYW_INTERVAL[6:2];
	COMPARE: field_o = four ? TALLYW_LIMIT[6:2] : TALLYW_BASE[6:2];
	NEXT:   field_o = TALLYW_LIMIT[6:2];
	ADDRESS, WRITE: field_o = TALLYW_RING_POS[6:2];
	AFTER:  field_o = TALLYW_SIZE[6:2];
	default: ;
	endcase
end
assign pos_we_o = RING != 0 & state == STORE;
assign pos_o    = a;

// ---- what the registers do ----
wire subtracts = state == COMPARE | state == LIMIT | state == FEWER | state == FOUND | state == WHOLE | state == UNDO;
wire of_base   = state == ADDRESS | state == FOUND | state == TABLE;
wire shifts    = state == COMPARE | state == SHIFT | state == DIVIDE;
wire halves    = SYMBOL != 0 & (state == FEWER | state == NEXT | state == UNDO);
wire probes    = state == NEXT | state == UNDO;
wire raises    = state == CHECK | is_write;    // by one
wire over_all  = state == END & clips;
wire loses     = RING != 0 & state == WRAP;

tally_engine_data #(.WEIGHT_W(WEIGHT_W), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .RING(RING)) u_data (
	.clk_i(clk_i), .slot_i(slot_i), .pc_i(pc_i), .weight_i(weight_i), .field_i(field_i), .data_i(data_i),
	.a_clear_i(state == IDLE | state == ROOT | RING != 0 & (beyond | is_write & good & ring | loses & reached & ring_wrap_i)),
	.a_load_i(shifts | state == LOAD & ~placed | of_base | state == FEWER | probes & ~(state == NEXT & m_zero)
		| RING != 0 & state == AFTER),
	.a_slot_i(state == LOAD & ~mode_i[1]), .a_shift_i(shifts), .a_bit_i(state != DIVIDE | ~sum_q[32]),
	.a_entry_i(symbol & (state == LIMIT | state == ADDRESS)),
	.b_half_i(halves), .b_ignore_i({of_base & four, of_base}), .b_invert_i(subtracts),
	.b_carry_i(state == NEXT ? m_odd : state == UNDO ? ~m_odd : subtracts & state != FEWER | state == AFTER),
	.carry_a_o(carry_a), .a_o(a),
	.m_clear_i(state == IDLE), .m_load_i(state == ROOT), .m_halve_i(state == TAKE & ~first & sum_q[32] | state == UNDO),
	.m_zero_o(m_zero), .m_odd_o(m_odd),
	.q_clear_i(state == IDLE), .q_load_i(is_read | state == DIVIDE | state == ADD & ~(limits & past)
		| RING != 0 & (state == LOAD & ring & ~placed | loses)),
	.q_data_i(is_read), .q_shift_i(state == DIVIDE),
	.d_field_i(state == DIVIDE), .d_pc_i(state == TAKE),
	.d_weight_i(state == ADD | state == END | state == LOAD), .d_high_i(high),
	.d_invert_i(state == DIVIDE & ~negative | state == TAKE | loses | state == END & wrote),
	.d_ones_i((raises | over_all) & high),
	.d_carry_i(raises | over_all | state == DIVIDE & ~negative),
	.sum_q_o(sum_q), .q_o(q));

// ---- additions ----
wire inverts = state == END ? wrote : clips;
wire [15:0] part = (high ? sum_q[31:16] : sum_q[15:0]) ^ {16{inverts}};
wire [16:0] split = {(sum_q[16] ^ inverts) & ~clips, part[15] ^ (clips & ~four), part[14:0]};

assign pop_o = gives;
always @(posedge clk_i) begin
	add_o <= (gives | state == SECOND | add_o & ~taken_i) & ~rst_i;
	if (gives | state == SECOND & can)
		add_weight_o <= plain ? weight_i : split[WEIGHT_W:0];
	if (gives) begin
		user <= user_i;
		kind <= is_write | wrote ? 2'd2 : outside ? 2'd0 : 2'd1;
	end else if (state == SECOND & can)
		kind <= clips ? 2'd2 : 2'd1;
end
assign add_code_o = {kind[1], kind[0], 1'b0, user};
assign busy_o     = state != IDLE;

// ---- bus ----
wire [31:0] most = {1'b0, {15{1'b1}}, four, {15{1'b1}}};
assign req_o  = (is_read | is_write) & ~wrapped;
assign we_o   = is_write;
assign lock_o = (state == READ | is_write & ~ring) & ~wrapped | state == ADD | state == CHECK;
assign sel_o  = four ? 4'b1111 : high ? 4'b1100 : 4'b0011;
assign addr_o = {a[31:2], 2'b00};
assign data_o = RING != 0 & ring ? pc_i : clips ? most : q[31:0];

endmodule

`default_nettype wire
