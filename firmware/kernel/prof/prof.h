/* SPDX-License-Identifier: ISC
 * prof.h - the profiler, as the kernel calls it: hooks, and the four calls of sysprof.c. Nothing else of prof/ is seen outside.
 *
 * A process's profile is counted by the process clock in user mode, sprofil's by the system clock. Each clock is a channel of the
 * unit, or the timer. Between two hooks the unit does what the last one set up; what it may write is memory of the
 * process that owns the buffer, of which the pages are mapped uncached meanwhile.
 */
#ifndef PROF_H
#define PROF_H

#include "profile.h"

/* ---- hooks */
void prof_init(void);			/* at boot: probe the unit, nothing is profiled */
int prof_by_unit(void);			/* there is one */
void prof_switch(struct profile *to);	/* another process (NULL: idle) is about to run; not for a switch within a process */
/* n ticks, with the interrupted pc; user 0: they came due in the kernel, pc is where they were taken; idle: f is NULL. */
void prof_tick(struct profile *f, uint32_t pc, int user, int idle, uint32_t n);
int prof_fork(struct profile *parent, struct profile *child);	/* after the memory was copied; 0 or a negative errno: fork fails */
void prof_exit(struct profile *f);	/* before its memory goes (exec, exit, kill): off; silent on return */
int prof_brk(struct profile *f, uint32_t end, int moves);	/* before the heap's end changes: 0 or -ENOMEM; drained on return */
int prof_holds(const struct profile *f, uint32_t end, int moves);	/* 1: brk would take sprofil's buffer away */
int prof_owns_system(const struct profile *f);	/* 1: sprofil runs, and is its */
void prof_moved(struct profile *f);	/* after a block moved: physical addresses have changed, or (failure) have not */

/* ---- calls: of the process that runs; a negative errno or a result */
int prof_profil(struct profile *f, uint32_t personality, const struct profil_args *args);
int prof_pcsample(struct profile *f, uint32_t buf, uint32_t n);
int prof_sprofil(struct profile *f, const struct sprofil_args *args);
int prof_control(struct profile *f, uint32_t what, uint32_t value);	/* profctl, but for the tick's own length */

#endif
