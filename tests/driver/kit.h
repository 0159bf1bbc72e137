/* SPDX-License-Identifier: ISC
 * kit.h - what the parts of the driver's test share.
 */
#ifndef DRIVER_KIT_H
#define DRIVER_KIT_H

#include "driver_test.h"

#include "driver/tally_access.h"
#include "tests/check.h"

extern const struct driver_place *place;
extern struct tally unit;

/* A register, past the driver; 0 or the error of the access. */
static inline int peek(uint32_t at, uint32_t *value)
{
	*value = tally_get(&unit, at);
	return tally_take_error(&unit);
}

static inline int poke(uint32_t at, uint32_t value)
{
	tally_put(&unit, at, value);
	return tally_take_error(&unit);
}

/* Counters for all of place's code, at the fastest PERIOD that loses nothing; private memory. */
struct tally_config region(void);

uint64_t sum_of_bins(const struct tally_config *c);

/* A clean unit with this configuration, counting. */
void begin(struct tally *t, const struct tally_config *c);

/* Stops, lets waiting weight be charged, and returns counts that satisfy the invariant. */
struct tally_counters settle(struct tally *t);

/* Sources, modes and system memory, as far as the unit has them. */
void driver_modes(void);

#endif
