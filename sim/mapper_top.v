// SPDX-License-Identifier: ISC
// mapper_top.v - the mapper alone with 2^20 words, for the rows of tests/oracle/mapping.csv (tests/unit/mapping_test.c).
// Hold everything from load_i, which fills the registers that MAPPER 1 turns, until valid_o.

`default_nettype none

module mapper_top #(
	parameter MAPPER = 0
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        load_i,
	input  wire        valid_i,
	input  wire        round_i,
	input  wire [31:0] pc_i,
	input  wire [31:0] offset_i,
	input  wire [31:0] scale_i,
	input  wire [31:0] size_i,
	output wire        valid_o,
	output wire        inside_o,
	output wire [31:0] slot_o
);

localparam BINS_LOG2 = 20;
reg  [31:0]          offset;
reg  [BINS_LOG2:0]   size;
wire                 turn_offset, turn_size;
wire [BINS_LOG2-1:0] slot;
assign slot_o = {{(32-BINS_LOG2){1'b0}}, slot};

always @(posedge clk_i)
	if (load_i) begin
		offset <= offset_i;
		size   <= {|size_i[31:BINS_LOG2], size_i[BINS_LOG2-1:0]};
	end else begin
		if (turn_offset) offset <= {offset[0], offset[31:1]};
		if (turn_size) size[BINS_LOG2-1:0] <= {size[0], size[BINS_LOG2-1:1]};
	end

tally_mapper #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .WEIGHT_W(2)) u_mapper (
	.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .far_i(1'b0), .e_valid_i(valid_i), .e_code_i(4'd0),
	.e_weight_i(4'd1), .w_i(3'd0),
	.offset_i(offset), .scale_i(scale_i[16:0]), .round_i(round_i), .size_i(size), .system_i(1'b0),
	.first_pc_i(32'd0), .first_far_i(1'b0), .linear_i(1'b0), .below_o(), .low_o(), .round_o(), .high_o(),
	.turn_offset_o(turn_offset), .turn_size_o(turn_size), .busy_o(), .p_valid_o(), .p_code_o(),
	.m_valid_o(valid_o), .m_inside_o(inside_o), .m_slot_o(slot), .m_code_o(), .m_weight_o());

endmodule

`default_nettype wire
