/* SPDX-License-Identifier: ISC
 * parts.h - the interfaces between the files of prof/, from the bottom up:
 *
 *	clock.c		settings of the two clocks
 *	unit.c		the units: the first counts for the running process, the second for sprofil
 *	sprofil.c	sprofil
 *	profil.c	a process's profile: profil, pcsample, hooks of fork, exec, exit, brk
 *	tick.c		the same from timer ticks
 *	control.c	settings and counts
 */
#ifndef PARTS_H
#define PARTS_H

#include "firmware/kernel/base/base.h"
#include "firmware/kernel/base/vm.h"
#include "prof.h"

/* Privilege masks that let a clock's samples pass, as in struct tally_config. */
#define PROF_USER 0x1u /* PROFCTL_PROCESS */
#define PROF_KERNEL 0xEu /* PROFCTL_SYSTEM: user mode appears only in a total */

/* One of the two clocks, as profctl sets it. */
struct prof_clock {
	uint32_t period; /* cycles */
	uint8_t jitter;
	uint8_t by_tick; /* timer ticks count, not the unit */
	struct tally_counters soft; /* their counts */
};
extern struct prof_clock prof_clocks[2]; /* PROFCTL_PROCESS, PROFCTL_SYSTEM */

/* ---- profil.c */
/* starts a profile that is off; its process must be the running one */
void prof_begin(
	struct profile *f, enum profstate state, const struct tally_config *c, uint32_t buf);
/* off; the unit no longer uses its memory on return */
void prof_stop(struct profile *f);

/* ---- unit.c: these do nothing without a unit */
int unit_here(void);
void unit_init(void);
/* f's process is about to run: its profile counts, or nothing does */
void unit_enter(struct profile *f);
/* copies FULL, FAULT and position of the process's unit into its owner's profile */
void unit_collect(void);
struct mapping unit_mapping(const struct tally_config *c);
/* collects; on return f counts no more, and none of its samples is in flight */
void unit_forget(struct profile *f);
void unit_clock(int clock); /* applies changed settings */
void unit_counts(int clock, struct tally_counters *out);
/* counts of the unit or of the ticks */
void prof_counts_read(int clock, struct tally_counters *out);
int unit_runs(const struct profile *f);
void unit_system_start(const struct tally_config *c);
void unit_system_stop(void); /* drained on return */
int unit_system_dead(void); /* 1: it stopped by itself */

/* ---- sprofil.c */
extern struct profile *sprof_owner; /* NULL: sprofil is off */
/* n ticks of the timer, if it is the system clock */
void sprof_tick(uint32_t pc, int user, int idle, uint32_t n);
/* f's memory goes away: turns sprofil off if f owns it */
void sprof_end(struct profile *f);

/* ---- clock.c */
/* memory that the unit may write for f */
struct profil_memory prof_memory(const struct profile *f);
/* configuration with the clock's settings, no mapping yet */
struct tally_config prof_sampler(int clock);

#endif
