// SPDX-License-Identifier: ISC
// tally_counters.v - the counts of the law, each on its own, none derived.
//
//   TICKS = HITS + OUTSIDE + FILTERED + IDLE + LOST + PENDING
//   USER + SYSTEM + IDLE_CLASS = TICKS - PENDING
// at every clock edge, modulo 2^CNT_W. A sample leaves PENDING at one of two places:
// end (updater or engine) or, where a queue stands in front of the mapper, front (it does not enter that). CONTRACT.md section 6.

`default_nettype none
`include "tally_gate.vh"

module tally_counters #(
	parameter CNT_W    = 32,         // at least WEIGHT_W + 5
	parameter WEIGHT_W = 16,
	parameter SYSTEM   = 0           // 1: STOLEN
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
	// front: a sample filtered or lost before the mapper. meta: weight, its part in sleep, user, filtered, channel, bank
	input  wire                front_i,
	input  wire [2*WEIGHT_W+4:0] front_meta_i,
	// end: a sample that leaves the updater
	input  wire                end_i,
	input  wire                end_filtered_i,
	input  wire                end_outside_i,
	input  wire [WEIGHT_W-1:0] end_hit_i,
	input  wire [WEIGHT_W-1:0] end_lost_i,
	input  wire                end_loses_i,    // it is not 0
	input  wire [WEIGHT_W-1:0] end_awake_i,    // the weight but its part in sleep
	input  wire [2*WEIGHT_W+4:0] end_meta_i,
	input  wire                stolen_i,       // a bus slot taken from the core
	output reg                 lost_grew_o,
	output reg  [CNT_W-1:0]    ticks_o,
	output reg  [CNT_W-1:0]    hits_o,
	output reg  [CNT_W-1:0]    outside_o,
	output reg  [CNT_W-1:0]    filtered_o,
	output reg  [CNT_W-1:0]    idle_o,
	output reg  [CNT_W-1:0]    lost_o,
	output wire [CNT_W-1:0]    pending_o,
	output reg  [CNT_W-1:0]    user_o,
	output reg  [CNT_W-1:0]    system_o,
	output reg  [CNT_W-1:0]    idle_class_o,
	output wire [CNT_W-1:0]    stolen_o
);

localparam META_W = 2 * WEIGHT_W + 5;

wire [WEIGHT_W-1:0] front_weight = front_meta_i[META_W-1:WEIGHT_W+5];
wire [WEIGHT_W-1:0] front_idle   = front_meta_i[WEIGHT_W+4:5];
wire [WEIGHT_W-1:0] front_awake  = front_weight - front_idle;
wire                front_user   = front_meta_i[4];
wire                front_filtered = front_meta_i[3];
wire [WEIGHT_W-1:0] end_weight   = end_meta_i[META_W-1:WEIGHT_W+5];
wire [WEIGHT_W-1:0] end_idle     = end_meta_i[WEIGHT_W+4:5];
wire                end_user     = end_meta_i[4];

// What leaves PENDING in this clock, and where to. Beside a weight a tick may go to LOST, USER, SYSTEM or
// IDLE_CLASS: it is the carry of their adders.
localparam SUM_W = WEIGHT_W + 1;                // two weights

function [SUM_W-1:0] widen(input take, input [WEIGHT_W-1:0] weight);
	widen = take ? {1'b0, weight} : {SUM_W{1'b0}};
endfunction

// count + add + carry
function [CNT_W-1:0] more(input [CNT_W-1:0] count, input [SUM_W-1:0] add, input carry);
	/* verilator lint_off UNUSEDSIGNAL */
	reg half;                               // where the carry enters
	/* verilator lint_on UNUSEDSIGNAL */
	{more, half} = {count, 1'b1} + {{(CNT_W-SUM_W){1'b0}}, add, carry};
endfunction

wire             moves = front_i | end_i | lost_tick_i | idle_tick_i;
reg  [SUM_W-1:0] leaves;
always @* begin
	leaves      = {SUM_W{1'b0}};
	lost_grew_o = 1'b0;
	if (moves) begin
		leaves      = widen(end_i, end_weight) + widen(front_i, front_weight);
		lost_grew_o = lost_tick_i | (end_i & end_loses_i) | (front_i & ~front_filtered);
	end
end

// All the weight that can be pending: one waits, fewer than 31 are under way.
localparam PENDING_W = WEIGHT_W + 5;
reg [PENDING_W-1:0] pending;
assign pending_o = {{(CNT_W-PENDING_W){1'b0}}, pending};

always @(posedge clk_i) begin
	ticks_o <= ticks_o + {{(CNT_W-1){1'b0}}, tick_i};
	pending <= pending + {{(PENDING_W-1){1'b0}}, wait_tick_i} - {{(PENDING_W-SUM_W){1'b0}}, leaves};
	if (moves) begin
		if (`GATE(idle_tick_i))
			idle_o <= idle_o + {{(CNT_W-1){1'b0}}, idle_tick_i};
		if (`GATE(lost_grew_o))
			lost_o <= more(lost_o, widen(end_i, end_lost_i) + widen(front_i & ~front_filtered, front_weight), lost_tick_i);
		if (`GATE(end_filtered_i | front_i))
			filtered_o <= more(filtered_o, widen(end_i & end_filtered_i, end_weight) + widen(front_i & front_filtered, front_weight), 1'b0);
		if (`GATE(|end_idle | front_i | now_sleep_i))
			idle_class_o <= more(idle_class_o, widen(end_i, end_idle) + widen(front_i, front_idle),
				idle_tick_i | (lost_tick_i & now_sleep_i));
		if (`GATE(end_user | front_i | lost_tick_i))
			user_o <= more(user_o, widen(end_i & end_user, end_awake_i) + widen(front_i & front_user, front_awake),
				lost_tick_i & ~now_sleep_i & now_user_i);
		if (`GATE(~end_user | front_i | lost_tick_i))
			system_o <= more(system_o, widen(end_i & ~end_user, end_awake_i) + widen(front_i & ~front_user, front_awake),
				lost_tick_i & ~now_sleep_i & ~now_user_i);
		if (end_i) begin
			hits_o <= hits_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_hit_i};
			if (end_outside_i)
				outside_o <= outside_o + {{(CNT_W-WEIGHT_W){1'b0}}, end_weight};
		end
	end
	if (`GATE(stir_i)) if (rst_i | clear_i) begin
		ticks_o      <= {CNT_W{1'b0}};
		hits_o       <= {CNT_W{1'b0}};
		outside_o    <= {CNT_W{1'b0}};
		filtered_o   <= {CNT_W{1'b0}};
		idle_o       <= {CNT_W{1'b0}};
		lost_o       <= {CNT_W{1'b0}};
		pending      <= {PENDING_W{1'b0}};
		user_o       <= {CNT_W{1'b0}};
		system_o     <= {CNT_W{1'b0}};
		idle_class_o <= {CNT_W{1'b0}};
	end
end

generate
if (SYSTEM != 0) begin : g_stolen
	reg [CNT_W-1:0] stolen;
	always @(posedge clk_i)
		if (`GATE(stolen_i | stir_i))
			stolen <= rst_i | clear_i ? {CNT_W{1'b0}} : stolen + {{(CNT_W-1){1'b0}}, stolen_i};
	assign stolen_o = stolen;
end else begin : g_none
	assign stolen_o = {CNT_W{1'b0}};
	wire _unused = &{1'b0, stolen_i};
end
endgenerate

wire _unused = &{1'b0, front_meta_i[2:0], end_meta_i[3:0]};

endmodule

`default_nettype wire
