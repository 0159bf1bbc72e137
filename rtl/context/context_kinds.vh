// SPDX-License-Identifier: ISC
// context_kinds.vh - the events of the call tree.
/* verilator lint_off UNUSEDPARAM */
localparam [2:0] TIME = 3'd0,      // none: ticks leave, for many wait
	CALL = 3'd1, RET = 3'd2,
	MRET = 3'd3,               // mret, sret: the return of a trap
	TAIL = 3'd4,               // a function begins that nobody called: bits 1:0 are 0
	TRAP = 3'd5,               // a handler's first instruction
	UNWIND = 3'd7;             // MRET of a handler that has left all stacks
/* verilator lint_on UNUSEDPARAM */
