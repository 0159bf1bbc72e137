// SPDX-License-Identifier: ISC
// bridge.v - the serial bridge of the simulated machine (LINK), and the other end of its line with the testbench. Its pins
// are those of machine.v: link_pin from the rising edge of poke_i on.

`default_nettype none

module bridge #(
	parameter BINS_LOG2 = 20	// the unit's memory: 2^BINS_LOG2 words; at most 20
) (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        poke_i,
	input  wire [63:0] link_pin,
	output wire [31:0] link_o,

	output wire        c_shared_o,		// the console has no other line
	output wire        c_rx_valid_o,
	output wire [7:0]  c_rx_data_o,
	input  wire        c_tx_valid_i,
	input  wire [7:0]  c_tx_data_i,
	output wire        c_tx_ready_o,

	output wire        unit_stb_o,		// until unit_ack_i, or given up
	output wire        unit_we_o,
	output wire [22:0] unit_adr_o,
	output wire [31:0] unit_dat_o,
	input  wire [31:0] unit_dat_i,
	input  wire        unit_ack_i,
	output wire        sys_stb_o,
	output wire        sys_we_o,
	output wire [31:0] sys_adr_o,
	output wire [31:0] sys_dat_o,
	input  wire [31:0] sys_dat_i,
	input  wire        sys_ack_i,
	input  wire        sys_err_i
);
wire [63:0] link_i;
pins #(.W(64)) link_pins (.poke_i(poke_i), .pins_i(link_pin), .pins_o(link_i));

wire        line_up, line_down, c_rx_error;
wire [31:0] rdat = unit_stb_o ? unit_dat_i : sys_dat_i;

// PATIENCE below 128: the bridge gives a read up before the unit does and answers 0
tally_uartbone #(.UNIT_BASE(32'hf400_0000), .UNIT_LOG2(23), .BINS(1 << (BINS_LOG2 + 2)), .PATIENCE(120)) uartbone (
	.clk_i        (clk_i),
	.rst_i        (rst_i),
	.div_i        (link_i[15:0]),
	.rx_i         (line_up),
	.tx_o         (line_down),
	.shared_i     (link_i[25]),
	.c_rx_valid_o (c_rx_valid_o),
	.c_rx_data_o  (c_rx_data_o),
	.c_rx_error_o (c_rx_error),
	.c_tx_valid_i (c_tx_valid_i),
	.c_tx_data_i  (c_tx_data_i),
	.c_tx_ready_o (c_tx_ready_o),
	.u_stb_o      (unit_stb_o),
	.u_we_o       (unit_we_o),
	.u_adr_o      (unit_adr_o),
	.u_dat_o      (unit_dat_o),
	.u_dat_i      (rdat),
	.u_ack_i      (unit_ack_i),
	.b_stb_o      (sys_stb_o),
	.b_we_o       (sys_we_o),
	.b_adr_o      (sys_adr_o),
	.b_dat_o      (sys_dat_o),
	.b_dat_i      (rdat),
	.b_ack_i      (sys_ack_i),
	.b_err_i      (sys_err_i)
);

link_line link_line (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.div_i    (link_i[47:32]),
	.toggle_i (link_i[24]),
	.data_i   (link_i[23:16]),
	.want_o   (link_o[9]),
	.valid_o  (link_o[8]),
	.data_o   (link_o[7:0]),
	.line_i   (line_down),
	.line_o   (line_up)
);
assign link_o[31:10] = 22'd0;
assign c_shared_o    = link_i[25];
wire unused = &{1'b0, link_i[63:48], link_i[31:26], c_rx_error};
endmodule

`default_nettype wire
