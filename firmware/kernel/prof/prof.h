/* SPDX-License-Identifier: ISC
 * prof.h - the profiler as the kernel calls it: hooks, and the calls of sysprof.c. Nothing else of
 * prof/ is visible outside.
 *
 * The process clock counts a process's profile in user mode; the system clock counts for sprofil.
 * Each clock is a unit, or the timer. Between two hooks a unit does what the last one set up. It
 * writes only memory of
 * the process that owns the buffer, whose pages are mapped uncached meanwhile.
 */
#ifndef PROF_H
#define PROF_H

#include "profile.h"

/* ---- hooks */
void prof_init(void);			/* at boot: probes the unit; nothing is profiled */
int prof_by_unit(void);			/* is there a unit? */
/* another process (NULL: idle) is about to run; not for a switch within a process */
void prof_switch(struct profile *to);
/* n ticks with the interrupted pc. user 0: they came due in the kernel, and pc is where they were
 * taken. idle: f is NULL. */
void prof_tick(struct profile *f, uint32_t pc, int user, int idle, uint32_t n);
/* after memory is copied */
void prof_fork(struct profile *parent, struct profile *child);
/* before memory goes (exec, exit, kill): off; no sample in flight on return */
void prof_exit(struct profile *f);
/* before the block's size changes; no sample in flight on return */
void prof_brk(struct profile *f);
/* 1: brk would take sprofil's buffer away */
int prof_holds(const struct profile *f, uint32_t end, int moves);
int prof_owns_system(const struct profile *f);	/* 1: f owns the running sprofil */
/* after brk: physical addresses have changed or (failure) have not */
void prof_moved(struct profile *f);

/* ---- calls of the running process; a negative errno or a result */
int prof_profil(struct profile *f, uint32_t personality, const struct profil_args *args);
int prof_pcsample(struct profile *f, uint32_t buf, uint32_t n);
int prof_sprofil(struct profile *f, const struct sprofil_args *args);
/* profctl, except for the tick length */
int prof_control(struct profile *f, uint32_t what, uint32_t value);

#endif
