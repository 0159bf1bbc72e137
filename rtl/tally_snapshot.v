// SPDX-License-Identifier: ISC
// tally_snapshot.v - a copy of all counts of a channel, taken at one edge.

`default_nettype none

module tally_snapshot #(
	parameter CNT_W = 32
) (
	input  wire                clk_i,
	input  wire                rst_i,
	input  wire                take_i,
	input  wire [11*CNT_W-1:0] counts_i,
	output reg  [11*CNT_W-1:0] counts_o
);

always @(posedge clk_i)
	if (rst_i | take_i)
		counts_o <= rst_i ? {(11*CNT_W){1'b0}} : counts_i;

endmodule

`default_nettype wire
