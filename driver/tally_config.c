/* SPDX-License-Identifier: ISC
 * tally_config.c - driver of the Tally unit: configuration and interrupts. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"

/* The mean of (LFSR & mask) - (LFSR[15] & mask[0]), by which JITTER shortens a period. */
static uint32_t mean_of_jitter(const struct tally_config *c)
{
	return c->jitter ? (1u << (c->jitter - 1)) - 1 : 0;
}

static int put_seed(struct tally *t, unsigned channel, uint16_t seed)
{
	for (unsigned bit = 16; bit--; ) {
		int err = put(t, channel, TALLY_SEED, (uint32_t)seed >> bit & 1);
		if (err)
			return err;
	}
	t->seed[channel] = seed;
	return 0;
}

#define OF_DIVIDER 2u			/* the first of struct setting */
#define SETTINGS 11u

struct setting {
	uint32_t reg, value;
	bool skip;
};

uint32_t tally_setup(const struct tally_config *c)
{
	static const uint8_t policy[] = { [TALLY_STOP] = 1, [TALLY_SATURATE] = 2, [TALLY_WRAP] = 0 };

	return TALLY_PUT(c->source, TALLY_SETUP_SOURCE) | TALLY_PUT(c->round, TALLY_SETUP_ROUND)
		| TALLY_PUT(policy[c->policy], TALLY_SETUP_POLICY) | TALLY_PUT(c->privileges, TALLY_SETUP_PRIVILEGES)
		| TALLY_PUT(c->sink, TALLY_SETUP_SYSTEM) | TALLY_PUT(c->width / 4, TALLY_SETUP_WIDTH)
		| TALLY_PUT(c->mode, TALLY_SETUP_MODE) | TALLY_PUT(c->ring_wrap, TALLY_SETUP_RING_WRAP);
}

/* Private counters: SCALE 0 maps nothing, where the unit would map all to counter 0. */
static uint32_t size_of(const struct tally_config *c)
{
	return c->sink == TALLY_SINK_PRIVATE && !c->scale ? 0 : tally_histogram_length(c);
}

static void settings_of(const struct tally *t, const struct tally_config *c, uint32_t irq, struct setting to[SETTINGS])
{
	bool no_tags = !(t->caps.has & TALLY_CAPS_TAG_MASK), no_memory = !(t->caps.has & TALLY_CAPS_SYSTEM_MASK);
	const struct setting all[SETTINGS] = {
		{ TALLY_PERIOD, c->period - 1 + mean_of_jitter(c), false },
		{ TALLY_JITTER, (1u << c->jitter) - 1, false },
		{ TALLY_SETUP, tally_setup(c) | TALLY_PUT(irq, TALLY_SETUP_IRQ), false },
		{ TALLY_TAG_VALUE, c->tag_value, no_tags },
		{ TALLY_TAG_MASK, c->tag_mask, no_tags },
		{ TALLY_OFFSET, c->offset, false },
		{ TALLY_SCALE, c->scale, false },
		{ TALLY_SIZE, size_of(c), false },
		{ TALLY_INTERVAL, c->interval, no_memory },
		{ TALLY_BASE, c->base, no_memory },
		{ TALLY_LIMIT, c->limit ? c->limit : c->size, no_memory },
	};

	for (unsigned i = 0; i < SETTINGS; i++)
		to[i] = all[i];
}

static int get_irq(struct tally *t, unsigned channel, uint32_t *irq)
{
	uint32_t setup;
	int err = get(t, channel, TALLY_SETUP, &setup);

	*irq = TALLY_FIELD(setup, TALLY_SETUP_IRQ);
	return err;
}

/* Do the first n settings stand in the unit? */
static int stand(struct tally *t, unsigned channel, const struct setting *set, unsigned n)
{
	for (uint32_t is; n--; set++) {
		int err = set->skip ? 0 : get(t, channel, set->reg, &is);
		if (err)
			return err;
		if (!set->skip && is != set->value)
			return 0;
	}
	return 1;
}

static int put_settings(struct tally *t, unsigned channel, const struct setting *set, unsigned n)
{
	int err = 0;

	for (; n-- && !err; set++)
		if (!set->skip)
			err = put(t, channel, set->reg, set->value);
	return err;
}

