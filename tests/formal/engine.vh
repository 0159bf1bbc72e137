// SPDX-License-Identifier: ISC
// engine.vh - properties of tally_engine.v, proven by induction (k = 1). Whatever the configuration, the bus and
// dead_i do: no write lies outside [BASE, BASE + min(SIZE, LIMIT)) or beyond 2^32; a sample writes at most once (ring:
// at most its weight) and never after its channel is dead; outside, hit and lost add up; a mapped sample lies in
// [BASE, BASE + SIZE) of the private memory; a bus request is held until it is answered. unit.v uses engine_any.vh
// instead, which does anything that satisfies this.
// Included by tally_engine.v under FORMAL. The fields are arbitrary constants; what belongs to the head is stable as
// long as the head is.

(* anyconst *) wire [31:0] f_offset, f_length, f_size, f_limit, f_base;
(* anyconst *) wire [28:0] f_entries;
(* anyconst *) wire        f_many;
wire [31:0] f_table = f_many ? 32'hFFFF_FFFF : {f_entries, 3'd0};

// the sample at the head: another one, of another mode, after each pop
(* anyseq *) wire [PC_N+WEIGHT_W+7:0] f_next;
reg  [PC_N-1:0]     f_kept;
reg  [WEIGHT_W-1:0] f_weight;
reg  [7:0]          f_how;
always @(posedge clk_i)
	if (empty | pop)
		{f_kept, f_weight, f_how} <= f_next;

reg f_past, f_held;
initial {f_past, f_held} = 2'b0;
always @(posedge clk_i) begin
	f_past <= 1'b1;
	f_held <= f_past & ~rst_i & ~empty & ~pop;
end

