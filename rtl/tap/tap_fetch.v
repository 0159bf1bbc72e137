// SPDX-License-Identifier: ISC
// tap_fetch.v - from a core that shows nothing but its instruction bus to the unit's tap.
//
// A word that has come is taken for an instruction that retires: cycles are an instruction or two
// off, by how far the core fetches ahead, so right by function, where functions are not short.
// Needs a core whose fetches follow the program: no instruction cache between core and this bus.

`default_nettype none

module tap_fetch (
	input  wire        fetched_i,	// an instruction's word arrives in this cycle
	input  wire [31:0] adr_i,	// its address
	input  wire        sleep_i,	// the core waits for an interrupt; or 0
	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o
);

assign tap_valid_o = fetched_i;
assign tap_pc_o    = adr_i;
assign tap_priv_o  = 2'b11;	// the bus does not tell
assign tap_sleep_o = sleep_i;

endmodule

`default_nettype wire
