// SPDX-License-Identifier: ISC
// serv.v - adapter of SERV, which is bit-serial: both buses on one, RVFI to the tap. Timer
// interrupt only: software and external interrupts lead nowhere. WFI is a nop.

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        i_cyc, i_ack, d_cyc, d_we, d_ack;
wire [31:0] i_adr, d_adr, d_dat;
wire [3:0]  d_sel;
wire        rvfi_valid, rvfi_trap;
wire [1:0]  rvfi_mode;
wire [31:0] rvfi_pc;
wire [3:0]  rvfi_rmask, rvfi_wmask;

serv_rf_top #(.RESET_PC(32'hffff_0000)) cpu (
	.clk           (clk_i),
	.i_rst         (rst_i),
	.i_timer_irq   (timer_irq_i),
	.rvfi_valid    (rvfi_valid),
	.rvfi_trap     (rvfi_trap),
	.rvfi_mode     (rvfi_mode),
	.rvfi_insn     (tap_insn_o),
	.rvfi_pc_rdata (rvfi_pc),
	.rvfi_mem_addr  (tap_data_adr_o),
	.rvfi_mem_rmask (rvfi_rmask),
	.rvfi_mem_wmask (rvfi_wmask),
	.o_ibus_adr    (i_adr),
	.o_ibus_cyc    (i_cyc),
	.i_ibus_rdt    (wb_dat_i),
	.i_ibus_ack    (i_ack),
	.o_dbus_adr    (d_adr),
	.o_dbus_dat    (d_dat),
	.o_dbus_sel    (d_sel),
	.o_dbus_we     (d_we),
	.o_dbus_cyc    (d_cyc),
	.i_dbus_rdt    (wb_dat_i),
	.i_dbus_ack    (d_ack),
	.i_ext_rd      (32'd0),
	.i_ext_ready   (1'b0)
);

arbiter arbiter (
	.clk_i    (clk_i),
	.rst_i    (rst_i),
	.i_stb_i  (i_cyc),
	.i_adr_i  (i_adr),
	.i_cti_i  (3'b000),
	.i_bte_i  (2'b00),
	.i_ack_o  (i_ack),
	.d_stb_i  (d_cyc),
	.d_we_i   (d_we),
	.d_sel_i  (d_sel),
	.d_adr_i  (d_adr),
	.d_dat_i  (d_dat),
	.d_cti_i  (3'b000),
	.d_bte_i  (2'b00),
	.d_ack_o  (d_ack),
	.wb_stb_o (wb_stb_o),
	.wb_we_o  (wb_we_o),
	.wb_sel_o (wb_sel_o),
	.wb_adr_o (wb_adr_o),
	.wb_dat_o (wb_dat_o),
	.wb_cti_o (wb_cti_o),
	.wb_bte_o (wb_bte_o),
	.wb_ack_i (wb_ack_i | wb_err_i)		// no bus error: an unmapped address reads 0
);

// SERV reports what a trap or the timer's interrupt hits, and after an interrupt the same
// instruction again.
tap_rvfi tap (
	.rvfi_valid_i    (rvfi_valid),
	.rvfi_trap_i     (rvfi_trap),
	.rvfi_mode_i     (rvfi_mode),
	.rvfi_pc_rdata_i (rvfi_pc),
	.sleep_i         (1'b0),
	.tap_valid_o     (tap_valid_o),
	.tap_pc_o        (tap_pc_o),
	.tap_priv_o      (tap_priv_o),
	.tap_sleep_o     (tap_sleep_o)
);

assign tap_data_o = |{rvfi_rmask, rvfi_wmask};

causes_bus causes (
	.clk_i       (clk_i),
	.fetching_i  (i_cyc),
	.accessing_i (d_cyc),
	.tap_valid_i (tap_valid_o),
	.tap_sleep_i (tap_sleep_o),
	.causes_o    (tap_causes_o)
);

tap_handler handler (
	.clk_i         (clk_i),
	.rst_i         (rst_i),
	.trap_i        (rvfi_valid & rvfi_trap),
	.tap_valid_i   (tap_valid_o),
	.tap_handler_o (tap_handler_o)
);

wire unused = &{1'b0, soft_irq_i, ext_irq_i};
endmodule

`default_nettype wire
