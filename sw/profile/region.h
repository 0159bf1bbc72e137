/* SPDX-License-Identifier: ISC
 * region.h - which code a profile covers, and how many counters that takes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sw/elf/image.h"
#include "profile.h"
#include "sw/elf/symbols.h"

/* Chooses the code to profile: the span of all executable segments, narrowed to function `from` up
 * to the end of function `to` (NULL: not narrowed). Either may be an address; as `to` it is
 * exclusive. Sets p->code_lo, code_hi. False: one line was printed. */
bool region_choose(struct profile *p, const struct image *im, const struct symbols *s,
	const char *from, const char *to);

/* Lays counters at p->config.scale over that code, as far as bin_bytes reach: sets config.offset,
 * size, base and slots. If they do not reach, it first narrows the code to the executable sections,
 * as a segment may hold data, too. */
void region_fit(struct profile *p, const struct image *im, uint32_t bin_bytes);

/* The same, but halves p->config.scale until the counters cover all of the code. */
void region_fit_scaled(struct profile *p, const struct image *im, uint32_t bin_bytes);
