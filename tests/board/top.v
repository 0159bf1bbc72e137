/* SPDX-License-Identifier: ISC
 * top.v - a board's design with its pins in two vectors. Verilator's C interface is then the same
 * for the RTL and for what was made of it, whatever the design does with each pin. Define
 * HAVE_FLASH as for top.v.
 */
module board_top (
	input  wire       clock,
	input  wire [3:0] pins_i,	// link_rx, flash_miso, rx, button
	// link_tx, flash_mosi, flash_clk, flash_cs_n, led_fail, led_run, tx
	output wire [6:0] pins_o
);
`ifndef HAVE_FLASH
	assign pins_o[5:3] = 3'b001;
`endif
`ifndef TOP_PARAMETERS
`define TOP_PARAMETERS
`endif
	top #(`TOP_PARAMETERS) top (
		.clock      (clock),
		.button     (pins_i[0]),
		.rx         (pins_i[1]),
		.link_rx    (pins_i[3]),
		.link_tx    (pins_o[6]),
`ifdef HAVE_FLASH
		.flash_miso (pins_i[2]),
		.flash_mosi (pins_o[5]),
		.flash_clk  (pins_o[4]),
		.flash_cs_n (pins_o[3]),
`endif
		.led_fail   (pins_o[2]),
		.led_run    (pins_o[1]),
		.tx         (pins_o[0])
	);
endmodule
