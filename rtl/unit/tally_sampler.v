// SPDX-License-Identifier: ISC
// tally_sampler.v - lets each tick wait for the instruction that retires with it or next.
//
// The ticks that wait are a count, `pending`, of at most 2^16; the instruction takes all of them as
// one sample, with the tick of its own cycle on top. A tick that cannot wait, because the core
// sleeps or the count is full, becomes IDLE or LOST. Such a tick is held until no sample leaves,
// and leaves together with one of its kind that comes then. A core that sleeps or stands still so
// leaves every other slot of the memory free for the bus.
//
// A weight is written as 17 bits and a last one that counts 1 too, for the tick of the same cycle:
// the adder that would join them is the updater's, whose carry is free.

`default_nettype none

module tally_sampler (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        tick_valid_i,
	input  wire        discard_i,          // RESET: the ticks that wait are LOST
	input  wire        tap_valid_i,
	input  wire        tap_sleep_i,
	input  wire [1:0]  tap_priv_i,
	input  wire [3:0]  privileges_i,
	output wire        smp_waiting_o,      // ticks are pending, or one is held
	output wire        smp_held_o,         // a tick is held
	output reg  [16:0] smp_pending_o,
	output wire        smp_sample_o,       // what leaves is a sample, not a tick that was held
	// what leaves
	output wire        smp_valid_o,
	output wire [2:0]  smp_code_o,         // 0, 1: to be mapped; else its category, see below
	output wire [17:0] smp_weight_o
);

wire pending_full = smp_pending_o[16];
wire flush        = tap_valid_i | discard_i;       // takes all that waits
wire cannot_wait  = tap_sleep_i | pending_full;
wire spare_tick   = tick_valid_i & cannot_wait & ~flush;
reg  pending_any, held, held_idle;
wire spare_joins  = spare_tick & tap_sleep_i == held_idle;
wire sample_valid = flush & (pending_any | tick_valid_i);

initial {pending_any, held} = 2'd0;        // so that nothing leaves at power-up
always @(posedge clk_i) begin
	if (~cannot_wait) smp_pending_o <= smp_pending_o + {16'd0, tick_valid_i};
	if (flush | rst_i) smp_pending_o <= 17'd0;
	pending_any <= ~flush & (pending_any | tick_valid_i & ~tap_sleep_i);
	held        <= held ? sample_valid | spare_tick & ~spare_joins : spare_tick;
	if (rst_i) {pending_any, held} <= 2'd0;
	if (spare_tick) held_idle <= tap_sleep_i;
end
assign smp_waiting_o = pending_any | held;
assign smp_held_o    = held;
assign smp_sample_o  = sample_valid & ~rst_i;

// The code is the category's place in the last 16, with user mode in bit 0: 2, 3 FILTERED, 4 LOST,
// 6 IDLE. A sample to be mapped has 0 or 1, which is OUTSIDE if it turns out so.
wire   filtered     = ~privileges_i[tap_priv_i];
wire   to_map       = sample_valid & ~discard_i;
assign smp_valid_o  = (sample_valid | held) & ~rst_i;
assign smp_code_o   = {~to_map, to_map ? filtered : ~sample_valid & held_idle,
	to_map & tap_priv_i == 2'd0};
assign smp_weight_o = {sample_valid ? smp_pending_o : {16'd0, spare_joins},
	tick_valid_i | ~sample_valid};

`ifdef FORMAL
`include "tally_sampler_props.vh"
`endif

endmodule

`default_nettype wire
