/* SPDX-License-Identifier: ISC
 * tally_access.h - every access to the unit, and to counters in system memory.
 *
 * Memory-mapped at t->base if t->io is NULL, else through the caller's functions. Always whole
 * words: the unit refuses narrower writes. With -DTALLY_MAPPED t->io must be NULL: less code.
 *
 * An access returns no error, because most cannot fail: the first one that does is kept in
 * t->error, the ones after it do nothing and read 0, and tally_take_error ends that.
 */
#ifndef TALLY_ACCESS_H
#define TALLY_ACCESS_H

#include "tally.h"
#include "tally_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TALLY_MAPPED
#define TALLY_HAS_IO(t) 0
#else
#define TALLY_HAS_IO(t) ((t)->io != NULL)
#endif

#define TALLY_FIELD(value, reg_field) (((value) & reg_field##_MASK) >> reg_field##_LSB)
#define TALLY_PUT(value, reg_field) (((uint32_t)(value) << reg_field##_LSB) & reg_field##_MASK)

#define TALLY_OUTCOMES 16u /* the last counters of the memory: rtl/unit/CONTRACT.md */

static inline uint32_t tally_io_get(struct tally *t, uint32_t address)
{
	uint32_t value = 0;

	if (!t->error)
		t->error = t->io->read(t->io->ctx, address, &value);
	return t->error ? 0 : value;
}

static inline uint32_t tally_get(struct tally *t, uint32_t at)
{
	if (TALLY_HAS_IO(t))
		return tally_io_get(t, (uint32_t)t->base + at);
	return *(const volatile uint32_t *)(t->base + at);
}

static inline void tally_put(struct tally *t, uint32_t at, uint32_t value)
{
	if (!TALLY_HAS_IO(t))
		*(volatile uint32_t *)(t->base + at) = value;
	else if (!t->error)
		t->error = t->io->write(t->io->ctx, (uint32_t)t->base + at, value);
}

static inline int tally_take_error(struct tally *t)
{
	int error = TALLY_HAS_IO(t) ? t->error : 0;

	t->error = 0;
	return error;
}

/* Is this a handle that tally_probe has filled, and tally_deinit has not voided? */
static inline bool tally_valid(const struct tally *t)
{
	return t && t->caps.window;
}

/* Did the read of this counter find no free slot? TICKS was `before` before it, and `after` after
 * it: the unit then answers what TICKS is, with bit 31 inverted. A counter may look so by chance,
 * but not for long. */
static inline bool tally_no_slot(uint32_t word, uint32_t before, uint32_t after)
{
	return after != before && (word ^ 1u << 31) - before <= after - before;
}

/* Copies n counters of the memory from number `first` on. Contract: tally_bins_read. */
int tally_words_read(struct tally *t, uint32_t first, uint32_t n, uint32_t *out);

#ifdef __cplusplus
}
#endif

#endif
