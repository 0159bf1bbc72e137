// SPDX-License-Identifier: ISC
// tally_simple.v - one unit with nothing to connect but tap, bus, clock and reset: counters of its
// own, no context filter. rtl/INTEGRATE.md shows it in a SoC.

`default_nettype none

module tally_simple #(
	parameter MAPPER    = 0,         // these four: tally_params.vh
	parameter BINS_LOG2 = 9,
	parameter PC_W      = 32,
	parameter EVENT     = 0
) (
	input  wire                 clk_i,
	input  wire                 rst_i,         // synchronous
	input  wire                 tap_valid_i,
	input  wire [31:0]          tap_pc_i,
	input  wire [1:0]           tap_priv_i,
	input  wire                 tap_sleep_i,
	input  wire [7:0]           event_i,
	input  wire                 wb_stb_i,      // CYC and STB
	input  wire                 wb_we_i,
	input  wire [3:0]           wb_sel_i,      // writes: all four
	input  wire [BINS_LOG2+2:0] wb_adr_i,      // in bytes
	input  wire [31:0]          wb_dat_i,
	output wire [31:0]          wb_dat_o,
	output wire                 wb_ack_o,
	output wire                 irq_o
);

wire        cyc, stb, we;
wire [3:0]  sel;
wire [31:0] adr, dat;
wire        unused = &{1'b0, cyc, stb, we, sel, adr, dat};

tally #(.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .EVENT(EVENT)) u_tally (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(1'b1), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_tag_i(32'd0), .event_i(event_i),
	.wb_cyc_i(wb_stb_i), .wb_stb_i(wb_stb_i), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i), .wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat_o), .wb_ack_o(wb_ack_o),
	.irq_o(irq_o), .sys_cyc_o(cyc), .sys_stb_o(stb), .sys_we_o(we), .sys_sel_o(sel),
	.sys_adr_o(adr), .sys_dat_o(dat), .sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0),
	.sys_stolen_i(1'b0));

endmodule

`default_nettype wire
