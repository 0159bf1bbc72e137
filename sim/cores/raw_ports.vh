// SPDX-License-Identifier: ISC
// raw_ports.vh - the ports of each core's module `core_raw`.
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
