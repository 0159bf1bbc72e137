// SPDX-License-Identifier: ISC
// bridge.v - the serial bridge of the simulated machine (LINK), and the other end of its line with
// the testbench. Its pins are those of machine.v: link_pin from the rising edge of poke_i on.

`default_nettype none

module bridge #(
	parameter AW = 13                   // bits of a word's address
) (
	input  wire          clk_i,
	input  wire          rst_i,
	input  wire          poke_i,
	input  wire [31:0]   link_pin,
	output wire [31:0]   link_o,
	output wire          bus_stb_o,     // as tally_bridge.v's
	output wire          bus_we_o,
	output wire [AW-1:0] bus_adr_o,
	output wire [31:0]   bus_dat_o,
	input  wire [31:0]   bus_dat_i,
	input  wire          bus_ack_i
);

wire [31:0] link_i;
wire        line_up, line_down;

pins #(.W(32)) link_pins (.poke_i(poke_i), .pins_i(link_pin), .pins_o(link_i));

// BIT is MACHINE_LINK_CLOCKS of machine.h.
tally_bridge #(.AW(AW), .BIT(12)) tally_bridge (
	.clk_i(clk_i), .rst_i(rst_i), .rx_i(line_up), .tx_o(line_down), .bus_stb_o(bus_stb_o),
	.bus_we_o(bus_we_o), .bus_adr_o(bus_adr_o), .bus_dat_o(bus_dat_o), .bus_dat_i(bus_dat_i),
	.bus_ack_i(bus_ack_i));

link_line link_line (
	.clk_i(clk_i), .rst_i(rst_i), .div_i(link_i[15:0]), .toggle_i(link_i[24]),
	.data_i(link_i[23:16]), .want_o(link_o[9]), .valid_o(link_o[8]), .data_o(link_o[7:0]),
	.line_i(line_down), .line_o(line_up));

assign link_o[31:10] = 22'd0;
wire unused = &{1'b0, link_i[31:25]};

endmodule

`default_nettype wire
