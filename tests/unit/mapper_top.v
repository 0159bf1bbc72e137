// SPDX-License-Identifier: ISC
// mapper_top.v - the mapper alone with 2^20 words, for the rows of tests/oracle/mapping.csv
// (tests/unit/mapping_test.c).

`default_nettype none

module mapper_top #(
	parameter MAPPER = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        valid_i,
	input  wire [31:0] pc_i,
	input  wire [31:0] offset_i,
	input  wire [31:0] scale_i,
	input  wire [31:0] size_i,
	output wire        valid_o,
	output wire        inside_o,
	output wire [31:0] slot_o
);

localparam BINS_LOG2 = 20, PC_W = 32, EVENT = 0, KIND = 0, SYSTEM = 0;
localparam [31:0] PC_HIGH = 32'd0;
wire [BINS_LOG2:0]   size = {|size_i[31:BINS_LOG2], size_i[BINS_LOG2-1:0]};
wire [BINS_LOG2-1:0] slot;
assign slot_o = {{(32-BINS_LOG2){1'b0}}, slot};

generate
if (MAPPER == 0) begin : g_mul
	tally_mapper_mul #(
`include "tally_params_inst.vh"
	) u_mapper (
		.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .pc_outside_i(1'b0),
		.smp_valid_i(valid_i), .smp_code_i(4'd0), .smp_weight_i(18'd1), .offset_i(offset_i),
		.scale_i(scale_i[16:0]), .size_i(size), .system_i(1'b0),
		.que_pc_i(32'd0), .que_outside_i(1'b0), .eng_below_o(), .eng_delta_o(),
		.eng_slot_o(), .map_busy_o(), .map_next_valid_o(), .map_next_code_o(),
		.map_valid_o(valid_o), .map_inside_o(inside_o), .map_slot_o(slot), .map_weight_o());
end else begin : g_shift
	tally_mapper_shift #(
`include "tally_params_inst.vh"
	) u_mapper (
		.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .pc_outside_i(1'b0),
		.smp_valid_i(valid_i), .smp_code_i(3'd0), .smp_weight_i(18'd1), .offset_i(offset_i),
		.distance_i(scale_i[4:0]), .size_i(size), .map_busy_o(), .map_valid_o(valid_o),
		.map_inside_o(inside_o), .map_slot_o(slot), .map_code_o(), .map_weight_o());
end
endgenerate

endmodule

`default_nettype wire
