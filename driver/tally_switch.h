/* SPDX-License-Identifier: ISC
 * tally_switch.h - gives a channel another mapping in few accesses: for context switches.
 *
 * tally_configure must have configured the channel once. Tick clock, jitter, tags and INTERVAL stay as they were. These
 * functions are inline, and check nothing, because a context switch pays for each instruction.
 */
#ifndef TALLY_SWITCH_H
#define TALLY_SWITCH_H

#include "tally.h"
#include "tally_mmio.h"
#include "tally_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TALLY_SWITCH_POLLS 1000u

/* Register values of a mapping. */
struct tally_mapping {
	uint32_t setup, offset, scale, size, base, limit;
};

/* config must be one that tally_configure accepts (not checked here), with TALLY_MODE_PROFIL or TALLY_MODE_RING and
 * counters in system memory. */
struct tally_mapping tally_mapping_of(const struct tally_config *config);

/* tally_start for a channel that is not clearing, and tally_stop. */
static inline int tally_go(struct tally *t, unsigned channel)
{
	return tally_mmio_write(t, channel * 2 * t->caps.window + TALLY_CTRL, TALLY_CTRL_START_MASK);
}

static inline int tally_pause(struct tally *t, unsigned channel)
{
	return tally_mmio_write(t, channel * 2 * t->caps.window + TALLY_CTRL, TALLY_CTRL_STOP_MASK);
}

/* Stops the channel, waits until it is drained, and writes the mapping; tally_go starts it. *status: register
 * STATUS before that. FULL or FAULT in it: the channel had stopped by itself; they stand until tally_acknowledge.
 * TALLY_ETIMEDOUT: it does not drain, and nothing is written. */
static inline int tally_map(struct tally *t, unsigned channel, const struct tally_mapping *to, uint32_t *status)
{
	const uint32_t first = channel * 2 * t->caps.window;
	unsigned polls = TALLY_SWITCH_POLLS;
	int err = tally_pause(t, channel);

	do {
		if (err || (err = tally_mmio_read(t, first + TALLY_STATUS, status)))
			return err;
	} while (!(*status & TALLY_STATUS_DRAINED_MASK) && --polls);
	if (!polls)
		return TALLY_ETIMEDOUT;
	if ((err = tally_mmio_write(t, first + TALLY_SETUP, to->setup))
	    || (err = tally_mmio_write(t, first + TALLY_OFFSET, to->offset))
	    || (err = tally_mmio_write(t, first + TALLY_SCALE, to->scale))
	    || (err = tally_mmio_write(t, first + TALLY_SIZE, to->size))
	    || (err = tally_mmio_write(t, first + TALLY_BASE, to->base)))
		return err;
	return tally_mmio_write(t, first + TALLY_LIMIT, to->limit);
}

/* tally_go, unless FULL or FAULT stands in *status, register STATUS before it. */
static inline int tally_resume(struct tally *t, unsigned channel, uint32_t *status)
{
	int err = tally_mmio_read(t, channel * 2 * t->caps.window + TALLY_STATUS, status);

	return err || *status & (TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK) ? err : tally_go(t, channel);
}

/* Where the ring of a drained channel goes on, in bytes. */
static inline int tally_map_position(struct tally *t, unsigned channel, uint32_t bytes)
{
	return tally_mmio_write(t, channel * 2 * t->caps.window + TALLY_RING_POS, bytes / 4);
}

static inline int tally_mapped_position(struct tally *t, unsigned channel, uint32_t *bytes)
{
	int err = tally_mmio_read(t, channel * 2 * t->caps.window + TALLY_RING_POS, bytes);

	*bytes *= 4;
	return err;
}

#ifdef __cplusplus
}
#endif

#endif
