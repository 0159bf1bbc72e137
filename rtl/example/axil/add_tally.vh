// ---- the SoC's AXI4-Lite port to 0xF4000000; here PicoRV32's own adapter makes it
wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
wire [31:0] awaddr, wdata, araddr, axil_rdata;
wire [3:0]  wstrb;
picorv32_axi_adapter port (
	.clk(clk), .resetn(~rst), .mem_axi_awvalid(awvalid), .mem_axi_awready(awready),
	.mem_axi_awaddr(awaddr), .mem_axi_awprot(), .mem_axi_wvalid(wvalid),
	.mem_axi_wready(wready), .mem_axi_wdata(wdata), .mem_axi_wstrb(wstrb),
	.mem_axi_bvalid(bvalid), .mem_axi_bready(bready), .mem_axi_arvalid(arvalid),
	.mem_axi_arready(arready), .mem_axi_araddr(araddr), .mem_axi_arprot(),
	.mem_axi_rvalid(rvalid), .mem_axi_rready(rready), .mem_axi_rdata(axil_rdata),
	.mem_valid(mem_valid & for_tally), .mem_instr(1'b0), .mem_ready(tally_ack),
	.mem_addr(mem_addr), .mem_wdata(mem_wdata), .mem_wstrb(mem_wstrb), .mem_rdata(tally_rdata));

// ---- Tally behind it
wire        wb_stb, wb_we, wb_ack;
wire [3:0]  wb_sel;
wire [12:0] wb_adr;
wire [31:0] wb_wdata, wb_rdata;
tally_axil #(.ADR_W(13)) tally_bus (
	.clk_i(clk), .rst_i(rst), .axil_awvalid_i(awvalid), .axil_awready_o(awready),
	.axil_awaddr_i(awaddr[12:0]), .axil_wvalid_i(wvalid), .axil_wready_o(wready),
	.axil_wdata_i(wdata), .axil_wstrb_i(wstrb), .axil_bvalid_o(bvalid), .axil_bready_i(bready),
	.axil_bresp_o(), .axil_arvalid_i(arvalid), .axil_arready_o(arready),
	.axil_araddr_i(araddr[12:0]), .axil_rvalid_o(rvalid), .axil_rready_i(rready),
	.axil_rdata_o(axil_rdata), .axil_rresp_o(), .wb_cyc_o(), .wb_stb_o(wb_stb), .wb_we_o(wb_we),
	.wb_sel_o(wb_sel), .wb_adr_o(wb_adr), .wb_dat_o(wb_wdata), .wb_dat_i(wb_rdata),
	.wb_ack_i(wb_ack));
tally_soc #(.MAPPER(1), .BINS_LOG2(10), .ADR_W(13), .BIT(12)) tally (
	.clk_i(clk), .rst_i(rst), .run_i(1'b1), .tap_valid_i(rvfi_valid & ~rvfi_trap),
	.tap_pc_i(rvfi_pc), .tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0),
	.tap_data_i(1'b0), .tap_data_adr_i(32'd0), .tap_insn_i(32'd0), .tap_handler_i(1'b0),
	.event_i(8'd0), .wb_stb_i(wb_stb), .wb_we_i(wb_we),
	.wb_sel_i(wb_sel), .wb_adr_i(wb_adr), .wb_dat_i(wb_wdata),
	.wb_dat_o(wb_rdata), .wb_ack_o(wb_ack), .irq_o(), .sys_cyc_o(), .sys_stb_o(),
	.sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(), .sys_dat_i(32'd0),
	.sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0), .rx_i(rx), .tx_o(tx));
