// SPDX-License-Identifier: ISC
// tap_edge.v - a cycle for each rising edge of a line of any clock, for event_i. The pulse comes in
// the third cycle of the new level; each level must last longer than a cycle.

`default_nettype none

module tap_edge (
	input  wire clk_i,
	input  wire line_i,
	output wire edge_o
);

// Two registers settle what was caught in mid-change; the third is the level before.
(* ASYNC_REG = "TRUE" *) reg [2:0] levels;
always @(posedge clk_i)
	levels <= {levels[1:0], line_i};
assign edge_o = levels[1] & ~levels[2];

endmodule

`default_nettype wire
