/* SPDX-License-Identifier: ISC
 * prof.h - the profiler's side of the kernel: hooks which the core calls. Between two hooks
 * the unit does what the last one set up.
 */
#ifndef PROF_H
#define PROF_H

#include <stdint.h>

struct proc;

/* A process's profile: all zero is off. */
struct profile {
	uint32_t on;
};

void prof_init(void);			/* at boot: probe the unit, channels stopped */
void prof_switch(struct proc *to);	/* another process (NULL: idle) is about to run; not for a switch within a process */
void prof_tick(struct proc *p, uint32_t pc, int user, int idle);	/* each tick, with the interrupted pc; user 0: it came due in the kernel, pc is where it was taken; idle: p is NULL */
int prof_fork(struct proc *parent, struct proc *child);	/* after the memory was copied; 0 or a negative errno: fork fails */
void prof_exec(struct proc *p);		/* before the old memory goes: off; silent on return */
void prof_exit(struct proc *p);		/* the same, when p ends. p need not be running (kill) */
int prof_brk(struct proc *p, uint32_t end, int moves);	/* before the heap's end changes: 0 or -ENOMEM; drained on return */
void prof_moved(struct proc *p);	/* after prof_brk gave 0: the block may have moved, grown or shrunk, or (no memory) is as it was */

#endif
