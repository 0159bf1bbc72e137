// SPDX-License-Identifier: ISC
// vexriscv.v - adapter of the VexRiscv variants with Wishbone buses: both buses on one; the tap is
// inside the core (rtl/tap/tally_vexriscv.vh). External interrupts: bit 0 of externalInterruptArray
// is the UART, bit 1 the unit (mask: CSR 0xBC0, and 0x9C0 for the supervisor).

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        i_cyc, i_stb, i_ack, d_cyc, d_stb, d_we, d_ack;
wire [29:0] i_adr, d_adr;
wire [31:0] d_dat;
wire [3:0]  d_sel, read_sel;
wire [2:0]  i_cti, d_cti;
wire [1:0]  i_bte, d_bte;

VexRiscv cpu (
	.clk                    (clk_i),
	.reset                  (rst_i),
	.externalResetVector    (32'hffff_0000),
	.timerInterrupt         (timer_irq_i),
	.softwareInterrupt      (soft_irq_i),
	.externalInterruptArray ({30'd0, ext_irq_i}),
	.tap_valid_o            (tap_valid_o),
	.tap_pc_o               (tap_pc_o),
	.tap_priv_o             (tap_priv_o),
	.tap_sleep_o            (tap_sleep_o),
	.tap_causes_o           (tap_causes_o),
	.tap_data_o             (tap_data_o),
	.tap_data_adr_o         (tap_data_adr_o),
	.tap_read_sel_o         (read_sel),
`ifdef TAP_CALLS
	.tap_insn_o             (tap_insn_o),
	.tap_handler_o          (tap_handler_o),
`endif
	.iBusWishbone_CYC       (i_cyc),
	.iBusWishbone_STB       (i_stb),
	.iBusWishbone_ACK       (i_ack),
	.iBusWishbone_WE        (),
	.iBusWishbone_ADR       (i_adr),
	.iBusWishbone_DAT_MISO  (wb_dat_i),
	.iBusWishbone_DAT_MOSI  (),
	.iBusWishbone_SEL       (),
	.iBusWishbone_ERR       (1'b0),
	.iBusWishbone_CTI       (i_cti),
	.iBusWishbone_BTE       (i_bte),
	.dBusWishbone_CYC       (d_cyc),
	.dBusWishbone_STB       (d_stb),
	.dBusWishbone_ACK       (d_ack),
	.dBusWishbone_WE        (d_we),
	.dBusWishbone_ADR       (d_adr),
	.dBusWishbone_DAT_MISO  (wb_dat_i),
	.dBusWishbone_DAT_MOSI  (d_dat),
	.dBusWishbone_SEL       (d_sel),
	.dBusWishbone_ERR       (1'b0),
	.dBusWishbone_CTI       (d_cti),
	.dBusWishbone_BTE       (d_bte)
);

`ifndef TAP_CALLS
assign {tap_insn_o, tap_handler_o} = 33'd0;
`endif

// The core's bridge reads whole words; the UART must know which byte is meant, for a read of its
// receive buffer takes the byte.
arbiter arbiter (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.i_stb_i  (i_cyc & i_stb),
	.i_adr_i  ({i_adr, 2'b00}),
	.i_cti_i  (i_cti),
	.i_bte_i  (i_bte),
	.i_ack_o  (i_ack),
	.d_stb_i  (d_cyc & d_stb),
	.d_we_i   (d_we),
	.d_sel_i  (d_we ? d_sel : read_sel),
	.d_adr_i  ({d_adr, 2'b00}),
	.d_dat_i  (d_dat),
	.d_cti_i  (d_cti),
	.d_bte_i  (d_bte),
	.d_ack_o  (d_ack),
	.wb_stb_o (wb_stb_o),
	.wb_we_o  (wb_we_o),
	.wb_sel_o (wb_sel_o),
	.wb_adr_o (wb_adr_o),
	.wb_dat_o (wb_dat_o),
	.wb_cti_o (wb_cti_o),
	.wb_bte_o (wb_bte_o),
	.wb_ack_i (wb_ack_i | wb_err_i)		// these variants ignore ERR and would wait for ever
);
endmodule

`default_nettype wire
