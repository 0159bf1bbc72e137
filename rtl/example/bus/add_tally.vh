wire        tap_valid, tap_sleep;
wire [31:0] tap_pc;
wire [1:0]  tap_priv;
tap_rvfi tap (.rvfi_valid_i(rvfi_valid), .rvfi_trap_i(rvfi_trap), .rvfi_mode_i(rvfi_mode), .rvfi_pc_rdata_i(rvfi_pc),
	.sleep_i(1'b0), .tap_valid_o(tap_valid), .tap_pc_o(tap_pc), .tap_priv_o(tap_priv), .tap_sleep_o(tap_sleep));
tally_simple #(.MAPPER(2), .BINS_LOG2(10)) tally (
	.clk_i(clk), .rst_i(rst),
	.tap_valid_i(tap_valid), .tap_pc_i(tap_pc), .tap_priv_i(tap_priv), .tap_sleep_i(tap_sleep),
	.wb_stb_i(mem_valid & for_tally), .wb_we_i(|mem_wstrb), .wb_sel_i(mem_wstrb), .wb_adr_i(mem_addr[12:0]),
	.wb_dat_i(mem_wdata), .wb_dat_o(tally_rdata), .wb_ack_o(tally_ack), .irq_o());
assign tx = 1'b1;
