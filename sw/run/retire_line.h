/* SPDX-License-Identifier: ISC
 * retire_line.h - what one line of a simulation's log says. No I/O.
 *
 * Fields are found by what they look like, not by their columns. Hexadecimal numbers of the second
 * form have 0x, or all
 * their digits:
 *	[core] [INTERRUPT] [HART:] [privilege] 0xpc (0xinstruction) ...         Spike, CVA6's
 *	rvfi_tracer
 *	number or time, cycle, pc, instruction, ...             the tracers of Ibex, CV32E40P,
 *	NEORV32
 * The cycle is that in which the instruction retires. CV32E40P and RI5CY log that in which it
 * starts: their headings name
 * the instruction `Instr`, Ibex's `Insn`. Lines without a heading show it: Ibex has tabs, NEORV32
 * the privilege.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum retire_line_kind {
	RETIRE_LINE_STRANGE,	/* not understood */
	RETIRE_LINE_OTHER,	/* of the simulator, but nothing that retires */
	RETIRE_LINE_HEADING,	/* of columns */
	RETIRE_LINE_RETIRED,
	/* an instruction before it is executed: Spike's -l, and CVA6's first line of two */
	RETIRE_LINE_LISTED,
	/* what comes next is a handler's; `exception`: the instruction at pc did not retire */
	RETIRE_LINE_TRAP,
	RETIRE_LINE_REPEATED	/* the last one listed ran `times` times in all */
};

struct retire_line {
	enum retire_line_kind kind;
	bool has_hart, has_cycle, has_sp;	/* else the members are 0 */
	/* of a heading, or by its looks: cycles are those in which instructions start */
	bool starts;
	bool bare;		/* numbers without a mark: other tables look the same */
	bool trapped;		/* it did not retire */
	bool handler;		/* the first of a trap's handler */
	bool exception;
	uint64_t hart, cycle, pc, times;
	uint32_t insn, sp;	/* sp: what the instruction has written into x2 */
};

struct retire_line retire_line_read(const char *line);
