// SPDX-License-Identifier: ISC
// tap_pc64.v - the pc of a 64-bit core for a unit of 32 bits: its bits 30:0, and bit 31 says that
// its bits 63:31 are those of the code. A unit whose OFFSET has bit 31 counts all else OUTSIDE,
// whatever its lower bits are; so does any with PC_W 31 and PC_HIGH 0x80000000.

`default_nettype none

module tap_pc64 #(
	parameter [32:0] HIGH = 33'd1		// bits 63:31 of the code; 1: from 0x80000000 on
) (
	input  wire [63:0] pc_i,
	output wire [31:0] tap_pc_o
);

assign tap_pc_o = {pc_i[63:31] == HIGH, pc_i[30:0]};

`ifdef FORMAL
`include "tap_pc64_props.vh"
`endif

endmodule

`default_nettype wire
