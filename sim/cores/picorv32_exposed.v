/* SPDX-License-Identifier: ISC
 * picorv32_exposed.v - the packaged PicoRV32 with signals inside it as ports, for simulators; in
 * synthesis Yosys makes this module (sim/cores.list). CORE_PARAMETERS: the core's.
 */
`ifdef SYNTHESIS
`error_for_simulators_only	// Yosys would take the names inside the core for new wires
`endif
`default_nettype none

module picorv32_exposed (
	input  wire        clk,
	input  wire        resetn,
	output wire        mem_valid,
	output wire        mem_instr,
	input  wire        mem_ready,
	output wire [31:0] mem_addr,
	output wire [31:0] mem_wdata,
	output wire [3:0]  mem_wstrb,
	input  wire [31:0] mem_rdata,
	input  wire        pcpi_wr,
	input  wire [31:0] pcpi_rd,
	input  wire        pcpi_wait,
	input  wire        pcpi_ready,
	input  wire [31:0] irq,
	output wire        do_waitirq,
	output wire [1:0]  mem_wordsize,
	output wire [31:0] reg_op1,
	output wire [7:0]  cpu_state,
	output wire        launch_next_insn,
	output wire        instr_jal,
	output wire        latched_branch,
	output wire [1:0]  irq_state,
	output wire        is_beq_bne_blt_bge_bltu_bgeu,
	output wire        rvfi_valid,
	output wire        rvfi_trap,
	output wire [1:0]  rvfi_mode,
	output wire [31:0] rvfi_pc_rdata,
	output wire [31:0] rvfi_mem_addr,
	output wire [3:0]  rvfi_mem_rmask,
	output wire [3:0]  rvfi_mem_wmask,
	output wire [31:0] rvfi_insn,
	output wire        rvfi_intr
);
	picorv32 #(`CORE_PARAMETERS) packaged (
		.clk           (clk),
		.resetn        (resetn),
		.mem_valid     (mem_valid),
		.mem_instr     (mem_instr),
		.mem_ready     (mem_ready),
		.mem_addr      (mem_addr),
		.mem_wdata     (mem_wdata),
		.mem_wstrb     (mem_wstrb),
		.mem_rdata     (mem_rdata),
		.pcpi_wr       (pcpi_wr),
		.pcpi_rd       (pcpi_rd),
		.pcpi_wait     (pcpi_wait),
		.pcpi_ready    (pcpi_ready),
		.irq           (irq),
		.rvfi_valid    (rvfi_valid),
		.rvfi_trap     (rvfi_trap),
		.rvfi_mode     (rvfi_mode),
		.rvfi_pc_rdata (rvfi_pc_rdata),
		.rvfi_mem_addr  (rvfi_mem_addr),
		.rvfi_mem_rmask (rvfi_mem_rmask),
		.rvfi_mem_wmask (rvfi_mem_wmask),
		.rvfi_insn      (rvfi_insn),
		.rvfi_intr      (rvfi_intr)
	);

	assign do_waitirq   = packaged.do_waitirq;
	assign mem_wordsize = packaged.mem_wordsize;
	assign reg_op1      = packaged.reg_op1;
	assign cpu_state = packaged.cpu_state;
	assign launch_next_insn = packaged.launch_next_insn;
	assign instr_jal = packaged.instr_jal;
	assign latched_branch = packaged.latched_branch;
	assign irq_state = packaged.irq_state;
	assign is_beq_bne_blt_bge_bltu_bgeu = packaged.is_beq_bne_blt_bge_bltu_bgeu;
endmodule

`default_nettype wire
