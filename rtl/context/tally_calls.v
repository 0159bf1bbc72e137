// SPDX-License-Identifier: ISC
// tally_calls.v - a unit that counts where the core is, and behind it one that counts who called
// (CONTEXT.md), on one tap and one bus: `tally attach --calls` and its like read both.
//
// The first has its registers at 0; the second at 4 * 2^HALF, a multiple of what it takes.

`default_nettype none

module tally_calls #(
	parameter NODES     = 11,           // 2^NODES of the call tree. 6 .. 15
	parameter STACKS    = 1,            // tally_context.v
	parameter MAPPER    = 0,            // these: tally_params.vh; BINS_LOG2 from 5 on
	parameter BINS_LOG2 = 12,
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter TAG       = 0,
	parameter EVENT     = 0,
	// words of both: 2^(HALF + 1)
	parameter HALF      = BINS_LOG2 + 1 > NODES + 3 ? BINS_LOG2 + 1 : NODES + 3
) (
	input  wire            clk_i,
	input  wire            rst_i,
	input  wire            run_i,
	input  wire            tap_valid_i,
	input  wire [31:0]     tap_pc_i,
	input  wire [31:0]     tap_insn_i,         // as tally_context.v's
	input  wire            tap_handler_i,
	input  wire [1:0]      tap_priv_i,
	input  wire            tap_sleep_i,
	input  wire [31:0]     tap_tag_i,
	input  wire [7:0]      event_i,
	input  wire            wb_stb_i,           // CYC and STB
	input  wire            wb_we_i,
	input  wire [3:0]      wb_sel_i,
	input  wire [HALF+2:0] wb_adr_i,           // in bytes
	input  wire [31:0]     wb_dat_i,
	output wire [31:0]     wb_dat_o,
	output wire            wb_ack_o,
	output wire            irq_o
);
localparam CALLS_PC_W = PC_W < 32 - NODES ? PC_W : 32 - NODES;

wire        calls = wb_adr_i[HALF+2];
wire        cyc, stb, we;
wire [1:0]  ack, irq;
wire [3:0]  sel;
wire [31:0] adr, dat, pcs_dat, calls_dat;
wire        unused = &{1'b0, wb_adr_i, cyc, stb, we, sel, adr, dat};

assign wb_dat_o = calls ? calls_dat : pcs_dat;
assign wb_ack_o = |ack;
assign irq_o    = |irq;

tally #(
	.MAPPER(MAPPER), .BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .PC_HIGH(PC_HIGH), .TAG(TAG),
	.EVENT(EVENT)
) u_pcs (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_priv_i(tap_priv_i), .tap_sleep_i(tap_sleep_i), .tap_tag_i(tap_tag_i),
	.event_i(event_i), .wb_cyc_i(wb_stb_i), .wb_stb_i(wb_stb_i & ~calls), .wb_we_i(wb_we_i),
	.wb_sel_i(wb_sel_i), .wb_adr_i(wb_adr_i[BINS_LOG2+2:0]), .wb_dat_i(wb_dat_i),
	.wb_dat_o(pcs_dat), .wb_ack_o(ack[0]), .irq_o(irq[0]), .sys_cyc_o(cyc), .sys_stb_o(stb),
	.sys_we_o(we), .sys_sel_o(sel), .sys_adr_o(adr), .sys_dat_o(dat), .sys_dat_i(32'd0),
	.sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0));

tally_context #(
	.NODES(NODES), .PC_W(CALLS_PC_W), .PC_HIGH(PC_HIGH), .PLACES(10), .STACKS(STACKS),
	.TAG(TAG), .EVENT(EVENT)
) u_calls (
	.clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .tap_valid_i(tap_valid_i), .tap_pc_i(tap_pc_i),
	.tap_insn_i(tap_insn_i), .tap_handler_i(tap_handler_i), .tap_priv_i(tap_priv_i),
	.tap_sleep_i(tap_sleep_i), .tap_tag_i(tap_tag_i), .event_i(event_i), .wb_cyc_i(wb_stb_i),
	.wb_stb_i(wb_stb_i & calls), .wb_we_i(wb_we_i), .wb_sel_i(wb_sel_i),
	.wb_adr_i(wb_adr_i[NODES+4:0]), .wb_dat_i(wb_dat_i), .wb_dat_o(calls_dat),
	.wb_ack_o(ack[1]), .irq_o(irq[1]));

endmodule

`default_nettype wire
