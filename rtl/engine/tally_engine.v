// SPDX-License-Identifier: ISC
// tally_engine.v - counters in system memory: finds the counter of the first sample in the queue, adds the sample's
// weight to it over the bus, and reports what became of that weight to the outcomes.
//
// The sample, its slot and its distance from OFFSET stay at the ports until smp_done_o, so the engine copies none of
// them. It keeps no configuration either: a block RAM answers with a register two cycles after it is asked, and a state
// that needs one waits until the answer is its own (field_valid).
// Two adders do the arithmetic: `index` leads from the slot to the address, `value` is what the bus read and counts.

`default_nettype none

module tally_engine #(
	parameter SYSTEM = 2               // 1: mode profil alone, 2: all four
) (
	input  wire                clk_i,
	input  wire                rst_i,          // drops an access under way
	input  wire                start_i,        // START revives an engine that FULL or FAULT has stopped
	// configuration
	input  wire [1:0]          mode_i,
	input  wire                wide_i,         // counters of 4 bytes
	input  wire [1:0]          policy_i,
	input  wire                ring_wrap_i,
	output wire [4:0]          field_at_o,     // the register asked for
	input  wire [31:0]         field_i,        // the one asked for two cycles ago
	output wire                pos_we_o,       // RING_POS becomes pos_o, held until pos_done_i
	output wire [31:0]         pos_o,
	input  wire                pos_done_i,
	// the first sample of the queue
	input  wire                smp_valid_i,
	input  wire                smp_user_i,
	input  wire [17:0]     smp_weight_i,   // bit 0 counts one too
	input  wire [31:0]         smp_pc_i,
	input  wire                smp_far_i,      // its pc is elsewhere
	input  wire                smp_below_i,    // its pc is elsewhere or below OFFSET
	input  wire [31:0]         smp_delta_i,    // pc - OFFSET
	input  wire [31:0]         smp_slot_i,     // valid a cycle after smp_valid_i
	output wire                smp_pop_o,      // its place in the queue is free
	output wire                smp_done_o,     // its data are no longer needed
	// additions to the outcomes, each held until add_taken_i
	output wire                add_valid_o,
	output wire [3:0]          add_code_o,
	output wire [17:0]     add_weight_o,
	input  wire                add_taken_i,
	output reg                 full_o,         // either stops the unit
	output reg                 fault_o,
	// bus, held until bus_done_i
	output wire                bus_req_o,
	output wire                bus_lock_o,     // from the read of a counter to its write
	output wire                bus_we_o,
	output wire [3:0]          bus_sel_o,
	output wire [31:0]         bus_adr_o,
	output wire [31:0]         bus_dat_o,
	input  wire                bus_done_i,
	input  wire                bus_err_i,      // with bus_done_i
	input  wire [31:0]         bus_dat_i
);

`include "tally_regs.vh"

localparam [1:0] STOP = 2'd1, SATURATE = 2'd2;            // policies
localparam [1:0] OUTSIDE = 2'd0, LOST = 2'd1, HITS = 2'd2;

localparam [3:0]
	WAIT        = 4'd0,                // for a sample
	DIVIDE      = 4'd1,                // interval: delta / INTERVAL, a bit a cycle
	PLACE       = 4'd2,                // index becomes the slot; symbol: the entry to probe
	CHECK_SIZE  = 4'd3,                // slot >= SIZE?
	CHECK_LIMIT = 4'd7,                // index becomes the slot's last byte; is it behind LIMIT?
	ADDRESS     = 4'd5,                // adds BASE
	READ        = 4'd8,
	COMPARE     = 4'd6,                // symbol: is the entry's start above the pc?
	CHECK_ROOM  = 4'd10,               // is the counter at its maximum?
	ADD         = 4'd12,
	CLIP        = 4'd11,               // has the sum reached the maximum?
	WRITE       = 4'd9,
	STORE_POS   = 4'd4,                // ring
	REPORT      = 4'd15;               // to the outcomes

