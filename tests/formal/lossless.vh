// SPDX-License-Identifier: ISC
// lossless.vh - LOST stays 0 under the conditions of rtl/DESIGN.md 1. Included by unit.v.
// Every PERIOD and jitter, while the bus reads bins, writes registers, commits.

`define GIVEN(LAYER, EXPR) always @* if (PROVES[LAYER]) assume (EXPR);

// Assumed: samples are charged under WRAP, no RESET, stable attribution, and something retires often enough:
// waited counts the cycles since the cycle after a retirement
wire       always_last = $anyconst;
reg        retired;
reg [WEIGHT_W-1:0] aged;
always @(posedge clk_i) begin
	retired <= now_valid & ~rst_i;
	aged    <= rst_i ? {WEIGHT_W{1'b0}} : retired ? {{(WEIGHT_W-1){1'b0}}, 1'b1} : aged + {{(WEIGHT_W-1){1'b0}}, 1'b1};
end
wire       last_have;                            // probe
`GIVEN(LOSSLESS, !emit || policy[2*bank +: 2] == 2'd2)
`GIVEN(LOSSLESS, !do_reset)
`GIVEN(LOSSLESS, last == always_last)
`GIVEN(LOSSLESS, !(&aged))

// why: with LAST the cycle after the first retirement is the first that charges
`FACT(LOSSLESS, retired_have, !retired || last_have)
`FACT(LOSSLESS, waits_no_longer, waiting <= aged)
`FACT(LOSSLESS, alive, !dead && !full)
`define WRAPS(VALID, META) (!(VALID) || policy[2*META[0] +: 2] == 2'd2)
`FACT(LOSSLESS, wrap_e, `WRAPS(s_pass | s_drop, s_meta))
`FACT(LOSSLESS, wrap_map1, `WRAPS(map1_valid, map1_meta))
`FACT(LOSSLESS, wrap_map2, `WRAPS(map2_valid, map2_meta))
`FACT(LOSSLESS, wrap_map3, `WRAPS(map3_valid, map3_meta))
`FACT(LOSSLESS, wrap_u, (!u0_valid || u0_how[3:2] == 2'd2) && (!u1_valid || u1_how[3:2] == 2'd2)
	&& (!u2_valid || u2_how[3:2] == 2'd2) && (!u3_valid || u3_how[3:2] == 2'd2) && !(u4_valid && u4_stops))
`FACT(LOSSLESS, filtered_only, !s_drop || s_meta[3])
`FACT(LOSSLESS, none_clipped, !u4_valid || u4_lost == 0)
`FACT(LOSSLESS, lossless, lost == 0 && !lost_tick)

`SEEN(LOSSLESS, counts_on, hits != 0 && waiting > 1)
