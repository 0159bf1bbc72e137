/* SPDX-License-Identifier: ISC
 * tally.c - driver of the Tally unit: commands and counts. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"
#include "tally_switch.h"

#define CLEAR_POLLS 1000u		/* beside one for each word */
#define READ_TRIES 8u
#define FEATURES (TALLY_CAPS_SYSTEM_MASK | TALLY_CAPS_INTERVAL_MASK | TALLY_CAPS_SYMBOL_MASK | TALLY_CAPS_RING_MASK \
	| TALLY_CAPS_TAG_MASK | TALLY_CAPS_TAG_SOFT_MASK | TALLY_CAPS_EVENT_MASK | TALLY_CAPS_JITTER_MASK)

struct tally_config tally_exact(uint32_t lowpc, uint32_t highpc)
{
	struct tally_config c = {
		.period = 1, .offset = lowpc, .scale = TALLY_SCALE_ONE, .seed = 1,
		.source = TALLY_SOURCE_CLK, .policy = TALLY_WRAP, .width = 4, .privileges = 0xF,
	};
	c.size = tally_bins_size(lowpc, highpc, c.scale, c.width, c.round);
	return c;
}

static struct tally_caps caps_of(uint32_t version, uint32_t caps, uint32_t widths)
{
	const uint32_t log2 = TALLY_FIELD(widths, TALLY_WIDTHS_BINS_LOG2);

	return (struct tally_caps){
		.version = version,
		.has = caps & FEATURES,
		.bin_bytes = ((1u << log2) - TALLY_OUTCOMES) * 4,
		.window = 4u << log2,
		.channels = (uint8_t)(TALLY_FIELD(caps, TALLY_CAPS_CHANNELS) + 1),
		.mapper = (uint8_t)TALLY_FIELD(caps, TALLY_CAPS_MAPPER),
		.pc_bits = (uint8_t)TALLY_FIELD(widths, TALLY_WIDTHS_PC_BITS),
		.period_bits = (uint8_t)TALLY_FIELD(widths, TALLY_WIDTHS_PERIOD_BITS),
		.weight_bits = (uint8_t)TALLY_FIELD(widths, TALLY_WIDTHS_WEIGHT_BITS),
		.pc_base = caps & TALLY_CAPS_PC_BASE_MASK,
	};
}

int tally_probe(struct tally *t, uintptr_t base, const struct tally_io *io)
{
	uint32_t id, version, caps, widths;
	int err;

	if (!t || (base & 3))
		return TALLY_EINVAL;
	*t = (struct tally){ .base = base, .io = io };
	if ((err = tally_mmio_read(t, TALLY_ID, &id)))
		return err;
	if (id != TALLY_ID_ID_RESET)
		return TALLY_ENODEV;
	if ((err = tally_mmio_read(t, TALLY_VERSION, &version)) || (err = tally_mmio_read(t, TALLY_CAPS, &caps))
	    || (err = tally_mmio_read(t, TALLY_WIDTHS, &widths)))
		return err;
	uint32_t log2 = TALLY_FIELD(widths, TALLY_WIDTHS_BINS_LOG2);
	if (TALLY_FIELD(version, TALLY_VERSION_MAJOR) != TALLY_VERSION_MAJOR_RESET || log2 < 5 || log2 > 28)
		return TALLY_ENODEV;
	t->caps = caps_of(version, caps, widths);
	for (unsigned channel = 0; channel < t->caps.channels; channel++) {
		if ((err = get(t, channel, TALLY_CAPS, &caps)))
			return err;
		t->has[channel] = caps & FEATURES;
		t->seed[channel] = TALLY_SEED_UNKNOWN;
	}
	return 0;
}

struct tally_caps tally_channel_caps(const struct tally *t, unsigned channel)
{
	struct tally_caps caps = t->caps;

	caps.has = t->has[channel];
	return caps;
}

int tally_wait(struct tally *t, unsigned channel, uint32_t mask, uint32_t value, uint32_t polls)
{
	while (polls--) {
		uint32_t status;
		int err = get(t, channel, TALLY_STATUS, &status);
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
	int err = put(t, channel, TALLY_STATUS, TALLY_STATUS_ERROR_MASK);

	if (err || (err = put(t, channel, TALLY_CTRL, bit)) || (err = get(t, channel, TALLY_STATUS, &status)))
		return err;
	return status & TALLY_STATUS_ERROR_MASK ? TALLY_EBUSY : 0;
}

int tally_start(struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);

	return err ? err : command(t, channel, TALLY_CTRL_START_MASK);
}

int tally_stop(struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);

	return err ? err : put(t, channel, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
}

int tally_reset(struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);

	if (err || (err = put(t, channel, TALLY_CTRL, TALLY_CTRL_RESET_MASK)))
		return err;
	t->seed[channel] = 1;		/* so the unit sets the LFSR */
	return put(t, channel, TALLY_STATUS, TALLY_EVENTS);
}

int tally_clear(struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);

	if (err || (err = command(t, channel, TALLY_CTRL_CLEAR_MASK)))
		return err;
	t->wide[channel] = (struct tally_counters){ 0 };
	return tally_wait(t, channel, TALLY_STATUS_CLEARING_MASK, 0, t->caps.window / 4 + CLEAR_POLLS);
}

