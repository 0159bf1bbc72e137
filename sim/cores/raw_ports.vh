// SPDX-License-Identifier: ISC
// raw_ports.vh - the ports of each core's module `core_raw`: what it does, with no use of the tap,
// which it checks. What a core lacks is 0.
	input  wire        clk_i,
	input  wire        soft_irq_i,
	input  wire        timer_may_i,		// it is pending, or may be later
	input  wire [1:0]  ext_may_i,

	output wire        raw_retire_o,
	output wire [31:0] raw_pc_o,
	output wire [31:0] raw_insn_o,
	output wire [1:0]  raw_priv_o,
	output wire        raw_sleep_o,
	output wire        raw_trap_o,		// an exception, of this pc and instruction
	output wire        raw_trap_super_o,	// it goes to stvec
	output wire        raw_halt_o,		// the core gives up
	output wire [31:0] raw_cause_o,		// mcause of raw_trap_o; all ones: not shown
	output wire        raw_handler_o,	// the first instruction since a trap was taken
	output wire [31:0] raw_sp_o,		// x2 after this instruction
	output wire [31:0] raw_space_o,		// root of the page table, if Sv32 is on
`ifdef TAP_PAIRS
	output wire        raw_younger_o,	// beside raw_retire_o: this one, too, after it
	output wire [31:0] raw_younger_pc_o,
	output wire [31:0] raw_younger_insn_o,
	output wire [31:0] raw_younger_sp_o,
`endif
	output wire        irq_may_o		// an enabled interrupt may come
