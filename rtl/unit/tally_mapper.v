// SPDX-License-Identifier: ISC
// tally_mapper.v - a sample's pc becomes the word that counts it, or OUTSIDE.
//
// The pc comes from the core, what leaves the sampler (e_) a cycle later, to MAPPER 0 two. It leaves as m_; MAPPER 0
// shows in the cycle before that it will (p_).

`default_nettype none

module tally_mapper #(
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PC_W      = 32,
	parameter ECP5      = 0,
	parameter SYSTEM    = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,
	input  wire                 far_i,         // a cycle after pc_i
	input  wire                 e_valid_i,
	input  wire [3:0]           e_code_i,
	input  wire [WEIGHT_W+1:0]    e_weight_i,
	input  wire [WEIGHT_W:0]    w_i,           // the same of a sample, without its bit 0 (MAPPER 1)
	input  wire [PC_W-1:0]      offset_i,
	input  wire [16:0]          scale_i,       // MAPPER 2: 16 less the place of its highest bit
	input  wire                 round_i,
	input  wire [BINS_LOG2:0]   size_i,        // its highest bit: more than the memory holds
	input  wire                 system_i,      // SYSTEM: the engine maps
	input  wire [PC_W-1:0]      first_pc_i,    //   this pc
	input  wire                 first_far_i,
	input  wire                 linear_i,      //   its slot is pc - OFFSET
	output wire                 below_o,       //   a cycle after the pc
	output wire [18:0]          low_o,         //   two cycles after the pc: the slot is the sum of the three
	output wire                 round_o,
	output wire [31:0]          high_o,
	output wire                 turn_offset_o, // MAPPER 1 wants the next bit at the right
	output wire                 turn_size_o,
	output wire                 busy_o,        // a sample is in here
	output wire                 p_valid_o,
	output wire [3:0]           p_code_o,
	output wire                 m_valid_o,
	output wire                 m_inside_o,
	output wire [BINS_LOG2-1:0] m_slot_o,      // inside: the word
	output wire [3:0]           m_code_o,      // else: which of the outcomes
	output wire [WEIGHT_W+1:0]    m_weight_o
);

generate
if (MAPPER == 0) begin : g_mul
	tally_mapper_mul #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W), .ECP5(ECP5),
		.SYSTEM(SYSTEM)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .far_i(far_i),
		.e_valid_i(e_valid_i), .e_code_i(e_code_i), .e_weight_i(e_weight_i),
		.offset_i(offset_i), .scale_i(scale_i), .round_i(round_i), .size_i(size_i),
		.system_i(system_i), .first_pc_i(first_pc_i), .first_far_i(first_far_i), .linear_i(linear_i),
		.below_o(below_o), .low_o(low_o), .round_o(round_o), .high_o(high_o),
		.busy_o(busy_o), .p_valid_o(p_valid_o), .p_code_o(p_code_o), .m_valid_o(m_valid_o),
		.m_inside_o(m_inside_o), .m_slot_o(m_slot_o), .m_code_o(m_code_o), .m_weight_o(m_weight_o));
	wire unused = &{1'b0, w_i};
	assign turn_offset_o = 1'b0;
	assign turn_size_o   = 1'b0;
end else if (MAPPER == 1) begin : g_serial
	tally_mapper_serial #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .far_i(far_i),
		.e_valid_i(e_valid_i), .e_code_i(e_code_i[2:0]), .e_weight_i(e_weight_i), .w_i(w_i),
		.offset_i(offset_i[0]), .scale_i(scale_i), .round_i(round_i), .size_i({size_i[BINS_LOG2], size_i[0]}),
		.turn_offset_o(turn_offset_o), .turn_size_o(turn_size_o), .busy_o(busy_o), .m_valid_o(m_valid_o),
		.m_inside_o(m_inside_o), .m_slot_o(m_slot_o), .m_code_o(m_code_o[2:0]), .m_weight_o(m_weight_o));
	wire unused = &{1'b0, offset_i, size_i, e_code_i[3], system_i, first_pc_i, first_far_i, linear_i};
	assign {below_o, low_o, round_o, high_o, m_code_o[3]} = 54'd0;
	assign p_valid_o = 1'b0;
	assign p_code_o  = 4'd0;
end else begin : g_shift
	tally_mapper_shift #(.BINS_LOG2(BINS_LOG2), .WEIGHT_W(WEIGHT_W), .PC_W(PC_W)) u_impl (
		.clk_i(clk_i), .rst_i(rst_i), .pc_i(pc_i), .far_i(far_i),
		.e_valid_i(e_valid_i), .e_code_i(e_code_i[2:0]), .e_weight_i(e_weight_i),
		.offset_i(offset_i), .scale_i(scale_i[4:0]), .size_i(size_i), .busy_o(busy_o), .m_valid_o(m_valid_o),
		.m_inside_o(m_inside_o), .m_slot_o(m_slot_o), .m_code_o(m_code_o[2:0]), .m_weight_o(m_weight_o));
	wire unused = &{1'b0, round_i, scale_i, w_i, e_code_i[3], system_i, first_pc_i, first_far_i, linear_i};
	assign {below_o, low_o, round_o, high_o, m_code_o[3]} = 54'd0;
	assign p_valid_o     = 1'b0;
	assign p_code_o      = 4'd0;
	assign turn_offset_o = 1'b0;
	assign turn_size_o   = 1'b0;
end
endgenerate

endmodule

`default_nettype wire
