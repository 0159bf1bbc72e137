/* SPDX-License-Identifier: ISC
 * retire_log.h - a profile from a text log of retirements, which the simulation of a core writes
 * that has no unit.
 *
 * retire_line.h has the forms. With cycles, each cycle belongs to the first instruction that
 * retires in it or later, or of logs of starts to the last that has started; those before the first
 * line to the first, and the last one that starts has one cycle. Without, instructions are counted.
 * ecall, ebreak and what trapped otherwise do not retire. Calls are followed as in a run (calls.h),
 * with sp if the log has what is written to registers. The log is read once, and not kept. What is
 * not understood, or may be wrong, gets a note.
 */
#pragma once

#include <stdbool.h>

#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

#define RETIRE_LOG_ANY_HART UINT64_MAX	/* the only one of the log */

/* Sets bins, settings, counters, instructions, the call tree. path: "-" is the standard input;
 * name: for messages. False: one line was printed. */
bool retire_log_read(struct profile *p, const struct firmware *f, uint64_t hart, const char *path,
	const char *name);
