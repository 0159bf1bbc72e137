// SPDX-License-Identifier: ISC
// spram_stub.v - ports of the UP5K's SPRAM, for static checks. (Its model is Yosys' own.)
module SB_SPRAM256KA (
	input  wire [13:0] ADDRESS,
	input  wire [15:0] DATAIN,
	input  wire [3:0]  MASKWREN,
	input  wire        WREN, CHIPSELECT, CLOCK, STANDBY, SLEEP, POWEROFF,
	output wire [15:0] DATAOUT
);
assign DATAOUT = 16'd0;
wire unused = &{1'b0, ADDRESS, DATAIN, MASKWREN, WREN, CHIPSELECT, CLOCK, STANDBY, SLEEP, POWEROFF};
endmodule
