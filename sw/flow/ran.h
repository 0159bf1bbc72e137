/* SPDX-License-Identifier: ISC
 * ran.h - how often each instruction ran, or whether it did, from what a profile counted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sw/elf/image.h"
#include "sw/profile/profile.h"

#define RAN_UNKNOWN UINT64_MAX	/* no counter reaches it */

struct ran {
	const struct profile *profile;
	bool often;		/* false: counts say only whether an instruction ran, */
	bool each;		/* and if this is false, whether one of several did */
};

/* False: what has no count may have run all the same; one line was printed. */
bool ran_open(struct ran *r, const struct profile *p, const struct image *im);

uint64_t ran_at(const struct ran *r, uint32_t pc);
