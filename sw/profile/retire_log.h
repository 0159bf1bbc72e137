/* SPDX-License-Identifier: ISC
 * retire_log.h - a profile from a text log of retirements, which the simulation of a core writes that has no unit.
 *
 * A line for each instruction, in one of these forms; other lines are skipped:
 *	Ibex	time, cycle, pc, instruction, separated by tabs (ibex_tracer)
 *	NEORV32	number, cycle, 0xpc, 0xinstruction, mode (neorv32_tracer_simlog)
 *	CVA6, Spike	core N: 0xpc (0xinstruction)
 * With cycles, each cycle belongs to the first instruction that retires in it or later, those before the first line to
 * the first. Without, instructions are counted.
 */
#ifndef RETIRE_LOG_H
#define RETIRE_LOG_H

#include <stdbool.h>

#include "profile.h"
#include "sw/elf/image.h"

/* Sets bins, settings and counters. path: "-" is the standard input; name: for messages. False: one line was printed. */
bool retire_log_read(struct profile *p, const struct image *im, const char *path, const char *name);

#endif
