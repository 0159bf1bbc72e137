/* SPDX-License-Identifier: ISC
 * run_options.h - what `tally run` was asked for, and the files that it writes.
 */
#pragma once

#include "sw/profile/collect.h"
#include "sw/report/report.h"
#include "sw/run/run.h"
#include "sw/run/trace.h"

struct run_options {
	struct simulation s; /* what the options set of it */
	const char *core, *json, *capture, *trace, *privileges;
	/* the last given of those that shape a profile, that are of --pty, and of --trace */
	const char *of_profile, *of_pty, *of_trace;
	struct trace_options how; /* of the trace */
	struct collect_options unit;
	uint64_t baud;
	unsigned by, handlers, calls; /* by: 0 cycles, 1 instructions; calls: 1 a unit's */
	bool no_cpi, no_calls, pty;
};

/* Checks outputs before the run: a long run must not end with an unwritable file or overwrite its
 * own ELF. Takes the standard output for one. False: one line was printed. */
bool outputs_open(const struct run_options *o, const char *elf);

/* The run has ended: writes them, and the report on standard output. False: one was not written,
 * and one line was printed. */
bool outputs_write(struct run_options *o, struct profile *p, const struct firmware *f);
