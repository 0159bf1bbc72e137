// SPDX-License-Identifier: ISC
// law.vh - steps.vh's claims about one cycle, for the unit. With lemma.v they give the invariant of rtl/DESIGN.md 1, and
// that PENDING is the weight that really waits or is in flight. Included by unit.v.

// the weight in each place
wire [CNT_W-1:0] p_wait = {{(CNT_W-WEIGHT_W){1'b0}}, waiting};
wire [CNT_W-1:0] p_e    = weigh(s_pass | s_drop, s_meta);
wire [CNT_W-1:0] p_map2 = weigh(map2_valid, map2_meta), p_map3 = weigh(map3_valid, map3_meta);
wire [CNT_W-1:0] p_u0 = weigh(u0_valid, u0_meta), p_u1 = weigh(u1_valid, u1_meta), p_u2 = weigh(u2_valid, u2_meta),
	p_u3 = weigh(u3_valid, u3_meta), p_u4 = weigh(u4_valid, u4_meta), p_u5 = weigh(u5_valid, u5_meta);
wire [CNT_W-1:0] p_map0  = weigh(map0_valid, map0_meta), p_map1 = weigh(map1_valid, map1_meta);
`ifdef STAGED
wire [CNT_W-1:0] to_map1 = p_map0;
`else
wire [CNT_W-1:0] to_map1 = weigh(fast, fast_meta);
`endif
`ifdef SERIAL
wire [CNT_W-1:0] to_map2 = weigh(fast, fast_meta), to_map3 = weigh(map2_valid & map2_done, map2_meta);
`else
wire [CNT_W-1:0] to_map2 = p_map1, to_map3 = p_map2;
`endif

// one cycle's movements: of the tick
wire [CNT_W-1:0] ticked = {{(CNT_W-1){1'b0}}, tick}, idles = {{(CNT_W-1){1'b0}}, idle_tick},
	waits = {{(CNT_W-1){1'b0}}, wait_tick}, fulls = {{(CNT_W-1){1'b0}}, lost_tick};
wire             now_user = now_priv == 2'd0;
wire [CNT_W-1:0] t_user   = {{(CNT_W-1){1'b0}}, lost_tick & ~now_sleep & now_user},
	t_system = {{(CNT_W-1){1'b0}}, lost_tick & ~now_sleep & ~now_user},
	t_asleep = {{(CNT_W-1){1'b0}}, idle_tick | (lost_tick & now_sleep)};
// from the sampler: into its register, out of it
wire [CNT_W-1:0] emits     = emit ? {{(CNT_W-WEIGHT_W){1'b0}}, weight} : {CNT_W{1'b0}};
wire [CNT_W-1:0] enters    = weigh(s_pass & !refused, s_meta);
wire [CNT_W-1:0] front_w   = weigh(front, s_meta);
wire [CNT_W-1:0] by_filter = weigh(front & s_meta[3], s_meta), by_drop = weigh(front & !s_meta[3], s_meta);
wire [CNT_W-1:0] f_asleep  = asleep(front, s_meta);
wire [CNT_W-1:0] f_awake   = awake(front, s_meta);
wire [CNT_W-1:0] f_user    = s_meta[4] ? f_awake : {CNT_W{1'b0}}, f_system = s_meta[4] ? {CNT_W{1'b0}} : f_awake;
// out of its queue, to the mapper or to the engine; out of the engine, to the updater or resolved
wire [CNT_W-1:0] goes_fast = weigh(fast, fast_meta), goes_slow = weigh(slow, slow_meta);
wire [CNT_W-1:0] by_map    = weigh(late, inner_meta), by_engine = weigh(finishes, inner_meta);
// resolved, by updater or engine
wire [CNT_W-1:0] p_end     = weigh(ends, ends_meta);
wire [CNT_W-1:0] by_hit    = ends ? {{(CNT_W-WEIGHT_W){1'b0}}, ends_hit} : {CNT_W{1'b0}};
wire [CNT_W-1:0] by_lost   = ends ? {{(CNT_W-WEIGHT_W){1'b0}}, ends_lost} : {CNT_W{1'b0}};
wire [CNT_W-1:0] by_out    = ends_out ? p_end : {CNT_W{1'b0}}, by_late = ends_filtered ? p_end : {CNT_W{1'b0}};
wire [CNT_W-1:0] e_asleep  = asleep(ends, ends_meta);
wire [CNT_W-1:0] e_awake   = ends ? {{(CNT_W-WEIGHT_W){1'b0}}, ends_awake} : {CNT_W{1'b0}};
wire [CNT_W-1:0] e_user    = ends_meta[4] ? e_awake : {CNT_W{1'b0}}, e_system = ends_meta[4] ? {CNT_W{1'b0}} : e_awake;

// reset, or CLEAR: all counts begin at 0
reg zeroed;
always @(posedge clk_i)
	zeroed <= rst_i | do_clear;

`define SUM(NAME, LEFT, RIGHT) `FACT(SUMS, NAME, LEFT == RIGHT)
`define CHANGES(LAYER, NAME, COUNT, CHANGE, BITS) \
	reg [CNT_W-1:0] NAME``_was, NAME``_by; \
	always @(posedge clk_i) begin \
		NAME``_was <= COUNT; \
		NAME``_by  <= CHANGE; \
	end \
	wire [CNT_W-1:0] NAME``_now = NAME``_was + NAME``_by; \
	`FACT(LAYER, NAME, COUNT == (zeroed ? {CNT_W{1'b0}} : {{CNT_W{1'b0}}, NAME``_now[BITS-1:0]}))
`define STEP(NAME, COUNT, CHANGE) `CHANGES(COUNTS, NAME, COUNT, CHANGE, CNT_W)
`define PART(NAME, COUNT, CHANGE) `CHANGES(COUNTS, NAME, COUNT, CHANGE, PENDING_W)
`define MOVE(NAME, COUNT, CHANGE) `CHANGES(MOVES, NAME, COUNT, CHANGE, CNT_W)
`include "steps.vh"

// CLEAR acts only when PENDING is 0: then nothing waits or is in flight (pending.v: empty; no weight is 0: flight.vh)
wire unit_empty = pending != 0 || (p_wait | p_e | p_queue | p_engine | p_map0 | p_map1 | p_map2 | p_map3 | p_u0 | p_u1 | p_u2 | p_u3 | p_u4 | p_u5) == 0;
`FACT(EMPTY, is_empty, unit_empty)
// MOVES may assume the lemma of the previous cycle, not of the one it is proving
reg  was_empty;
always @(posedge clk_i)
	was_empty <= rst_i | unit_empty;
`FACT(EMPTIED, clear_empty, was_empty)
// why: CLEAR depends on the previous cycle
`FACT(MOVES, empty_means, !(empty & !running) || pending == 0)

// beside the proof: every count moves, in one run
`SEEN(COUNTS, all_move, hits != 0 && outside != 0 && filtered != 0 && idle != 0 && lost != 0 && pending != 0)
`SEEN(COUNTS, classes_move, user != 0 && system != 0 && idle_class != 0)
