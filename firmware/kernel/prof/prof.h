/* SPDX-License-Identifier: ISC
 * prof.h - the profiler as the kernel calls it: hooks, and the calls of sysprof.c. Nothing else of
 * prof/ is visible outside.
 *
 * The process clock counts a process's profile in user mode; the system clock counts for sprofil.
 * Each clock is a unit, or the timer. Between two hooks a unit does what the last one set up. It
 * writes only memory of the process that owns the buffer; its pages are mapped uncached meanwhile.
 */
#ifndef PROF_H
#define PROF_H

#include <stdint.h>

#include "firmware/lib/tally_profil.h"
#include "profctl.h"

struct vm;

/* Register values of a configuration with counters in system memory: what a context switch
 * changes. */
struct mapping {
	uint32_t setup, offset, scale, size, base, limit;
};

/* A process's profile. All zero except vm: off. */
struct profile {
	struct vm *vm; /* memory that holds the buffer */
	enum profstate state;
	uint32_t buf; /* user address of the counters or samples */
	uint32_t uncached; /* bytes from buf on whose pages are mapped uncached */
	uint32_t position; /* pcsample: bytes stored */
	struct tally_config config; /* mapping; sampler fields as the process clock's */
	struct mapping mapping;
};

static inline int prof_live(const struct profile *f)
{
	return f->state == PROFSTATE_PROFIL || f->state == PROFSTATE_PCSAMPLE;
}

/* ---- hooks */
void prof_init(void); /* at boot: probes the unit; nothing is profiled */
int prof_by_unit(void); /* is there a unit? */
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
int prof_owns_system(const struct profile *f); /* 1: f owns the running sprofil */
/* after brk: physical addresses have changed or (failure) have not */
void prof_moved(struct profile *f);

/* ---- calls of the running process; a negative errno or a result */
int prof_profil(struct profile *f, uint32_t personality, const struct profil_args *args);
int prof_pcsample(struct profile *f, uint32_t buf, uint32_t n);
int prof_sprofil(struct profile *f, const struct sprofil_args *args);
/* profctl, except for the tick length */
int prof_control(struct profile *f, uint32_t what, uint32_t value);

#endif
