/* SPDX-License-Identifier: ISC
 * parts.h - what the files of prof/ offer one another, from the ground up:
 *
 *	clock.c		the two clocks' settings
 *	unit.c		the unit: channel 0 is the running process's, channel 1 sprofil's
 *	sprofil.c	sprofil
 *	profil.c	a process's profile: profil, pcsample, and the hooks of fork, exec, exit, brk
 *	tick.c		the same from the timer's ticks
 *	control.c	settings and counts
 */
#ifndef PARTS_H
#define PARTS_H

#include "firmware/kernel/base/base.h"
#include "firmware/kernel/base/vm.h"
#include "prof.h"

/* Privileges that a clock's samples pass with, as struct tally_config has them. */
#define PROF_USER 0x1u			/* PROFCTL_PROCESS */
#define PROF_KERNEL 0xEu		/* PROFCTL_SYSTEM: user mode is a total only */

#define PROF_PERIOD_BITS 24		/* a period's, in cycles */

/* One of the two clocks, as profctl sets it. */
struct prof_clock {
	uint32_t period;		/* cycles */
	uint8_t jitter;
	uint8_t by_tick;		/* the timer's ticks, not the unit */
	struct tally_counters soft;	/* of those */
};
extern struct prof_clock prof_clocks[2];	/* PROFCTL_PROCESS, PROFCTL_SYSTEM */

/* ---- profil.c */
void prof_begin(struct profile *f, enum profstate state, const struct tally_config *c, uint32_t buf);	/* its process runs, it is off */
void prof_stop(struct profile *f);		/* off, and the unit is done with its memory */

/* ---- unit.c: all of these do nothing where there is no unit */
int unit_here(void);
void unit_init(void);
void unit_enter(struct profile *f);	/* its process is about to run: its profile counts, or nothing does */
void unit_collect(void);		/* what the process channel has said of its owner's profile goes into that: FULL, FAULT, position */
void unit_forget(struct profile *f);	/* collects; its profile counts no more, nothing of it is under way */
void unit_clock(int clock);		/* its settings have changed */
void unit_counts(int clock, struct tally_counters *out);
void prof_counts_read(int clock, struct tally_counters *out);	/* the unit's, or of the ticks */
void unit_switch(struct profile *f);	/* NULL: nothing runs */
int unit_runs(const struct profile *f);
void unit_system_start(const struct tally_config *c);
void unit_system_stop(void);		/* drained on return */
int unit_system_dead(void);		/* 1: it stopped by itself */

/* ---- sprofil.c */
extern struct profile *sprof_owner;	/* NULL: sprofil is off */
void sprof_tick(uint32_t pc, int user, int idle, uint32_t n);	/* the system clock is the timer: n ticks */
void sprof_end(struct profile *f);		/* its memory goes: off, if p is the owner */
int sprof_holds(const struct profile *f, uint32_t end, int moves);	/* 1: brk would take the buffer's memory away */

/* ---- clock.c */
struct profil_memory prof_memory(const struct profile *f);	/* what it may have counted into */
struct tally_config prof_sampler(int clock);	/* a configuration with the clock's settings, and no mapping yet */

#endif
