// ---- the SoC's APB port to 0xF4000000; here made of PicoRV32's bus
wire        psel = mem_valid & for_tally;
wire        pready;
reg         penable;
always @(posedge clk) penable <= psel & ~tally_ack & ~rst;
assign      tally_ack = penable & pready;

// ---- Tally behind it
wire        wb_stb, wb_we, wb_ack;
wire [3:0]  wb_sel;
wire [12:0] wb_adr;
wire [31:0] wb_wdata, wb_rdata;
tally_apb #(.ADR_W(13)) tally_bus (
	.apb_psel_i(psel), .apb_penable_i(penable), .apb_pwrite_i(|mem_wstrb),
	.apb_pstrb_i(mem_wstrb), .apb_paddr_i(mem_addr[12:0]), .apb_pwdata_i(mem_wdata),
	.apb_prdata_o(tally_rdata), .apb_pready_o(pready), .apb_pslverr_o(), .wb_cyc_o(),
	.wb_stb_o(wb_stb), .wb_we_o(wb_we), .wb_sel_o(wb_sel), .wb_adr_o(wb_adr),
	.wb_dat_o(wb_wdata), .wb_dat_i(wb_rdata), .wb_ack_i(wb_ack));
tally_soc #(.MAPPER(1), .BINS_LOG2(10), .ADR_W(13), .BIT(12)) tally (
	.clk_i(clk), .rst_i(rst), .run_i(1'b1), .tap_valid_i(rvfi_valid & ~rvfi_trap),
	.tap_pc_i(rvfi_pc), .tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0),
	.tap_data_i(1'b0), .tap_data_adr_i(32'd0), .tap_insn_i(32'd0), .tap_handler_i(1'b0),
	.event_i(8'd0), .wb_stb_i(wb_stb), .wb_we_i(wb_we),
	.wb_sel_i(wb_sel), .wb_adr_i(wb_adr), .wb_dat_i(wb_wdata),
	.wb_dat_o(wb_rdata), .wb_ack_o(wb_ack), .irq_o(), .sys_cyc_o(), .sys_stb_o(),
	.sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(), .sys_dat_i(32'd0),
	.sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0), .rx_i(rx), .tx_o(tx));
