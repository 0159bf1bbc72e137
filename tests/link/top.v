// SPDX-License-Identifier: ISC
// top.v - the serial bridge for test.c. Every signal has its own word,
// because Verilator orders the arguments of its library by width.

`default_nettype none

module link_top (
	input  wire         clk_i,
	input  wire [127:0] in_i,
	output wire [159:0] out_o
);

wire        c_rx_valid, c_rx_error, c_tx_ready;
wire [7:0]  c_rx_data;
wire        tx, u_stb, u_we, b_stb, b_we;
wire [14:0] u_adr;
wire [31:0] u_dat, b_adr, b_dat;

tally_uartbone #(.UNIT_BASE(32'hf4000000), .UNIT_LOG2(15), .BINS(16384), .TIMEOUT_LOG2(19), .PATIENCE(240)) u_uartbone (
	.clk_i(clk_i), .rst_i(in_i[0]), .div_i(in_i[47:32]), .rx_i(in_i[1]), .tx_o(tx),
	.shared_i(in_i[5]), .c_rx_valid_o(c_rx_valid), .c_rx_data_o(c_rx_data), .c_rx_error_o(c_rx_error),
	.c_tx_valid_i(in_i[6]), .c_tx_data_i(in_i[15:8]), .c_tx_ready_o(c_tx_ready),
	.u_stb_o(u_stb), .u_we_o(u_we), .u_adr_o(u_adr), .u_dat_o(u_dat), .u_dat_i(in_i[95:64]), .u_ack_i(in_i[2]),
	.b_stb_o(b_stb), .b_we_o(b_we), .b_adr_o(b_adr), .b_dat_o(b_dat), .b_dat_i(in_i[127:96]), .b_ack_i(in_i[3]), .b_err_i(in_i[4]));

assign out_o = {b_dat, b_adr, u_dat, 17'd0, u_adr, 9'd0, c_rx_data, 7'd0, c_rx_error, c_rx_valid, c_tx_ready, b_we, b_stb, u_we, u_stb, tx};

wire _unused = &{1'b0, in_i};

endmodule

`default_nettype wire