int tally_drained(struct tally *t, unsigned channel)
{
	uint32_t status;
	int err = tally_status(t, channel, &status);

	return err ? err : status & TALLY_STATUS_DRAINED_MASK ? 1 : 0;
}

int tally_drain(struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);

	return err ? err : tally_wait(t, channel, TALLY_STATUS_DRAINED_MASK, TALLY_STATUS_DRAINED_MASK, TALLY_DRAIN_POLLS);
}

/* Stops and drains every channel, without interrupts. */
static int rest(struct tally *t)
{
	for (unsigned channel = 0; channel < t->caps.channels; channel++) {
		int err = tally_reset(t, channel);
		if (err || (err = tally_drain(t, channel)) || (err = tally_irq_enable(t, channel, 0)))
			return err;
	}
	return 0;
}

int tally_init(struct tally *t, uintptr_t base, const struct tally_io *io)
{
	int err = tally_probe(t, base, io);
	return err ? err : rest(t);
}

int tally_deinit(struct tally *t)
{
	int err = tally_has(t, 0);
	if (!err && !(err = rest(t)))
		*t = (struct tally){ 0 };
	return err;
}

int tally_status(struct tally *t, unsigned channel, uint32_t *status)
{
	int err = tally_has(t, channel);

	return err ? err : status ? get(t, channel, TALLY_STATUS, status) : TALLY_EINVAL;
}

int tally_acknowledge(struct tally *t, unsigned channel, uint32_t events)
{
	int err = tally_has(t, channel);

	return err ? err : put(t, channel, TALLY_STATUS, events & TALLY_EVENTS);
}

/* Adds to *wide what a counter of 32 bits has gained. */
static void widen(uint64_t *wide, uint32_t now)
{
	*wide += now - (uint32_t)*wide;
}

/* now: the words from OUTSIDE on. */
static void widen_outcomes(struct tally_counters *k, const uint32_t now[TALLY_OUTCOMES_USED])
{
	enum { OUTSIDE = 0, FILTERED = 2, LOST = 4, IDLE = 6, HITS = 8, STOLEN = 10 };

	widen(&k->outside, now[OUTSIDE] + now[OUTSIDE + 1]);
	widen(&k->filtered, now[FILTERED] + now[FILTERED + 1]);
	widen(&k->lost, now[LOST] + now[LOST + 1]);
	widen(&k->idle, now[IDLE]);
	widen(&k->hits, now[HITS] + now[HITS + 1]);
	widen(&k->system, now[OUTSIDE] + now[FILTERED] + now[LOST] + now[HITS]);
	widen(&k->user, now[OUTSIDE + 1] + now[FILTERED + 1] + now[LOST + 1] + now[HITS + 1]);
	widen(&k->idle_class, now[IDLE]);
	widen(&k->stolen, now[STOLEN]);
}

int tally_counters_read(struct tally *t, unsigned channel, struct tally_counters *out)
{
	uint32_t now[TALLY_OUTCOMES_USED], ticks, pending;
	int err = tally_has(t, channel);

	if (err || !out)
		return TALLY_EINVAL;
	struct tally_counters next = t->wide[channel];
	err = TALLY_ETIMEDOUT;
	for (unsigned tries = READ_TRIES; tries && err == TALLY_ETIMEDOUT; tries--)
		err = tally_words_read(t, channel, t->caps.window / 4 - TALLY_OUTCOMES, TALLY_OUTCOMES_USED, now);
	if (err || (err = get(t, channel, TALLY_TICKS, &ticks)) || (err = get(t, channel, TALLY_PENDING, &pending)))
		return err;
	widen_outcomes(&next, now);
	widen(&next.ticks, ticks);
	next.pending = pending;			/* rises and falls; always fits */
	t->wide[channel] = next;
	*out = next;
	return 0;
}

static int check_ring(const struct tally *t, unsigned channel)
{
	int err = tally_has(t, channel);
	return err ? err : t->has[channel] & TALLY_CAPS_RING_MASK ? 0 : TALLY_ENOTSUP;
}

int tally_ring_position(struct tally *t, unsigned channel, uint32_t *bytes)
{
	int err = check_ring(t, channel);
	return err ? err : bytes ? tally_mapped_position(t, channel, bytes) : TALLY_EINVAL;
}

int tally_ring_seek(struct tally *t, unsigned channel, uint32_t bytes)
{
	int err = check_ring(t, channel);

	if (err || (err = bytes & 3 ? TALLY_EINVAL : tally_drained(t, channel)) < 0)
		return err;
	return err ? tally_map_position(t, channel, bytes) : TALLY_EBUSY;
}

int tally_set_tag(struct tally *t, uint32_t tag)
{
	int err = tally_has(t, 0);

	if (err || !(t->caps.has & TALLY_CAPS_TAG_SOFT_MASK))
		return err ? err : TALLY_ENOTSUP;
	for (unsigned channel = 0; channel < t->caps.channels; channel++)
		if ((err = put(t, channel, TALLY_TAG, tag)))
			return err;
	return 0;
}
