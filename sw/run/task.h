/* SPDX-License-Identifier: ISC
 * task.h - which task of an RTOS runs, by a word of the simulated machine's RAM.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine.h"
#include "sw/profile/firmware.h"
#include "sw/profile/tasks.h"

struct task_watch {
	uint32_t word;		/* its address */
	unsigned bytes;		/* 1, 2 or 4 */
	bool named;
	uint32_t name;		/* if named: where it is in what the word points to */
	uint32_t value;		/* the last one */
	unsigned looks;		/* still to be taken since the last store */
	size_t task;		/* its place in the tasks */
};

/* What `run --task` was given: SYMBOL, ADDRESS or RTOS, then maybe +OFFSET, and ,bytes=N or
 * ,name=OFFSET. A symbol of 1 or 2 bytes is as wide as that says, another word 4 bytes.
 * False: one line was printed. */
bool task_open(struct task_watch *w, const char *text, const struct image *im);

/* The core is held. False: the word is not in RAM; one line was printed. */
bool task_start(struct task_watch *w, struct machine *m, const struct symbols *s,
	struct tasks *tasks);

/* insn retires. Does another task run than at the last look? It is w->task, and in `tasks` if it is
 * new. */
bool task_look(struct task_watch *w, struct machine *m, uint32_t insn, const struct symbols *s,
	struct tasks *tasks);
