/* SPDX-License-Identifier: ISC
 * tasks.h - the tasks of an RTOS, identified by a word of memory: its pointer to the current one.
 *
 * In the call tree of such a run every node at the root is a task: a thread's node (call_tree.h)
 * whose number is the task's place here. In a full tree functions may stand beside them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_tree.h"

#define TASKS_MAX 4096u		/* of a run; the last stands for all others */
#define TASKS_UNKNOWN "%s: has no tasks; `tally run --task WORD -o FILE` identifies them"
#define TASK_NAME_MAX 255u	/* bytes */

struct task {
	uint32_t value;		/* of the word while it runs; 0: before the first task */
	char *name;		/* not empty; no two are the same */
};

struct tasks {
	uint32_t word;		/* its address */
	struct task *at;	/* as they came; none: the run had no such word */
	size_t n, room;
};

void tasks_free(struct tasks *t);

/* A task's node at the root, by its place. */
static inline uint32_t task_function(size_t place) { return call_tree_thread(2 * (uint32_t)place); }
static inline size_t task_place(uint32_t function) { return function / 2; }

/* The place of the task of that name; t->n: there is none. */
size_t tasks_named(const struct tasks *t, const char *name);

bool tasks_same(const struct tasks *a, const struct tasks *b);
