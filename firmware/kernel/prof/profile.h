/* SPDX-License-Identifier: ISC
 * profile.h - the profiler's data of one process.
 */
#ifndef PROFILE_H
#define PROFILE_H

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
	struct vm *vm;			/* memory that holds the buffer */
	enum profstate state;
	uint32_t buf;			/* user address of the counters or samples */
	uint32_t uncached;		/* bytes from buf on whose pages are mapped uncached */
	uint32_t position;		/* pcsample: bytes stored */
	struct tally_config config;	/* mapping; sampler fields as the process clock's */
	struct mapping mapping;
};

static inline int prof_live(const struct profile *f)
{
	return f->state == PROFSTATE_PROFIL || f->state == PROFSTATE_PCSAMPLE;
}

#endif
