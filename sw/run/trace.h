/* SPDX-License-Identifier: ISC
 * trace.h - a run on a time axis, as Trace Event JSON.
 *
 * Calls are complete events, one track a stack: handlers lie on top of what they interrupted, and
 * "(not running)" where another stack runs. So events of a track nest. Causes and CPI are counters;
 * lines of the console and marks are instants.
 *
 * Memory and file are bounded, however long the run is. The longest slices are kept: no caller is
 * shorter than what it calls, so these nest, too, and are all of at least some length. Counters
 * have 1,024 to 2,048 windows, whose width doubles with the run.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spans.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

#define TRACE_SIZE_LEAST 100000u
#define TRACE_SIZE_MOST 1000000000u

struct trace_options {
	uint64_t size; /* bytes of the file at most, from TRACE_SIZE_LEAST on */
	uint64_t above; /* cycles of the shortest slice that is kept; 0: of any length */
	uint64_t hz; /* of the core's clock, for times in microseconds; 0: cycles stand for them */
};

struct trace;

struct trace *trace_open(const struct trace_options *o);
void trace_close(struct trace *t);

/* Each clock edge: how many instructions retire; whether the core sleeps; the tap's cause lines. */
void trace_cycle(struct trace *t, unsigned retired, bool sleep, unsigned causes);

/* What has been is forgotten: the trace begins with the cycle that comes. */
void trace_restart(struct trace *t);

/* Of calls_listen: calls and stacks. */
struct span_listener trace_listener(struct trace *t);

/* Before trace_write, if nodes of the call tree have new numbers, from 1: by the old ones. 0: the
 * node is gone, and with it what would stand under its name. */
void trace_renumber(struct trace *t, const uint32_t *to);

/* An instant, "mark NUMBER" (firmware/include/mark.h). Of all instants the first stay, in a quarter
 * of the file's size. */
void trace_mark(struct trace *t, uint64_t cycle, uint32_t number);

/* The firmware's console: an instant for each line, when it ends. */
void trace_console(struct trace *t, uint8_t byte);

/* The run has ended; p has its call tree and tasks. False: one line was printed, and nothing was
 * written. */
bool trace_write(
	struct trace *t, const struct profile *p, const struct firmware *f, const char *path);

/* Then, in one line: what of the run the file shows. */
void trace_say(const struct trace *t);
