// SPDX-License-Identifier: ISC
// lemma.v - the steps of steps.vh carry the invariant over an edge. No state: one query, full width.
// (PENDING counts in fewer bits; pending.v shows that they suffice.)

`default_nettype none

module lemma #(parameter CNT_W = 32) (
	// free: each takes any value
	input wire [CNT_W-1:0] hits, outside, filtered, idle, lost, system, idle_class,
	input wire [CNT_W-1:0] p_wait, p_e, p_queue, p_engine, p_map0, p_map1, p_map2, p_map3, p_u0, p_u1, p_u2, p_u3, p_u4, p_u5,
	input wire [CNT_W-1:0] idles, waits, fulls, emits, enters, goes_fast, goes_slow, by_map, by_engine, to_map1, to_map2, to_map3, by_filter, by_late, by_out, by_lost,
	input wire [CNT_W-1:0] t_system, t_asleep, f_system, f_asleep, e_system, e_asleep
);

// before the edge: the invariant holds
wire [CNT_W-1:0] pending = p_wait + p_e + p_queue + p_engine + p_map0 + p_map1 + p_map2 + p_map3 + p_u0 + p_u1 + p_u2 + p_u3 + p_u4 + p_u5;
wire [CNT_W-1:0] ticks   = hits + outside + filtered + idle + lost + pending;
wire [CNT_W-1:0] user    = ticks - pending - system - idle_class;

wire [CNT_W-1:0] ticked, front_w, p_end, by_drop, by_hit, t_user, f_user, e_user;

`define SUM(NAME, LEFT, RIGHT) assign LEFT = RIGHT;
`define STEP(NAME, COUNT, CHANGE) wire [CNT_W-1:0] NAME = COUNT + (CHANGE);
`define PART(NAME, COUNT, CHANGE) `STEP(NAME, COUNT, CHANGE)
`define MOVE(NAME, COUNT, CHANGE) `STEP(NAME, COUNT, CHANGE)
`include "steps.vh"

always @* begin
	law:     assert (n_ticks == n_hits + n_outside + n_filtered + n_idle + n_lost + n_pending);
	classes: assert (n_user + n_system + n_asleep == n_ticks - n_pending);
	real:    assert (n_pending == n_wait + n_e + n_queue + n_engine + n_map0 + n_map1 + n_map2 + n_map3 + n_u0 + n_u1 + n_u2 + n_u3 + n_u4 + n_u5);
end

endmodule

`default_nettype wire
