// SPDX-License-Identifier: ISC
// tally_live.v - tally_soc.v with nothing but a unit, a tap and two pins: no bus, no software.
// `tally top` and `record` read and steer it from the host.

`default_nettype none

module tally_live #(
	parameter MAPPER    = 0,            // these six: tally_soc.v
	parameter BINS_LOG2 = 9,
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter EVENT     = 0,
	parameter [31:0] BIT = 12
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

wire [104:0] left;
wire         unused = &{1'b0, left};

tally_soc #(
	.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .PC_HIGH(PC_HIGH), .EVENT(EVENT),
	.BUS(0), .BIT(BIT)
) u_soc (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(1'b1), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_data_i(1'b0),
	.tap_data_adr_i(32'd0), .tap_insn_i(32'd0), .tap_handler_i(1'b0), .event_i(event_i),
	.wb_stb_i(1'b0), .wb_we_i(1'b0), .wb_sel_i(4'd0), .wb_adr_i(12'd0), .wb_dat_i(32'd0),
	.wb_dat_o(left[31:0]), .wb_ack_o(left[32]), .irq_o(left[33]), .sys_cyc_o(left[34]),
	.sys_stb_o(left[35]), .sys_we_o(left[36]), .sys_sel_o(left[40:37]),
	.sys_adr_o(left[72:41]), .sys_dat_o(left[104:73]), .sys_dat_i(32'd0), .sys_ack_i(1'b0),
	.sys_err_i(1'b0), .sys_stolen_i(1'b0), .rx_i(rx_i), .tx_o(tx_o));

endmodule

`default_nettype wire
