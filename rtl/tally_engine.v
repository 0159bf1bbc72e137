// SPDX-License-Identifier: ISC
// tally_engine.v - the slow path: one sample at a time, from its pc to its fate.
//
// Modes interval, symbol, ring and profil; counters in private memory (the address
// goes to the updater) or in system memory (read, add, write over the bus port).
// A sample stays at the queue's head until it is resolved: once, by map or by end.
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
	parameter LIMIT_PRIVATE = 1      // 0: private memory ignores LIMIT
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous; a bus access under way is dropped
	// a sample
	input  wire                 valid_i,
	input  wire [31:0]          pc_i,
	input  wire [META_W-1:0]    meta_i,
	output wire                 refused_o,     // no room: not taken
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
	NEXT = 5'd14, MAP = 5'd15, END = 5'd16;

reg  [4:0]          state;
reg  [5:0]          step;                      // of multiplication, division and shift
reg                 over;                      // the offset has outgrown 32 bits, or SCALE is 0
reg                 scaled;                    // a bit of SCALE was 1
reg                 first;                     // search: entry 0 is tried
reg                 take;                      // search: the entry's start is not above pc
reg                 again;                     // ring: began again at 0, nothing written since
reg                 maxed;                     // the counter was found full
reg                 carried;                   // out of a counter of 2 bytes
reg                 fills;                     // FULL once the write is done
reg                 outside;
reg  [WEIGHT_W-1:0] hit;

// ---- the sample ----
wire        full, empty, pop;
wire [31:0] pc;

tally_queue #(.WIDTH(32 + META_W), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
	.clk_i(clk_i), .rst_i(rst_i),
	.push_i(valid_i), .data_i({pc_i, meta_i}), .full_o(full),
	.pop_i(pop), .empty_o(empty), .data_o({pc, head_meta_o}));

assign refused_o = valid_i & full;
assign idle_o    = empty;
wire [WEIGHT_W-1:0] weight = head_meta_o[META_W-1 -: WEIGHT_W];

wire symbol  = SYMBOL != 0 & mode_i == 2'd2;
wire ring    = RING != 0 & mode_i == 2'd3;
wire divides = INTERVAL != 0 & (PROFIL == 0 | mode_i[0]);      // not asked in symbol and ring
wire system  = SYSTEM != 0 & sink_i;
wire four    = wide_i | mode_i[1];
wire offered = (mode_i == 2'd0 ? PROFIL != 0 : mode_i == 2'd1 ? INTERVAL != 0 : symbol | ring)
	& (sink_i ? SYSTEM != 0 : ~mode_i[1]);

// ---- registers and adder ----
wire [32:0] sum;
wire [31:0] q, r;
wire        not_less, last, hits;
reg         subtracts;

wire counter = state == READ & ~(symbol & ~hits);              // else the read is of a start
wire high    = ~four & r[1];
assign last  = step[4] & ~divides | step[5];                   // of 17 bits, of 33
wire low1    = sum[0] | four & sum[1];                         // not a multiple of the counter's width

