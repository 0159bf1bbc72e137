/* SPDX-License-Identifier: ISC
 * prof.h - the profiler's side of the kernel: hooks which the core calls, and what its files offer one another.
 *
 *	prof.c		a process's profile: profil, and the hooks of fork, exec, exit, brk
 *	pcsample.c	pcsample
 *	sprof.c		sprofil
 *	profctl.c	settings and counts
 *	prof_unit.c	the unit: channel 0 is the running process's, channel 1 sprofil's
 *	prof_tick.c	the same from the timer's ticks
 *
 * A process's profile is counted by the process clock in user mode, sprofil's by the system clock. Each clock is a channel of the
 * unit, or the timer. Between two hooks the unit does what the last one set up; what it may write is memory of the
 * process that owns the buffer, of which the pages are mapped uncached meanwhile.
 */
#ifndef PROF_H
#define PROF_H

#include <stdint.h>

#include "driver/tally_profil.h"
#include "driver/tally_switch.h"
#include "profctl.h"

struct proc;

/* Privileges that a clock's samples pass with, as struct tally_config has them. */
#define PROF_USER 0x1u			/* PROFCTL_PROCESS */
#define PROF_KERNEL 0xEu		/* PROFCTL_SYSTEM: user mode is a total only */

#define PROF_PERIOD_BITS 24		/* a period's, in cycles */

/* A process's profile: all zero is off. */
struct profile {
	enum profstate state;
	uint32_t buf;			/* user address of the counters or samples */
	uint32_t uncached;		/* bytes from there on of which the pages are mapped uncached */
	uint32_t position;		/* of pcsample's array: bytes stored */
	struct tally_config config;	/* mapping; the sampler's fields are the process clock's */
	struct tally_mapping mapping;	/* the same for the unit's registers */
};

static inline int prof_live(const struct profile *f) { return f->state == PROFSTATE_PROFIL || f->state == PROFSTATE_PCSAMPLE; }

/* One of the two clocks, as profctl sets it. */
struct prof_clock {
	uint32_t period;		/* cycles */
	uint8_t jitter;
	uint8_t by_tick;		/* the timer's ticks, not the unit */
	struct tally_counters soft;	/* of those */
};
extern struct prof_clock prof_clocks[2];	/* PROFCTL_PROCESS, PROFCTL_SYSTEM */

/* ---- hooks */
void prof_init(void);			/* at boot: probe the unit, nothing is profiled */
void prof_switch(struct proc *to);	/* another process (NULL: idle) is about to run; not for a switch within a process */
/* n ticks, with the interrupted pc; user 0: they came due in the kernel, pc is where they were taken; idle: p is NULL. */
void prof_tick(struct proc *p, uint32_t pc, int user, int idle, uint32_t n);
int prof_fork(struct proc *parent, struct proc *child);	/* after the memory was copied; 0 or a negative errno: fork fails */
void prof_exec(struct proc *p);		/* before the old memory goes: off; silent on return */
void prof_exit(struct proc *p);		/* the same, when p ends. p need not be running (kill) */
int prof_brk(struct proc *p, uint32_t end, int moves);	/* before the heap's end changes: 0 or -ENOMEM; drained on return */
void prof_moved(struct proc *p);	/* after a block moved: physical addresses have changed, or (failure) have not */

/* ---- prof.c */
struct profil_memory prof_memory(const struct proc *p);	/* what p may have counted into */
void prof_begin(struct proc *p, enum profstate state, const struct tally_config *c, uint32_t buf);	/* p runs and is off */
void prof_stop(struct proc *p);		/* off, and the unit is done with p's memory */

/* ---- prof_unit.c: all of these do nothing where there is no unit */
int unit_here(void);
void unit_init(void);
void unit_enter(struct proc *p);	/* p is about to run: its profile counts, or nothing does */
void unit_collect(void);		/* what the process channel has said of its owner's profile goes into that: FULL, FAULT, position */
void unit_forget(struct proc *p);	/* collects; p's profile counts no more, nothing of it is under way */
void unit_clock(int clock);		/* its settings have changed */
void unit_counts(int clock, struct tally_counters *out);
void unit_system_start(const struct tally_config *c);
void unit_system_stop(void);		/* drained on return */
int unit_system_dead(void);		/* 1: it stopped by itself */

/* ---- sprof.c */
extern struct proc *sprof_owner;	/* NULL: sprofil is off */
void sprof_tick(uint32_t pc, int user, int idle, uint32_t n);	/* the system clock is the timer: n ticks */
void sprof_end(struct proc *p);		/* p's memory goes: off, if p is the owner */
int sprof_holds(const struct proc *p, uint32_t end, int moves);	/* 1: brk would take the buffer's memory away */

/* ---- profctl.c */
void prof_counts_read(int clock, struct tally_counters *out);
struct tally_config prof_sampler(int clock);	/* a configuration with the clock's settings, and no mapping yet */

#endif
