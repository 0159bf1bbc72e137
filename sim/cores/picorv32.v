// SPDX-License-Identifier: ISC
// picorv32.v - PicoRV32 in the simulated machines: its parameters, and its raw signals for the
// testbench, read in the core beside this module (rtl/soc/cores/picorv32.v). Define PICORV32I for
// the base ISA alone. The handler is at 0x10, the core's default.

`default_nettype none

`ifdef PICORV32I
`define CORE_EXTENSIONS .COMPRESSED_ISA(0), .BARREL_SHIFTER(0), .ENABLE_FAST_MUL(0), .ENABLE_DIV(0)
`else
`define CORE_EXTENSIONS .COMPRESSED_ISA(1), .BARREL_SHIFTER(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1)
`endif
`define CORE_PARAMETERS `CORE_EXTENSIONS, \
	.ENABLE_MUL      (0), \
	.ENABLE_IRQ      (1), \
	.LATCHED_IRQ     (32'hffff_f777),	/* 3, 7 and 11 follow their line */ \
	.PROGADDR_RESET  (32'hffff_0000), \
	.PROGADDR_IRQ    (32'h0000_0010)

module core_raw (
`include "raw_ports.vh"
);
assign raw_retire_o     = core.cpu.rvfi_valid & ~core.cpu.rvfi_trap;
assign raw_pc_o         = core.cpu.rvfi_pc_rdata;
assign raw_insn_o       = core.cpu.rvfi_insn;
assign raw_priv_o       = core.cpu.rvfi_mode;
assign raw_sleep_o      = core.cpu.do_waitirq;
assign raw_trap_o       = 1'b0;
assign raw_trap_super_o = 1'b0;
assign raw_halt_o       = core.cpu.rvfi_valid & core.cpu.rvfi_trap;
assign raw_cause_o      = 32'hffff_ffff;

reg [31:0] sp;
always @(posedge clk_i)
	sp <= raw_sp_o;
assign raw_handler_o = core.cpu.rvfi_intr;
assign raw_sp_o      = core.cpu.rvfi_valid & (core.cpu.rvfi_rd_addr == 5'd2)
	? core.cpu.rvfi_rd_wdata : sp;
assign raw_space_o   = 32'd0;


wire [31:0] pending = core.cpu.irq_pending
	| {20'd0, |ext_may_i, 3'd0, timer_may_i, 3'd0, soft_irq_i, 2'd0, |core.cpu.timer};
assign irq_may_o = ~core.cpu.irq_active & |(pending & ~core.cpu.irq_mask);

endmodule

`default_nettype wire
