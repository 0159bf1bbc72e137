tally_soc #(.MAPPER(1), .BINS_LOG2(10), .ADR_W(13), .BIT(12)) tally (
	.clk_i(clk), .rst_i(rst), .run_i(1'b1), .tap_valid_i(rvfi_valid & ~rvfi_trap),
	.tap_pc_i(rvfi_pc), .tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0),
	.tap_data_i(1'b0), .tap_data_adr_i(32'd0), .tap_insn_i(32'd0), .tap_handler_i(1'b0),
	.event_i(8'd0), .wb_stb_i(mem_valid & for_tally), .wb_we_i(|mem_wstrb),
	.wb_sel_i(mem_wstrb), .wb_adr_i(mem_addr[12:0]), .wb_dat_i(mem_wdata),
	.wb_dat_o(tally_rdata), .wb_ack_o(tally_ack), .irq_o(), .sys_cyc_o(), .sys_stb_o(),
	.sys_we_o(), .sys_sel_o(), .sys_adr_o(), .sys_dat_o(), .sys_dat_i(32'd0),
	.sys_ack_i(1'b0), .sys_err_i(1'b0), .sys_stolen_i(1'b0), .rx_i(rx), .tx_o(tx));
