/* SPDX-License-Identifier: ISC
 * vexriscv.v - adapter of the VexRiscv variants with Wishbone buses: both buses
 * on one, the last pipeline stage to the tap. Define VEXRISCV_LINUX for the
 * variant with data cache and supervisor mode. External interrupts: bit 0 of
 * externalInterruptArray is the UART, bit 1 the unit (mask: CSR 0xBC0, and
 * 0x9C0 for the supervisor).
 */
`default_nettype none

module core (
	input  wire        clk_i,
	input  wire        rst_i,
	input  wire        timer_irq_i,
	input  wire        soft_irq_i,
	input  wire [1:0]  ext_irq_i,
	input  wire        timer_may_i,
	input  wire [1:0]  ext_may_i,

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

	output wire        raw_retire_o,
	output wire [31:0] raw_pc_o,
	output wire [31:0] raw_insn_o,
	output wire [1:0]  raw_priv_o,
	output wire        raw_sleep_o,
	output wire        raw_trap_o,
	output wire        raw_trap_super_o,
	output wire        raw_halt_o,
	output wire [31:0] raw_cause_o,
	output wire        irq_may_o,

	output wire        tap_valid_o,
	output wire [31:0] tap_pc_o,
	output wire [1:0]  tap_priv_o,
	output wire        tap_sleep_o
);
	wire        i_cyc, i_stb, i_ack, d_cyc, d_stb, d_we, d_ack;
	wire [29:0] i_adr, d_adr;
	wire [31:0] d_dat;
	wire [3:0]  d_sel;
	wire [2:0]  i_cti, d_cti;
	wire [1:0]  i_bte, d_bte;

	VexRiscv cpu (
		.clk                    (clk_i),
		.reset                  (rst_i),
		.externalResetVector    (32'hffff_0000),
		.timerInterrupt         (timer_irq_i),
		.softwareInterrupt      (soft_irq_i),
		.externalInterruptArray ({30'd0, ext_irq_i}),
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
`ifdef VEXRISCV_LINUX
	wire [3:0] read_sel = cpu.dBus_cmd_payload_uncached ? cpu.dBus_cmd_payload_mask : 4'b1111;
`else
	wire [3:0] read_sel = cpu._zz_dBusWishbone_SEL << cpu.dBus_cmd_rData_address[1:0];
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
		.wb_ack_i (wb_ack_i | wb_err_i)	// these variants ignore ERR and would wait for ever
	);

	// When an exception is taken the stage still has its pc, but no longer
	// its instruction.
	reg [31:0] trapped;
	always @(posedge clk_i)
		trapped <= cpu.lastStageInstruction;

	assign raw_retire_o = cpu.lastStageIsFiring;
	assign raw_pc_o     = cpu.lastStagePc;
	assign raw_insn_o   = cpu.CsrPlugin_hadException ? trapped : cpu.lastStageInstruction;
	assign raw_priv_o   = cpu.CsrPlugin_privilege;
	assign raw_sleep_o  = cpu.CsrPlugin_inWfi & ~cpu.execute_CsrPlugin_wfiWake;
	assign raw_trap_o   = cpu.CsrPlugin_hadException;
	assign raw_cause_o  = {28'd0, cpu.CsrPlugin_trapCause};
	assign raw_halt_o   = 1'b0;

	wire [1:0] machine_mask = cpu._zz_CsrPlugin_csrMapping_readDataInit[1:0];	// CSR 0xBC0
	wire machine_may = (cpu.CsrPlugin_mstatus_MIE | (cpu.CsrPlugin_privilege != 2'b11))
		& ((cpu.CsrPlugin_mie_MTIE & timer_may_i) | (cpu.CsrPlugin_mie_MSIE & soft_irq_i)
		| (cpu.CsrPlugin_mie_MEIE & |(ext_may_i & machine_mask)));
`ifdef VEXRISCV_LINUX
	assign raw_trap_super_o = cpu.CsrPlugin_targetPrivilege == 2'b01;
	wire [1:0] super_mask = cpu._zz_CsrPlugin_csrMapping_readDataInit_2[1:0];	// CSR 0x9C0
	wire super_may = ((cpu.CsrPlugin_privilege == 2'b00)
		| (cpu.CsrPlugin_sstatus_SIE & (cpu.CsrPlugin_privilege == 2'b01)))
		& ((cpu.CsrPlugin_sie_SEIE & |(ext_may_i & super_mask))
		| cpu._zz_when_CsrPlugin_l952 | cpu._zz_when_CsrPlugin_l952_1 | cpu._zz_when_CsrPlugin_l952_2);
	assign irq_may_o = machine_may | super_may;
`else
	assign raw_trap_super_o = 1'b0;
	assign irq_may_o = machine_may;
`endif

	tap_vexriscv tap (
		.last_stage_is_firing_i (cpu.lastStageIsFiring),
		.last_stage_pc_i        (cpu.lastStagePc),
		.privilege_i            (cpu.CsrPlugin_privilege),
		.in_wfi_i               (cpu.CsrPlugin_inWfi),
		.wfi_wake_i             (cpu.execute_CsrPlugin_wfiWake),
		.tap_valid_o            (tap_valid_o),
		.tap_pc_o               (tap_pc_o),
		.tap_priv_o             (tap_priv_o),
		.tap_sleep_o            (tap_sleep_o)
	);
endmodule

`default_nettype wire
