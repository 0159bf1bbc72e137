// SPDX-License-Identifier: ISC
// tap_handler.v - which retirement is the first since a trap was taken: tap_handler_i of
// tally_context, for a core without rvfi_intr.

`default_nettype none

module tap_handler (
	input  wire clk_i,
	input  wire rst_i,                         // the core's
	input  wire trap_i,                        // an exception or interrupt is taken
	input  wire tap_valid_i,
	output wire tap_handler_o
);

reg taken = 1'b0;
always @(posedge clk_i)
	taken <= ~rst_i & (trap_i | taken & ~tap_valid_i);
assign tap_handler_o = taken;

endmodule

`default_nettype wire
