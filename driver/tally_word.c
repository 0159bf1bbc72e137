/* SPDX-License-Identifier: ISC
 * tally_word.c - units of VERSION 2. Contract: tally_word.h.
 */
#include "tally_word.h"
#include "regs.h"
#include "tally_mmio.h"
#include "tally_regs.h"

#define OUTCOMES 16u			/* the last words of the memory */
#define OUTCOMES_READ 7u		/* OUTSIDE, FILTERED, LOST of both modes, IDLE */
#define DRAIN_POLLS 10000u		/* samples under way and one retirement: on the profiled core each poll is one */
#define CLEAR_POLLS 1000u		/* beside one for each word */
#define READ_TRIES 8u

#define FIELD(value, reg_field) (((value) & reg_field##_MASK) >> reg_field##_LSB)
#define PUT(value, reg_field) (((uint32_t)(value) << reg_field##_LSB) & reg_field##_MASK)

static uint32_t words(const struct tally *t)
{
	return t->caps.bin_bytes / 4 + OUTCOMES;
}

/* A channel is its registers and, from caps.window on, as many bytes of words. */
static uint32_t at(const struct tally *t, unsigned channel, uint32_t reg)
{
	return channel * 2 * t->caps.window + reg;
}

static int get(struct tally *t, unsigned channel, uint32_t reg, uint32_t *value)
{
	return tally_mmio_read(t, at(t, channel, reg), value);
}

static int put(struct tally *t, unsigned channel, uint32_t reg, uint32_t value)
{
	return tally_mmio_write(t, at(t, channel, reg), value);
}

int tally_word_probe(struct tally *t, uint32_t version)
{
	uint32_t caps, widths;
	int err = tally_mmio_read(t, TALLYW_CAPS, &caps);

	if (err || (err = tally_mmio_read(t, TALLYW_WIDTHS, &widths)))
		return err;
	uint32_t log2 = FIELD(widths, TALLYW_WIDTHS_BINS_LOG2);
	if (FIELD(version, TALLYW_VERSION_MAJOR) != TALLYW_VERSION_MAJOR_RESET || log2 < 5 || log2 > 28)
		return TALLY_ENODEV;
	t->caps = (struct tally_caps){
		.version = version,
		.one_word = true,
		.bin_bytes = ((1u << log2) - OUTCOMES) * 4,
		.window = 4u << log2,
		.channels = (uint8_t)(FIELD(caps, TALLYW_CAPS_CHANNELS) + 1),
		.mapper = (uint8_t)FIELD(caps, TALLYW_CAPS_MAPPER),
		.pc_bits = (uint8_t)FIELD(widths, TALLYW_WIDTHS_PC_BITS),
		.period_bits = (uint8_t)FIELD(widths, TALLYW_WIDTHS_PERIOD_BITS),
		.weight_bits = (uint8_t)FIELD(widths, TALLYW_WIDTHS_WEIGHT_BITS),
		.count_bits = 32,
		.min_period = 1,
		.pc_base = caps & TALLYW_CAPS_PC_BASE_MASK,
		.has = TALLY_CAPS_PRIVATE_MASK | (caps & TALLYW_CAPS_TAG_MASK ? TALLY_CAPS_TAG_MASK : 0)
			| (caps & TALLYW_CAPS_EVENT_MASK ? TALLY_CAPS_EVENT_MASK : 0),
		.lacks = TALLY_CAPS_NO_LAST_MASK | TALLY_CAPS_NO_COUNT_IDLE_MASK | TALLY_CAPS_NO_IRQ_MASK
			| (FIELD(widths, TALLYW_WIDTHS_PC_BITS) < 32 ? TALLY_CAPS_NO_FAR_OFFSET_MASK : 0)
			| (caps & TALLYW_CAPS_JITTER_MASK ? 0 : TALLY_CAPS_NO_JITTER_MASK),
	};
	for (unsigned channel = 0; channel < TALLY_MAX_CHANNELS; channel++)
		t->seed[channel] = TALLY_SEED_UNKNOWN;
	return 0;
}

static int wait_for(struct tally *t, unsigned channel, uint32_t mask, uint32_t value, uint32_t polls)
{
	while (polls--) {
		uint32_t status;
		int err = get(t, channel, TALLYW_STATUS, &status);
		if (err)
			return err;
		if ((status & mask) == value)
			return 0;
	}
	return TALLY_ETIMEDOUT;
}

