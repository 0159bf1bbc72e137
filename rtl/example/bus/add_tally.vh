tally_simple #(.MAPPER(2), .BINS_LOG2(10)) tally (
	.clk_i(clk), .rst_i(rst), .tap_valid_i(rvfi_valid & ~rvfi_trap), .tap_pc_i(rvfi_pc),
	.tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0), .event_i(8'd0),
	.wb_stb_i(mem_valid & for_tally), .wb_we_i(|mem_wstrb), .wb_sel_i(mem_wstrb),
	.wb_adr_i(mem_addr[12:0]), .wb_dat_i(mem_wdata), .wb_dat_o(tally_rdata),
	.wb_ack_o(tally_ack), .irq_o());
assign tx = 1'b1;
