// SPDX-License-Identifier: ISC
// range.vh - where the unit writes, and when it does not. Included by unit.v.

// a counter of WIDE ? 4 : 2 bytes lies within the region of bank B
`define INSIDE(WORD, HALF, WIDE, B) \
	({{(32-ADDR_W){1'b0}}, (WORD), (HALF) & ~(WIDE), 1'b0} >= ((B) ? base1 : base0) \
	&& {{(32-ADDR_W){1'b0}}, (WORD), (HALF) & ~(WIDE), 1'b0} + ((WIDE) ? 32'd4 : 32'd2) <= ((B) ? base1 + size1 : base0 + size0) \
	&& (WIDE) == wide[B])
`define PLACED(VALID, OUT, WORD, HOW, META) (!(VALID) || (OUT) || `INSIDE(WORD, HOW[0], HOW[1], META[0]))

// the sample that was in U4: the updater has forgotten it
reg [3:0] u4_how;
always @(posedge clk_i)
	if (u3_valid)
		u4_how <= u3_how;

// from the mapper on, each sample that is not outside points into its bank's region, which is stable
`FACT(RANGE, placed_u0, `PLACED(u0_valid, u0_out, u0_word, u0_how, u0_meta))
`FACT(RANGE, placed_u1, `PLACED(u1_valid, u1_out, u1_word, u1_how, u1_meta))
`FACT(RANGE, placed_u2, `PLACED(u2_valid, u2_out, u2_word, u2_how, u2_meta))
`FACT(RANGE, placed_u3, `PLACED(u3_valid, u3_out, u3_word, u3_how, u3_meta))
// The write covers the whole word, with the half beside a 16-bit counter unchanged: bins.vh.
`FACT(RANGE, write_inside, !(u4_write && u4_valid) || `INSIDE(u4_word, u4_how[0], u4_how[1], u4_meta[0]))

// CLEAR's sweep keeps to whole counters of the active mapping
wire [31:0] swept_base = bank ? base1 : base0;
wire [31:0] swept_size = (bank ? size1 : size0) & (wide[bank] ? ~32'd3 : ~32'd1);
wire [BINS_LOG2:0] sweep_at;                     // probe: it can count past the memory's end
wire [ADDR_W:0]     sweep_from, sweep_top;       // probes
`FACT(RANGE, sweep_region, !clearing || ({{(31-ADDR_W){1'b0}}, sweep_from} == swept_base
	&& {{(31-ADDR_W){1'b0}}, sweep_top} == swept_base + swept_size))
`FACT(RANGE, sweep_runs, !clearing || ({{(31-ADDR_W){1'b0}}, sweep_at, 2'b00} + 32'd2 >= swept_base
	&& {{(31-ADDR_W){1'b0}}, sweep_at, 2'b00} < swept_base + swept_size))
wire        sweep_high_half = sweep_how[1] | sweep_how[0], sweep_low_half = sweep_how[1] | ~sweep_how[0];
`FACT(RANGE, sweep_low,  !(clearing && sweep_low_half) || ({{(32-ADDR_W){1'b0}}, sweep_word, 2'b00} >= swept_base
	&& {{(32-ADDR_W){1'b0}}, sweep_word, 2'b10} <= swept_base + swept_size))
`FACT(RANGE, sweep_high, !(clearing && sweep_high_half) || ({{(32-ADDR_W){1'b0}}, sweep_word, 2'b10} >= swept_base
	&& {{(32-ADDR_W){1'b0}}, sweep_word, 2'b10} + 32'd2 <= swept_base + swept_size))
// why: only the sweep may write, and no tick may be in flight, for its bins to be 0 afterwards
`FACT(QUIET, sweep_alone, !clearing || (!running && pending == 0 && none && waiting == 0 && !busy && !(u4_write && u4_valid)))
`FACT(QUIET, sweep_only_clearing, clearing || !sweep_taken)
// why: a command acts in the cycle of its answer, in which no access begins
`FACT(QUIET, command_answered, !reg_we || (done && fetching == 3'd0))
`FACT(QUIET, write_granted, fetching == 3'd0 || !asked_we || (!running && pending == 0 && !clearing))
// why: access.vh assumes it
`FACT(QUIET, write_free, !(bin_req && we_i) || !(u0_valid | clearing | late))
`FACT(QUIET, write_at_once, CHANNELS > 1 || !(bin_req && we_i) || bin_grant)
`FACT(QUIET, poke_alone, !poke || (!running && none && pending == 0 && !clearing))
// why: it held in the previous cycle, and nothing ticks
`FACT(QUIET, empty_rests, !(empty & !running) || rests)
`FACT(QUIET, drained_means, !drained || (!running && none && waiting == 0 && pending == 0))

// DRAINED lasts until START
wire rests = !running && pending == 0;
reg  rested, was_dead;
always @(posedge clk_i) begin
	rested   <= rests & ~do_start & ~rst_i;
	was_dead <= dead & ~rst_i;
end
`FACT(QUIET, rest_waits_not, !rests || (none && waiting == 0))
`FACT(QUIET, rest_stays, !rested || rests)
`FACT(QUIET, rest_no_write, !rests || !(u4_write && u4_valid))
// FULL, RESET: a write already decided happens in the next cycle, nothing after that
`FACT(QUIET, dead_no_write, !(dead & was_dead) || !(u4_write && u4_valid))
reg was_full;
always @(posedge clk_i)
	was_full <= full & ~rst_i;
`FACT(QUIET, full_stops, !was_full || (dead && !running))

`ifdef ENGINE
// the bus to system memory: no request when drained, no write begun after the channel died (its range: engine.vh)
reg sys_writes;
always @(posedge clk_i)
	sys_writes <= sys_req & sys_we & ~sys_done_i & ~rst_i;
`FACT(QUIET, sys_rests, !rests || !(sys_req | sys_lock))
`FACT(QUIET, sys_dead, !was_dead || !(sys_req && sys_we && !sys_writes))
`SEEN(QUIET, sys_asks, sys_writes && dead)
`endif

`SEEN(RANGE, swept_half, sweep_taken && sweep_how == 2'b01)
`SEEN(RANGE, zero_beside_sample, u4_zero && u0_valid)
`SEEN(QUIET, full_then_rest, rests && dead && was_full)
