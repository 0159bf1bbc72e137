/* SPDX-License-Identifier: ISC
 * tally_access.h - registers and words of a channel, and their fields, for the driver's own files.
 */
#ifndef TALLY_ACCESS_H
#define TALLY_ACCESS_H

#include "tally_mmio.h"
#include "tally_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TALLY_OUTCOMES 16u		/* the last words of the memory: rtl/unit/CONTRACT.md */
#define TALLY_OUTCOMES_USED 11u

#define TALLY_DRAIN_POLLS 10000u	/* samples under way and one retirement: on the profiled core each poll is one */
#define TALLY_EVENTS (TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK | TALLY_STATUS_MISS_MASK | TALLY_STATUS_ERROR_MASK)

#define TALLY_FIELD(value, reg_field) (((value) & reg_field##_MASK) >> reg_field##_LSB)
#define TALLY_PUT(value, reg_field) (((uint32_t)(value) << reg_field##_LSB) & reg_field##_MASK)

static inline int get(struct tally *t, unsigned channel, uint32_t reg, uint32_t *value)
{
	return tally_mmio_read(t, channel * 2 * t->caps.window + reg, value);
}

static inline int put(struct tally *t, unsigned channel, uint32_t reg, uint32_t value)
{
	return tally_mmio_write(t, channel * 2 * t->caps.window + reg, value);
}

static inline int tally_has(const struct tally *t, unsigned channel)
{
	return t && channel < t->caps.channels ? 0 : TALLY_EINVAL;
}

/* Polls STATUS until its bits of mask have this value. */
int tally_wait(struct tally *t, unsigned channel, uint32_t mask, uint32_t value, uint32_t polls);

/* Copies n words of the memory from number `first` on. TALLY_ETIMEDOUT: one of them found no slot; out is void. */
int tally_words_read(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out);

/* The value of SETUP for a configuration, without interrupts. */
uint32_t tally_setup(const struct tally_config *config);

#ifdef __cplusplus
}
#endif

#endif
