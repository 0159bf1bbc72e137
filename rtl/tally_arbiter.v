// SPDX-License-Identifier: ISC
// tally_arbiter.v - which channels' oldest samples go next: one to the mapper, one to the engine.
//
// Each kind in turn. A fast sample waits while one of its channel is in the engine, a slow one while one is in mapper
// or updater, so that a channel's samples stay in order. At times a clock is left to samples that the engine mapped and, where
// nobody loses by it or there is loss anyway, to the sweep of CLEAR; both need a slot of the updater. CONTRACT.md section 3.

`default_nettype none

module tally_arbiter #(
	parameter CHANNELS = 1
) (
	input  wire                clk_i,
	input  wire                rst_i,
	// by channel: a sample waits; the engine is to take it; one is in the engine
	input  wire [CHANNELS-1:0] waits_i,
	input  wire [CHANNELS-1:0] slow_i,
	input  wire [CHANNELS-1:0] inside_i,
	input  wire [CHANNELS-1:0] ahead_i,        // one is in mapper or updater
	input  wire [CHANNELS-1:0] spare_i,        // room for two more
	input  wire [CHANNELS-1:0] full_i,         // no room
	input  wire                ready_i,        // the mapper takes one
	input  wire                room_i,         // the engine does
	input  wire                map_i,          // a sample that the engine mapped waits for a slot
	input  wire                sweep_i,        // the sweep does
	output wire [CHANNELS-1:0] pop_o,
	output wire                fast_o,         // one goes to the mapper,
	output wire [1:0]          fast_channel_o, // this one's
	output wire                slow_o,         // one to the engine
	output wire [1:0]          slow_channel_o
);

localparam LAST = CHANNELS - 1;

reg  [1:0] last_fast, last_slow;
reg  [3:0] turn;

wire       yield = turn == 4'd0 & (map_i | (sweep_i & (&spare_i | |full_i)));
wire [CHANNELS-1:0] fast = waits_i & ~slow_i & ~inside_i & {CHANNELS{ready_i & ~yield}};
wire [CHANNELS-1:0] slow = waits_i & slow_i & ~ahead_i & {CHANNELS{room_i}};

function [3:0] widen(input [CHANNELS-1:0] of);
	begin
		widen = 4'd0;
		widen[CHANNELS-1:0] = of;
	end
endfunction

// the first one behind the last
function [1:0] next(input [3:0] of, input [1:0] behind);
	case (behind)
	2'd0:    next = of[1] ? 2'd1 : of[2] ? 2'd2 : of[3] ? 2'd3 : 2'd0;
	2'd1:    next = of[2] ? 2'd2 : of[3] ? 2'd3 : of[0] ? 2'd0 : 2'd1;
	2'd2:    next = of[3] ? 2'd3 : of[0] ? 2'd0 : of[1] ? 2'd1 : 2'd2;
	default: next = of[0] ? 2'd0 : of[1] ? 2'd1 : of[2] ? 2'd2 : 2'd3;
	endcase
endfunction

wire [3:0] may_fast = widen(fast), may_slow = widen(slow);
assign fast_o         = |fast;
assign slow_o         = |slow;
assign fast_channel_o = next(may_fast, last_fast);
assign slow_channel_o = next(may_slow, last_slow);
wire [3:0] chosen = (may_fast & (4'd1 << fast_channel_o)) | (may_slow & (4'd1 << slow_channel_o));
assign pop_o = chosen[CHANNELS-1:0];

always @(posedge clk_i) begin
	turn <= turn + 4'd1;
	if (slow_o)
		last_slow <= slow_channel_o;
	if (fast_o)
		last_fast <= fast_channel_o;
	if (rst_i) begin
		turn      <= 4'd0;
		last_slow <= LAST[1:0];
		last_fast <= LAST[1:0];
	end
end

wire _unused = &{1'b0, chosen};

endmodule

`default_nettype wire
