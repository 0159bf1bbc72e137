// SPDX-License-Identifier: ISC
// pins.v - the testbench's inputs, taken over at poke_i's rising edge, between
// two edges of the clock. Their own event, for Verilator looks at everything
// behind an unclocked input again at every evaluation, twice a clock.

`default_nettype none

module pins #(
	parameter W = 1
) (
	input  wire         poke_i,
	input  wire [W-1:0] pins_i,
	output reg  [W-1:0] pins_o
);
always @(posedge poke_i)
	pins_o <= pins_i;
endmodule

`default_nettype wire
