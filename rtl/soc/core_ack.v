/* SPDX-License-Identifier: ISC
 * core_ack.v - a board's core is acknowledged: by RAM or a device, while the bus is its own (share.v). It is one LUT and stays one:
 * synthesis would make it of the bus' acknowledge to save a cell, and in some cores the longest path begins here.
 */
`default_nettype none

(* keep_hierarchy *)
module core_ack (
	input  wire ram_i,
	input  wire device_i,
	input  wire other_i,		// the bus is another master's
	output wire ack_o
);
	assign ack_o = (ram_i | device_i) & ~other_i;
endmodule

`default_nettype wire
