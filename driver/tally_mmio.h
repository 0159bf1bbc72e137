/* SPDX-License-Identifier: ISC
 * tally_mmio.h - every access of the driver to the unit, and to counters in system memory, goes through here.
 *
 * Memory-mapped at t->base when t->io is NULL, else through the caller's
 * functions. Whole 32-bit words only: the unit refuses narrower writes.
 * Compiled with -DTALLY_MAPPED, the driver has no struct tally_io: t->io must be NULL; less code, fewer cycles.
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

/* A counter of 2 or 4 bytes at `base` + offset on the bus, which the processor sees at `memory`. */
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
