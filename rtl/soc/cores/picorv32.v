// SPDX-License-Identifier: ISC
// picorv32.v - adapter of PicoRV32: native memory port to Wishbone; the tap is inside the core
// (rtl/tap/tally_picorv32.vh). Interrupts have the numbers of RISC-V's causes: timer irq[7],
// software irq[3], external irq[11]. The core's parameters are CORE_PARAMETERS: on boards of
// sim/cores.list, in the simulated machines of sim/cores/picorv32.v. Define TAP_FETCH for a tap
// that sees the bus alone.

`default_nettype none

module core (
`include "core_ports.vh"
);
wire        valid, instr, sleep, core_valid;
wire [3:0]  wstrb, read_sel;
wire [31:0] core_pc;
wire [1:0]  core_priv;
wire [4:0]  core_causes;

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
	.tap_valid_o   (core_valid),
	.tap_pc_o      (core_pc),
	.tap_priv_o    (core_priv),
	.tap_sleep_o   (sleep),
	.tap_causes_o  (core_causes),
	.tap_data_o    (tap_data_o),
	.tap_data_adr_o (tap_data_adr_o),
`ifdef TAP_CALLS
	.tap_insn_o    (tap_insn_o),
	.tap_handler_o (tap_handler_o),
`endif
	.tap_read_sel_o (read_sel)
);

`ifndef TAP_CALLS
assign {tap_insn_o, tap_handler_o} = 33'd0;
`endif

// Loads read whole words; the UART must know which byte is meant, for a read of its receive buffer
// takes the byte.
assign wb_stb_o = valid;
assign wb_we_o  = |wstrb;
assign wb_sel_o = wb_we_o ? wstrb : read_sel;
assign wb_cti_o = 3'b000;
assign wb_bte_o = 2'b00;

`ifdef TAP_FETCH
tap_fetch tap (
	.fetched_i   (valid & instr & (wb_ack_i | wb_err_i)),
	.adr_i       (wb_adr_o),
	.sleep_i     (sleep),
	.tap_valid_o (tap_valid_o),
	.tap_pc_o    (tap_pc_o),
	.tap_priv_o  (tap_priv_o),
	.tap_sleep_o (tap_sleep_o)
);
assign tap_causes_o = 5'd0;		// the bus does not tell
wire unused = &{1'b0, core_valid, core_pc, core_priv, core_causes};
`else
assign {tap_valid_o, tap_pc_o, tap_priv_o, tap_sleep_o, tap_causes_o}
	= {core_valid, core_pc, core_priv, sleep, core_causes};
wire unused = &{1'b0, instr};
`endif
endmodule

`default_nettype wire
