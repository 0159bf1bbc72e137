// SPDX-License-Identifier: ISC
// mapper_top.v - the mapper alone with 2^30 words of bins, so that every row of
// tests/oracle/mapping.csv can be put to it. The sample travels in bank_i; the
// other bank holds the complement. Hold everything until valid_o.

`default_nettype none

module mapper_top #(
	parameter MAPPER = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        valid_i,
	input  wire        bank_i,
	input  wire [31:0] pc_i,
	input  wire [31:0] offset_i,
	input  wire [31:0] scale_i,
	input  wire [31:0] size_i,
	input  wire        round_i,
	input  wire        wide_i,
	output wire        valid_o,
	output wire        outside_o,
	output wire [31:0] slot_o
);

wire [29:0] word;
wire [3:0]  how;
wire        wide = how[1], half = how[0];

assign slot_o = wide ? {2'b00, word} : {1'b0, word, half};

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(30), .WEIGHT_W(2)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i),
	.valid_i(valid_i), .ready_o(), .pc_i(pc_i), .meta_i({2'd1, 2'd0, 1'b0, 1'b0, 2'd0, bank_i}),
	.offset_i(bank_i ? {offset_i, ~offset_i} : {~offset_i, offset_i}),
	.scale_i(bank_i ? {scale_i[16:0], ~scale_i[16:0]} : {~scale_i[16:0], scale_i[16:0]}),
	.round_i(bank_i ? {round_i, ~round_i} : {~round_i, round_i}),
	.wide_i(bank_i ? {wide_i, ~wide_i} : {~wide_i, wide_i}),
	.policy_i(4'd0), .base_i(64'd0),
	.size_i(bank_i ? {1'b0, size_i, 1'b0, ~size_i} : {1'b0, ~size_i, 1'b0, size_i}),
	.valid_o(valid_o), .outside_o(outside_o), .word_o(word), .how_o(how), .meta_o());

endmodule

`default_nettype wire
