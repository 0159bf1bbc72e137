// SPDX-License-Identifier: ISC
// tally_counters.v - the counts of the law, each on its own, none derived.
//
//   TICKS = HITS + OUTSIDE + FILTERED + IDLE + LOST + PENDING
//   USER + SYSTEM + IDLE_CLASS = TICKS - PENDING
// at every clock edge, modulo 2^CNT_W. A sample leaves PENDING at one of two places:
// front (it does not enter the mapper) or end (the updater). CONTRACT.md section 6.

`default_nettype none

module tally_counters #(
	parameter CNT_W    = 32,         // at least WEIGHT_W + 5
	parameter WEIGHT_W = 16
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                stir_i,         // rst_i or clear_i may be 1
	input  wire                clear_i,
	// this clock's tick
	input  wire                tick_i,
	input  wire                idle_tick_i,
	input  wire                wait_tick_i,
	input  wire                lost_tick_i,
	input  wire                now_sleep_i,
	input  wire                now_user_i,
	// front: a sample filtered or lost before the mapper. meta: weight, its part in sleep, user, bank
	input  wire                front_i,
	input  wire                front_filtered_i,
	input  wire [2*WEIGHT_W+1:0] front_meta_i,
	// end: a sample that leaves the updater
	input  wire                end_i,
	input  wire                end_outside_i,
	input  wire [WEIGHT_W-1:0] end_hit_i,
	input  wire [WEIGHT_W-1:0] end_lost_i,
	input  wire [2*WEIGHT_W+1:0] end_meta_i,
	output wire                moves_o,        // some weight gets its fate in this clock
	output reg                 lost_grew_o,
	output reg  [CNT_W-1:0]    ticks_o,
	output reg  [CNT_W-1:0]    hits_o,
	output reg  [CNT_W-1:0]    outside_o,
	output reg  [CNT_W-1:0]    filtered_o,
	output reg  [CNT_W-1:0]    idle_o,
	output reg  [CNT_W-1:0]    lost_o,
	output reg  [CNT_W-1:0]    pending_o,
	output reg  [CNT_W-1:0]    user_o,
	output reg  [CNT_W-1:0]    system_o,
	output reg  [CNT_W-1:0]    idle_class_o
);

localparam META_W = 2 * WEIGHT_W + 2;

wire [WEIGHT_W-1:0] front_weight = front_meta_i[META_W-1:WEIGHT_W+2];
wire [WEIGHT_W-1:0] front_idle   = front_meta_i[WEIGHT_W+1:2];
wire                front_user   = front_meta_i[1];
wire [WEIGHT_W-1:0] end_weight   = end_meta_i[META_W-1:WEIGHT_W+2];
wire [WEIGHT_W-1:0] end_idle     = end_meta_i[WEIGHT_W+1:2];
wire                end_user     = end_meta_i[1];

// what leaves PENDING in this clock, and where to: two weights and a tick at most
localparam SUM_W = WEIGHT_W + 2;
localparam [SUM_W-1:0] ONE = 1;

function [SUM_W-1:0] widen(input [WEIGHT_W-1:0] weight);
	widen = {2'b00, weight};
endfunction

reg  [SUM_W-1:0] leaves, to_lost, to_user, to_system, to_asleep;
wire             moves = front_i | end_i | lost_tick_i | idle_tick_i;
always @* begin
	lost_grew_o = 1'b0;
	leaves    = {SUM_W{1'b0}};
	to_lost   = {SUM_W{1'b0}};
	to_user   = {SUM_W{1'b0}};
	to_system = {SUM_W{1'b0}};
	to_asleep = {SUM_W{1'b0}};
	if (moves) begin
		if (end_i) begin
			leaves    = widen(end_weight);
			to_lost   = widen(end_lost_i);
			to_asleep = widen(end_idle);
			if (end_user)
				to_user   = widen(end_weight - end_idle);
			else
				to_system = widen(end_weight - end_idle);
		end
		if (front_i) begin
			leaves    = leaves + widen(front_weight);
			to_asleep = to_asleep + widen(front_idle);
			if (~front_filtered_i)
				to_lost   = to_lost + widen(front_weight);
			if (front_user)
				to_user   = to_user + widen(front_weight - front_idle);
			else
				to_system = to_system + widen(front_weight - front_idle);
		end
		if (lost_tick_i)
			to_lost   = to_lost + ONE;
		if (idle_tick_i | (lost_tick_i & now_sleep_i))
			to_asleep = to_asleep + ONE;
		else if (lost_tick_i & now_user_i)
			to_user   = to_user + ONE;
		else if (lost_tick_i)
			to_system = to_system + ONE;
		lost_grew_o = |to_lost;
	end
end
assign moves_o = moves;

always @(posedge clk_i) begin
	ticks_o <= ticks_o + {{(CNT_W-1){1'b0}}, tick_i};
	if (wait_tick_i | moves)
		pending_o <= pending_o + {{(CNT_W-1){1'b0}}, wait_tick_i} - {{(CNT_W-SUM_W){1'b0}}, leaves};
	if (moves) begin
		if (idle_tick_i)
			idle_o   <= idle_o + {{(CNT_W-1){1'b0}}, 1'b1};
		if (lost_grew_o)
			lost_o   <= lost_o + {{(CNT_W-SUM_W){1'b0}}, to_lost};
		user_o       <= user_o + {{(CNT_W-SUM_W){1'b0}}, to_user};
		system_o     <= system_o + {{(CNT_W-SUM_W){1'b0}}, to_system};
		idle_class_o <= idle_class_o + {{(CNT_W-SUM_W){1'b0}}, to_asleep};
		if (front_i & front_filtered_i)
			filtered_o <= filtered_o + {{(CNT_W-WEIGHT_W){1'b0}}, front_weight};
		if (end_i) begin
			hits_o <= hits_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_hit_i};
			if (end_outside_i)
				outside_o <= outside_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_weight};
		end
	end
	if (stir_i) if (rst_i | clear_i) begin
		ticks_o      <= {CNT_W{1'b0}};
		hits_o       <= {CNT_W{1'b0}};
		outside_o    <= {CNT_W{1'b0}};
		filtered_o   <= {CNT_W{1'b0}};
		idle_o       <= {CNT_W{1'b0}};
		lost_o       <= {CNT_W{1'b0}};
		pending_o    <= {CNT_W{1'b0}};
		user_o       <= {CNT_W{1'b0}};
		system_o     <= {CNT_W{1'b0}};
		idle_class_o <= {CNT_W{1'b0}};
	end
end

wire _unused = &{1'b0, front_meta_i[0], end_meta_i[0]};

endmodule

`default_nettype wire
