// SPDX-License-Identifier: ISC
// tally_live.v - a unit on a tap and two pins: no bus, no software. `tally attach`, `top` and
// `record` read and steer it from the host. rtl/INTEGRATE.md shows it in a SoC.

`default_nettype none

module tally_live #(
	parameter MAPPER    = 0,            // these four: tally_params.vh; BINS_LOG2 from 8 on
	parameter BINS_LOG2 = 9,
	parameter PC_W      = 32,
	parameter EVENT     = 0,
	parameter [31:0] BIT = 12           // clocks a bit of the line, 4 .. 65535: clock / baud
) (
	input  wire        clk_i,
	input  wire        rst_i,           // synchronous
	input  wire        tap_valid_i,
	input  wire [31:0] tap_pc_i,
	input  wire [1:0]  tap_priv_i,
	input  wire        tap_sleep_i,
	input  wire [7:0]  event_i,
	input  wire        rx_i,            // asynchronous
	output wire        tx_o
);

wire               stb, we, ack, irq;
wire [BINS_LOG2:0] adr;
wire [31:0]        dat, read_dat;
wire               unused = &{1'b0, irq};

tally_bridge #(.AW(BINS_LOG2 + 1), .BIT(BIT)) u_bridge (
	.clk_i(clk_i), .rst_i(rst_i), .rx_i(rx_i), .tx_o(tx_o), .bus_stb_o(stb), .bus_we_o(we),
	.bus_adr_o(adr), .bus_dat_o(dat), .bus_dat_i(read_dat), .bus_ack_i(ack));

tally_simple #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .EVENT(EVENT)) u_unit (
	.clk_i(clk_i), .rst_i(rst_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .event_i(event_i), .wb_stb_i(stb),
	.wb_we_i(we), .wb_sel_i(4'b1111), .wb_adr_i({adr, 2'b00}), .wb_dat_i(dat),
	.wb_dat_o(read_dat), .wb_ack_o(ack), .irq_o(irq));

endmodule

`default_nettype wire
