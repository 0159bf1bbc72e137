/* SPDX-License-Identifier: ISC
 * tally_mmio.h - every access of the driver to the unit goes through here.
 *
 * Memory-mapped at t->base when t->io is NULL, else through the caller's
 * functions. Whole 32-bit words only: the unit refuses narrower writes.
 */
#ifndef TALLY_MMIO_H
#define TALLY_MMIO_H

#include "tally.h"

static inline int tally_mmio_read(const struct tally *t, uint32_t offset, uint32_t *value)
{
	if (t->io)
		return t->io->read(t->io->ctx, (uint32_t)t->base + offset, value);
	*value = *(const volatile uint32_t *)(t->base + offset);
	return 0;
}

static inline int tally_mmio_write(const struct tally *t, uint32_t offset, uint32_t value)
{
	if (t->io)
		return t->io->write(t->io->ctx, (uint32_t)t->base + offset, value);
	*(volatile uint32_t *)(t->base + offset) = value;
	return 0;
}

#endif
