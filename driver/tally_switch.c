/* SPDX-License-Identifier: ISC
 * tally_switch.c - remaps a running channel. Contract: tally_switch.h.
 */
#include "tally_switch.h"
#include "tally_mmio.h"

#define POLLS 1000u
#define UNDER_WAY (TALLY_STATUS_COMMIT_BUSY_MASK | TALLY_STATUS_OLD_BUSY_MASK)

static uint32_t at(unsigned channel, uint32_t reg)
{
	return reg + channel * TALLY_CH_STRIDE;
}

/* first: offset of the channel's registers from those of channel 0. */
static inline int wait_clear(struct tally *t, uint32_t first, uint32_t mask)
{
	for (unsigned polls = POLLS; polls; polls--) {
		uint32_t status;
		int err = tally_mmio_read(t, first + TALLY_STATUS, &status);
		if (err)
			return err;
		if (!(status & mask))
			return 0;
	}
	return TALLY_ETIMEDOUT;
}

static inline int commit(struct tally *t, uint32_t first, uint32_t *sticky)
{
	int err = tally_mmio_write(t, first + TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
	return err || (err = wait_clear(t, first, UNDER_WAY)) ? err : tally_mmio_read(t, first + TALLY_STICKY, sticky);
}

struct tally_mapping tally_mapping_of(const struct tally_config *c)
{
	return (struct tally_mapping){ c->offset, c->scale, tally_mapping_word(c), c->base, c->size,
		c->limit ? c->limit : c->size };
}

int tally_map(struct tally *t, unsigned channel, const struct tally_mapping *to, const struct tally_mapping *from,
	uint32_t *sticky)
{
	uint32_t first = at(channel, 0);
	int err;
	if (!t || channel >= t->caps.channels)
		return TALLY_EINVAL;
#define CHANGES(field) (!from || from->field != to->field)
	if ((CHANGES(offset) && (err = tally_mmio_write(t, first + TALLY_OFFSET, to->offset)))
	    || (CHANGES(scale) && (err = tally_mmio_write(t, first + TALLY_SCALE, to->scale)))
	    || (CHANGES(mapping) && (err = tally_mmio_write(t, first + TALLY_MAPPING, to->mapping)))
	    || (CHANGES(base) && (err = tally_mmio_write(t, first + TALLY_BASE, to->base)))
	    || (CHANGES(size) && (err = tally_mmio_write(t, first + TALLY_SIZE, to->size)))
	    || (CHANGES(limit) && (err = tally_mmio_write(t, first + TALLY_LIMIT, to->limit)))
	    || (err = commit(t, first, sticky)) || !(*sticky & TALLY_STICKY_CFG_ERR_MASK))
		return err;
	/* CFG_ERR may be left from an earlier COMMIT: clear it and commit again. */
	if ((err = tally_mmio_write(t, first + TALLY_STICKY, TALLY_STICKY_CFG_ERR_MASK))
	    || (err = commit(t, first, sticky)))
		return err;
	return *sticky & TALLY_STICKY_CFG_ERR_MASK ? TALLY_EIO : 0;
}

int tally_filter_next(struct tally *t, unsigned channel, uint8_t privileges)
{
	if (!t || channel >= t->caps.channels || privileges > 0xF)
		return TALLY_EINVAL;
	return tally_mmio_write(t, at(channel, TALLY_FILTER), (uint32_t)privileges << TALLY_FILTER_PRIV_MASK_LSB);
}

int tally_filter(struct tally *t, unsigned channel, uint8_t privileges)
{
	int err = tally_filter_next(t, channel, privileges);
	if (err || (err = tally_mmio_write(t, at(channel, TALLY_CTRL), TALLY_CTRL_COMMIT_MASK)))
		return err;
	return wait_clear(t, at(channel, 0), TALLY_STATUS_COMMIT_BUSY_MASK);
}

int tally_quiet(struct tally *t, unsigned channel)
{
	return t && channel < t->caps.channels ? wait_clear(t, at(channel, 0), UNDER_WAY) : TALLY_EINVAL;
}
