// SPDX-License-Identifier: ISC
// picorv32.v - adapter of PicoRV32: native memory port to Wishbone, RVFI to the tap. Interrupts
// have the numbers of RISC-V's causes: timer irq[7], software irq[3], external irq[11]. The core's
// parameters are CORE_PARAMETERS: on boards of sim/cores.list, in the simulated machines of
// sim/cores/picorv32.v. Ports tally_NAME are signals inside the core, in a copy of it
// (rtl/litex/netlist.py). Define TAP_FETCH for a tap that sees the bus alone.

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        valid, instr;
wire [3:0]  wstrb;
wire        rvfi_valid, rvfi_trap, rvfi_intr;
wire [1:0]  rvfi_mode;
wire [31:0] rvfi_pc, rvfi_address, rvfi_insn;
wire [3:0]  rvfi_rmask, rvfi_wmask;
wire        do_waitirq;
wire [1:0]  mem_wordsize;
wire [31:0] reg_op1;
wire [7:0]  state;
wire        launch, jal, branch, is_branch;
wire [1:0]  irq_state;

picorv32 #(`CORE_PARAMETERS) cpu (
	.clk           (clk_i),
	.resetn        (~rst_i),
	.mem_valid     (valid),
	.mem_instr     (instr),
	.mem_ready     (wb_ack_i | wb_err_i),	// no bus error: an unmapped address reads 0
	.mem_addr      (wb_adr_o),
	.mem_wdata     (wb_dat_o),
	.mem_wstrb     (wstrb),
	.mem_rdata     (wb_dat_i),
	.pcpi_wr       (1'b0),
	.pcpi_rd       (32'd0),
	.pcpi_wait     (1'b0),
	.pcpi_ready    (1'b0),
	.irq           ({20'd0, |ext_irq_i, 3'd0, timer_irq_i, 3'd0, soft_irq_i, 3'd0}),
	.tally_do_waitirq (do_waitirq),
	.tally_mem_wordsize (mem_wordsize),
	.tally_reg_op1 (reg_op1),
	.tally_cpu_state (state),
	.tally_launch_next_insn (launch),
	.tally_instr_jal (jal),
	.tally_latched_branch (branch),
	.tally_irq_state (irq_state),
	.tally_is_beq_bne_blt_bge_bltu_bgeu (is_branch),
	.rvfi_valid    (rvfi_valid),
	.rvfi_trap     (rvfi_trap),
	.rvfi_mode     (rvfi_mode),
	.rvfi_pc_rdata (rvfi_pc),
	.rvfi_mem_addr  (rvfi_address),
	.rvfi_mem_rmask (rvfi_rmask),
	.rvfi_mem_wmask (rvfi_wmask),
	.rvfi_insn      (rvfi_insn),
	.rvfi_intr      (rvfi_intr)
);

`ifdef TAP_CALLS
tap_retirq retirq (.insn_i(rvfi_insn), .insn_o(tap_insn_o));
assign tap_handler_o = rvfi_intr;
`else
assign {tap_insn_o, tap_handler_o} = 33'd0;
wire unused_calls = &{1'b0, rvfi_insn, rvfi_intr};
`endif

// Loads read whole words; the UART must know which byte is meant, for
// a read of its receive buffer takes the byte.
wire [3:0] read_sel = instr | (mem_wordsize == 2'd0) ? 4'b1111
	: mem_wordsize == 2'd1 ? (reg_op1[1] ? 4'b1100 : 4'b0011)
	: 4'b0001 << reg_op1[1:0];

assign wb_stb_o = valid;
assign wb_we_o  = |wstrb;
assign wb_sel_o = wb_we_o ? wstrb : read_sel;
assign wb_cti_o = 3'b000;
assign wb_bte_o = 2'b00;

`ifdef TAP_FETCH
tap_fetch tap (
	.fetched_i   (valid & instr & (wb_ack_i | wb_err_i)),
	.adr_i       (wb_adr_o),
	.sleep_i     (do_waitirq),
	.tap_valid_o (tap_valid_o),
	.tap_pc_o    (tap_pc_o),
	.tap_priv_o  (tap_priv_o),
	.tap_sleep_o (tap_sleep_o)
);
wire unused_rvfi = &{1'b0, rvfi_valid, rvfi_trap, rvfi_mode, rvfi_pc, state, launch, jal, branch,
	is_branch, irq_state};
assign tap_causes_o = 5'd0;		// the bus does not tell
`else
tap_rvfi #(.TRAP_RETIRES(0)) tap (
	.rvfi_valid_i    (rvfi_valid),
	.rvfi_trap_i     (rvfi_trap),
	.rvfi_mode_i     (rvfi_mode),
	.rvfi_pc_rdata_i (rvfi_pc),
	.sleep_i         (do_waitirq),
	.tap_valid_o     (tap_valid_o),
	.tap_pc_o        (tap_pc_o),
	.tap_priv_o      (tap_priv_o),
	.tap_sleep_o     (tap_sleep_o)
);

causes_picorv32 causes (
	.clk_i       (clk_i),
	.rst_i       (rst_i),
	.state_i     (state),
	.launch_i    (launch),
	.jal_i       (jal),
	.branch_i    (branch),
	.fetching_i  (valid & instr),
	.is_branch_i (is_branch),
	.irq_i       (|irq_state),
	.tap_valid_i (tap_valid_o),
	.tap_sleep_i (tap_sleep_o),
	.causes_o    (tap_causes_o)
);
`endif

// The word's address; of a store its first byte's.
assign tap_data_o     = |{rvfi_rmask, rvfi_wmask};
assign tap_data_adr_o = rvfi_address | (~|rvfi_wmask | rvfi_wmask[0] ? 32'd0
	: rvfi_wmask[1] ? 32'd1 : rvfi_wmask[2] ? 32'd2 : 32'd3);

wire unused = &{1'b0, reg_op1[31:2]};
endmodule

`default_nettype wire
