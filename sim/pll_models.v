// SPDX-License-Identifier: ISC
// pll_models.v - the PLLs of iCE40 and ECP5 for netlists in simulation: the clock passes through,
// locked at once. So the testbench's clock is the one that the PLL would make; its ratio is not
// modelled.
module SB_PLL40_CORE #(
	parameter FEEDBACK_PATH = "", PLLOUT_SELECT = "",
	parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "", DELAY_ADJUSTMENT_MODE_RELATIVE = "",
	parameter SHIFTREG_DIV_MODE = 0, FDA_FEEDBACK = 0, FDA_RELATIVE = 0,
	parameter DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0,
	parameter ENABLE_ICEGATE = 0, TEST_MODE = 0, EXTERNAL_DIVIDE_FACTOR = 0
) (
	input  wire       REFERENCECLK, EXTFEEDBACK, BYPASS, RESETB, LATCHINPUTVALUE, SDI, SCLK,
	input  wire [7:0] DYNAMICDELAY,
	output wire       PLLOUTCORE, PLLOUTGLOBAL, LOCK, SDO
);
assign PLLOUTCORE   = REFERENCECLK;
assign PLLOUTGLOBAL = REFERENCECLK;
assign LOCK         = 1'b1;
assign SDO          = 1'b0;
endmodule

module EHXPLLL #(
	parameter CLKI_DIV = 1, CLKFB_DIV = 1,
	parameter CLKOP_DIV = 8, CLKOS_DIV = 8, CLKOS2_DIV = 8, CLKOS3_DIV = 8,
	parameter CLKOP_CPHASE = 0, CLKOS_CPHASE = 0, CLKOS2_CPHASE = 0, CLKOS3_CPHASE = 0,
	parameter CLKOP_FPHASE = 0, CLKOS_FPHASE = 0, CLKOS2_FPHASE = 0, CLKOS3_FPHASE = 0,
	parameter CLKOP_ENABLE = "", CLKOS_ENABLE = "", CLKOS2_ENABLE = "", CLKOS3_ENABLE = "",
	parameter FEEDBK_PATH = "", OUTDIVIDER_MUXA = "", OUTDIVIDER_MUXB = "",
	parameter OUTDIVIDER_MUXC = "", OUTDIVIDER_MUXD = "",
	parameter PLLRST_ENA = "", INTFB_WAKE = "", STDBY_ENABLE = "", DPHASE_SOURCE = ""
) (
	input  wire CLKI, CLKFB, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
	input  wire STDBY, PLLWAKESYNC, RST,
	input  wire ENCLKOP, ENCLKOS, ENCLKOS2, ENCLKOS3,
	output wire CLKOP, CLKOS, CLKOS2, CLKOS3, LOCK, INTLOCK, REFCLK, CLKINTFB
);
assign {CLKOP, CLKOS, CLKOS2, CLKOS3} = {4{CLKI}};
assign {LOCK, INTLOCK} = 2'b11;
assign REFCLK   = CLKI;
assign CLKINTFB = CLKI;
endmodule
