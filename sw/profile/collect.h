/* SPDX-License-Identifier: ISC
 * collect.h - a unit's counts, gathered into a profile.
 *
 * Knows the unit only through driver/tally.h, so that a simulated machine and a
 * board are the same to it. Counters and 32-bit bins of the unit wrap in
 * long runs; collect_poll, called at least every COLLECT_EVERY source events,
 * adds them up in 64 bits. 16-bit bins are read once, at the end: they may have wrapped.
 * A bin without an idle slot is left for the next poll. If one wrapped unseen
 * nevertheless, the bins no longer add up to HITS, and the report says so.
 */
#ifndef COLLECT_H
#define COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/tally.h"
#include "profile.h"

#ifndef COLLECT_EVERY		/* smaller in a test */
#define COLLECT_EVERY (1u << 28)
#endif

struct collector {
	struct tally unit;
	struct profile *profile;
	uint32_t *last;			/* bins as they were read last */
	uint64_t bins_ticks;		/* TICKS when all of them were read */
};

/* Every function: false after one line on stderr. */
bool collect_open(struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io);

/* Does the unit accept p->config? Nothing is written. If not, the line says why, and which options it accepts. */
bool collect_accepted(const struct collector *c);

/* Configures by p->config, clears, starts. p->bins is allocated here. */
bool collect_start(struct collector *c);
bool collect_poll(struct collector *c);

/* Instead of collect_start, for a unit that already counts with p->config. */
void collect_join(struct collector *c);

/* Reads n bins from number `first`, at any time. A bin without an idle slot is left for later and counted in *missed. */
bool collect_bins(struct collector *c, uint32_t first, uint32_t n, unsigned *missed);

/* Stops the ticks; the caller then lets the unit drain and calls collect_finish. */
bool collect_stop(struct collector *c);
bool collect_finish(struct collector *c);
void collect_close(struct collector *c);

#endif
