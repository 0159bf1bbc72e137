// SPDX-License-Identifier: ISC
// tally_engine.v - counters in system memory: adds the weight of the queue's first sample to its
// counter over the bus, and reports to the categories what became of that weight.
//
// The sample, its slot and its distance from OFFSET stay at the ports until smp_done_o, so the
// engine copies none of them; nor does it copy the configuration, for a block RAM answers with any
// register in the cycle after it is asked. Each state loads the terms of the two adders first and
// acts on their sums when they are there (ready), so that neither the choice of a term nor the
// block RAM is in the path from a sum to the next state.

`default_nettype none

module tally_engine #(
	parameter SYSTEM = 2             // 1: mode profil alone, 2: all four
) (
	input  wire                clk_i,
	input  wire                rst_i,          // drops an access under way
	input  wire                start_i,        // START revives one that FULL or FAULT stopped
	// configuration
	input  wire [2:0]          mode_i,
	input  wire                wide_i,         // counters of 4 bytes
	input  wire [1:0]          policy_i,
	output wire [4:0]          field_at_o,     // the register asked for
	input  wire [31:0]         field_i,        // the one asked for in the cycle before
	output wire                pos_we_o,       // RING_POS becomes pos_o, held until pos_done_i
	output wire [31:0]         pos_o,
	input  wire                pos_done_i,
	// the first sample of the queue; the mapper works on it while smp_valid_i is still 0
	input  wire                smp_valid_i,
	input  wire                smp_user_i,
	input  wire [17:0] smp_weight_i,   // bit 0 counts one too
	input  wire [31:0]         smp_pc_i,
	input  wire                smp_far_i,      // its pc is elsewhere
	input  wire                smp_below_i,    // its pc is elsewhere or below OFFSET
	input  wire [31:0]         smp_delta_i,    // pc - OFFSET
	input  wire [31:0]         smp_slot_i,     // a cycle after smp_valid_i at the latest
	output wire                smp_pop_o,      // its place in the queue is free
	output wire                smp_done_o,     // its data are no longer needed
	// additions to the categories, each held until add_taken_i
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

// The codes save area: bit 3 is set while the bus may be locked; an OR leads to REPORT.
localparam [3:0]
	WAIT        = 4'd0,                // for a sample
	DIVIDE      = 4'd1,                // interval: the distance by INTERVAL, two cycles a bit
	PLACE       = 4'd2,                // index becomes the slot; symbol: next entry's offset
	CHECK_SIZE  = 4'd3,                // A slot of SIZE or more is OUTSIDE.
	CHECK_LIMIT = 4'd7,                // index: the slot's last byte, which LIMIT must exceed
	ADDRESS     = 4'd5,                // BASE is added.
	READ        = 4'd8,
	COMPARE     = 4'd6,                // symbol: an entry that starts above pc is not the one.
	CHECK_ROOM  = 4'd10,               // A counter at its maximum takes nothing.
	ADD         = 4'd12,
	CLIP        = 4'd11,               // A sum above the maximum becomes the excess.
	WRITE       = 4'd9,
	STORE_POS   = 4'd4,                // ring: RING_POS is written.
	REPORT      = 4'd15;               // The categories are added to.

(* fsm_encoding = "none" *) reg [3:0] state;
reg  [1:0]  age;                       // cycles in this state, at most 3
reg         dead;                      // FULL or FAULT came: until START samples are LOST.
reg         searching;                 // symbol: what is read are starts of entries.
reg         probe_first;               // symbol: the entry is the first; none is below it.
reg         pos_advanced;              // ring: a word was written that RING_POS does not count yet.
reg         full_pending;              // FULL is reported when the write is done.
reg         split;                     // One part of the weight is LOST, the other HITS.
reg         second;                    // The second of these parts is reported.
reg  [1:0]  outcome;                   // of a weight that is not split

// In registers, for fewer inputs of what follows; they change long before a sample comes.
reg interval, symbol, ring, no_mode, profil, four, limited, stops;
always @(posedge clk_i) begin
	interval <= SYSTEM == 2 & mode_i == 3'd2;
	symbol   <= SYSTEM == 2 & mode_i == 3'd3;
	ring     <= SYSTEM == 2 & mode_i == 3'd4;
	no_mode  <= SYSTEM != 2 & (mode_i == 3'd2 | mode_i == 3'd3 | mode_i == 3'd4);
	profil   <= SYSTEM != 2 | ~(mode_i == 3'd2 | mode_i == 3'd3 | mode_i == 3'd4);
	four     <= wide_i | SYSTEM == 2 & (mode_i == 3'd3 | mode_i == 3'd4);
	limited  <= policy_i == STOP | policy_i == SATURATE;
	stops    <= policy_i == STOP;
end
wire ready    = state == CHECK_LIMIT & four ? &age
	: state == CHECK_LIMIT | state == ADDRESS ? age[1] : |age;

// The other states ask for the register that comes next, so only LIMIT and BASE take a wait.
assign field_at_o = state == CHECK_LIMIT ? TALLY_LIMIT[6:2] : state == ADDRESS ? TALLY_BASE[6:2]
	: interval & (state == WAIT | state == DIVIDE) ? TALLY_INTERVAL[6:2]
	: ring & (state == WAIT | state == WRITE) ? TALLY_RING_POS[6:2] : TALLY_SIZE[6:2];

// ---- index: the slot, then the offset of the slot's last byte; in a division the remainder ----
reg  [32:0] index;
reg  [31:0] index_term, quotient, address;
reg         index_carry, delta_bit;
reg  [28:0] behind;                    // symbol: so many entries behind index may be the one
reg  [6:0]  step;                      // of the division
wire        start_above;
wire        dividing   = interval & state == DIVIDE;
wire        comparing  = symbol & state == COMPARE;
// While LIMIT is fetched the slot is doubled once or twice; ones come in below: its last byte.
wire        doubling   = state == CHECK_LIMIT & ~symbol & |age & ~ready;
wire        zero_term  = state == CHECK_LIMIT & ~(age[1] | age[0] & ~four)
	| dividing & step[6:1] == 6'd0;
// The division subtracts after a remainder of 0 or more, else adds: it never restores one.
wire        subtracts  = state == CHECK_SIZE | state == CHECK_LIMIT | comparing
	| dividing & quotient[0];
wire        by_field   = state == CHECK_SIZE | state == CHECK_LIMIT | state == ADDRESS | dividing
	| ring & state == PLACE;
wire [31:0] field      = {field_i[31:2], field_i[1:0] & ~({2{state == ADDRESS}} & {four, 1'b1})};
wire [31:0] slot       = smp_slot_i & {32{profil}};
// An odd number of entries is halved upwards by a carry that passes the three bits below 8 bytes.
wire [31:0] half       = {1'b0, behind[28:1], {3{behind[0]}}};
// An entry of 8 bytes is its start and its counter: its last byte belongs to the counter's word.
wire [2:0]  last_byte  = {3{symbol & ~searching}};
wire [32:0] index_sum  = {index[32:3], index[2:0] | last_byte} + {1'b0, index_term}
	+ {32'd0, index_carry};
wire        index_reached = index_sum[32];         // the field subtracted, or an address of 2^32

always @(posedge clk_i) begin
	index_term  <= (by_field ? field : slot | quotient | half) ^ {32{subtracts}};
	index_carry <= comparing ? ~behind[0]
		: subtracts | state == PLACE & (behind[0] | pos_advanced);
	if (zero_term) {index_term, index_carry} <= 33'd0;
	step      <= dividing ? step + 7'd1 : 7'd0;
	delta_bit <= smp_delta_i[~step[5:1]];
	if (step[0]) quotient <= {quotient[30:0], index_sum[32] == index_carry};
	if (~dividing & state != PLACE) quotient <= 32'd0;
	if (step[0] | doubling)
		index <= {index_sum[31:0], doubling | delta_bit};
	else if (state == PLACE & ready | comparing & ready & start_above & ~probe_first)
		index <= {1'b0, index_sum[31:0]};
	if (state == WAIT | step[6] & step[0] | ring & state == WRITE) index <= 33'd0;
	if (state == ADDRESS) address <= index_sum[31:0];
	// index is 0 here, so that this is SIZE - 1.
	if (symbol & state == CHECK_SIZE & ready) behind <= ~index_sum[28:0];
	if (comparing & ready & ~probe_first) behind <= {1'b0, behind[28:1]};
	if (state == WAIT) behind <= 29'd0;
end

// ---- value: the counter, then the part LOST; symbol: an entry's start; ring: words written ----
reg  [31:0] value, value_term;
reg         value_carry;
wire        high        = ~four & address[1];      // The counter is the upper half of its word.
wire        by_max      = state == CHECK_ROOM | state == CLIP;
wire        completing  = ring & state == STORE_POS;
wire        by_weight   = state == ADD | completing | state == REPORT & (~split | second);
wire        one         = smp_weight_i[0];
wire [31:0] weight      = {15'd0, smp_weight_i[17:1]};
wire [32:0] value_sum   = {1'b0, value} + {1'b0, value_term} + {32'd0, value_carry};
wire        above_max   = four ? value[31] : value[16] | value[15];
wire        at_max      = value_sum[32];
wire        pos_complete = value_sum[32];          // as many words as the sample weighs are written
assign      start_above = value_sum[32];

always @(posedge clk_i) begin
	value_term  <= comparing ? ~smp_pc_i : weight ^ {32{completing | second}};
	if (~comparing & ~by_weight) value_term <= 32'd0;
	if (by_max) value_term[31:15] <= {1'b1, {16{~four}}};     // the maximum, inverted
	value_carry <= by_max | ring & (state == ADDRESS | state == WRITE) | state == ADD & one
		| completing & ~one;
	if (state == READ)
		value <= {bus_dat_i[31:16] & {16{four}}, high ? bus_dat_i[31:16] : bus_dat_i[15:0]};
	else if (ready & (state == ADD | state == CLIP & above_max)
		| ring & state == WRITE & bus_done_i & ~bus_err_i)
		value <= value_sum[31:0];
	if (state == WAIT | smp_pop_o & ~split) value <= 32'd0;
end

// ---- what comes next ----
task go(input [3:0] next);
	begin
		state <= next;
		age   <= 2'd0;
	end
endtask

// What a ring has written stays HITS; all else of the sample is LOST.
task fail;
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
		{pos_advanced, full_pending, split, second} <= 4'd0;
		probe_first <= 1'b1;
		searching   <= symbol;
		if (~dead) outcome <= OUTSIDE;
		if (smp_valid_i) begin
			if (dead) go(REPORT);
			else if (no_mode) fail;
			else if (symbol | ring ? smp_far_i : smp_below_i) go(REPORT);
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
			go(symbol ? ADDRESS : pos_advanced ? STORE_POS : CHECK_LIMIT);
			if (ring) begin
				full_pending <= index_reached;
				if (index_reached & ~pos_advanced) begin
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
			full_o <= at_max & stops;
			go(at_max ? REPORT : ADD);
		end
	ADD:
		if (ready) go(limited ? CLIP : WRITE);
	CLIP:
		if (ready) begin
			split        <= above_max;
			full_pending <= at_max & stops;
			go(WRITE);
		end
	WRITE: begin
		outcome <= HITS;
		if (bus_done_i) begin
			if (bus_err_i) fail;
			else if (ring) begin
				split        <= 1'b1;
				pos_advanced <= 1'b1;
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
			pos_advanced <= 1'b0;
			full_o       <= full_pending;
			if (pos_complete) split <= 1'b0;
			go(pos_complete | full_pending ? REPORT : CHECK_SIZE);
		end
	end
	default:                           // REPORT: parts of a split weight one after the other
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
wire   hits         = split ? second ^ ring : outcome == HITS;
assign pos_we_o     = ring & state == STORE_POS & ready;
assign pos_o        = index[31:0];
assign smp_pop_o    = state == REPORT & ~ready & ~second;
assign smp_done_o   = state == REPORT & ready & add_taken_i & (second | ~split);
assign add_valid_o  = state == REPORT & ready;
assign add_code_o   = {hits, ~hits & (split | outcome == LOST), 1'b0, smp_user_i};
assign add_weight_o = {value_sum[16:0] ^ {17{second}}, one & (second | ~split)};
assign bus_req_o    = state == READ | state == WRITE;
assign bus_lock_o   = state == READ & ~searching | by_max | state == ADD | state == WRITE & ~ring;
assign bus_we_o     = state == WRITE;
assign bus_sel_o    = four ? 4'b1111 : high ? 4'b1100 : 4'b0011;
assign bus_adr_o    = {address[31:2], 2'b00};
assign bus_dat_o    = ring ? smp_pc_i : split ? {1'b0, {15{1'b1}}, four, {15{1'b1}}}
	: {four ? value[31:16] : value[15:0], value[15:0]};

wire unused = &{1'b0, address[0]};

endmodule

`default_nettype wire
