// SPDX-License-Identifier: ISC
// unit_lossless.vh - LOST stays 0 without RESET, if a retirement comes before W is full. Included by unit.v.

// cycles since the one after a retirement
reg  [WEIGHT_W:0] aged;
always @(posedge clk_i)
	aged <= rst_i | t_valid ? {(WEIGHT_W+1){1'b0}} : aged + {{WEIGHT_W{1'b0}}, 1'b1};
`GIVEN(LOSSLESS, !aged[WEIGHT_W] || t_valid)
`GIVEN(LOSSLESS, !discard)

reg  [31:0] n_lost;
wire        m_lost = m_valid & ~m_inside & m_code[3:1] == 3'd2;
always @(posedge clk_i)
	n_lost <= rst_i ? 32'd0 : n_lost + ticks_of(m_lost, m_weight);

`FACT(LOSSLESS, waits_no_longer, weight <= aged)
`FACT(LOSSLESS, holds_none, !held_tick || held_idle)
`FACT(LOSSLESS, none_leaves, !(s_valid && s_code[2:1] == 2'd2))
`ifdef LONG
`FACT(LOSSLESS, none_in_e, !(e_valid && e_code[2:1] == 2'd2))
`FACT(LOSSLESS, none_in_p, !(p_valid && p_code[3:1] == 3'd2))
`endif
`FACT(LOSSLESS, none_in_m, !m_lost)
`FACT(LOSSLESS, lossless, n_lost == 0)

`SEEN(LOSSLESS, full, weight[WEIGHT_W] && tick)
