// SPDX-License-Identifier: ISC
// ecp5_mult18x18d.v - the ECP5's multiplier for netlist simulation: 18 x 18 bits, each
// operand signed or not.
//
// After Lattice's description (FPGA-TN-02205) as far as Yosys uses the cell:
// registers at both inputs and the output, or none; no cascade. Anything else is an error when the
// model is built.

`default_nettype none

module MULT18X18D #(
	parameter REG_INPUTA_CLK = "NONE", REG_INPUTB_CLK = "NONE", REG_INPUTC_CLK = "NONE",
	parameter REG_PIPELINE_CLK = "NONE", REG_OUTPUT_CLK = "NONE",
	parameter MULT_BYPASS = "DISABLED", GSR = "ENABLED"
) (
	input wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
	input wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
	input wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
	input wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK0, CE0, RST0,
	output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20,
		P19, P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2,
		P1, P0,
	output wire SIGNEDP
);

generate
if (REG_INPUTB_CLK != REG_INPUTA_CLK || REG_OUTPUT_CLK != REG_INPUTA_CLK
	|| REG_PIPELINE_CLK != "NONE"
	|| REG_INPUTA_CLK != "NONE" && REG_INPUTA_CLK != "CLK0"
	|| MULT_BYPASS != "DISABLED") begin : g_error
	MULT18X18D_mode_is_not_modelled error();
end
endgenerate

wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
reg  signed [18:0] reg_a, reg_b;
reg  signed [37:0] reg_p;
wire signed [18:0] now_a = {SIGNEDA & a[17], a}, now_b = {SIGNEDB & b[17], b};
wire signed [18:0] wide_a = REG_INPUTA_CLK == "NONE" ? now_a : reg_a,
	wide_b = REG_INPUTA_CLK == "NONE" ? now_b : reg_b;
wire signed [37:0] now_p = wide_a * wide_b;
wire signed [37:0] product = REG_INPUTA_CLK == "NONE" ? now_p : reg_p;
always @(posedge CLK0)
	if (CE0) begin
		reg_a <= RST0 ? 19'd0 : now_a;
		reg_b <= RST0 ? 19'd0 : now_b;
		reg_p <= RST0 ? 38'd0 : now_p;
	end

assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
		P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0}
	= product[35:0];
assign SIGNEDP = SIGNEDA | SIGNEDB;

wire _unused = &{1'b0, product[37:36], SOURCEA, SOURCEB,
		C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0};

endmodule

`default_nettype wire
