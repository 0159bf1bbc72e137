// SPDX-License-Identifier: ISC
// tally_live.v - tally_simple.v and the serial bridge beside it: the same ports, and two pins for `tally attach`, `top`
// and `record`. The bridge reads and steers the unit only, not the rest of the bus. rtl/INTEGRATE.md shows it in a SoC.

`default_nettype none

module tally_live #(
	parameter MAPPER    = 0,         // these three: tally_params.vh; BINS_LOG2 from 8 on
	parameter BINS_LOG2 = 9,
	parameter PC_W      = 32,
	parameter [31:0] UNIT_BASE = 32'hf4000000, // where the core sees the unit; `tally` asks for it
	parameter [31:0] BIT = 12          // clocks a bit of the line, 4 .. 65535: clock / baud
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire                 wb_stb_i,      // CYC and STB
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,      // writes: all four
	input  wire [BINS_LOG2+2:0] wb_adr_i,      // in bytes
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o,
	input  wire                 rx_i,
	output wire                 tx_o
);

generate
if (BIT < 4 || BIT > 65535) begin : g_refused
	tally_parameter_out_of_range its_range_is_at_its_top ();
end
endgenerate

localparam AW = BINS_LOG2 + 3;
wire          stb, we, ack, b_stb, b_we, b_ack, bus_stb, bus_we, c_valid, c_error, c_ready;
wire [3:0]    sel;
wire [7:0]    c_data;
wire [AW-1:0] adr, b_adr;
wire [31:0]   dat, b_dat, bus_adr, bus_dat;
wire          unused = &{1'b0, bus_stb, bus_we, bus_adr, bus_dat, c_valid, c_error, c_ready, c_data};

tally_uartbone #(.UNIT_BASE(UNIT_BASE), .UNIT_LOG2(AW), .BINS(4 << BINS_LOG2), .BUS(0)) u_uartbone (
	.clk_i(clk_i), .rst_i(rst_i), .div_i(BIT[15:0]), .rx_i(rx_i), .tx_o(tx_o),
	.shared_i(1'b0), .c_rx_valid_o(c_valid), .c_rx_data_o(c_data), .c_rx_error_o(c_error),
	.c_tx_valid_i(1'b0), .c_tx_data_i(8'd0), .c_tx_ready_o(c_ready),
	.u_stb_o(b_stb), .u_we_o(b_we), .u_adr_o(b_adr), .u_dat_o(b_dat), .u_dat_i(wb_dat_o), .u_ack_i(b_ack),
	.b_stb_o(bus_stb), .b_we_o(bus_we), .b_adr_o(bus_adr), .b_dat_o(bus_dat), .b_dat_i(32'd0), .b_ack_i(1'b0),
	.b_err_i(1'b0));

tally_port #(.AW(AW)) u_port (
	.clk_i(clk_i), .rst_i(rst_i),
	.a_stb_i(wb_stb_i), .a_we_i(wb_we_i), .a_sel_i(wb_sel_i), .a_adr_i(wb_adr_i), .a_dat_i(wb_dat_i),
	.a_ack_o(wb_ack_o),
	.b_stb_i(b_stb), .b_we_i(b_we), .b_adr_i(b_adr), .b_dat_i(b_dat), .b_ack_o(b_ack),
	.u_stb_o(stb), .u_we_o(we), .u_sel_o(sel), .u_adr_o(adr), .u_dat_o(dat), .u_ack_i(ack));

tally_simple #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W)) u_unit (
	.clk_i(clk_i), .rst_i(rst_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i), .tap_priv_i(tap_priv_i),
	.tap_sleep_i(tap_sleep_i), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr), .wb_dat_i(dat),
	.wb_dat_o(wb_dat_o), .wb_ack_o(ack), .irq_o(irq_o));

endmodule

`default_nettype wire
