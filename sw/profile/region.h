/* SPDX-License-Identifier: ISC
 * region.h - which code a profile covers, and how many counters that takes.
 */
#ifndef REGION_H
#define REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "sw/elf/image.h"
#include "profile.h"
#include "sw/elf/symbols.h"

/* The code asked for: all executable segments in one span, or from function `from` to the end of function `to`
 * (NULL: not narrowed; an address is taken as it is, as `to` exclusive). Sets p->code_lo, code_hi. false: one line
 * was printed. */
bool region_choose(struct profile *p, const struct image *im, const struct symbols *s, const char *from, const char *to);

/* Lays counters of p->config.width at p->config.scale over it, as far as bin_bytes reach: sets config.offset, size, base and slots.
 * A span that does not fit is first cut down to executable sections (a segment may hold data too). */
void region_fit(struct profile *p, const struct image *im, uint32_t bin_bytes);

/* The same with all of the code, at the largest scale not above p->config.scale whose counters fit. */
void region_fit_scaled(struct profile *p, const struct image *im, uint32_t bin_bytes);

#endif
