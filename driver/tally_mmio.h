/* SPDX-License-Identifier: ISC
 * tally_mmio.h - every access of the driver to the unit, and to counters in system memory.
 *
 * Memory-mapped at t->base if t->io is NULL, else through the caller's functions. Always whole 32-bit words: the
 * unit refuses narrower writes. With -DTALLY_MAPPED the driver ignores struct tally_io: less code, fewer cycles;
 * t->io must be NULL.
 */
#ifndef TALLY_MMIO_H
#define TALLY_MMIO_H

#include "tally.h"

#ifdef TALLY_MAPPED
#define TALLY_HAS_IO(t) 0
#else
#define TALLY_HAS_IO(t) ((t)->io != NULL)
#endif

static inline int tally_mmio_read(const struct tally *t, uint32_t offset, uint32_t *value)
{
	if (TALLY_HAS_IO(t))
		return t->io->read(t->io->ctx, (uint32_t)t->base + offset, value);
	*value = *(const volatile uint32_t *)(t->base + offset);
	return 0;
}

static inline int tally_mmio_write(const struct tally *t, uint32_t offset, uint32_t value)
{
	if (TALLY_HAS_IO(t))
		return t->io->write(t->io->ctx, (uint32_t)t->base + offset, value);
	*(volatile uint32_t *)(t->base + offset) = value;
	return 0;
}

/* Reads a counter of 2 or 4 bytes at bus address `base` + offset. The processor sees `base` at `memory`. */
static inline int tally_memory_read(const struct tally *t, const volatile void *memory, uint32_t base, uint32_t offset,
	unsigned width, uint32_t *value)
{
	if (TALLY_HAS_IO(t)) {
		uint32_t at = base + offset;
		int err = t->io->read(t->io->ctx, at & ~3u, value);
		if (width == 2)
			*value = at & 2 ? *value >> 16 : *value & 0xFFFF;
		return err;
	}
	if (!memory)
		return TALLY_EFAULT;
	*value = width == 2 ? *(const volatile uint16_t *)((uintptr_t)memory + offset)
		: *(const volatile uint32_t *)((uintptr_t)memory + offset);
	return 0;
}

#endif
