/* SPDX-License-Identifier: ISC
 * tally_config.c - driver of the Tally unit: configuration. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"

#define REMAP_POLLS 1000u		/* only samples under way are waited for */

/* The mean of (LFSR & mask) - (LFSR[15] & mask[0]), by which JITTER shortens a period. */
static uint32_t mean_of_jitter(const struct tally_config *c)
{
	return c->jitter ? (1u << (c->jitter - 1)) - 1 : 0;
}

static uint32_t setup_of(const struct tally_config *c)
{
	static const uint8_t policy[] = { [TALLY_STOP] = 1, [TALLY_SATURATE] = 2, [TALLY_WRAP] = 0 };

	return TALLY_PUT(c->source, TALLY_SETUP_SOURCE) | TALLY_PUT(c->round, TALLY_SETUP_ROUND)
		| TALLY_PUT(policy[c->policy], TALLY_SETUP_POLICY)
		| TALLY_PUT(c->privileges, TALLY_SETUP_PRIVILEGES)
		| TALLY_PUT(c->sink, TALLY_SETUP_SYSTEM) | TALLY_PUT(c->width / 4, TALLY_SETUP_WIDTH)
		| TALLY_PUT(c->mode, TALLY_SETUP_MODE) | TALLY_PUT(c->ring_wrap, TALLY_SETUP_RING_WRAP);
}

struct tally_mapping tally_mapping_of(const struct tally_config *c)
{
	return (struct tally_mapping){ setup_of(c), c->offset, c->scale, tally_histogram_length(c), c->base,
		c->limit ? c->limit : c->size };
}

enum { PERIOD, JITTER, OF_CLOCK, SETTINGS = 11 };

struct setting {
	uint32_t reg, value;
};

/* What the unit was built without is 0. Private counters: SCALE 0 maps nothing, where the unit would map all to
 * counter 0. */
static void settings_of(struct tally *t, const struct tally_config *c, struct setting to[SETTINGS])
{
	const struct tally_mapping m = tally_mapping_of(c);
	const bool tags = t->caps.has & TALLY_CAPS_TAG_MASK, memory = t->caps.system;
	const uint32_t irq = tally_get(t, TALLY_SETUP) & TALLY_SETUP_IRQ_MASK;
	const struct setting all[SETTINGS] = {
		[PERIOD] = { TALLY_PERIOD, c->period - 1 + mean_of_jitter(c) },
		[JITTER] = { TALLY_JITTER, (1u << c->jitter) - 1 },
		{ TALLY_SETUP, m.setup | irq },
		{ TALLY_TAG_VALUE, tags ? c->tag_value : 0 },
		{ TALLY_TAG_MASK, c->tag_mask },
		{ TALLY_OFFSET, m.offset },
		{ TALLY_SCALE, m.scale },
		{ TALLY_SIZE, c->sink == TALLY_SINK_PRIVATE && !c->scale ? 0 : m.size },
		{ TALLY_INTERVAL, memory ? c->interval : 0 },
		{ TALLY_BASE, m.base },
		{ TALLY_LIMIT, memory ? m.limit : 0 },
	};

	for (unsigned i = 0; i < SETTINGS; i++)
		to[i] = all[i];
}

static bool stand(struct tally *t, const struct setting *set, unsigned n)
{
	for (; n--; set++)
		if (tally_get(t, set->reg) != set->value)
			return false;
	return true;
}

static void put_settings(struct tally *t, const struct setting *set, unsigned n)
{
	for (; n--; set++)
		tally_put(t, set->reg, set->value);
}

/* The divider starts again only if something of it changes: a process that is switched to must not restart it. */
static void put_clock(struct tally *t, const struct tally_config *c, const struct setting set[OF_CLOCK])
{
	if (stand(t, set, OF_CLOCK) && !c->restart && t->seed == c->seed)
		return;
	put_settings(t, set, OF_CLOCK);
	for (unsigned bit = 16; bit--; )
		tally_put(t, TALLY_SEED, (uint32_t)c->seed >> bit & 1);
	t->seed = c->seed;
}

int tally_configured(struct tally *t, const struct tally_config *c)
{
	struct setting set[SETTINGS];
	int error = tally_valid(t) ? tally_config_check(c, &t->caps) : TALLY_EINVAL;

	if (error)
		return error;
	settings_of(t, c, set);
	const bool same = stand(t, set, SETTINGS);
	error = tally_take_error(t);
	return error ? error : same;
}

int tally_configure(struct tally *t, const struct tally_config *c)
{
	struct setting set[SETTINGS];
	int error = tally_valid(t) ? tally_config_check(c, &t->caps) : TALLY_EINVAL;

	if (error)
		return error;
	settings_of(t, c, set);
	const uint32_t before = tally_get(t, TALLY_STATUS);
	if (t->error || before & TALLY_STATUS_CLEARING_MASK) {
		error = tally_take_error(t);
		return error ? error : TALLY_EBUSY;
	}
	tally_put(t, TALLY_STATUS, TALLY_STATUS_ERROR_MASK);
	tally_put(t, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	error = tally_drain(t);
	if (error)
		return error;
	put_clock(t, c, set);
	put_settings(t, set + OF_CLOCK, SETTINGS - OF_CLOCK);
	const uint32_t after = tally_get(t, TALLY_STATUS);
	if (before & TALLY_STATUS_RUNNING_MASK && !(after & TALLY_STATUS_ERROR_MASK))
		tally_put(t, TALLY_CTRL, TALLY_CTRL_START_MASK);
	error = tally_take_error(t);
	return error ? error : after & TALLY_STATUS_ERROR_MASK ? TALLY_EIO : 0;
}

int tally_remap(struct tally *t, const struct tally_mapping *to, uint32_t *status)
{
	unsigned polls = REMAP_POLLS;

	tally_put(t, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	do
		*status = tally_get(t, TALLY_STATUS);
	while (!(*status & TALLY_STATUS_DRAINED_MASK) && --polls);
	if (t->error || !polls)
		return t->error ? tally_take_error(t) : TALLY_ETIMEDOUT;
	tally_put(t, TALLY_SETUP, to->setup);
	tally_put(t, TALLY_OFFSET, to->offset);
	tally_put(t, TALLY_SCALE, to->scale);
	tally_put(t, TALLY_SIZE, to->size);
	tally_put(t, TALLY_BASE, to->base);
	tally_put(t, TALLY_LIMIT, to->limit);
	return tally_take_error(t);
}
