// SPDX-License-Identifier: ISC
// tally_mapper_mul.v - slot by two products and a sum, a sample each cycle.
//
// T: pc - OFFSET   E: the operands registered   P: products   M: their sum, from bit 17 of the product on

`default_nettype none

module tally_mapper_mul #(
	parameter BINS_LOG2 = 9,
	parameter WEIGHT_W  = 16,
	parameter PC_W      = 32,
	parameter ECP5      = 0,
	parameter SYSTEM    = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [PC_W-1:0]      pc_i,          // a cycle before the rest
	input  wire                 far_i,
	input  wire                 e_valid_i,
	input  wire [3:0]           e_code_i,
	input  wire [WEIGHT_W+1:0]    e_weight_i,
	input  wire [PC_W-1:0]      offset_i,
	input  wire [16:0]          scale_i,
	input  wire                 round_i,
	input  wire [BINS_LOG2:0]   size_i,
	input  wire                 system_i,      // SYSTEM: the engine maps
	input  wire [PC_W-1:0]      first_pc_i,    //   this pc
	input  wire                 first_far_i,
	input  wire                 linear_i,      //   its slot is pc - OFFSET
	output wire                 below_o,       //   a cycle after the pc
	output wire [18:0]          low_o,         //   two cycles after the pc: the slot is the sum of the three
	output wire                 round_o,
	output wire [31:0]          high_o,
	output wire                 busy_o,
	output reg                  p_valid_o,
	output reg  [3:0]           p_code_o,
	output reg                  m_valid_o,
	output wire                 m_inside_o,
	output wire [BINS_LOG2-1:0] m_slot_o,
	output reg  [3:0]           m_code_o,
	output reg  [WEIGHT_W+1:0]    m_weight_o
);

reg  [PC_W-1:0]      pc;
wire [PC_W:0]        delta;
wire [35:0]          operand = {{(36-PC_W){1'b0}}, delta[PC_W-1:0]};
wire [17:0]          factor = SYSTEM != 0 & linear_i ? 18'h20000 : {1'b0, scale_i};
wire                 rounds = round_i & ~(SYSTEM != 0 & linear_i);
wire [35:0]          low, high;            // high counts 2^18
reg                  e_below, p_outside, m_outside;
reg  [WEIGHT_W+1:0]    p_weight;
reg  [BINS_LOG2:0]   slot;                 // and a carry
wire [BINS_LOG2:0]   sum, past;

ecp5_multiply #(.ECP5(ECP5)) u_low (
	.clk_i(clk_i), .a_i(operand[17:0]), .b_i(factor), .p_o(low));
generate
if (PC_W > 18) begin : g_high
	ecp5_multiply #(.ECP5(ECP5)) u_high (
		.clk_i(clk_i), .a_i(operand[35:18]), .b_i(factor), .p_o(high));
end else begin : g_no_high
	assign high = 36'd0;
end
endgenerate

wire [39:0] low_padded = {4'd0, low}, high_padded = {4'd0, high};    // as far as a slot may reach
tally_add #(.WIDTH(PC_W + 1), .KIND(SYSTEM != 0 ? 5 : 1), .ECP5(ECP5)) u_delta (
	.a_i({1'b0, pc}), .b_i({1'b0, offset_i}), .c_i({1'b0, first_pc_i}), .d_i(~system_i), .carry_i(1'b1), .s_o(delta));
tally_add #(.WIDTH(BINS_LOG2 + 1), .KIND(0), .ECP5(ECP5)) u_sum (.a_i({1'b0, low_padded[BINS_LOG2+16:17]}),
	.b_i({1'b0, high_padded[BINS_LOG2-2:0], 1'b0}), .c_i({(BINS_LOG2+1){1'b0}}), .d_i(1'b0),
	.carry_i(round_o), .s_o(sum));
tally_add #(.WIDTH(BINS_LOG2 + 1), .KIND(1), .ECP5(ECP5)) u_past (.a_i({1'b0, m_slot_o}),
	.b_i({1'b0, size_i[BINS_LOG2-1:0]}), .c_i({(BINS_LOG2+1){1'b0}}), .d_i(1'b0), .carry_i(1'b1), .s_o(past));

assign low_o   = low[35:17];
assign round_o = low[16] & rounds;
assign high_o  = {high_padded[30:0], 1'b0};
assign below_o = e_below;

always @(posedge clk_i) begin
	pc         <= pc_i;
	e_below    <= delta[PC_W] | (SYSTEM != 0 & system_i ? first_far_i : far_i);
	p_outside  <= e_below | e_code_i[2] | e_code_i[1] | SYSTEM != 0 & system_i;
	slot       <= sum;
	m_outside  <= p_outside | |low_padded[39:BINS_LOG2+17] | |high_padded[39:BINS_LOG2-1];

	p_valid_o  <= e_valid_i;
	p_code_o   <= e_code_i;
	p_weight   <= e_weight_i;
	m_valid_o  <= p_valid_o;
	if (rst_i) {p_valid_o, m_valid_o} <= 2'd0;
	m_code_o   <= p_code_o;
	m_weight_o <= p_weight;
end

assign busy_o     = p_valid_o | m_valid_o;
assign m_slot_o   = slot[BINS_LOG2-1:0];
assign m_inside_o = ~m_outside & ~slot[BINS_LOG2] & (past[BINS_LOG2] | size_i[BINS_LOG2])
	& ~&slot[BINS_LOG2-1:4];
wire   unused     = &{1'b0, operand, low_padded, past, system_i, linear_i, first_pc_i, first_far_i};

endmodule

`default_nettype wire
