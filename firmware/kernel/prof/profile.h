/* SPDX-License-Identifier: ISC
 * profile.h - what a process has of the profiler: data alone.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdint.h>

#include "driver/tally_profil.h"
#include "driver/tally_switch.h"
#include "profctl.h"

struct vm;

/* A process's profile: all zero but vm is off. */
struct profile {
	struct vm *vm;			/* the memory that the buffer is in */
	enum profstate state;
	uint32_t buf;			/* user address of the counters or samples */
	uint32_t uncached;		/* bytes from there on of which the pages are mapped uncached */
	uint32_t position;		/* of pcsample's array: bytes stored */
	struct tally_config config;	/* mapping; the sampler's fields are the process clock's */
	struct tally_mapping mapping;	/* the same for the unit's registers */
};

static inline int prof_live(const struct profile *f) { return f->state == PROFSTATE_PROFIL || f->state == PROFSTATE_PCSAMPLE; }

#endif
