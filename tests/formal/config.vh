// SPDX-License-Identifier: ISC
// config.vh - what COMMIT accepts is legal, and only that is ever active. Included by unit.v.
// The rules are those of SPEC.md 4, 5 and 7, not the gates of tally_regs.v.

// probes: the shadows, and what is active
wire [PERIOD_W-1:0] shadow_period, period;
wire [1:0]          shadow_source, shadow_policy, shadow_mode;
wire [4:0]          shadow_jitter, jitter;
wire [16:0]         shadow_scale;
wire                shadow_wide, shadow_sink;
wire [31:0]         shadow_base, shadow_size;
wire [33:0]         scale;

localparam [39:0] BYTES = 40'd1 << ADDR_W;
`define CLOCK_LEGAL(PERIOD, JITTER) ((PERIOD) != 0 && (JITTER) <= 5'd16 \
	&& ((JITTER) == 5'd0 || (40'd1 << (JITTER)) < {(PERIOD), 1'b0}))
`define POWER(SCALE) (((SCALE) & ((SCALE) - 17'd1)) == 17'd0)
`define MAP_LEGAL(SCALE, POLICY, WIDE, BASE, SIZE) ((SCALE) <= 17'h10000 && (POLICY) <= 2'd2 \
	&& ((BASE) & ((WIDE) ? 3 : 1)) == 0 && {8'd0, (BASE)} + {8'd0, (SIZE)} <= BYTES \
	&& (MAPPER != 2 || `POWER(SCALE)))

// Why shadows: a waiting COMMIT keeps bus writes out, so that what was judged is what is applied.
`FACT(CONFIG, judged, !busy || (`CLOCK_LEGAL(shadow_period, shadow_jitter) && shadow_source <= 2'd1
	&& shadow_mode == 2'd0 && !shadow_sink
	&& `MAP_LEGAL(shadow_scale, shadow_policy, shadow_wide, shadow_base, shadow_size)))
`FACT(CONFIG, clock_legal, `CLOCK_LEGAL(period, jitter))
wire [31:0] base0 = {{(32-ADDR_W){1'b0}}, base[ADDR_W-1:0]},   base1 = {{(32-ADDR_W){1'b0}}, base[2*ADDR_W-1:ADDR_W]};
wire [31:0] size0 = {{(31-ADDR_W){1'b0}}, size[ADDR_W:0]},     size1 = {{(31-ADDR_W){1'b0}}, size[2*ADDR_W+1:ADDR_W+1]};
`FACT(CONFIG, map0_legal, `MAP_LEGAL(scale[16:0],  policy[1:0], wide[0], base0, size0))
`FACT(CONFIG, map1_legal, `MAP_LEGAL(scale[33:17], policy[3:2], wide[1], base1, size1))
// the sweep of CLEAR uses the active mapping: it must not change meanwhile
`FACT(CONFIG, commit_or_clear, !(busy & clearing))
// the tick clock counts down to 1 and never passes it: no period is lost, whatever is committed meanwhile
wire [PERIOD_W:0] div;                           // probe
`FACT(CONFIG, clock_counts, div != 0)

`SEEN(CONFIG, jittered, jitter == 5'd3 && period == 5)
