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
	input  wire                clear_i,
	// this clock's tick
	input  wire                tick_i,
	input  wire                idle_tick_i,
	input  wire                wait_tick_i,
	input  wire                lost_tick_i,
	input  wire                now_sleep_i,
	input  wire                now_user_i,
	// front: a sample filtered or lost before the mapper
	input  wire                front_i,
	input  wire                front_filtered_i,
	input  wire [WEIGHT_W-1:0] front_weight_i,
	input  wire [WEIGHT_W-1:0] front_idle_i,
	input  wire                front_user_i,
	// end: a sample that leaves the updater
	input  wire                end_i,
	input  wire                end_outside_i,
	input  wire [WEIGHT_W-1:0] end_weight_i,
	input  wire [WEIGHT_W-1:0] end_hit_i,
	input  wire [WEIGHT_W-1:0] end_lost_i,
	input  wire [WEIGHT_W-1:0] end_idle_i,
	input  wire                end_user_i,
	output wire                lost_grew_o,
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

localparam SUM_W = WEIGHT_W + 2;     // two weights and a tick
localparam [WEIGHT_W-1:0] NONE = 0;

function [SUM_W-1:0] add(input [WEIGHT_W-1:0] a, input [WEIGHT_W-1:0] b, input c);
	add = {2'b00, a} + {2'b00, b} + {{(SUM_W-1){1'b0}}, c};
endfunction

reg  [WEIGHT_W-1:0] front, front_idle, front_active, ended, end_idle, end_active;
reg  [SUM_W-1:0]    leaves, to_lost, to_user, to_system, to_asleep;
wire                moves = front_i | end_i | lost_tick_i | idle_tick_i;
always @* begin
	{front, front_idle, front_active, ended, end_idle, end_active} = {(6*WEIGHT_W){1'b0}};
	{leaves, to_lost, to_user, to_system, to_asleep} = {(5*SUM_W){1'b0}};
	if (moves) begin
		if (front_i) begin
			front        = front_weight_i;
			front_idle   = front_idle_i;
			front_active = front_weight_i - front_idle_i;
		end
		if (end_i) begin
			ended      = end_weight_i;
			end_idle   = end_idle_i;
			end_active = end_weight_i - end_idle_i;
		end
		leaves    = add(front, ended, 1'b0);
		to_lost   = add(front_filtered_i ? NONE : front, end_i ? end_lost_i : NONE, lost_tick_i);
		to_user   = add(front_user_i ? front_active : NONE, end_user_i ? end_active : NONE,
			lost_tick_i & ~now_sleep_i & now_user_i);
		to_system = add(front_user_i ? NONE : front_active, end_user_i ? NONE : end_active,
			lost_tick_i & ~now_sleep_i & ~now_user_i);
		to_asleep = add(front_idle, end_idle, idle_tick_i | (lost_tick_i & now_sleep_i));
	end
end
assign lost_grew_o = |to_lost;

always @(posedge clk_i) begin
	ticks_o <= ticks_o + {{(CNT_W-1){1'b0}}, tick_i};
	if (wait_tick_i | moves)
		pending_o <= pending_o + {{(CNT_W-1){1'b0}}, wait_tick_i} - {{(CNT_W-SUM_W){1'b0}}, leaves};
	if (moves) begin
		idle_o       <= idle_o + {{(CNT_W-1){1'b0}}, idle_tick_i};
		lost_o       <= lost_o + {{(CNT_W-SUM_W){1'b0}}, to_lost};
		user_o       <= user_o + {{(CNT_W-SUM_W){1'b0}}, to_user};
		system_o     <= system_o + {{(CNT_W-SUM_W){1'b0}}, to_system};
		idle_class_o <= idle_class_o + {{(CNT_W-SUM_W){1'b0}}, to_asleep};
	end
	if (front_i & front_filtered_i)
		filtered_o <= filtered_o + {{(CNT_W-WEIGHT_W){1'b0}}, front_weight_i};
	if (end_i & end_outside_i)
		outside_o <= outside_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_weight_i};
	if (end_i)
		hits_o <= hits_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_hit_i};
	if (rst_i | clear_i) begin
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

endmodule

`default_nettype wire
