/* SPDX-License-Identifier: ISC
 * tally_bins.c - driver of the Tally unit: histograms in private or system memory. Contract:
 * tally.h.
 */
#include "tally.h"
#include "tally_access.h"

#define TRIES 8u

/* *ticks: TICKS before the counter, then after it. */
static int read_word(struct tally *t, uint32_t at, uint32_t *ticks, uint32_t *out)
{
	for (unsigned tries = 0; tries < TRIES; tries++) {
		const uint32_t before = *ticks;
		*out = tally_get(t, at);
		*ticks = tally_get(t, TALLY_TICKS);
		if (t->error || !tally_no_slot(*out, before, *ticks))
			return tally_take_error(t);
	}
	return TALLY_ETIMEDOUT;
}

int tally_words_read(struct tally *t, uint32_t first, uint32_t n, uint32_t *out)
{
	const uint32_t at = t->caps.window + first * 4, unit = (uint32_t)t->base;
	int error = TALLY_ETIMEDOUT;

	if (TALLY_HAS_IO(t) && t->io->words)
		error = t->io->words(t->io->ctx, unit, unit + at, n, out);
	if (error != TALLY_ETIMEDOUT)
		return error;
	uint32_t ticks = tally_get(t, TALLY_TICKS);
	error = tally_take_error(t);
	for (uint32_t i = 0; i < n && !error; i++)
		error = read_word(t, at + i * 4, &ticks, out + i);
	return error;
}

int tally_bins_read(struct tally *t, uint32_t first, uint32_t n, uint32_t *out)
{
	if (!tally_valid(t) || (n && !out) || (uint64_t)first + n > t->caps.bin_bytes / 4)
		return TALLY_EINVAL;
	return tally_words_read(t, first, n, out);
}

uint32_t tally_histogram_length(const struct tally_config *c)
{
	return c->mode == TALLY_MODE_SYMBOL ? c->entries
		: c->width == 4             ? c->size / 4
					    : c->size / 2;
}

/* A counter of 2 or 4 bytes at bus address base + offset, which the processor sees from c->memory
 * on. */
static uint32_t memory_get(struct tally *t, const struct tally_config *c, uint32_t offset)
{
	const uintptr_t at = (uintptr_t)c->memory + offset;

	if (!TALLY_HAS_IO(t))
		return c->width == 2 ? *(const volatile uint16_t *)at
				     : *(const volatile uint32_t *)at;
	const uint32_t word = tally_io_get(t, (c->base + offset) & ~3u);
	return c->width == 4 ? word : (c->base + offset) & 2 ? word >> 16 : word & 0xFFFF;
}

int tally_histogram_read(
	struct tally *t, const struct tally_config *c, uint32_t first, uint32_t n, uint32_t *out)
{
	if (!tally_valid(t) || !c || (n && !out) || c->mode > TALLY_MODE_RING
		|| (c->width != 2 && c->width != 4) || c->base % c->width
		|| (uint64_t)first + n > tally_histogram_length(c))
		return TALLY_EINVAL;
	if (c->mode == TALLY_MODE_BINS)
		return tally_bins_read(t, first, n, out);
	const bool table = c->mode == TALLY_MODE_SYMBOL;
	const uint32_t stride = table ? sizeof(struct tally_symbol) : c->width;
	if (((uint64_t)first + n) * stride > (c->limit ? c->limit : c->size)
		|| (n && !TALLY_HAS_IO(t) && !c->memory))
		return TALLY_EFAULT;
	uint32_t at = first * stride + (table ? offsetof(struct tally_symbol, hits) : 0);
	for (uint32_t i = 0; i < n; i++, at += stride)
		out[i] = memory_get(t, c, at);
	return tally_take_error(t);
}

int64_t tally_slot(uint32_t pc, uint32_t offset, uint32_t scale, uint32_t size, unsigned width)
{
	if (scale == 0 || pc < offset)
		return -1;
	uint64_t slot = ((uint64_t)(pc - offset) * scale) >> 17;
	return slot < (width == 4 ? size >> 2 : size >> 1) ? (int64_t)slot : -1;
}

uint32_t tally_bins_size(uint32_t low, uint32_t high, uint32_t scale, unsigned width)
{
	if (high <= low || scale == 0)
		return 0;
	uint64_t bytes = (((uint64_t)high - 1 - low) * scale >> 17) * width + width;
	return scale <= TALLY_SCALE_ONE && bytes <= UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}
