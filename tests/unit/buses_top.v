// SPDX-License-Identifier: ISC
// buses_top.v - three units at one tap, behind Wishbone, APB and AXI4-Lite, their ports packed into
// words (tests/unit/buses_ports.c).

`default_nettype none

module buses_top #(
	parameter BINS_LOG2 = 6
) (
	input  wire           clk_i,
	input  wire [11*32-1:0] in_i,
	output wire [4*32-1:0]  out_o
);

localparam ADR_W = BINS_LOG2 + 3;
wire [31:0] tap, pc, wb, wb_adr, wb_dat, apb, paddr, pwdata, axil, wdata, addr;
assign {addr, wdata, axil, pwdata, paddr, apb, wb_dat, wb_adr, wb, pc, tap} = in_i;

wire        ack, pready, pslverr;
wire        awready, wready, bvalid, arready, rvalid;
wire [1:0]  bresp, rresp;
assign out_o[31:0] = {20'd0, rresp, bresp, rvalid, arready, bvalid, wready, awready, pslverr,
	pready, ack};

// a unit with its Wishbone port
`define UNIT(name, cyc, stb, we, sel, adr, dat, got, answer) \
	tally #(.BINS_LOG2(BINS_LOG2)) name ( \
		.clk_i(clk_i), .rst_i(tap[0]), .run_i(tap[1]), \
		.tap_valid_i(tap[2]), .tap_pc_i(pc), .tap_priv_i(tap[5:4]), \
		.tap_sleep_i(tap[3]), .event_i(8'd0), \
		.wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_sel_i(sel), .wb_adr_i(adr), \
		.wb_dat_i(dat), .wb_dat_o(got), .wb_ack_o(answer), .irq_o(), \
		.sys_cyc_o(), .sys_stb_o(), .sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(), \
		.sys_dat_i(32'd0), .sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0))

`UNIT(u_wb, wb[0], wb[1], wb[2], wb[7:4], wb_adr[ADR_W-1:0], wb_dat, out_o[63:32], ack);

wire             a_cyc, a_stb, a_we, a_ack;
wire [3:0]       a_sel;
wire [ADR_W-1:0] a_adr;
wire [31:0]      a_dat, a_got;
tally_apb #(.ADR_W(ADR_W)) apb_slave (
	.apb_psel_i(apb[0]), .apb_penable_i(apb[1]), .apb_pwrite_i(apb[2]), .apb_pstrb_i(apb[7:4]),
	.apb_paddr_i(paddr[ADR_W-1:0]), .apb_pwdata_i(pwdata), .apb_prdata_o(out_o[95:64]),
	.apb_pready_o(pready), .apb_pslverr_o(pslverr),
	.wb_cyc_o(a_cyc), .wb_stb_o(a_stb), .wb_we_o(a_we), .wb_sel_o(a_sel), .wb_adr_o(a_adr),
	.wb_dat_o(a_dat), .wb_dat_i(a_got), .wb_ack_i(a_ack));
`UNIT(u_apb, a_cyc, a_stb, a_we, a_sel, a_adr, a_dat, a_got, a_ack);

// both addresses in one word
wire             x_cyc, x_stb, x_we, x_ack;
wire [3:0]       x_sel;
wire [ADR_W-1:0] x_adr;
wire [31:0]      x_dat, x_got;
tally_axil #(.ADR_W(ADR_W)) axil_slave (
	.clk_i(clk_i), .rst_i(tap[0]),
	.axil_awvalid_i(axil[0]), .axil_awready_o(awready), .axil_awaddr_i(addr[ADR_W-1:0]),
	.axil_wvalid_i(axil[1]), .axil_wready_o(wready), .axil_wdata_i(wdata),
	.axil_wstrb_i(axil[7:4]),
	.axil_bvalid_o(bvalid), .axil_bready_i(axil[2]), .axil_bresp_o(bresp),
	.axil_arvalid_i(axil[3]), .axil_arready_o(arready), .axil_araddr_i(addr[16+ADR_W-1:16]),
	.axil_rvalid_o(rvalid), .axil_rready_i(axil[8]), .axil_rdata_o(out_o[127:96]),
	.axil_rresp_o(rresp),
	.wb_cyc_o(x_cyc), .wb_stb_o(x_stb), .wb_we_o(x_we), .wb_sel_o(x_sel), .wb_adr_o(x_adr),
	.wb_dat_o(x_dat), .wb_dat_i(x_got), .wb_ack_i(x_ack));
`UNIT(u_axil, x_cyc, x_stb, x_we, x_sel, x_adr, x_dat, x_got, x_ack);

endmodule

`default_nettype wire
