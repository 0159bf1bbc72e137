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
	input  wire        clk_i,
	input  wire        soft_irq_i,
	input  wire        timer_may_i,
	input  wire [1:0]  ext_may_i,

	output wire        raw_retire_o,
	output wire [31:0] raw_pc_o,
	output wire [31:0] raw_insn_o,
	output wire [1:0]  raw_priv_o,
	output wire        raw_sleep_o,
	output wire        raw_trap_o,
	output wire        raw_trap_super_o,
	output wire        raw_halt_o,
	output wire [31:0] raw_cause_o,
	output wire        raw_handler_o,	// the first instruction since a trap was taken
	output wire [31:0] raw_sp_o,		// x2 after this instruction
	output wire [31:0] raw_space_o,		// root of the page table, if Sv32 is on
	output wire        irq_may_o
);
assign raw_retire_o     = core.cpu.packaged.rvfi_valid & ~core.cpu.packaged.rvfi_trap;
assign raw_pc_o         = core.cpu.packaged.rvfi_pc_rdata;
assign raw_insn_o       = core.cpu.packaged.rvfi_insn;
assign raw_priv_o       = core.cpu.packaged.rvfi_mode;
assign raw_sleep_o      = core.cpu.packaged.do_waitirq;
assign raw_trap_o       = 1'b0;
assign raw_trap_super_o = 1'b0;
assign raw_halt_o       = core.cpu.packaged.rvfi_valid & core.cpu.packaged.rvfi_trap;
assign raw_cause_o      = 32'hffff_ffff;

reg [31:0] sp;
always @(posedge clk_i)
	sp <= raw_sp_o;
assign raw_handler_o = core.cpu.packaged.rvfi_intr;
assign raw_sp_o      = core.cpu.packaged.rvfi_valid & (core.cpu.packaged.rvfi_rd_addr == 5'd2)
	? core.cpu.packaged.rvfi_rd_wdata : sp;
assign raw_space_o   = 32'd0;


wire [31:0] pending = core.cpu.packaged.irq_pending
	| {20'd0, |ext_may_i, 3'd0, timer_may_i, 3'd0, soft_irq_i, 2'd0, |core.cpu.packaged.timer};
assign irq_may_o = ~core.cpu.packaged.irq_active & |(pending & ~core.cpu.packaged.irq_mask);

endmodule

`default_nettype wire
