tally_live #(.MAPPER(1), .BINS_LOG2(10), .BIT(12)) tally (
	.clk_i(clk), .rst_i(rst), .tap_valid_i(rvfi_valid & ~rvfi_trap), .tap_pc_i(rvfi_pc),
	.tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0), .event_i(8'd0), .rx_i(rx), .tx_o(tx));
