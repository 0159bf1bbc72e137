/* SPDX-License-Identifier: ISC
 * tally_bins.c - driver of the Tally unit: histograms in private or system memory. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"

#define CHUNK 64u			/* words read between two looks at MISS */
#define TRIES 8u

int tally_words_read(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out)
{
	uint32_t status;
	int err;

	for (uint32_t i = 0; i < n; i++)
		if ((err = get(t, channel, t->caps.window + (first + i) * 4, out + i)))
			return err;
	if ((err = get(t, channel, TALLY_STATUS, &status)) || !(status & TALLY_STATUS_MISS_MASK))
		return err;
	err = put(t, channel, TALLY_STATUS, TALLY_STATUS_MISS_MASK);
	return err ? err : TALLY_ETIMEDOUT;
}

/* Reads one word at a time; stops at the first that finds no slot in TRIES tries. */
static int read_singly(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out)
{
	for (uint32_t i = 0; i < n; i++) {
		int err = TALLY_ETIMEDOUT;
		for (unsigned tries = 0; err == TALLY_ETIMEDOUT && tries < TRIES; tries++)
			err = tally_words_read(t, channel, first + i, 1, out + i);
		if (err)
			return err;
	}
	return 0;
}

int tally_bins_read(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out)
{
	if (!t || channel >= t->caps.channels || (n && !out) || (uint64_t)first + n > t->caps.bin_bytes / 4)
		return TALLY_EINVAL;
	for (uint32_t done = 0, part; done < n; done += part) {
		part = n - done < CHUNK ? n - done : CHUNK;
		int err = tally_words_read(t, channel, first + done, part, out + done);
		if (err == TALLY_ETIMEDOUT)
			err = read_singly(t, channel, first + done, part, out + done);
		if (err)
			return err;
	}
	return 0;
}

uint32_t tally_histogram_length(const struct tally_config *c)
{
	return c->mode == TALLY_MODE_SYMBOL ? c->entries : c->width == 4 ? c->size / 4 : c->size / 2;
}

int tally_histogram_read(struct tally *t, unsigned channel, const struct tally_config *c, uint32_t first, uint32_t n,
	uint32_t *out)
{
	if (!t || channel >= t->caps.channels || !c || (n && !out) || c->mode > TALLY_MODE_RING || c->sink > TALLY_SINK_SYSTEM
	    || (c->width != 2 && c->width != 4) || c->base % c->width
	    || (uint64_t)first + n > tally_histogram_length(c))
		return TALLY_EINVAL;
	if (c->sink == TALLY_SINK_PRIVATE)
		return tally_bins_read(t, channel, first, n, out);
	uint32_t stride = c->mode == TALLY_MODE_SYMBOL ? sizeof(struct tally_symbol) : c->width;
	if (((uint64_t)first + n) * stride > (c->limit ? c->limit : c->size))
		return TALLY_EFAULT;
	uint32_t at = first * stride + (c->mode == TALLY_MODE_SYMBOL ? offsetof(struct tally_symbol, hits) : 0);
	for (uint32_t i = 0; i < n; i++, at += stride) {
		int err = tally_memory_read(t, c->memory, c->base, at, c->width, out + i);
		if (err)
			return err;
	}
	return 0;
}

int64_t tally_slot(uint32_t pc, uint32_t offset, uint32_t scale, uint32_t size, unsigned width, unsigned round)
{
	if (scale == 0 || pc < offset)
		return -1;
	uint64_t byte = ((uint64_t)(pc - offset) * scale) >> 16;
	uint64_t slot = (byte + round) >> 1;
	return slot < (width == 4 ? size >> 2 : size >> 1) ? (int64_t)slot : -1;
}

/* Bytes up to the counter of the last pc. */
static uint64_t bins_size(uint32_t low, uint32_t high, uint32_t scale, unsigned width, unsigned round)
{
	if (high <= low || scale == 0)
		return 0;
	uint64_t last = ((((uint64_t)high - 1 - low) * scale >> 16) + round) >> 1;
	return (last + 1) * width;
}

uint32_t tally_bins_size(uint32_t low, uint32_t high, uint32_t scale, unsigned width, unsigned round)
{
	uint64_t bytes = bins_size(low, high, scale, width, round);

	return scale <= TALLY_SCALE_ONE && bytes <= UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

uint32_t tally_bins_scale(uint32_t low, uint32_t high, uint32_t bytes, unsigned width, unsigned round)
{
	uint32_t fits = 0;

	/* A larger scale needs as many bytes or more. */
	for (uint32_t step = TALLY_SCALE_ONE; step; step /= 2)
		if (fits + step <= TALLY_SCALE_ONE && bins_size(low, high, fits + step, width, round) <= bytes)
			fits += step;
	return fits;
}