(* fsm_encoding = "none" *) reg [3:0] state;
reg         dead;                      // FULL or FAULT came: samples are LOST
reg         searching;                 // symbol: entries are probed
reg         probe_first;               //   the first of them
reg         ring_advanced;             // ring: a word was written, RING_POS does not tell yet
reg         ring_wrapped;              //   nothing was written since the position became 0
reg         full_pending;              // FULL comes when the write is done
reg         split;                     // a part of the weight is LOST, the other HITS
reg         second;                    //   the part that is told second
reg  [1:0]  age;                       // cycles in this state, at most 3
reg  [1:0]  outcome;                   // of all the weight

wire interval = SYSTEM == 2 & mode_i == 2'd1;
wire symbol   = SYSTEM == 2 & mode_i == 2'd2;
wire ring     = SYSTEM == 2 & mode_i == 2'd3;
wire no_mode  = SYSTEM != 2 & mode_i != 2'd0;
wire four     = wide_i | mode_i[1];
wire limited  = policy_i == STOP | policy_i == SATURATE;
// A state first fetches what it adds, then acts on the sum.
wire ready    = state == CHECK_LIMIT & four ? &age : state == CHECK_LIMIT | state == ADDRESS ? age[1] : |age;

// ---- the field that the state, or the next one, needs ----
assign field_at_o = state == CHECK_LIMIT ? TALLY_LIMIT[6:2] : state == ADDRESS ? TALLY_BASE[6:2]
	: interval & (state == WAIT | state == DIVIDE) ? TALLY_INTERVAL[6:2]
	: ring & (state == WAIT | state == WRITE) ? TALLY_RING_POS[6:2] : TALLY_SIZE[6:2];

