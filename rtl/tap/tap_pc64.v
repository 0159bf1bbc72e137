// SPDX-License-Identifier: ISC
// tap_pc64.v - the pc of a 64-bit core for a unit of 32 bits: its bits 31:0, but bit 31 is inverted
// where bits 63:31 are not those of the code. A unit with PC_W 31 and the code's bit 31 in PC_HIGH
// counts all such OUTSIDE; so does any whose OFFSET has bit 31.

`default_nettype none

module tap_pc64 #(
	parameter [32:0] HIGH = 33'd1		// bits 63:31 of the code; 1: from 0x80000000 on
) (
	input  wire [63:0] pc_i,
	output wire [31:0] tap_pc_o
);

assign tap_pc_o = {HIGH[0] ^ (pc_i[63:31] != HIGH), pc_i[30:0]};

`ifdef FORMAL
`include "tap_pc64_props.vh"
`endif

endmodule

`default_nettype wire
