// SPDX-License-Identifier: ISC
// tally_uartbone.v - LiteX's uartbone on two pins, in front of the unit: tally_uart.v, tally_shared.v and tally_link.v.
//
// With shared_i 1 the pins are a console's, too: its UART gets and gives bytes by c_*, in place of a line of its own.
// LINK.md says what travels on the line; put tally_port.v between u_* and the unit.

`default_nettype none

module tally_uartbone #(
	parameter [31:0] UNIT_BASE = 32'hf0010000, // byte address of the unit, as the core sees it; a multiple of 2^UNIT_LOG2; it ends at or below 0xFC000000
	parameter UNIT_LOG2    = 15,            // bytes of registers and bin window together: 2^UNIT_LOG2; 11 .. 30
	parameter BINS         = 16384,         // byte offset of the bin window in it (register WINDOW); a multiple of 4
	parameter TIMEOUT_LOG2 = 20,            // a command that stands still for 2^TIMEOUT_LOG2 clocks is forgotten; 19 .. 28
	parameter [31:0] PATIENCE  = 120,   // clocks that an access to the unit may take, 16 .. 4095; below 128 so that no word
	                                        // is missed (STATUS.MISS) for the link's sake
	parameter BUS          = 1              // 0: no port to the rest of the bus
) (
	input  wire                 clk_i,
	input  wire                 rst_i,
	input  wire [15:0]          div_i,      // clocks a bit, 4 .. 65535
	input  wire                 rx_i,
	output wire                 tx_o,
	input  wire                 shared_i,   // constant 0: no console, c_* idle; 1: packets (LINK.md, "Shared pins")
	output wire                 c_rx_valid_o, // one clock: a byte for the console
	output wire [7:0]           c_rx_data_o,
	output wire                 c_rx_error_o, // one clock: one came that cannot be read
	input  wire                 c_tx_valid_i, // a byte of the console, until c_tx_ready_o
	input  wire [7:0]           c_tx_data_i,
	output wire                 c_tx_ready_o,
	// the unit: a request stands until the acknowledge, or is given up
	output wire                 u_stb_o,
	output wire                 u_we_o,
	output wire [UNIT_LOG2-1:0] u_adr_o,
	output wire [31:0]          u_dat_o,
	input  wire [31:0]          u_dat_i,
	input  wire                 u_ack_i,
	// the rest of the bus: silent while locked
	output wire                 b_stb_o,    // CYC and STB
	output wire                 b_we_o,
	output wire [31:0]          b_adr_o,    // byte address
	output wire [31:0]          b_dat_o,
	input  wire [31:0]          b_dat_i,
	input  wire                 b_ack_i,
	input  wire                 b_err_i
);

generate
if (UNIT_LOG2 < 11 || UNIT_LOG2 > 30 || BINS < 4 || BINS % 4 != 0 || BINS >> UNIT_LOG2 != 0
	|| (UNIT_BASE >> UNIT_LOG2) << UNIT_LOG2 != UNIT_BASE || UNIT_BASE > 32'hfc00_0000 - (32'd1 << UNIT_LOG2)
	|| TIMEOUT_LOG2 < 19 || TIMEOUT_LOG2 > 28 || PATIENCE < 16 || PATIENCE > 4095 || BUS < 0 || BUS > 1) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

wire       rx_valid, rx_error, tx_valid, tx_ready;
wire [7:0] rx_data, tx_data;
wire       l_rx_valid, l_rx_error, l_tx_valid, l_tx_ready;
wire [7:0] l_tx_data, l_tx_size;

tally_uart u_uart (
	.clk_i(clk_i), .rst_i(rst_i), .div_i(div_i), .rx_i(rx_i), .tx_o(tx_o),
	.rx_valid_o(rx_valid), .rx_data_o(rx_data), .rx_error_o(rx_error),
	.tx_valid_i(tx_valid), .tx_data_i(tx_data), .tx_ready_o(tx_ready));

tally_shared #(.TIMEOUT_LOG2(TIMEOUT_LOG2)) u_shared (
	.clk_i(clk_i), .rst_i(rst_i), .shared_i(shared_i),
	.rx_valid_i(rx_valid), .rx_data_i(rx_data), .rx_error_i(rx_error),
	.tx_valid_o(tx_valid), .tx_data_o(tx_data), .tx_ready_i(tx_ready),
	.l_rx_valid_o(l_rx_valid), .l_rx_error_o(l_rx_error),
	.l_tx_valid_i(l_tx_valid), .l_tx_data_i(l_tx_data), .l_tx_size_i(l_tx_size), .l_tx_ready_o(l_tx_ready),
	.c_rx_valid_o(c_rx_valid_o), .c_rx_data_o(c_rx_data_o), .c_rx_error_o(c_rx_error_o),
	.c_tx_valid_i(c_tx_valid_i), .c_tx_data_i(c_tx_data_i), .c_tx_ready_o(c_tx_ready_o));

tally_link #(.UNIT_BASE(UNIT_BASE), .UNIT_LOG2(UNIT_LOG2), .BINS(BINS), .TIMEOUT_LOG2(TIMEOUT_LOG2), .PATIENCE(PATIENCE), .BUS(BUS)) u_link (
	.clk_i(clk_i), .rst_i(rst_i), .div_i(div_i),
	.rx_valid_i(l_rx_valid), .rx_data_i(rx_data), .rx_error_i(l_rx_error),
	.tx_valid_o(l_tx_valid), .tx_data_o(l_tx_data), .tx_size_o(l_tx_size), .tx_ready_i(l_tx_ready),
	.u_stb_o(u_stb_o), .u_we_o(u_we_o), .u_adr_o(u_adr_o), .u_dat_o(u_dat_o), .u_dat_i(u_dat_i), .u_ack_i(u_ack_i),
	.b_stb_o(b_stb_o), .b_we_o(b_we_o), .b_adr_o(b_adr_o), .b_dat_o(b_dat_o), .b_dat_i(b_dat_i), .b_ack_i(b_ack_i),
	.b_err_i(b_err_i));

endmodule

`default_nettype wire
