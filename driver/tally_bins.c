/* SPDX-License-Identifier: ISC
 * tally_bins.c - driver of the Tally unit: histograms in private or system memory. Contract: tally.h.
 */
#include "tally.h"
#include "tally_mmio.h"
#include "tally_regs.h"
#include "tally_word.h"

#define BIN_CHUNK 64u			/* counters read between two checks of the sticky bit */
#define BIN_TRIES 8u

/* Copies n counters. TALLY_ETIMEDOUT: a read found no free slot (the unit answered 0), which the sticky bit shows. */
static int read_chunk(struct tally *t, uint32_t base, unsigned width, uint32_t first, uint32_t n, uint32_t *out)
{
	uint32_t word = 0, word_at = UINT32_MAX, errors;
	int err;

	if (TALLY_ONE_WORD(t))
		return tally_word_read(t, 0, first, n, out);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = base + (first + i) * width;
		if ((at & ~3u) != word_at) {
			word_at = at & ~3u;
			if ((err = tally_mmio_read(t, t->caps.window + word_at, &word)))
				return err;
		}
		out[i] = width == 4 ? word : at & 2 ? word >> 16 : word & 0xFFFF;
	}
	if ((err = tally_mmio_read(t, TALLY_ERRORS, &errors)))
		return err;
	if (!(errors & TALLY_ERRORS_BIN_MISS_MASK))
		return 0;
	err = tally_mmio_write(t, TALLY_ERRORS, TALLY_ERRORS_BIN_MISS_MASK);
	return err ? err : TALLY_ETIMEDOUT;
}

/* Reads one counter at a time; stops at the first that finds no slot in BIN_TRIES tries. */
static int read_singly(struct tally *t, uint32_t base, unsigned width, uint32_t first, uint32_t n, uint32_t *out)
{
	for (uint32_t i = 0; i < n; i++) {
		int err = TALLY_ETIMEDOUT;
		for (unsigned tries = 0; err == TALLY_ETIMEDOUT && tries < BIN_TRIES; tries++)
			err = read_chunk(t, base, width, first + i, 1, out + i);
		if (err)
			return err;
	}
	return 0;
}

int tally_bins_read(struct tally *t, uint32_t base, unsigned width, uint32_t first, uint32_t n, uint32_t *out)
{
	if (!t || !t->caps.channels || (n && !out) || (width != 2 && width != 4) || base % width)
		return TALLY_EINVAL;
	uint64_t end = base + ((uint64_t)first + n) * width;
	if (end > t->caps.bin_bytes || (TALLY_ONE_WORD(t) && (base || width != 4)))
		return TALLY_EINVAL;

	for (uint32_t done = 0, part; done < n; done += part) {
		part = n - done < BIN_CHUNK ? n - done : BIN_CHUNK;
		int err = read_chunk(t, base, width, first + done, part, out + done);
		if (err == TALLY_ETIMEDOUT)
			err = read_singly(t, base, width, first + done, part, out + done);
		if (err)
			return err;
	}
	return 0;
}

uint32_t tally_histogram_length(const struct tally_config *c)
{
	return c->mode == TALLY_MODE_SYMBOL ? c->entries : c->width == 4 ? c->size / 4 : c->size / 2;
}

int tally_histogram_read(struct tally *t, const struct tally_config *c, uint32_t first, uint32_t n, uint32_t *out)
{
	if (!t || !t->caps.channels || !c || (n && !out) || c->mode > TALLY_MODE_RING || c->sink > TALLY_SINK_SYSTEM
	    || (c->width != 2 && c->width != 4) || c->base % c->width
	    || (uint64_t)first + n > tally_histogram_length(c))
		return TALLY_EINVAL;
	if (c->sink == TALLY_SINK_PRIVATE)
		return tally_bins_read(t, c->base, c->width, first, n, out);
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
