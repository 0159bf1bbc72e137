wire [31:0] insn;                            // with PicoRV32's return from an interrupt as an mret
tap_retirq insn_of (.insn_i(rvfi_insn), .insn_o(insn));
tally_live_calls #(.MAPPER(2), .BINS_LOG2(10), .NODES(9), .BIT(12)) tally (
	.clk_i(clk), .rst_i(rst), .tap_valid_i(rvfi_valid & ~rvfi_trap), .tap_pc_i(rvfi_pc),
	.tap_insn_i(insn), .tap_handler_i(rvfi_intr), .tap_priv_i(rvfi_mode), .tap_sleep_i(1'b0),
	.tap_tag_i(32'd0), .event_i(8'd0), .wb_stb_i(1'b0), .wb_we_i(1'b0), .wb_sel_i(4'd0),
	.wb_adr_i(15'd0), .wb_dat_i(32'd0), .wb_dat_o(), .wb_ack_o(), .irq_o(), .rx_i(rx),
	.tx_o(tx));
