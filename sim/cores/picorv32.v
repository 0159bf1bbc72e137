/* SPDX-License-Identifier: ISC
 * picorv32.v - adapter of PicoRV32: native memory port to Wishbone, RVFI to the
 * tap. Interrupts have the numbers of RISC-V's causes: timer irq[7], software
 * irq[3], external irq[11]; the handler is at 0x10, the core's default.
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
	wire        valid, instr;
	wire [3:0]  wstrb;
	wire [31:0] irq, pending;
	wire        rvfi_valid, rvfi_trap;
	wire [1:0]  rvfi_mode;
	wire [31:0] rvfi_pc, rvfi_insn;

	assign irq = {20'd0, |ext_irq_i, 3'd0, timer_irq_i, 3'd0, soft_irq_i, 3'd0};

	picorv32 #(
		.COMPRESSED_ISA  (1),
		.BARREL_SHIFTER  (1),
		.ENABLE_MUL      (0),
		.ENABLE_FAST_MUL (1),
		.ENABLE_DIV      (1),
		.ENABLE_IRQ      (1),
		.LATCHED_IRQ     (32'hffff_f777),	// 3, 7 and 11 follow their line
		.PROGADDR_RESET  (32'hffff_0000),
		.PROGADDR_IRQ    (32'h0000_0010)
	) cpu (
		.clk           (clk_i),
		.resetn        (~rst_i),
		.trap          (),
		.mem_valid     (valid),
		.mem_instr     (instr),
		.mem_ready     (wb_ack_i | wb_err_i),	// no bus error: an unmapped address reads 0
		.mem_addr      (wb_adr_o),
		.mem_wdata     (wb_dat_o),
		.mem_wstrb     (wstrb),
		.mem_rdata     (wb_dat_i),
		.mem_la_read   (),
		.mem_la_write  (),
		.mem_la_addr   (),
		.mem_la_wdata  (),
		.mem_la_wstrb  (),
		.pcpi_valid    (),
		.pcpi_insn     (),
		.pcpi_rs1      (),
		.pcpi_rs2      (),
		.pcpi_wr       (1'b0),
		.pcpi_rd       (32'd0),
		.pcpi_wait     (1'b0),
		.pcpi_ready    (1'b0),
		.irq           (irq),
		.eoi           (),
		.rvfi_valid    (rvfi_valid),
		.rvfi_trap     (rvfi_trap),
		.rvfi_mode     (rvfi_mode),
		.rvfi_insn     (rvfi_insn),
		.rvfi_pc_rdata (rvfi_pc),
		.rvfi_order    (), .rvfi_halt (), .rvfi_intr (), .rvfi_ixl (),
		.rvfi_rs1_addr (), .rvfi_rs2_addr (), .rvfi_rs1_rdata (), .rvfi_rs2_rdata (),
		.rvfi_rd_addr  (), .rvfi_rd_wdata (), .rvfi_pc_wdata (),
		.rvfi_mem_addr (), .rvfi_mem_rmask (), .rvfi_mem_wmask (),
		.rvfi_mem_rdata (), .rvfi_mem_wdata (),
		.rvfi_csr_mcycle_rmask (), .rvfi_csr_mcycle_wmask (),
		.rvfi_csr_mcycle_rdata (), .rvfi_csr_mcycle_wdata (),
		.rvfi_csr_minstret_rmask (), .rvfi_csr_minstret_wmask (),
		.rvfi_csr_minstret_rdata (), .rvfi_csr_minstret_wdata (),
		.trace_valid   (),
		.trace_data    ()
	);

	// Loads read whole words; the UART must know which byte is meant, for
	// a read of its receive buffer takes the byte.
	wire [3:0] read_sel = instr | (cpu.mem_wordsize == 2'd0) ? 4'b1111
		: cpu.mem_wordsize == 2'd1 ? (cpu.reg_op1[1] ? 4'b1100 : 4'b0011)
		: 4'b0001 << cpu.reg_op1[1:0];

	assign wb_stb_o = valid;
	assign wb_we_o  = |wstrb;
	assign wb_sel_o = wb_we_o ? wstrb : read_sel;
	assign wb_cti_o = 3'b000;
	assign wb_bte_o = 2'b00;

	assign raw_retire_o     = rvfi_valid & ~rvfi_trap;
	assign raw_pc_o         = rvfi_pc;
	assign raw_insn_o       = rvfi_insn;
	assign raw_priv_o       = rvfi_mode;
	assign raw_sleep_o      = cpu.do_waitirq;
	assign raw_trap_o       = 1'b0;
	assign raw_trap_super_o = 1'b0;
	assign raw_halt_o       = rvfi_valid & rvfi_trap;
	assign raw_cause_o      = 32'hffff_ffff;

	assign pending   = cpu.irq_pending
		| {20'd0, |ext_may_i, 3'd0, timer_may_i, 3'd0, soft_irq_i, 2'd0, |cpu.timer};
	assign irq_may_o = ~cpu.irq_active & |(pending & ~cpu.irq_mask);

	tap_rvfi #(.TRAP_RETIRES(0)) tap (
		.rvfi_valid_i    (rvfi_valid),
		.rvfi_trap_i     (rvfi_trap),
		.rvfi_mode_i     (rvfi_mode),
		.rvfi_pc_rdata_i (rvfi_pc),
		.sleep_i         (cpu.do_waitirq),
		.tap_valid_o     (tap_valid_o),
		.tap_pc_o        (tap_pc_o),
		.tap_priv_o      (tap_priv_o),
		.tap_sleep_o     (tap_sleep_o)
	);
endmodule

`default_nettype wire
