// SPDX-License-Identifier: ISC
// tally_engine.v - the slow path: one sample at a time, from its pc to its fate.
//
// Modes interval, symbol, ring and profil; counters in private memory (the address
// goes to the updater) or in system memory (read, add, write over the bus port).
// A sample stays at the queue's head until it is resolved: once, by map or by end. What is compared is judged a clock
// later, and a field asked for a clock before it is used, so that no path is longer than one addition.
// The caller selects the head's configuration from head_meta_o, and field_o's field of
// it (tally_engine_fields.v); both must stand still while the sample is at the head,
// but for dead_i and the ring position. CONTRACT.md section Engine.

`default_nettype none

module tally_engine #(
	parameter BINS_LOG2     = 12,    // private memory: 2^BINS_LOG2 words of 32 bits; 4 .. 28
	parameter WEIGHT_W      = 16,    // 2 .. 16
	parameter META_W        = 34,    // bits that travel with a sample; the top WEIGHT_W are its weight, at least 1
	parameter QUEUE_LOG2    = 2,     // 2^QUEUE_LOG2 samples inside; 1 .. 6
	parameter PROFIL        = 1,     // 1: the mode is there; a sample of one that is not is a FAULT
	parameter INTERVAL      = 1,
	parameter SYMBOL        = 1,     // requires SYSTEM
	parameter RING          = 1,     // requires SYSTEM
	parameter SYSTEM        = 1,     // counters in system memory
	parameter LIMIT_PRIVATE = 1,     // 0: private memory ignores LIMIT
	parameter PC_W          = 32,    // as in tally.v
	parameter [31:0] PC_HIGH = 32'd0,
	// derived
	parameter PC_N          = PC_W < 32 ? PC_W + 1 : 32
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous; a bus access under way is dropped
	// a sample
	input  wire                 valid_i,
	input  wire [PC_N-1:0]      pc_i,          // as the tap gives it
	input  wire [META_W-1:0]    meta_i,
	output wire                 refused_o,     // no room: not taken
	output wire                 room_o,        // there is room
	output wire                 idle_o,        // no sample inside
	// the sample at the head (when not idle), and its configuration
	output wire [META_W-1:0]    head_meta_o,
	input  wire                 dead_i,        // its channel is dead
	input  wire [1:0]           mode_i,        // 0 profil, 1 interval, 2 symbol, 3 ring
	input  wire                 sink_i,        // 1: system memory
	input  wire                 wide_i,        // counters of 4 bytes; symbol and ring always are
	input  wire [1:0]           policy_i,      // 0 STOP, 1 SATURATE, 2 WRAP
	input  wire                 round_i,
	input  wire [16:0]          scale_i,
	input  wire                 ring_wrap_i,
	output reg  [2:0]           field_o,       // which field is wanted in this clock (tally_engine_fields.v)
	input  wire [31:0]          field_i,
	output wire                 ring_pos_we_o, // the ring position becomes:
	output wire [31:0]          ring_pos_o,
	output reg                  full_o,        // the head's channel stops: one clock, at the latest the one in
	output reg                  fault_o,       //   which its sample is resolved
	// mapped, for the updater of the private memory
	output wire                 map_valid_o,
	input  wire                 map_ready_i,
	output wire [BINS_LOG2-1:0] map_word_o,
	output wire                 map_half_o,    // the upper 16 bits of the word
	// resolved: outside ? weight : hit + lost
	output wire                 end_valid_o,
	input  wire                 end_ready_i,
	output wire                 end_outside_o,
	output wire [WEIGHT_W-1:0]  end_hit_o,
	output wire [WEIGHT_W-1:0]  end_lost_o,
	// bus master: held until done_i; addr_o is a word's
	output wire                 req_o,
	output wire                 lock_o,        // the bus is not to be given away between two accesses
	output wire                 we_o,
	output wire [3:0]           sel_o,
	output wire [31:0]          addr_o,
	output wire [31:0]          data_o,
	input  wire                 done_i,
	input  wire                 err_i,         // with done_i
	input  wire [31:0]          data_i
);

localparam OFFSET = 3'd0, LENGTH = 3'd1, SIZE = 3'd2, LIMIT = 3'd3, BASE = 3'd4, TABLE = 3'd5, POSITION = 3'd6;
localparam STOP = 2'd0, WRAP = 2'd2;

localparam IDLE = 5'd0, DELTA = 5'd1, MULTIPLY = 5'd2, DIVIDE = 5'd3, SHIFT = 5'd4, LOAD = 5'd5, INSIDE = 5'd6,
	EXISTS = 5'd7, ADDRESS = 5'd8, TRY = 5'd9, TAKE = 5'd10, READ = 5'd11, CHECK = 5'd12, WRITE = 5'd13,
	NEXT = 5'd14, MAP = 5'd15, END = 5'd16, ADD = 5'd17, FILL = 5'd18, FIRST = 5'd19, FETCH = 5'd20, SKIP = 5'd21;

reg  [4:0]          state;
reg                 late;                      // second clock of a state that has two: judges what the first found
reg  [5:0]          step;                      // of multiplication, division and shift
reg                 over;                      // the offset has outgrown 32 bits, or SCALE is 0
reg                 negative;                  // the remainder
reg                 scaled;                    // a bit of SCALE was 1
reg                 first;                     // search: entry 0 is tried
reg                 take;                      // search: the entry's start is not above pc
reg                 again;                     // ring: began again at 0, nothing written since
reg                 maxed;                     // the counter was found full
reg                 carried;                   // out of a counter of 2 bytes
reg                 fills;                     // FULL once the write is done
reg                 outside;
reg                 digit;                     // SCALE's bit of this step
reg                 below;                     // sum[32] of the clock before
reg  [31:0]         field;                     // the field asked for in the clock before
reg  [WEIGHT_W-1:0] hit, rest;                 // rest: weight - hit of the clock before

// ---- the sample at the queue's head, and its configuration: from FIRST on in registers ----
wire            full, spare, empty, pop;
wire [PC_N-1:0] kept_head;
reg  [PC_N-1:0] kept;
reg  [WEIGHT_W-1:0] weight;
reg  [1:0]      mode, policy;
reg             sink, wide, wraps, rounds;
always @(posedge clk_i) begin
	kept   <= kept_head;
	weight <= head_meta_o[META_W-1 -: WEIGHT_W];
	mode   <= mode_i;
	policy <= policy_i;
	sink   <= sink_i;
	wide   <= wide_i;
	wraps  <= ring_wrap_i;
	rounds <= round_i;
end
// the pc made whole again
localparam [31:0] HIGH = (PC_HIGH >> PC_W) << PC_W;
wire [31:0] pc = HIGH | {{(32-PC_W){1'b0}}, kept[PC_W-1:0]};
wire        elsewhere = PC_W < 32 & kept[PC_N-1];

tally_queue #(.WIDTH(PC_N + META_W), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
	.clk_i(clk_i), .rst_i(rst_i),
	.push_i(valid_i), .data_i({pc_i, meta_i}), .full_o(full), .spare_o(spare),
	.pop_i(pop), .empty_o(empty), .data_o({kept_head, head_meta_o}));

assign refused_o = valid_i & full;
assign room_o    = ~full;
assign idle_o    = empty;

wire symbol  = SYMBOL != 0 & mode == 2'd2;
wire ring    = RING != 0 & mode == 2'd3;
wire divides = INTERVAL != 0 & (PROFIL == 0 | mode[0]);      // not asked in symbol and ring
wire system  = SYSTEM != 0 & sink;
wire four    = wide | mode[1];
wire offered = (mode == 2'd0 ? PROFIL != 0 : mode == 2'd1 ? INTERVAL != 0 : symbol | ring)
	& (sink ? SYSTEM != 0 : ~mode[1]);

// ---- the operation ----
wire [32:0] sum;
wire [31:0] q, address;
wire [31:2] mask;                              // the bit of the search under trial
wire        hits = mask[2];                    // the search is over
reg  [1:0]  a_x, b_x;
reg         a_q, q_load;

wire counter  = state == READ & ~(symbol & ~hits);             // else the read is of a start
wire high     = ~four & address[1];
wire last     = step[4] & ~divides | step[5];                  // of 17 bits, of 33
wire multiply = PROFIL != 0 & state == MULTIPLY;
wire divide   = INTERVAL != 0 & state == DIVIDE;
wire bounds   = state == INSIDE | state == EXISTS;
wire short     = SYMBOL != 0 & (mask & field[31:2]) == 30'd0;  // in SKIP: the table ends below the bit
wire beyond   = ~below;                                        // late: A was >= B in the subtraction
wire uneven   = state == LOAD ? q[0] | q[1] : address[0] | four & address[1];  // late: not a multiple of the counter's width
wire wrong    = below | uneven | ~system & |(address >> (BINS_LOG2 + 2));       // late in ADDRESS
wire acts     = ~late;

// ---- the counter in Q: before the addition, after it ----
wire at_max = q[31] & (four | high) | q[15] & ~four & ~high
	| (four | high | &q[14:0]) & (~four & ~high | &q[30:16]) & (~four | q[15] & &q[14:0]);
wire clips  = policy != WRAP & (at_max | carried);
wire [16:0] room = {1'b0, four & ~q[15], high ? ~q[30:16] : ~q[14:0]};

wire kill = dead_i & ~(state == IDLE | state == READ & (~done_i | err_i)
	| state == WRITE | state == NEXT | state == MAP | state == END);

tally_engine_data #(.WEIGHT_W(WEIGHT_W), .SYMBOL(SYMBOL), .SYSTEM(SYSTEM)) u_data (
	.clk_i(clk_i), .pc_i(pc), .weight_i(weight), .field_i(field), .data_i(data_i),
	.a_x_i(a_x), .a_four_i(state == NEXT & ~again), .a_q_i(a_q), .a_r_i(multiply | divide),
	.b_x_i(b_x), .b_ignore_i({four, 1'b1} & {2{bounds}}), .b_q_i(multiply & digit | state == ADD),
	.carry_i(b_x == 2'd2 & ~(bounds & symbol) | multiply & last & rounds),
	.q_load_i(q_load), .q_invert_i(a_x == 2'd1), .q_even_i(multiply),
	.q_shift_i(divide | state == SHIFT), .q_bit_i(divide & ~sum[32]),
	.q_max_i(SYSTEM != 0 & state == CHECK & clips), .q_max_wide_i(four),
	.r_half_i(multiply), .r_double_i(divide | state == ADDRESS & acts), .r_clear_i(state == DELTA),
	.mask_clear_i(state == IDLE), .mask_shift_i(state == TRY & late & beyond | state == TAKE | state == SKIP & short), .mask_top_i(first),
	.sum_o(sum), .q_o(q), .address_o(address), .mask_o(mask));

always @* begin
	field_o = OFFSET;
	{a_x, b_x, a_q, q_load} = 6'd0;
	case (state)                           // the field is for the clock after
	FIRST:    begin a_x = 2'd1; q_load = 1'b1; end
	DELTA:    begin field_o = LENGTH; a_q = 1'b1; b_x = 2'd2; q_load = acts; end
	MULTIPLY: begin field_o = SIZE; q_load = last; end
	DIVIDE:   begin field_o = LENGTH; b_x = negative ? 2'd1 : 2'd2; end
	SHIFT:    field_o = SIZE;
	FETCH:    field_o = ring ? POSITION : TABLE;
	LOAD:     begin field_o = SIZE; b_x = 2'd1; q_load = acts; end
	INSIDE:   begin field_o = system | LIMIT_PRIVATE != 0 ? LIMIT : BASE; a_q = 1'b1; b_x = 2'd2; end
	EXISTS:   begin field_o = BASE; a_q = 1'b1; b_x = 2'd2; end
	FILL:     begin field_o = TABLE; a_x = {1'b0, ring}; q_load = 1'b1; end
	TRY:      begin field_o = late & ~beyond ? BASE : TABLE; a_q = 1'b1; b_x = 2'd2; end
	ADDRESS:  begin a_q = 1'b1; b_x = 2'd1; end
	SKIP:     field_o = TABLE;
	TAKE:     begin field_o = TABLE; a_q = 1'b1; q_load = take; end
	READ:     begin a_x = {1'b0, ~counter}; b_x = 2'd3; q_load = counter; end
	ADD:      begin a_x = {1'b1, high}; q_load = 1'b1; end
	WRITE:    field_o = POSITION;
	NEXT:     b_x = {1'b0, ~again};
	default: ;
	endcase
end

// ---- steps ----
always @(posedge clk_i) begin
	full_o  <= 1'b0;
	fault_o <= 1'b0;
	below   <= sum[32];
	field   <= field_i;
	digit   <= scale_i[multiply ? step[4:0] + 5'd1 : 5'd0];
	rest    <= weight - hit;
	late    <= acts & (state == DELTA | state == LOAD | state == INSIDE | state == EXISTS | state == TRY | state == ADDRESS)
		| state == END & ~pop;
	case (state)
	IDLE:
		if (~empty)
			state <= FIRST;
	FIRST: begin
		step    <= 6'd0;
		over    <= 1'b0;
		scaled  <= 1'b0;
		negative <= 1'b0;
		first   <= 1'b1;
		again   <= 1'b0;
		fills   <= 1'b0;
		hit     <= {WEIGHT_W{1'b0}};
		outside <= elsewhere;
		state   <= elsewhere | ~offered ? END : mode[1] ? FETCH : DELTA;
		fault_o <= ~elsewhere & ~offered;
	end
	DELTA: if (late) begin
		outside <= below;
		state   <= below ? END : divides ? DIVIDE : MULTIPLY;
	end
	MULTIPLY: begin
		step   <= step + 6'd1;
		scaled <= scaled | digit;
		if (last) begin
			over  <= sum[32] | ~(scaled | digit);
			state <= wide ? SHIFT : INSIDE;
		end
	end
	DIVIDE: begin
		step     <= step + 6'd1;
		negative <= sum[32];
		if (last)
			state <= SHIFT;
	end
	SHIFT: begin
		step <= step + 6'd1;
		over <= over | q[31];
		if (~divides | ~wide | ~step[0])
			state <= INSIDE;
	end
	FETCH:
		state <= LOAD;
	LOAD: if (late) begin
		fault_o <= uneven;
		state   <= uneven ? END : INSIDE;
	end
	INSIDE: if (late) begin
		if (symbol) begin
			fault_o <= beyond;
			state   <= beyond ? END : EXISTS;
		end else if (ring) begin
			again   <= 1'b1;
			full_o  <= beyond & (~wraps | again);
			state   <= beyond ? (wraps & ~again ? NEXT : END) : rest == {WEIGHT_W{1'b0}} ? END : EXISTS;
		end else begin
			outside <= beyond | over;
			state   <= beyond | over ? END : system | LIMIT_PRIVATE != 0 ? EXISTS : ADDRESS;
		end
	end
	EXISTS: if (late) begin
		fault_o <= beyond;
		state   <= beyond ? END : symbol ? FILL : ADDRESS;
	end
	FILL:
		state <= ring ? WRITE : TRY;
	TRY: if (late) begin
		outside <= first & beyond;
		first   <= first & ~beyond;
		if (~beyond)
			state <= ADDRESS;
		else if (first)
			state <= END;
	end
	ADDRESS: if (late) begin
		again   <= 1'b0;
		fault_o <= wrong;
		state   <= wrong ? END : ~system ? MAP : ring ? FILL : READ;
	end
	READ: begin
		take <= ~sum[32];
		if (done_i) begin
			fault_o <= err_i;
			state   <= err_i ? END : counter ? ADD : TAKE;
		end
	end
	ADD: begin
		maxed   <= at_max;
		carried <= ~four & (high ? sum[32] : sum[16] ^ q[16]);
		hit     <= room[WEIGHT_W-1:0];
		state   <= CHECK;
	end
	TAKE: begin
		first   <= 1'b0;
		outside <= first & ~take;
		state   <= ~first ? TRY : take ? SKIP : END;
	end
	SKIP: if (~short)
		state <= TRY;
	CHECK: begin
		fills  <= policy == STOP & clips;
		full_o <= policy == STOP & maxed;
		state  <= policy != WRAP & maxed ? END : WRITE;
		if (~clips)
			hit <= weight;
		if (policy != WRAP & maxed)
			hit <= {WEIGHT_W{1'b0}};
	end
	WRITE:
		if (done_i) begin
			fault_o <= err_i;
			full_o  <= fills & ~err_i;
			state   <= ring & ~err_i ? NEXT : END;
			if (err_i & ~ring)
				hit <= {WEIGHT_W{1'b0}};
		end
	NEXT: begin
		if (~again)
			hit <= hit + {{(WEIGHT_W-1){1'b0}}, 1'b1};
		state <= FETCH;
	end
	MAP:
		if (map_ready_i)
			state <= IDLE;
	default:
		if (pop)
			state <= IDLE;
	endcase
	if (kill) begin
		state   <= END;
		late    <= 1'b0;
		outside <= 1'b0;
		full_o  <= 1'b0;
		fault_o <= 1'b0;
		if (state == ADD | state == CHECK)
			hit <= {WEIGHT_W{1'b0}};
	end
	if (rst_i) begin
		state   <= IDLE;
		late    <= 1'b0;
		full_o  <= 1'b0;
		fault_o <= 1'b0;
	end
end

// ---- ports ----
assign ring_pos_we_o = RING != 0 & state == NEXT;
assign ring_pos_o    = sum[31:0];
assign map_valid_o   = state == MAP;
assign map_word_o    = address[BINS_LOG2+1:2];
assign map_half_o    = address[1];
assign end_valid_o   = state == END & late;
assign end_outside_o = outside;
assign end_hit_o     = hit;
assign end_lost_o    = outside ? {WEIGHT_W{1'b0}} : rest;
assign pop           = map_valid_o & map_ready_i | end_valid_o & end_ready_i;

assign req_o  = SYSTEM != 0 & (state == READ | state == WRITE);
assign lock_o = SYSTEM != 0 & (counter | state == ADD | state == CHECK | state == WRITE & ~ring);
assign we_o   = state == WRITE;
assign sel_o  = {{2{four | high}}, {2{four | ~high}}};
assign addr_o = {address[31:2], 2'd0};
assign data_o = q;

`ifdef FORMAL
`include "engine.vh"
`endif

wire _unused = &{1'b0, room, address[0], mask, spare};

endmodule

`default_nettype wire
