// SPDX-License-Identifier: ISC
// buses_top.v - three units alike, one on each bus, at the same tap, for tests/unit/buses.c.
//
// Inputs and outputs are words packed into one vector each, as tests/unit/buses.h
// names them: so the C side does not depend on how Verilator orders arguments.

`default_nettype none

module buses_top #(
	parameter BINS_LOG2   = 6,
	parameter WINDOW_LOG2 = 12
) (
	input  wire                clk_i,
	input  wire [11 * 32 - 1:0] in_i,
	output wire [4 * 32 - 1:0]  out_o
);

wire [31:0] tap = in_i[0 +: 32], pc = in_i[32 +: 32];
wire [31:0] wb  = in_i[64 +: 32], wb_adr = in_i[96 +: 32], wb_dat = in_i[128 +: 32];
wire [31:0] apb = in_i[160 +: 32], paddr = in_i[192 +: 32], pwdata = in_i[224 +: 32];
wire [31:0] axil = in_i[256 +: 32], wdata = in_i[288 +: 32], addr = in_i[320 +: 32];

wire       ack, err, wb_irq, pready, pslverr, apb_irq;
wire       awready, wready, bvalid, arready, rvalid, axil_irq;
wire [1:0] bresp, rresp;

assign out_o[31:0] = {16'd0, axil_irq, rresp, rvalid, arready, bresp, bvalid, wready, awready,
	apb_irq, pslverr, pready, wb_irq, err, ack};

tally_wb #(.BINS_LOG2(BINS_LOG2)) u_wb (
	.clk_i(clk_i), .rst_i(tap[0]), .run_i(tap[1]),
	.tap_valid_i(tap[2]), .tap_pc_i(pc), .tap_priv_i(tap[5:4]), .tap_sleep_i(tap[3]),
	.tap_tag_i(32'd0), .event_i(1'b0), .ext_i(1'b0), .sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0),
	.sys_req_o(), .sys_lock_o(), .sys_we_o(), .sys_sel_o(), .sys_addr_o(), .sys_data_o(),
	.wb_cyc_i(wb[0]), .wb_stb_i(wb[1]), .wb_we_i(wb[2]), .wb_sel_i(wb[7:4]),
	.wb_adr_i(wb_adr[WINDOW_LOG2:0]), .wb_dat_i(wb_dat),
	.wb_dat_o(out_o[63:32]), .wb_ack_o(ack), .wb_err_o(err), .irq_o(wb_irq));

tally_apb #(.BINS_LOG2(BINS_LOG2)) u_apb (
	.clk_i(clk_i), .rst_i(tap[0]), .run_i(tap[1]),
	.tap_valid_i(tap[2]), .tap_pc_i(pc), .tap_priv_i(tap[5:4]), .tap_sleep_i(tap[3]),
	.tap_tag_i(32'd0), .event_i(1'b0), .ext_i(1'b0), .sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0),
	.sys_req_o(), .sys_lock_o(), .sys_we_o(), .sys_sel_o(), .sys_addr_o(), .sys_data_o(),
	.apb_psel_i(apb[0]), .apb_penable_i(apb[1]), .apb_pwrite_i(apb[2]), .apb_pstrb_i(apb[7:4]),
	.apb_paddr_i(paddr[WINDOW_LOG2:0]), .apb_pwdata_i(pwdata),
	.apb_prdata_o(out_o[95:64]), .apb_pready_o(pready), .apb_pslverr_o(pslverr), .irq_o(apb_irq));

// both addresses in one word: the window is below 2^16
tally_axil #(.BINS_LOG2(BINS_LOG2)) u_axil (
	.clk_i(clk_i), .rst_i(tap[0]), .run_i(tap[1]),
	.tap_valid_i(tap[2]), .tap_pc_i(pc), .tap_priv_i(tap[5:4]), .tap_sleep_i(tap[3]),
	.tap_tag_i(32'd0), .event_i(1'b0), .ext_i(1'b0), .sys_done_i(1'b0), .sys_err_i(1'b0), .sys_data_i(32'd0), .sys_stolen_i(1'b0),
	.sys_req_o(), .sys_lock_o(), .sys_we_o(), .sys_sel_o(), .sys_addr_o(), .sys_data_o(),
	.axil_awvalid_i(axil[0]), .axil_awready_o(awready), .axil_awaddr_i(addr[WINDOW_LOG2:0]),
	.axil_wvalid_i(axil[1]), .axil_wready_o(wready), .axil_wdata_i(wdata), .axil_wstrb_i(axil[7:4]),
	.axil_bvalid_o(bvalid), .axil_bready_i(axil[2]), .axil_bresp_o(bresp),
	.axil_arvalid_i(axil[3]), .axil_arready_o(arready), .axil_araddr_i(addr[WINDOW_LOG2+16:16]),
	.axil_rvalid_o(rvalid), .axil_rready_i(axil[8]), .axil_rdata_o(out_o[127:96]), .axil_rresp_o(rresp),
	.irq_o(axil_irq));

endmodule

`default_nettype wire