/* Writes a command; whether it was refused. */
static int command(struct tally *t, unsigned channel, uint32_t bit)
{
	uint32_t status;
	int err = put(t, channel, TALLYW_STATUS, TALLYW_STATUS_ERROR_MASK);

	if (err || (err = put(t, channel, TALLYW_CTRL, bit)) || (err = get(t, channel, TALLYW_STATUS, &status)))
		return err;
	return status & TALLYW_STATUS_ERROR_MASK ? TALLY_EBUSY : 0;
}

/* The mean of (LFSR & mask) - (LFSR[15] & mask[0]), by which JITTER shortens a period. */
static uint32_t mean_of_jitter(const struct tally_config *c)
{
	return c->jitter ? (1u << (c->jitter - 1)) - 1 : 0;
}

static int put_seed(struct tally *t, unsigned channel, uint16_t seed)
{
	for (unsigned bit = 16; bit--; ) {
		int err = put(t, channel, TALLYW_SEED, (uint32_t)seed >> bit & 1);
		if (err)
			return err;
	}
	t->seed[channel] = seed;
	return 0;
}

#define OF_DIVIDER 2u			/* the first of struct setting */
#define SETTINGS 8u

struct setting {
	uint32_t reg, value;
	bool skip;
};

static void settings_of(const struct tally *t, const struct tally_config *c, struct setting to[SETTINGS])
{
	bool tags = t->caps.has & TALLY_CAPS_TAG_MASK;
	const struct setting all[SETTINGS] = {
		{ TALLYW_PERIOD, c->period - 1 + mean_of_jitter(c), false },
		{ TALLYW_JITTER, (1u << c->jitter) - 1, false },
		{ TALLYW_SETUP, PUT(c->source, TALLYW_SETUP_SOURCE) | PUT(c->round, TALLYW_SETUP_ROUND)
			| PUT(c->policy == TALLY_STOP, TALLYW_SETUP_POLICY) | PUT(c->privileges, TALLYW_SETUP_PRIVILEGES), false },
		{ TALLYW_TAG_VALUE, c->tag_value, !tags },
		{ TALLYW_TAG_MASK, c->tag_mask, !tags },
		{ TALLYW_OFFSET, c->offset, false },
		{ TALLYW_SCALE, c->scale, false },
		{ TALLYW_SIZE, c->scale ? c->size / 4 : 0, false },
	};

	for (unsigned i = 0; i < SETTINGS; i++)
		to[i] = all[i];
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

int tally_word_configured(struct tally *t, unsigned channel, const struct tally_config *c)
{
	struct setting set[SETTINGS];

	settings_of(t, c, set);
	return stand(t, channel, set, SETTINGS);
}

int tally_word_configure(struct tally *t, unsigned channel, const struct tally_config *c)
{
	struct setting set[SETTINGS];
	uint32_t status;
	int err = get(t, channel, TALLYW_STATUS, &status);

	if (err)
		return err;
	if (status & TALLYW_STATUS_CLEARING_MASK)
		return TALLY_EBUSY;
	settings_of(t, c, set);
	bool ran = status & TALLYW_STATUS_RUNNING_MASK;
	if ((err = command(t, channel, TALLYW_CTRL_STOP_MASK))
	    || (err = wait_for(t, channel, TALLYW_STATUS_DRAINED_MASK, TALLYW_STATUS_DRAINED_MASK, DRAIN_POLLS))
	    || (err = put_clock(t, channel, c, set))
	    || (err = put_settings(t, channel, set + OF_DIVIDER, SETTINGS - OF_DIVIDER))
	    || (err = get(t, channel, TALLYW_STATUS, &status)))
		return err;
	if (status & TALLYW_STATUS_ERROR_MASK)
		return TALLY_EIO;
	return ran ? tally_word_start(t, channel) : 0;
}

int tally_word_start(struct tally *t, unsigned channel)
{
	return command(t, channel, TALLYW_CTRL_START_MASK);
}

int tally_word_stop(struct tally *t, unsigned channel)
{
	return put(t, channel, TALLYW_CTRL, TALLYW_CTRL_STOP_MASK);
}

int tally_word_reset(struct tally *t, unsigned channel)
{
	t->seed[channel] = 1;		/* so the unit sets the LFSR */
	int err = put(t, channel, TALLYW_CTRL, TALLYW_CTRL_RESET_MASK);
	return err ? err : put(t, channel, TALLYW_STATUS, ~0u);
}

int tally_word_clear(struct tally *t, unsigned channel)
{
	int err = command(t, channel, TALLYW_CTRL_CLEAR_MASK);

	if (err)
		return err;
	t->wide[channel] = (struct tally_counters){ 0 };
	return wait_for(t, channel, TALLYW_STATUS_CLEARING_MASK, 0, words(t) + CLEAR_POLLS);
}

int tally_word_status(struct tally *t, unsigned channel, uint32_t *status, uint32_t *sticky)
{
	uint32_t is;
	int err = get(t, channel, TALLYW_STATUS, &is);

	if (err)
		return err;
	*status = PUT(FIELD(is, TALLYW_STATUS_RUNNING), TALLY_STATUS_RUNNING)
		| PUT(FIELD(is, TALLYW_STATUS_DRAINED), TALLY_STATUS_DRAINED)
		| PUT(FIELD(is, TALLYW_STATUS_CLEARING), TALLY_STATUS_CLEARING);
	*sticky = PUT(FIELD(is, TALLYW_STATUS_FULL), TALLY_STICKY_FULL) | PUT(FIELD(is, TALLYW_STATUS_FAULT), TALLY_STICKY_FAULT);
	return 0;
}

int tally_word_acknowledge(struct tally *t, unsigned channel, uint32_t events)
{
	return put(t, channel, TALLYW_STATUS, PUT(FIELD(events, TALLY_STICKY_FULL), TALLYW_STATUS_FULL)
		| PUT(FIELD(events, TALLY_STICKY_FAULT), TALLYW_STATUS_FAULT));
}

int tally_word_set_tag(struct tally *t, uint32_t tag)
{
	uint32_t caps;
	int err = get(t, 0, TALLYW_CAPS, &caps);

	if (err || (err = caps & TALLYW_CAPS_TAG_SOFT_MASK ? 0 : TALLY_ENOTSUP))
		return err;
	for (unsigned channel = 0; channel < t->caps.channels; channel++)
		if ((err = put(t, channel, TALLYW_TAG, tag)))
			return err;
	return 0;
}

int tally_word_read(struct tally *t, unsigned channel, uint32_t first, uint32_t n, uint32_t *out)
{
	uint32_t status;
	int err;

	for (uint32_t i = 0; i < n; i++)
		if ((err = get(t, channel, t->caps.window + (first + i) * 4, out + i)))
			return err;
	if ((err = get(t, channel, TALLYW_STATUS, &status)) || !(status & TALLYW_STATUS_MISS_MASK))
		return err;
	err = put(t, channel, TALLYW_STATUS, TALLYW_STATUS_MISS_MASK);
	return err ? err : TALLY_ETIMEDOUT;
}

/* Adds to *wide what a counter of 32 bits has gained. */
static void widen(uint64_t *wide, uint32_t now)
{
	*wide += now - (uint32_t)*wide;
}

int tally_word_counters(struct tally *t, unsigned channel, struct tally_counters *out)
{
	struct tally_counters next = t->wide[channel];
	uint32_t now[OUTCOMES_READ], ticks, pending;
	int err = TALLY_ETIMEDOUT;

	for (unsigned tries = READ_TRIES; tries && err == TALLY_ETIMEDOUT; tries--)
		err = tally_word_read(t, channel, words(t) - OUTCOMES, OUTCOMES_READ, now);
	if (err || (err = get(t, channel, TALLYW_TICKS, &ticks)) || (err = get(t, channel, TALLYW_PENDING, &pending)))
		return err;
	widen(&next.outside, now[0] + now[1]);
	widen(&next.filtered, now[2] + now[3]);
	widen(&next.lost, now[4] + now[5]);
	widen(&next.idle, now[6]);
	widen(&next.ticks, ticks);
	next.pending = pending;
	t->wide[channel] = next;
	*out = next;
	return 0;
}
