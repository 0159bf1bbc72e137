/* SPDX-License-Identifier: ISC
 * retire.h - a text log of retirements: what a line says, whether its instructions are the ELF's,
 * and the calls in it. No I/O.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "calls.h"
#include "probes.h"
#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"

/* ---- what one line says
 * Fields are found by what they look like, not by their columns. Hexadecimal numbers of the second
 * form have 0x, or all their digits:
 *	[core] [INTERRUPT] [HART:] [privilege] 0xpc (0xinstruction) ...
 *						Spike, CVA6's rvfi_tracer
 *	number or time, cycle, pc, instruction, ...
 *						the tracers of Ibex, CV32E40P, NEORV32,
 *						sim/harness/tally_rvfi.sv
 *	cycle : #number hart pc instruction ...		VeeR's exec.log
 *	CHART: cycle [1] pc=[pc] ... inst=[instruction]	Rocket; Sodor with `Cyc=` in front
 * The cycle is that in which the instruction retires. CV32E40P and RI5CY log that in which it
 * starts: their headings name the instruction `Instr`, Ibex's `Insn`. Lines without a heading show
 * it: Ibex has tabs, NEORV32 the privilege. Behind a heading `Order` no number is left out. */
enum retire_line_kind {
	RETIRE_LINE_STRANGE, /* not understood */
	RETIRE_LINE_OTHER, /* of the simulator, but nothing that retires */
	RETIRE_LINE_HEADING, /* of columns */
	RETIRE_LINE_RETIRED,
	/* an instruction before it is executed: Spike's -l, and CVA6's first line of two */
	RETIRE_LINE_LISTED,
	/* what comes next is a handler's; `exception`: the instruction at pc did not retire */
	RETIRE_LINE_TRAP,
	RETIRE_LINE_REPEATED /* the last one listed ran `times` times in all */
};

struct retire_line {
	enum retire_line_kind kind;
	bool has_hart, has_cycle, has_sp; /* else the members are 0 */
	/* of a heading, or by its looks: cycles are those in which instructions start */
	bool starts;
	bool ordered; /* of a heading: `number` counts retirements and traps */
	bool bare; /* numbers without a mark: other tables look the same */
	bool trapped; /* it did not retire */
	bool handler; /* the first of a trap's handler */
	bool exception;
	uint64_t hart, cycle, pc, times;
	uint64_t number; /* or the time */
	uint32_t insn, sp; /* sp: what the instruction has written into x2 */
};

struct retire_line retire_line_read(const char *line);

/* ---- the retirements
 * Calls are followed by calls.h, which needs what logs leave out: a trap without a mark shows in
 * that the last instruction does not lead to the next one's pc, which is of another function. After
 * one that may lead anywhere it shows only where that pc has begun a handler before.
 *
 * A log of another build gives counts to whatever now lies at its addresses. So each word that has
 * retired is compared with the ELF's, where that is code that stays as it is (image_fixed). A
 * program may patch its code, as kernels do with breakpoints, tracing and alternatives: a few words
 * in a function. More than half of what ran in one function, or in all, is another program; so is
 * everything, however little that is. */
#define RETIRE_HANDLERS 64u /* beginnings of handlers that are remembered */

struct retire_follow {
	const struct firmware *firmware;
	struct calls *calls;
	struct span_measure measure; /* tree and durations */
	struct branches branches;
	struct sums differ; /* from the ELF, by pc */
	uint32_t first, log, elf; /* the pc and words of the first one */
	bool wide; /* a core of 64 bits */
	bool begun;
	uint32_t pc, insn, sp; /* of the last one */
	uint64_t led; /* how often an instruction led to the next one's pc */
	uint64_t lost; /* at the end: returns to where no caller waits */
	uint32_t handlers[RETIRE_HANDLERS];
	size_t n_handlers;
};

void retire_follow_open(struct retire_follow *f, const struct firmware *firmware,
	struct call_tree *tree, struct durations *durations);

/* `count`: its cycles or instructions. */
void retire_follow(
	struct retire_follow *f, const struct retire_line *r, uint32_t pc, uint64_t count);

/* the last one took so many more */
void retire_follow_wait(struct retire_follow *f, uint64_t cycles);

/* `tree` and `durations` are finished then; the branches that were taken go to *taken, which is
 * empty. False: the log `name` is of another program; one line was printed. A few differences get a
 * note. NULL: the log is of no use, and not compared. */
bool retire_follow_close(struct retire_follow *f, struct taken *taken, const char *name);