// ---- the counter ----
wire at_max   = high ? data_i[31] | &data_i[30:16] : four ? data_i[31] | &data_i[30:0] : data_i[15] | &data_i[14:0];
wire gets_max = high ? carried | q[31] | &q[30:16] : four ? q[31] | &q[30:0] : carried | q[15] | &q[14:0];
wire clips    = policy_i != WRAP & gets_max;
wire [16:0] room = {1'b0, four & ~data_i[15], high ? ~data_i[30:16] : ~data_i[14:0]};

wire kill = dead_i & ~(state == IDLE & empty | state == READ & (~done_i | err_i)
	| state == WRITE | state == NEXT | state == MAP | state == END);

tally_engine_data #(.WEIGHT_W(WEIGHT_W), .INTERVAL(INTERVAL), .SYMBOL(SYMBOL), .SYSTEM(SYSTEM)) u_data (
	.clk_i(clk_i), .pc_i(pc), .weight_i(weight), .field_i(field_i), .data_i(data_i),
	.a_pc_i(state == IDLE | state == READ & ~counter), .a_low_i(counter & ~high), .a_high_i(counter & high),
	.a_four_i(state == NEXT & ~again),
	.a_q_i(state == DELTA | (state == INSIDE | state == EXISTS) & ~mode_i[1] | state == ADDRESS & ~ring
		| state == TRY | state == TAKE),
	.a_r_i(state == MULTIPLY | state == DIVIDE | (state == INSIDE | state == EXISTS) & mode_i[1] | state == ADDRESS & ring),
	.b_field_i(state == DELTA | state == DIVIDE | state == LOAD | state == INSIDE | state == EXISTS | state == ADDRESS
		| state == TRY | state == NEXT & ~again),
	.b_invert_i(subtracts), .b_ignore_i({four, 1'b1} & {2{state == INSIDE | state == EXISTS}}),
	.b_data_i(state == READ), .b_q_i(state == MULTIPLY & scale_i[step[4:0]]),
	.carry_i(subtracts & ~((state == INSIDE | state == EXISTS) & symbol) | state == MULTIPLY & last & round_i),
	.q_load_i(state == IDLE | state == DELTA | state == MULTIPLY & last | state == TAKE & take | counter),
	.q_invert_i(state == IDLE), .q_even_i(state == MULTIPLY), .q_shift_i(state == DIVIDE | state == SHIFT),
	.q_clear_i(state == LOAD & symbol), .q_max_i(state == CHECK & clips), .q_max_wide_i(four),
	.r_load_i(state == LOAD | state == ADDRESS), .r_half_i(state == MULTIPLY), .r_divide_i(state == DIVIDE),
	.r_clear_i(state == DELTA),
	.mask_clear_i(state == IDLE), .mask_shift_i(state == TRY & not_less | state == TAKE), .mask_top_i(first),
	.sum_o(sum), .not_less_o(not_less), .q_o(q), .r_o(r), .mask_end_o(hits));

always @* begin
	field_o   = OFFSET;
	subtracts = 1'b0;
	case (state)
	DELTA:   subtracts = 1'b1;
	DIVIDE:  begin field_o = LENGTH; subtracts = 1'b1; end
	INSIDE:  begin field_o = SIZE;   subtracts = 1'b1; end
	EXISTS:  begin field_o = LIMIT;  subtracts = 1'b1; end
	TRY:     begin field_o = TABLE;  subtracts = 1'b1; end
	ADDRESS: field_o = BASE;
	LOAD:    field_o = ring ? POSITION : TABLE;
	NEXT:    field_o = POSITION;
	default: ;
	endcase
end

// ---- steps ----
always @(posedge clk_i) begin
	full_o  <= 1'b0;
	fault_o <= 1'b0;
	case (state)
	IDLE: begin
		step    <= 6'd0;
		over    <= 1'b0;
		scaled  <= 1'b0;
		first   <= 1'b1;
		again   <= 1'b0;
		fills   <= 1'b0;
		outside <= 1'b0;
		hit     <= {WEIGHT_W{1'b0}};
		if (~empty) begin
			state   <= ~offered ? END : mode_i[1] ? LOAD : DELTA;
			fault_o <= ~offered;
		end
	end
	DELTA: begin
		outside <= ~not_less;
		state   <= ~not_less ? END : divides ? DIVIDE : MULTIPLY;
	end
	MULTIPLY: begin
		step   <= step + 6'd1;
		scaled <= scaled | scale_i[step[4:0]];
		if (last) begin
			over  <= sum[32] | ~(scaled | scale_i[16]);
			state <= wide_i ? SHIFT : INSIDE;
		end
	end
	DIVIDE: begin
		step <= step + 6'd1;
		if (step == 6'd0 & not_less) begin     // by 0
			outside <= 1'b1;
			state   <= END;
		end
		if (last)
			state <= SHIFT;
	end
	SHIFT: begin
		step <= step + 6'd1;
		over <= over | q[31];
		if (~divides | ~wide_i | ~step[0])
			state <= INSIDE;
	end
	LOAD: begin
		fault_o <= low1;
		state   <= low1 ? END : INSIDE;
	end
	INSIDE:
		if (symbol) begin
			fault_o <= not_less;
			state   <= not_less ? END : EXISTS;
		end else if (ring) begin
			again   <= 1'b1;
			full_o  <= not_less & (~ring_wrap_i | again);
			state   <= not_less ? (ring_wrap_i & ~again ? NEXT : END) : hit == weight ? END : EXISTS;
		end else begin
			outside <= not_less | over;
			state   <= not_less | over ? END : system | LIMIT_PRIVATE != 0 ? EXISTS : ADDRESS;
		end
	EXISTS: begin
		fault_o <= not_less;
		state   <= not_less ? END : symbol ? TRY : ADDRESS;
	end
	TRY: begin
		outside <= first & not_less;
		first   <= first & ~not_less;
		if (~not_less)
			state <= ADDRESS;
		else if (first)
			state <= END;
	end
	ADDRESS: begin
		again   <= 1'b0;
		fault_o <= sum[32] | low1 | ~system & |(sum[31:0] >> (BINS_LOG2 + 2));
		state   <= sum[32] | low1 | ~system & |(sum[31:0] >> (BINS_LOG2 + 2)) ? END
			: ~system ? MAP : ring ? WRITE : READ;
	end
	READ: begin
		take    <= ~sum[32];
		maxed   <= at_max;
		carried <= ~four & (high ? sum[32] : sum[16] ^ data_i[16]);
		if (counter & done_i)
			hit <= room[WEIGHT_W-1:0];
		if (done_i) begin
			fault_o <= err_i;
			state   <= err_i ? END : counter ? CHECK : TAKE;
			if (err_i)
				hit <= {WEIGHT_W{1'b0}};
		end
	end
	TAKE: begin
		first   <= 1'b0;
		outside <= first & ~take;
		state   <= first & ~take ? END : TRY;
	end
	CHECK: begin
		fills  <= policy_i == STOP & gets_max;
		full_o <= policy_i == STOP & maxed;
		state  <= policy_i != WRAP & maxed ? END : WRITE;
		if (~clips)
			hit <= weight;
		if (policy_i != WRAP & maxed)
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
		state <= LOAD;
	end
	MAP:
		if (map_ready_i)
			state <= IDLE;
	default:
		if (end_ready_i)
			state <= IDLE;
	endcase
	if (kill) begin
		state   <= END;
		outside <= 1'b0;
		full_o  <= 1'b0;
		fault_o <= 1'b0;
		if (state == READ | state == CHECK)
			hit <= {WEIGHT_W{1'b0}};
	end
	if (rst_i) begin
		state   <= IDLE;
		full_o  <= 1'b0;
		fault_o <= 1'b0;
	end
end

// ---- ports ----
assign ring_pos_we_o = RING != 0 & state == NEXT;
assign ring_pos_o    = sum[31:0];
assign map_valid_o   = state == MAP;
assign map_word_o    = r[BINS_LOG2+1:2];
assign map_half_o    = high;
assign end_valid_o   = state == END;
assign end_outside_o = outside;
assign end_hit_o     = hit;
assign end_lost_o    = outside ? {WEIGHT_W{1'b0}} : weight - hit;
assign pop           = map_valid_o & map_ready_i | end_valid_o & end_ready_i;

assign req_o  = SYSTEM != 0 & (state == READ | state == WRITE);
assign lock_o = SYSTEM != 0 & (counter | state == CHECK | state == WRITE & ~ring);
assign we_o   = state == WRITE;
assign sel_o  = {{2{four | high}}, {2{four | ~high}}};
assign addr_o = {r[31:2], 2'd0};
assign data_o = q;

wire _unused = &{1'b0, room, r[0]};

endmodule

`default_nettype wire