/* The divider starts again only if something of it changes: a process that is switched to must not restart it. */
static int put_clock(struct tally *t, unsigned channel, const struct tally_config *c, const struct setting *set)
{
	int err = stand(t, channel, set, OF_DIVIDER);

	if (err < 0 || (err && !c->restart && t->seed[channel] == c->seed))
		return err < 0 ? err : 0;
	err = put_settings(t, channel, set, OF_DIVIDER);
	return err ? err : put_seed(t, channel, c->seed);
}

static int check(const struct tally *t, unsigned channel, const struct tally_config *c)
{
	const struct tally_caps caps = tally_channel_caps(t, channel);

	return tally_config_check(c, &caps);
}

int tally_configured(struct tally *t, unsigned channel, const struct tally_config *c)
{
	struct setting set[SETTINGS];
	uint32_t irq;
	int err = tally_has(t, channel);

	if (err || (err = check(t, channel, c)) || (err = get_irq(t, channel, &irq)))
		return err;
	settings_of(t, c, irq, set);
	return stand(t, channel, set, SETTINGS);
}

static int stop_and_drain(struct tally *t, unsigned channel)
{
	int err = put(t, channel, TALLY_CTRL, TALLY_CTRL_STOP_MASK);

	return err ? err : tally_wait(t, channel, TALLY_STATUS_DRAINED_MASK, TALLY_STATUS_DRAINED_MASK, TALLY_DRAIN_POLLS);
}

/* 0, or what stands in the way of a configuration; whether the channel runs. */
static int may_configure(struct tally *t, unsigned channel, bool *runs)
{
	uint32_t status;
	int err = get(t, channel, TALLY_STATUS, &status);

	*runs = status & TALLY_STATUS_RUNNING_MASK;
	return err ? err : status & TALLY_STATUS_CLEARING_MASK ? TALLY_EBUSY : 0;
}

int tally_configure(struct tally *t, unsigned channel, const struct tally_config *c)
{
	struct setting set[SETTINGS];
	uint32_t irq, status;
	bool runs;
	int err = tally_has(t, channel);

	if (err || (err = check(t, channel, c)) || (err = may_configure(t, channel, &runs))
	    || (err = get_irq(t, channel, &irq)))
		return err;
	settings_of(t, c, irq, set);
	if ((err = put(t, channel, TALLY_STATUS, TALLY_STATUS_ERROR_MASK))
	    || (err = stop_and_drain(t, channel))
	    || (err = put_clock(t, channel, c, set))
	    || (err = put_settings(t, channel, set + OF_DIVIDER, SETTINGS - OF_DIVIDER))
	    || (err = get(t, channel, TALLY_STATUS, &status)))
		return err;
	if (status & TALLY_STATUS_ERROR_MASK)
		return TALLY_EIO;
	return runs ? tally_start(t, channel) : 0;
}

int tally_irq_enable(struct tally *t, unsigned channel, uint32_t events)
{
	uint32_t setup, irq = TALLY_PUT(events / TALLY_STATUS_FULL_MASK, TALLY_SETUP_IRQ);
	bool runs;
	int err = tally_has(t, channel);

	if (err || (err = events & ~TALLY_EVENTS ? TALLY_EINVAL : 0) || (err = may_configure(t, channel, &runs))
	    || (err = get(t, channel, TALLY_SETUP, &setup)) || (setup & TALLY_SETUP_IRQ_MASK) == irq)
		return err;
	if ((err = stop_and_drain(t, channel))
	    || (err = put(t, channel, TALLY_SETUP, (setup & ~TALLY_SETUP_IRQ_MASK) | irq)))
		return err;
	return runs ? tally_start(t, channel) : 0;
}

int tally_irq_pending(struct tally *t, uint32_t *channels)
{
	int err = tally_has(t, 0);

	if (err || (err = channels ? 0 : TALLY_EINVAL))
		return err;
	*channels = 0;
	for (unsigned channel = 0; channel < t->caps.channels; channel++) {
		uint32_t status, irq;
		if ((err = get(t, channel, TALLY_STATUS, &status)) || (err = get_irq(t, channel, &irq)))
			return err;
		*channels |= (uint32_t)((status / TALLY_STATUS_FULL_MASK & irq) != 0) << channel;
	}
	return 0;
}
