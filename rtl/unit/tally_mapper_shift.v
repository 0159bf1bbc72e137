// SPDX-License-Identifier: ISC
// tally_mapper_shift.v - MAPPER 1: a pc becomes a slot by a shift, one in each cycle.
//
// The distance is one more than what the registers keep of SCALE. A barrel shifter of the whole pc
// would be the largest part of the unit, so the first step, by multiples of four, keeps only the
// BINS_LOG2 + 3 bits that the second step can still move into a slot. The bits above those are
// only tested: one of them set means a slot beyond the memory.

`default_nettype none

module tally_mapper_shift #(
`include "tally_params.vh"
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,              // one cycle before the rest of its sample
	input  wire                 pc_outside_i,
	input  wire                 smp_valid_i,
	input  wire [2:0]           smp_code_i,
	input  wire [17:0]          smp_weight_i,
	input  wire [PC_W-1:0]      offset_i,
	input  wire [4:0]           distance_i,        // 16 less the place of SCALE's highest bit
	input  wire [BINS_LOG2:0]   size_i,            // its highest bit: SIZE covers all counters
	output wire                 map_busy_o,
	output reg                  map_valid_o,
	output wire                 map_inside_o,      // adds to bin map_slot_o or to its category
	output reg  [BINS_LOG2-1:0] map_slot_o,
	output reg  [2:0]           map_code_o,
	output reg  [17:0]          map_weight_o
);

localparam KEPT = BINS_LOG2 + 3;
localparam TOP  = PC_W > KEPT + 20 ? PC_W : KEPT + 20;

reg  [PC_W:0]   delta;
wire [TOP:1]    padded = {{(TOP-PC_W+1){1'b0}}, delta[PC_W-1:1]};
reg  [KEPT-1:0] coarse;
wire [KEPT-1:0] fine = coarse >> distance_i[1:0];
reg             beyond, map_outside;
integer i;

always @* begin
	coarse = padded[1 +: KEPT];
	for (i = 1; i < 5; i = i + 1)
		if (distance_i[4:2] == i[2:0]) coarse = padded[4*i+1 +: KEPT];
	beyond = |padded[TOP:KEPT+17];
	for (i = 0; i < 4; i = i + 1)
		if ({29'd0, distance_i[4:2]} <= i && |padded[KEPT+1+4*i +: 4]) beyond = 1'b1;
end

always @(posedge clk_i) begin
	delta        <= {1'b0, pc_i} - {1'b0, offset_i};
	map_slot_o   <= fine[BINS_LOG2-1:0];
	map_outside  <= delta[PC_W] | pc_outside_i | beyond | |fine[KEPT-1:BINS_LOG2]
		| smp_code_i[2] | smp_code_i[1];
	map_valid_o  <= smp_valid_i;
	map_code_o   <= smp_code_i;
	map_weight_o <= smp_weight_i;
	if (rst_i) map_valid_o <= 1'b0;
end

assign map_busy_o   = map_valid_o;
assign map_inside_o = ~map_outside & {1'b0, map_slot_o} < size_i & ~&map_slot_o[BINS_LOG2-1:4];
wire   unused       = delta[0];

`ifdef FORMAL
`include "tally_mapper_shift_props.vh"
`endif

endmodule

`default_nettype wire
