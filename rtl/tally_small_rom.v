// SPDX-License-Identifier: ISC
// tally_small_rom.v - the microcode of the smallest unit, as tally_small_ucode.py assembles it.

`default_nettype none

module tally_small_rom (
	input  wire        clk_i,
	input  wire [9:0]  at_i,
	output reg  [31:0] u_o
);

reg [31:0] rom [0:1023];
integer    i;

initial begin
	for (i = 0; i < 1024; i = i + 1)
		rom[i] = 32'd0;
`include "tally_small_rom.vh"
end

// block RAM begins with 0; said to Yosys, it would build it from logic
`ifndef SYNTHESIS
initial u_o = 32'd0;
`endif

always @(posedge clk_i)
	u_o <= rom[at_i];

endmodule

`default_nettype wire
