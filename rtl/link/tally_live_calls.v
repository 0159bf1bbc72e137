// SPDX-License-Identifier: ISC
// tally_live_calls.v - the units of tally_calls.v on a tap, two pins and the core's bus:
// `tally record --calls` and its like show who called. Without a bus wb_stb_i is 0.

`default_nettype none

module tally_live_calls #(
	parameter NODES     = 11,           // these six: tally_calls.v
	parameter STACKS    = 1,
	parameter MAPPER    = 0,
	parameter BINS_LOG2 = 12,
	parameter PC_W      = 32,
	parameter EVENT     = 0,
	parameter [31:0] BIT = 12,          // tally_live.v
	// words of both units: 2^(HALF + 1)
	parameter HALF      = BINS_LOG2 + 1 > NODES + 3 ? BINS_LOG2 + 1 : NODES + 3
) (
	input  wire            clk_i,
	input  wire            rst_i,              // synchronous
	input  wire            tap_valid_i,
	input  wire [31:0]     tap_pc_i,
	input  wire [31:0]     tap_insn_i,         // tally_context.v
	input  wire            tap_handler_i,
	input  wire [1:0]      tap_priv_i,
	input  wire            tap_sleep_i,
	input  wire [31:0]     tap_tag_i,          // the task that runs; STACKS 1: 0
	input  wire [7:0]      event_i,
	input  wire            wb_stb_i,           // CYC and STB
	input  wire            wb_we_i,
	input  wire [3:0]      wb_sel_i,           // writes: all four
	input  wire [HALF+2:0] wb_adr_i,           // in bytes
	input  wire [31:0]     wb_dat_i,
	output wire [31:0]     wb_dat_o,
	output wire            wb_ack_o,
	output wire            irq_o,
	input  wire            rx_i,               // asynchronous
	output wire            tx_o
);

wire          bus_stb, bus_we, bus_ack, unit_stb, unit_we, unit_whole, unit_ack;
wire [HALF:0] bus_adr, unit_adr;
wire [31:0]   bus_dat, unit_dat;
wire          unused = &{1'b0, wb_adr_i[1:0]};

tally_bridge #(.AW(HALF + 1), .BIT(BIT)) u_bridge (
	.clk_i(clk_i), .rst_i(rst_i), .rx_i(rx_i), .tx_o(tx_o), .bus_stb_o(bus_stb),
	.bus_we_o(bus_we), .bus_adr_o(bus_adr), .bus_dat_o(bus_dat), .bus_dat_i(wb_dat_o),
	.bus_ack_i(bus_ack));

tally_port #(.AW(HALF + 1)) u_port (
	.clk_i(clk_i), .rst_i(rst_i), .core_stb_i(wb_stb_i), .core_we_i(wb_we_i),
	.core_whole_i(&wb_sel_i), .core_adr_i(wb_adr_i[HALF+2:2]), .core_dat_i(wb_dat_i),
	.core_ack_o(wb_ack_o), .bus_stb_i(bus_stb), .bus_we_i(bus_we), .bus_adr_i(bus_adr),
	.bus_dat_i(bus_dat), .bus_ack_o(bus_ack), .unit_stb_o(unit_stb), .unit_we_o(unit_we),
	.unit_whole_o(unit_whole), .unit_adr_o(unit_adr), .unit_dat_o(unit_dat),
	.unit_ack_i(unit_ack));

tally_calls #(
	.NODES(NODES), .STACKS(STACKS), .MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2),
	.PC_W(PC_W), .EVENT(EVENT)
) u_units (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(1'b1), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i), .tap_priv_i(tap_priv_i),
	.tap_sleep_i(tap_sleep_i), .tap_tag_i(tap_tag_i), .event_i(event_i), .wb_stb_i(unit_stb),
	.wb_we_i(unit_we), .wb_sel_i({4{unit_whole}}), .wb_adr_i({unit_adr, 2'b00}),
	.wb_dat_i(unit_dat), .wb_dat_o(wb_dat_o), .wb_ack_o(unit_ack), .irq_o(irq_o));

endmodule

`default_nettype wire
