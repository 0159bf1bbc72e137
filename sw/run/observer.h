/* SPDX-License-Identifier: ISC
 * observer.h - what sees every cycle of a simulated core, into a profile: instructions, causes,
 * branches, calls, tasks, loads and stores, a latency.
 */
#pragma once

#include "calls.h"
#include "probes.h"
#include "run.h"

/* ---- which task of an RTOS runs, by a word of the simulated machine's RAM */
struct task_watch {
	struct machine *m;
	const struct symbols *symbols;
	struct tasks *tasks;
	uint32_t word; /* its address */
	unsigned bytes; /* 1, 2 or 4 */
	bool named;
	uint32_t name; /* if named: where it is in what the word points to */
	uint32_t value; /* the last one */
	unsigned looks; /* still to be taken since the last store */
	size_t task; /* its place in the tasks */
};

/* What `run --task` was given: SYMBOL, ADDRESS or RTOS, then maybe +OFFSET, and ,bytes=N or
 * ,name=OFFSET. A symbol of 1 or 2 bytes is as wide as that says, another word 4 bytes.
 * False: one line was printed. */
bool task_open(struct task_watch *w, const char *text, const struct image *im);

/* The core is held. False: the word is not in RAM; one line was printed. */
bool task_start(
	struct task_watch *w, struct machine *m, const struct symbols *s, struct tasks *tasks);

/* insn retires. Does another task run than at the last look? It is w->task, and in the tasks if it
 * is new. */
bool task_look(struct task_watch *w, uint32_t insn);

/* ---- all of them */
struct observer {
	struct profile *profile;
	const struct firmware *firmware;
	struct calls *calls; /* these two: NULL, not asked for */
	struct data *data;
	bool timed, tasks; /* asked for: */
	struct stopwatch stopwatch;
	struct task_watch task;
	struct span_measure measure; /* of the calls */
	struct unit_calls unit; /* in place of calls, if it is open */
	struct trace *trace; /* NULL: not asked for */
	struct branches branches; /* with the profile's retired_at */
	/* since the last retirement: cycles awake and not, and why those passed in which none
	 * retired */
	uint64_t cycles, asleep;
	struct waits waits;
};

/* Reads what s asks for, before there is a machine. False: one line was printed. */
bool observer_read(struct observer *o, const struct simulation *s, const struct firmware *f,
	struct profile *p);

/* The core is held. o stays where it is until observer_close. False: one line was printed, and
 * nothing is open. */
bool observer_open(struct observer *o, const struct simulation *s, struct machine *m);

/* The run has ended, well if it `ran`: then the profile has its cycles. False: one line was
 * printed. */
bool observer_close(struct observer *o, bool ran);
