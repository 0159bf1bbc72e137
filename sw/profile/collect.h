/* SPDX-License-Identifier: ISC
 * collect.h - gathers a unit's counts into a profile.
 *
 * Knows the unit only through driver/tally.h, so a simulated machine and a board look the same. Counters and bins of
 * the unit have 32 bits and wrap in long runs; collect_poll, called at least every COLLECT_EVERY source events, adds
 * them up in 64 bits. A bin that could not be read, for lack of an idle slot of the memory, waits for the next poll.
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
	uint32_t *last;			/* bins as last read */
	uint64_t bins_ticks;		/* TICKS when all bins were last read */
};

/* Functions that return bool return false after one line on stderr, but print nothing for -EINTR. */
bool collect_open(struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io);

/* Checks whether the unit accepts p->config; writes no register. If not, the line says why, and which options it would
 * accept. */
bool collect_accepted(const struct collector *c);

/* Configures the unit by p->config, clears and starts it. Allocates p->bins. */
bool collect_start(struct collector *c);
bool collect_poll(struct collector *c);

/* Use it instead of collect_start if the unit already counts with p->config. */
void collect_join(struct collector *c);

/* Reads n bins from number `first` on, at any time. Adds to *missed the bins it had to leave for later. */
bool collect_bins(struct collector *c, uint32_t first, uint32_t n, unsigned *missed);

/* Stops the ticks. The caller then lets the unit drain and calls collect_finish. */
bool collect_stop(struct collector *c);
bool collect_finish(struct collector *c);
void collect_close(struct collector *c);

/* What register STATUS says of the end, as struct profile has it. */
uint32_t collect_sticky(uint32_t status);

#endif
