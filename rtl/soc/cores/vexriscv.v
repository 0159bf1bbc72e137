// SPDX-License-Identifier: ISC
// vexriscv.v - adapter of the VexRiscv variants with Wishbone buses: both buses on one, the last
// pipeline stage to the tap. Define VEXRISCV_DATA_CACHE for a variant that has one. External
// interrupts: bit 0 of externalInterruptArray is the UART, bit 1 the unit (mask: CSR 0xBC0, and
// 0x9C0 for the supervisor). VexRiscv_exposed is the core with signals inside it as ports: Yosys
// makes it (`expose`); for simulators sim/cores/VexRiscv_exposed.v.

`default_nettype none

module core (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        timer_irq_i,
	input  wire        soft_irq_i,
	input  wire [1:0]  ext_irq_i,

	output wire        wb_stb_o,
	output wire        wb_we_o,
	output wire [3:0]  wb_sel_o,
	output wire [31:0] wb_adr_o,
	output wire [31:0] wb_dat_o,
	output wire [2:0]  wb_cti_o,
	output wire [1:0]  wb_bte_o,
	input  wire [31:0] wb_dat_i,
	input  wire        wb_ack_i,
	input  wire        wb_err_i,

	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o
);
wire        i_cyc, i_stb, i_ack, d_cyc, d_stb, d_we, d_ack;
wire [29:0] i_adr, d_adr;
wire [31:0] d_dat;
wire [3:0]  d_sel, read_sel;
wire [2:0]  i_cti, d_cti;
wire [1:0]  i_bte, d_bte;
wire        firing, in_wfi, wfi_wake;
wire [31:0] last_pc;
wire [1:0]  privilege;
`ifdef VEXRISCV_DATA_CACHE
wire        uncached;
wire [3:0]  mask;
`else
wire [3:0]  size_sel;
wire [31:0] address;
`endif

VexRiscv_exposed cpu (
	.clk                    (clk_i),
	.reset                  (rst_i),
	.externalResetVector    (32'hffff_0000),
	.timerInterrupt         (timer_irq_i),
	.softwareInterrupt      (soft_irq_i),
	.externalInterruptArray ({30'd0, ext_irq_i}),
	.lastStageIsFiring          (firing),
	.lastStagePc                (last_pc),
	.CsrPlugin_privilege        (privilege),
	.CsrPlugin_inWfi            (in_wfi),
	.execute_CsrPlugin_wfiWake  (wfi_wake),
`ifdef VEXRISCV_DATA_CACHE
	.dBus_cmd_payload_uncached  (uncached),
	.dBus_cmd_payload_mask      (mask),
`else
	._zz_dBusWishbone_SEL       (size_sel),
	.dBus_cmd_rData_address     (address),
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

// The core's bridge reads whole words; the UART must know which byte is
// meant, for a read of its receive buffer takes the byte.
`ifdef VEXRISCV_DATA_CACHE
assign read_sel = uncached ? mask : 4'b1111;
`else
assign read_sel = size_sel << address[1:0];
wire unused = &{1'b0, address[31:2]};
`endif

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

tap_vexriscv tap (
	.last_stage_is_firing_i (firing),
	.last_stage_pc_i        (last_pc),
	.privilege_i            (privilege),
	.in_wfi_i               (in_wfi),
	.wfi_wake_i             (wfi_wake),
	.tap_valid_o            (tap_valid_o),
	.tap_pc_o               (tap_pc_o),
	.tap_priv_o             (tap_priv_o),
	.tap_sleep_o            (tap_sleep_o)
);
endmodule

`default_nettype wire