// ---- index: the slot, then the offset of the slot's last byte; in a division the remainder ----
reg  [32:0] index;
reg  [31:0] index_term;
reg         index_carry;
reg  [31:0] quotient;
reg  [28:0] behind;                    // symbol: entries behind the one of index that may be the one
reg  [6:0]  step;                      // of the division, two a bit
reg         delta_bit;
reg  [31:0] address;
wire        start_above;
wire        dividing   = interval & state == DIVIDE;
wire        comparing  = symbol & state == COMPARE;
wire        wrapping   = ring & state == CHECK_SIZE & ready & index_reached & ring_wrap_i & ~ring_wrapped;
// The slot is doubled while LIMIT is fetched, once or twice; ones come in below.
wire        doubling   = state == CHECK_LIMIT & ~symbol & |age & ~ready;
// After a remainder that is not negative the division subtracts, else it adds: so it never has to restore one.
wire        subtracts  = state == CHECK_SIZE | state == CHECK_LIMIT | comparing | dividing & quotient[0];
wire        by_field   = state == CHECK_SIZE | state == CHECK_LIMIT | state == ADDRESS | dividing | ring & state == PLACE;
wire        zero_term  = state == CHECK_LIMIT & ~(age[1] | age[0] & ~four) | dividing & step[6:1] == 6'd0;
wire [31:0] field      = {field_i[31:2], field_i[1:0] & ~({2{state == ADDRESS}} & {four, 1'b1})};
wire [31:0] slot       = smp_slot_i & {32{SYSTEM != 2 | mode_i == 2'd0}};
// Half of the entries behind, in bytes; an odd one is rounded up by a carry that passes the three bits below.
wire [31:0] half       = {1'b0, behind[28:1], {3{behind[0]}}};
// An entry of 8 bytes is its start and its counter: with the last byte's offset the address is that of the counter.
wire [2:0]  last_byte  = {3{symbol & ~searching}};
wire [32:0] index_sum  = {index[32:3], index[2:0] | last_byte} + {1'b0, index_term} + {32'd0, index_carry};
wire        index_reached = index_sum[32];                // what was subtracted; or an address of 2^32

always @(posedge clk_i) begin
	index_term  <= (by_field ? field : slot | quotient | half) ^ {32{subtracts}};
	index_carry <= comparing ? ~behind[0] : subtracts | state == PLACE & (behind[0] | ring_advanced);
	if (zero_term) begin
		index_term  <= 32'd0;
		index_carry <= 1'b0;
	end
	delta_bit <= smp_delta_i[~step[5:1]];
	step      <= dividing ? step + 7'd1 : 7'd0;
	if (step[0]) quotient <= {quotient[30:0], index_sum[32] == index_carry};
	if (~dividing & state != PLACE) quotient <= 32'd0;
	if (dividing & step[0] | doubling)
		index <= {index_sum[31:0], doubling | delta_bit};
	else if (state == PLACE & ready | comparing & ready & start_above & ~probe_first)
		index <= {1'b0, index_sum[31:0]};
	if (state == WAIT | step[6] & step[0] | ring & state == WRITE | wrapping)
		index <= 33'd0;
	if (state == ADDRESS) address <= index_sum[31:0];
	if (symbol & state == CHECK_SIZE & ready) behind <= ~index_sum[28:0];        // SIZE - 1, for index is 0
	if (comparing & ready & ~probe_first) behind <= {1'b0, behind[28:1]};
	if (state == WAIT) behind <= 29'd0;
end

// ---- value: the counter, then what is LOST of the weight; an entry's start; the words that a ring got ----
reg  [31:0] value, value_term;
reg         value_carry;
wire        high       = ~four & address[1];
wire        room_state = state == CHECK_ROOM | state == CLIP;
wire        by_weight  = state == ADD | ring & state == STORE_POS | state == REPORT & (~split | second);
wire        less_weight = ring & state == STORE_POS | state == REPORT & second;
wire        one        = smp_weight_i[0];
wire [31:0] weight     = {15'd0, smp_weight_i[17:1]};
wire [32:0] value_sum  = {1'b0, value} + {1'b0, value_term} + {32'd0, value_carry};
wire        at_max     = value_sum[32];
wire        above_max  = four ? value[31] : value[16] | value[15];
wire        ring_complete = value_sum[32];
assign      start_above = value_sum[32];

always @(posedge clk_i) begin
	value_term  <= comparing ? ~smp_pc_i : weight ^ {32{less_weight}};
	if (~comparing & ~by_weight) value_term <= 32'd0;
	if (room_state) value_term[31:15] <= {1'b1, {16{~four}}};
	value_carry <= room_state | ring & (state == ADDRESS | state == WRITE) | state == ADD & one
		| ring & state == STORE_POS & ~one;
	if (state == READ)
		value <= {bus_dat_i[31:16] & {16{four}}, high ? bus_dat_i[31:16] : bus_dat_i[15:0]};
	else if (ready & (state == ADD | state == CLIP & above_max) | ring & state == WRITE & bus_done_i & ~bus_err_i)
		value <= value_sum[31:0];
	if (state == WAIT | smp_pop_o & ~split)
		value <= 32'd0;
end

// ---- what comes next ----
task go(input [3:0] next);
	begin
		state <= next;
		age   <= 2'd0;
	end
endtask


task fail;                             // a ring keeps what it has written
	begin
		go(REPORT);
		fault_o <= 1'b1;
		outcome <= LOST;
		if (~ring) split <= 1'b0;
	end
endtask

always @(posedge clk_i) begin
	full_o  <= 1'b0;
	fault_o <= 1'b0;
	dead    <= dead & ~start_i | full_o | fault_o;
	age     <= age + {1'b0, ~&age};
	if (state != REPORT) outcome <= LOST;
	case (state)
	WAIT: begin
		{ring_advanced, ring_wrapped, full_pending, split, second} <= 5'd0;
		probe_first <= 1'b1;
		searching   <= symbol;
		if (~dead) outcome <= OUTSIDE;
		if (smp_valid_i) begin
			if (dead) go(REPORT);
			else if (no_mode) fail;
			else if (mode_i[1] ? smp_far_i : smp_below_i) go(REPORT);
			else go(interval ? DIVIDE : symbol ? CHECK_SIZE : PLACE);
		end
	end
	DIVIDE:
		if (step[6] & step[0]) go(PLACE);
	PLACE:
		if (ready) begin
			searching <= behind != 29'd0;
			go(~symbol ? CHECK_SIZE : behind != 29'd0 ? ADDRESS : CHECK_LIMIT);
		end
	CHECK_SIZE: begin
		if (~ring) outcome <= OUTSIDE;
		if (ready) begin
			go(symbol ? ADDRESS : ring & (wrapping | ring_advanced) ? STORE_POS : CHECK_LIMIT);
			if (ring) begin
				if (wrapping) ring_wrapped <= 1'b1;
				full_pending <= index_reached & ~wrapping;
				if (index_reached & ~wrapping & ~ring_advanced) begin
					go(REPORT);
					full_o <= 1'b1;
				end
			end else if (index_reached) go(REPORT);
			else if (symbol & index_sum[31:29] != 3'b111) fail;
		end
	end
	CHECK_LIMIT:
		if (doubling & index[31] | ready & index_reached) fail;
		else if (ready) go(ADDRESS);
	ADDRESS:
		if (ready) begin
			if (index_reached) fail;
			else go(ring ? WRITE : READ);
		end
	READ:
		if (bus_done_i) begin
			if (bus_err_i) fail;
			else go(searching ? COMPARE : limited ? CHECK_ROOM : ADD);
		end
	COMPARE: begin
		outcome <= OUTSIDE;
		if (ready) begin
			probe_first <= 1'b0;
			go(start_above & probe_first ? REPORT : PLACE);
		end
	end
	CHECK_ROOM:
		if (ready) begin
			full_o <= at_max & policy_i == STOP;
			go(at_max ? REPORT : ADD);
		end
	ADD:
		if (ready) go(limited ? CLIP : WRITE);
	CLIP:
		if (ready) begin
			split        <= above_max;
			full_pending <= at_max & policy_i == STOP;
			go(WRITE);
		end
	WRITE: begin
		outcome <= HITS;
		if (bus_done_i) begin
			if (bus_err_i) fail;
			else if (ring) begin
				split         <= 1'b1;
				ring_advanced <= 1'b1;
				ring_wrapped  <= 1'b0;
				go(PLACE);
			end else begin
				full_o <= full_pending;
				go(REPORT);
			end
		end
	end
	STORE_POS: begin
		outcome <= HITS;
		if (pos_done_i) begin
			ring_advanced <= 1'b0;
			full_o        <= full_pending;
			if (ring_complete) split <= 1'b0;
			go(ring_complete | full_pending ? REPORT : CHECK_SIZE);
		end
	end
	default:                           // REPORT: the parts of a split weight one after the other
		if (ready & add_taken_i) begin
			second <= split;
			go(smp_done_o ? WAIT : REPORT);
		end
	endcase
	if (rst_i) begin
		state <= WAIT;
		{dead, full_o, fault_o} <= 3'd0;
	end
end

// ---- outputs ----
wire hits = split ? second ^ ring : outcome == HITS;
assign pos_we_o     = ring & state == STORE_POS & ready;
assign pos_o        = index[31:0];
assign smp_pop_o    = state == REPORT & ~ready & ~second;
assign smp_done_o   = state == REPORT & ready & add_taken_i & (second | ~split);
assign add_valid_o  = state == REPORT & ready;
assign add_code_o   = {hits, ~hits & (split | outcome == LOST), 1'b0, smp_user_i};
assign add_weight_o = {value_sum[16:0] ^ {17{second}}, one & (second | ~split)};
assign bus_req_o    = state == READ | state == WRITE;
assign bus_lock_o   = state == READ & ~searching | room_state | state == ADD | state == WRITE & ~ring;
assign bus_we_o     = state == WRITE;
assign bus_sel_o    = four ? 4'b1111 : high ? 4'b1100 : 4'b0011;
assign bus_adr_o    = {address[31:2], 2'b00};
assign bus_dat_o    = ring ? smp_pc_i : split ? {1'b0, {15{1'b1}}, four, {15{1'b1}}}
	: {four ? value[31:16] : value[15:0], value[15:0]};

wire unused = &{1'b0, address[0]};

endmodule

`default_nettype wire
