// SPDX-License-Identifier: ISC
// engine_word_top.v - the unit with counters in system memory, for engine_word.c: what it does at its ports, and which
// sample joins and leaves its queue.

`default_nettype none

module engine_word_top #(
	parameter BINS_LOG2 = 9,
	parameter PC_W      = 32,
	parameter [31:0] PC_HIGH = 32'd0,
	parameter SYSTEM    = 2
) (
	input  wire         clk_i,
	input  wire [191:0] in_i,
	output wire [191:0] out_o
);

wire [31:0] flags = in_i[31:0];
wire [31:0] wb_data, sys_addr, sys_data;
wire        ack, irq, req, cyc, we;
wire [3:0]  sel;

tally #(.BINS_LOG2(BINS_LOG2), .PC_W(PC_W), .PC_HIGH(PC_HIGH), .EVENT(1), .SYSTEM(SYSTEM)) u_tally (
	.clk_i(clk_i), .rst_i(flags[0]), .run_i(flags[1]), .tap_valid_i(flags[2]), .tap_sleep_i(flags[3]),
	.tap_priv_i(flags[5:4]), .tap_pc_i(in_i[63:32]), .tap_tag_i(32'd0), .event_i(1'b0),
	.wb_cyc_i(flags[6]), .wb_stb_i(flags[6]), .wb_we_i(flags[7]), .wb_sel_i(4'b1111),
	.wb_adr_i(in_i[64 +: BINS_LOG2+3]), .wb_dat_i(in_i[127:96]), .wb_dat_o(wb_data), .wb_ack_o(ack), .irq_o(irq),
	.sys_cyc_o(cyc), .sys_stb_o(req), .sys_we_o(we), .sys_sel_o(sel), .sys_adr_o(sys_addr), .sys_dat_o(sys_data),
	.sys_dat_i(in_i[159:128]), .sys_ack_i(flags[8] & ~flags[9]), .sys_err_i(flags[8] & flags[9]), .sys_stolen_i(flags[10]));

wire       lock  = u_tally.g_mul.g_engine.sys_lock;
wire       push  = u_tally.g_mul.g_engine.u_queue.push;
wire       pop   = u_tally.g_mul.g_engine.eng_pop;
wire       takes = u_tally.g_mul.g_engine.eng_take;
wire       waits = u_tally.g_mul.g_engine.que_first_valid;

assign out_o = {
	14'd0, u_tally.smp_weight, 32'd0, sys_data, sys_addr, wb_data,
	9'd0, sel, waits, u_tally.reg_start, u_tally.smp_code, u_tally.smp_valid, u_tally.eng_fault, u_tally.eng_full,
	takes, pop, push, we, lock, req, irq, ack, 3'd0};

wire unused = &{1'b0, in_i, flags, cyc};

endmodule

`default_nettype wire