always @* begin
	if (~f_past) assume(rst_i);
	assume(empty | {ring_wrap_i, round_i, policy_i, wide_i, sink_i, mode_i} == f_how);
	assume(scale_i <= 17'h10000);
	case (field_o)
	OFFSET:  assume(field_i == f_offset);
	LENGTH:  assume(field_i == f_length);
	SIZE:    assume(field_i == f_size);
	LIMIT:   assume(field_i == f_limit);
	BASE:    assume(field_i == f_base);
	TABLE:   assume(field_i == f_table);
	default: ;                             // the ring position is anything
	endcase
	assume(empty | (kept_head == f_kept & head_meta_o[META_W-1 -: WEIGHT_W] == f_weight & f_weight != 0));
	if (f_held) assume(~empty);            // as tally_queue.v guarantees
end

// the sum of the first cycle of a two-cycle state, and what it tells
wire [31:0] f_bound  = state == INSIDE ? f_size : f_limit, f_even = f_bound & ~{30'd0, four, 1'b1};
wire [32:0] f_sum    = {1'b0, f_at} + {1'b0, f_base};

// the byte offset in the buffer, where there is one
wire [31:0] f_least  = f_size < f_limit ? f_size : f_limit;
wire [31:0] f_at     = q | {mask, 2'd0};
wire [31:0] f_there  = address - f_base;
wire        f_access = state == READ | state == ADD | state == CHECK | state == WRITE | (state == FILL & ring);
wire [32:0] f_bytes  = four ? 33'd4 : 33'd2;

function f_multiple(input [31:0] x, input wide);
	f_multiple = ~x[0] & (~wide | ~x[1]);
endfunction
function f_fits(input [31:0] x);
	f_fits = {1'b0, x} + f_bytes <= {1'b0, f_least};
endfunction

reg [WEIGHT_W:0] f_writes;             // begun by the sample at the head
reg              f_dead;               // dead_i, or no sample, in the previous cycle
reg              f_write;
always @(posedge clk_i) begin
	f_dead  <= dead_i | empty;
	f_write <= req_o & we_o & ~done_i;
	if (pop | rst_i)
		f_writes <= {(WEIGHT_W+1){1'b0}};
	else if (req_o & we_o & ~f_write)
		f_writes <= f_writes + {{WEIGHT_W{1'b0}}, 1'b1};
	if (rst_i) begin
		f_write <= 1'b0;
	end
end
reg              f_killed;             // dead_i in FIRST
always @(posedge clk_i)
	if (state == FIRST)
		f_killed <= dead_i;
reg              f_waits, f_lock;      // a request of the previous cycle was not answered
reg  [36:0]      f_request;
reg  [31:0]      f_data;
always @(posedge clk_i) begin
	f_waits   <= req_o & ~done_i & ~rst_i;
	f_lock    <= lock_o & ~rst_i;
	f_request <= {we_o, sel_o, addr_o};
	f_data    <= data_o;
end
wire             f_begins = req_o & we_o & ~f_write;

always @* if (f_past) begin
	// ---- the promises ----
	if (req_o & we_o) begin
		assert(address >= f_base);
		assert({1'b0, f_there} + f_bytes <= {1'b0, f_size});
		assert({1'b0, f_there} + f_bytes <= {1'b0, f_limit});
		assert(system & ~empty);
		assert(~symbol | f_there[2]);
	end
	if (f_begins) begin
		assert(~f_dead);
		assert(ring ? f_writes < {1'b0, weight} : f_writes == 0);
	end
	if (end_valid_o)
		assert(end_outside_o ? end_hit_o == 0 & end_lost_o == 0
			: {1'b0, end_hit_o} + {1'b0, end_lost_o} == {1'b0, weight});
	assert(~(map_valid_o & end_valid_o));
	if (state != IDLE & elsewhere) begin
		assert(state == FIRST | state == END);
		if (state == END)
			assert(outside == ~f_killed & hit == 0 & ~full_o & ~fault_o);
	end
	assert(~(full_o & fault_o));
	if (full_o | fault_o)
		assert(state == END & ~late);
	if (pop) assert(f_held);               // not in its first cycle at the head
	if (map_valid_o)
		assert(~system & ~empty & address >= f_base & {1'b0, f_there} + f_bytes <= {1'b0, f_size}
			& (address >> (BINS_LOG2 + 2)) == 0);
	if (end_valid_o | req_o | lock_o | ring_pos_we_o)
		assert(~empty);
	// the rules of rules_sink.v
	if (f_waits) begin
		assert(req_o & f_request == {we_o, sel_o, addr_o});
		assert(~we_o | f_data == data_o);
		assert(lock_o == f_lock);
	end
	assert(~lock_o | f_lock | req_o);
	// ---- what carries the induction ----
	assert(state <= SKIP);
	if (state != IDLE) assert(~empty & f_held);
	if (state != IDLE) assert({wraps, rounds, policy, wide, sink, mode} == f_how & kept == f_kept & weight == f_weight);
	if (state != IDLE & state != FIRST & state != END) assert(offered);
	if (late) assert(state == DELTA | state == LOAD | state == INSIDE | state == EXISTS | state == TRY | state == ADDRESS | state == END);
	// the field requested in the previous cycle
	if (~late) begin
		if (state == LOAD & symbol | state == TRY) assert(field == f_table);
		if (state == INSIDE)  assert(field == f_size);
		if (state == EXISTS)  assert(field == f_limit);
		if (state == ADDRESS) assert(field == f_base);
	end
	// what the first cycle found
	if (late) begin
		if (state == LOAD & symbol) assert(q == f_table);
		if (state == INSIDE | state == EXISTS) assert(below == (symbol ? q <= f_even : q < f_even));
		if (state == TRY)     assert(below == (f_at < f_table));
		if (state == ADDRESS) assert({below, address} == f_sum);
	end
	if (late & (state == INSIDE | state == END)) assert(rest == weight - hit);
	if (state == END & outside) assert(hit == 0);
	if (state == FIRST | ~symbol & state != IDLE) assert(mask == 0);
	if (state != IDLE & mode[1]) assert(state != DELTA & state != MULTIPLY & state != DIVIDE & state != SHIFT & state != MAP);
	else if (state != IDLE) assert(state != FETCH & state != LOAD & state != TRY & state != TAKE & state != SKIP & state != FILL & state != NEXT);
	if (ring & state != IDLE) assert(state != TRY & state != TAKE & state != SKIP & state != READ & state != ADD & state != CHECK);
	if (symbol & state != IDLE) assert(state != NEXT);
	if (f_access) assert(system);
	if (outside) assert(state == END | state == IDLE | state == FIRST);
	if (fills) assert(state == WRITE & ~ring | state == END | state == IDLE | state == FIRST);
	if (state == DELTA) assert(step == 0);
	if (state == MULTIPLY) assert(step <= 16 & ~divides);
	if (state == DIVIDE) assert(step <= 32 & divides);
	if (state == SHIFT) assert(divides ? step == 33 | (step == 34 & wide_i & ~q[0]) : step == 17 & wide_i & ~q[0]);
	// the offset is a multiple of the width, in range, and exists
	if (state == INSIDE | state == EXISTS | state == ADDRESS & ~symbol) assert(f_multiple(q, four));
	if (state == EXISTS) assert({1'b0, q} + (symbol ? 33'd0 : f_bytes) <= {1'b0, f_size});
	if (state == ADDRESS & system & ~symbol) assert(f_fits(q));
	if (state == ADDRESS & ~symbol) assert({1'b0, q} + f_bytes <= {1'b0, f_size});
	if (state == ADD | state == CHECK | state == WRITE & ~ring) assert(f_lock);
	if (f_access & ~symbol) assert(f_fits(f_there) & address >= f_base);
	// a search
	if (symbol) begin
		if (state == INSIDE | state == EXISTS) assert(q == f_table & ~q[2]);
		if (state != IDLE & state != FIRST & state != FETCH & state != LOAD & state != INSIDE & state != EXISTS & state != END)
			assert(~f_many & f_table <= f_least);
		if (state == FETCH | state == LOAD | state == INSIDE | state == EXISTS | state == FILL) assert(mask == 0 & first);
		if (state == TRY | state == TAKE | state == SKIP | state == ADDRESS | state == READ & ~hits) begin
			assert(q[2:0] == 0 & (mask & (mask - 30'd1)) == 0 & (mask == 0) == first);
			assert(first ? q == 0 : q < f_table);
		end
		if (state == SKIP) assert(field == f_table & ~first & q == 0 & (f_table[31:2] & ~(mask | (mask - 30'd1))) == 0);
		if (state == TAKE) assert(~hits);
		if (state == TAKE | state == ADDRESS | state == READ & ~hits) assert(f_at < f_table);
		if (state == READ | state == ADD | state == CHECK | state == WRITE)
			assert(address >= f_base & f_there < f_table & f_there[1:0] == 0);
		if (state == READ) assert(f_there[2] == hits);
		if (state == ADD | state == CHECK | state == WRITE) assert(f_there[2]);
	end
	// writes
	if (f_write) assert(state == WRITE);
	if (state == IDLE | state == FIRST) assert(f_writes == 0);
	if (ring) begin
		if (state == FETCH | state == LOAD | state == INSIDE) assert(hit <= weight);
		if (state == EXISTS | state == ADDRESS | state == FILL | state == WRITE | state == NEXT & ~again)
			assert(hit < weight);
		if (state == FILL | state == WRITE) assert(~again);
		if (state == NEXT & again) assert(hit <= weight);
		if (state == WRITE) assert(f_writes == {1'b0, hit} + {{WEIGHT_W{1'b0}}, f_write});
		else if (state == NEXT) assert(f_writes == {1'b0, hit} + {{WEIGHT_W{1'b0}}, ~again});
		else if (state != IDLE & state != FIRST & state != END) assert(f_writes == {1'b0, hit});
	end else if (state == WRITE) assert(f_writes == {{WEIGHT_W{1'b0}}, f_write});
	else if (state != END) assert(f_writes == 0);
	if (state == CHECK & policy_i != WRAP & clips & ~maxed) assert(hit <= weight);
	if (~ring & state != IDLE & state != FIRST & state != CHECK & state != WRITE & state != END) assert(hit == 0);
	if (state == WRITE | state == END) assert(hit <= weight);
	// The deep states (a counter's write, a search's read) are counted by engine_test.c; a solver can reach these.
	cover(state == WRITE & ring & done_i & ~dead_i);
	cover(full_o & ring);
	cover(state == TRY & symbol & late & ~beyond);
	cover(fault_o & symbol);
	cover(end_outside_o & elsewhere & ring & end_valid_o);
	cover(dead_i & state == FILL);
end
