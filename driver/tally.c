/* SPDX-License-Identifier: ISC
 * tally.c - driver of the Tally unit: configuration, commands, counts. Contract: tally.h.
 */
#include "tally.h"
#include "tally_mmio.h"
#include "tally_regs.h"
#include "tally_switch.h"
#include "tally_word.h"

#define COMMIT_POLLS 1000u		/* COMMIT waits at most for the samples in flight */
#define DRAIN_POLLS 10000u		/* those and one retirement: on the profiled core each poll is one */

#define LACKS (TALLY_CAPS_NO_WIDE_MASK | TALLY_CAPS_NO_LAST_MASK | TALLY_CAPS_NO_JITTER_MASK \
	| TALLY_CAPS_NO_RETIRE_MASK | TALLY_CAPS_NO_COUNT_IDLE_MASK | TALLY_CAPS_NO_IRQ_MASK \
	| TALLY_CAPS_WRAP_ONLY_MASK | TALLY_CAPS_NO_FAR_OFFSET_MASK)
#define HAS (TALLY_CAPS_PRIVATE_MASK | TALLY_CAPS_SYSTEM_MASK | TALLY_CAPS_INTERVAL_MASK | TALLY_CAPS_SYMBOL_MASK \
	| TALLY_CAPS_RING_MASK | TALLY_CAPS_TAG_MASK | TALLY_CAPS_EVENT_MASK | TALLY_CAPS_EXT_MASK \
	| TALLY_CAPS_SNAPSHOT_MASK)

#define FIELD(value, reg_field) (((value) & reg_field##_MASK) >> reg_field##_LSB)
#define PUT(value, reg_field) (((uint32_t)(value) << reg_field##_LSB) & reg_field##_MASK)

static int read_reg(struct tally *t, unsigned channel, uint32_t reg, uint32_t *value)
{
	return tally_mmio_read(t, reg + channel * TALLY_CH_STRIDE, value);
}

static int write_reg(struct tally *t, unsigned channel, uint32_t reg, uint32_t value)
{
	return tally_mmio_write(t, reg + channel * TALLY_CH_STRIDE, value);
}

static int check_channel(const struct tally *t, unsigned channel)
{
	return t && channel < t->caps.channels ? 0 : TALLY_EINVAL;
}

static bool has(const struct tally *t, uint32_t what)
{
	return (t->caps.has & what) == what;
}

static int command(struct tally *t, unsigned channel, uint32_t bit)
{
	return write_reg(t, channel, TALLY_CTRL, bit);
}

static int wait_clear(struct tally *t, unsigned channel, uint32_t mask, uint32_t polls)
{
	while (polls--) {
		uint32_t status;
		int err = read_reg(t, channel, TALLY_STATUS, &status);
		if (err)
			return err;
		if (!(status & mask))
			return 0;
	}
	return TALLY_ETIMEDOUT;
}

struct tally_config tally_exact(uint32_t lowpc, uint32_t highpc)
{
	struct tally_config c = {
		.period = 1, .offset = lowpc, .scale = TALLY_SCALE_ONE, .seed = 1,
		.source = TALLY_SOURCE_CLK, .attribution = TALLY_NEXT, .policy = TALLY_WRAP,
		.width = 4, .privileges = 0xF,
	};
	c.size = tally_bins_size(lowpc, highpc, c.scale, c.width, c.round);
	return c;
}

int tally_probe(struct tally *t, uintptr_t base, const struct tally_io *io)
{
	if (!t || (base & 3))
		return TALLY_EINVAL;
	*t = (struct tally){ .base = base, .io = io };

	uint32_t id, version, caps, widths, bins, window, least, pc_base;
	int err = tally_mmio_read(t, TALLY_ID, &id);
	if (err)
		return err;
	if (id != TALLY_ID_ID_RESET)
		return TALLY_ENODEV;
	if ((err = tally_mmio_read(t, TALLY_VERSION, &version)))
		return err;
	if (WORD_UNITS && FIELD(version, TALLY_VERSION_MAJOR) > TALLY_VERSION_MAJOR_RESET)
		return tally_word_probe(t, version);
	if ((err = tally_mmio_read(t, TALLY_CAPS, &caps))
	    || (err = tally_mmio_read(t, TALLY_WIDTHS, &widths)) || (err = tally_mmio_read(t, TALLY_BIN_BYTES, &bins))
	    || (err = tally_mmio_read(t, TALLY_WINDOW, &window))
	    || (err = tally_mmio_read(t, TALLY_MIN_PERIOD, &least))
	    || (err = tally_mmio_read(t, TALLY_PC_BASE, &pc_base)))
		return err;
	if (FIELD(version, TALLY_VERSION_MAJOR) != TALLY_VERSION_MAJOR_RESET)
		return TALLY_ENODEV;
	t->caps = (struct tally_caps){
		.version = version,
		.bin_bytes = bins,
		.window = window,
		.channels = (uint8_t)FIELD(caps, TALLY_CAPS_CHANNELS),
		.mapper = (uint8_t)FIELD(caps, TALLY_CAPS_MAPPER),
		.pc_bits = (uint8_t)FIELD(widths, TALLY_WIDTHS_PC_BITS),
		.period_bits = (uint8_t)FIELD(widths, TALLY_WIDTHS_PERIOD_BITS),
		.weight_bits = (uint8_t)FIELD(widths, TALLY_WIDTHS_WEIGHT_BITS),
		.count_bits = (uint8_t)FIELD(widths, TALLY_WIDTHS_COUNT_BITS),
		.min_period = least ? least : 1,
		.pc_base = pc_base,
		/* 1.1 has no bit for it */
		.lacks = (caps & LACKS) | (FIELD(version, TALLY_VERSION_MINOR) < 2 ? TALLY_CAPS_NO_FAR_OFFSET_MASK : 0),
		.has = caps & HAS,
	};
	if (t->caps.channels < 1 || t->caps.channels > TALLY_MAX_CHANNELS || t->caps.count_bits < 1
	    || t->caps.count_bits > 32)
		return TALLY_ENODEV;
	return 0;
}

/* Bytes of the histogram that exist. */
static uint32_t extent(const struct tally_config *c)
{
	return c->sink == TALLY_SINK_SYSTEM && c->limit ? c->limit : c->size;
}

int tally_configure(struct tally *t, unsigned channel, const struct tally_config *c)
{
	int err = check_channel(t, channel);
	if (err)
		return err;
	if ((err = tally_config_check(c, &t->caps)))
		return err;
	if (TALLY_ONE_WORD(t))
		return tally_word_configure(t, channel, c);

	uint32_t status, period, seed;
	if ((err = read_reg(t, channel, TALLY_STATUS, &status)))
		return err;
	if (status & TALLY_STATUS_CLEARING_MASK)
		return TALLY_EBUSY;
	/* A write to PERIOD or SEED restarts the divider: write them only if they change. */
	if ((err = read_reg(t, channel, TALLY_PERIOD, &period)) || (err = read_reg(t, channel, TALLY_SEED, &seed)))
		return err;
	const struct { uint32_t reg, value; bool skip; } shadow[] = {
		{ TALLY_PERIOD, c->period, !c->restart && period == c->period },
		{ TALLY_SEED, c->seed, !c->restart && seed == c->seed },
		{ TALLY_SAMPLER, PUT(c->source, TALLY_SAMPLER_SOURCE) | PUT(c->jitter, TALLY_SAMPLER_JITTER)
			| PUT(c->attribution, TALLY_SAMPLER_ATTRIBUTION) | PUT(c->count_idle, TALLY_SAMPLER_COUNT_IDLE),
			false },
		{ TALLY_FILTER, PUT(c->privileges, TALLY_FILTER_PRIV_MASK), false },
		{ TALLY_TAG_VALUE, c->tag_value, !has(t, TALLY_CAPS_TAG_MASK) },
		{ TALLY_TAG_MASK, c->tag_mask, !has(t, TALLY_CAPS_TAG_MASK) },
		{ TALLY_OFFSET, c->offset, false },
		{ TALLY_SCALE, c->scale, false },
		{ TALLY_MAPPING, tally_mapping_word(c), false },
		{ TALLY_INTERVAL, c->interval, !has(t, TALLY_CAPS_INTERVAL_MASK) },
		{ TALLY_BASE, c->base, false },
		{ TALLY_SIZE, c->size, false },
		{ TALLY_LIMIT, extent(c), false },
		{ TALLY_ENTRIES, c->entries, !has(t, TALLY_CAPS_SYMBOL_MASK) },
	};
	for (size_t i = 0; i < sizeof shadow / sizeof shadow[0]; i++)
		if (!shadow[i].skip && (err = write_reg(t, channel, shadow[i].reg, shadow[i].value)))
			return err;

	uint32_t sticky;
	if ((err = write_reg(t, channel, TALLY_STICKY, TALLY_STICKY_CFG_ERR_MASK))
	    || (err = command(t, channel, TALLY_CTRL_COMMIT_MASK))
	    || (err = wait_clear(t, channel, TALLY_STATUS_COMMIT_BUSY_MASK, COMMIT_POLLS))
	    || (err = read_reg(t, channel, TALLY_STICKY, &sticky)))
		return err;
	return sticky & TALLY_STICKY_CFG_ERR_MASK ? TALLY_EIO : 0;
}

int tally_start(struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	uint32_t status, pending;
	if (!err && TALLY_ONE_WORD(t))
		return tally_word_start(t, channel);
	if (err || (err = read_reg(t, channel, TALLY_STATUS, &status))
	    || (err = read_reg(t, channel, TALLY_PENDING, &pending)))
		return err;
	if (status & TALLY_STATUS_CLEARING_MASK || (status & TALLY_STATUS_DEAD_MASK && pending))
		return TALLY_EBUSY;
	/* A counter may have become full since STATUS was read; then the unit refuses. */
	uint32_t sticky;
	if ((err = write_reg(t, channel, TALLY_STICKY, TALLY_STICKY_CMD_ERR_MASK))
	    || (err = command(t, channel, TALLY_CTRL_START_MASK))
	    || (err = read_reg(t, channel, TALLY_STICKY, &sticky)))
		return err;
	return sticky & TALLY_STICKY_CMD_ERR_MASK ? TALLY_EBUSY : 0;
}

int tally_stop(struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	if (!err && TALLY_ONE_WORD(t))
		return tally_word_stop(t, channel);
	return err ? err : command(t, channel, TALLY_CTRL_STOP_MASK);
}

int tally_reset(struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	if (!err && TALLY_ONE_WORD(t))
		return tally_word_reset(t, channel);
	return err ? err : command(t, channel, TALLY_CTRL_RESET_MASK);
}

int tally_clear(struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	uint32_t status;
	if (!err && TALLY_ONE_WORD(t))
		return tally_word_clear(t, channel);
	if (err || (err = read_reg(t, channel, TALLY_STATUS, &status)))
		return err;
	if (!(status & TALLY_STATUS_DRAINED_MASK) || status & TALLY_STATUS_CLEARING_MASK)
		return TALLY_EBUSY;
	if ((err = command(t, channel, TALLY_CTRL_CLEAR_MASK)))
		return err;
	t->wide[channel] = (struct tally_counters){ 0 };
	/* The sweep takes one cycle per word (57 in a unit with a minimum PERIOD), and a poll takes at least one. */
	return wait_clear(t, channel, TALLY_STATUS_CLEARING_MASK,
		t->caps.bin_bytes / 4 * (t->caps.min_period > 1 ? 57 : 1) + COMMIT_POLLS);
}

int tally_drained(struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	uint32_t status, sticky;
	if (!err)
		err = TALLY_ONE_WORD(t) ? tally_word_status(t, channel, &status, &sticky) : read_reg(t, channel, TALLY_STATUS, &status);
	return err ? err : status & TALLY_STATUS_DRAINED_MASK ? 1 : 0;
}

int tally_drain(struct tally *t, unsigned channel)
{
	for (unsigned polls = DRAIN_POLLS; polls; polls--) {
		int drained = tally_drained(t, channel);
		if (drained)
			return drained < 0 ? drained : 0;
	}
	return TALLY_ETIMEDOUT;
}

/* Stops and drains every channel, without interrupts. */
static int rest(struct tally *t)
{
	for (unsigned channel = 0; channel < t->caps.channels; channel++) {
		int err = t->caps.lacks & TALLY_CAPS_NO_IRQ_MASK ? 0 : tally_irq_enable(t, channel, 0);
		if (err || (err = tally_reset(t, channel)) || (err = tally_drain(t, channel)))
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
	int err = check_channel(t, 0);
	if (!err && !(err = rest(t)))
		*t = (struct tally){ 0 };
	return err;
}

int tally_irq_enable(struct tally *t, unsigned channel, uint32_t events)
{
	int err = check_channel(t, channel);
	if (err)
		return err;
	if (events & ~(uint32_t)TALLY_IRQ_ENABLE_MASK_MASK)
		return TALLY_EINVAL;
	return t->caps.lacks & TALLY_CAPS_NO_IRQ_MASK ? TALLY_ENOTSUP : write_reg(t, channel, TALLY_IRQ_ENABLE, events);
}

int tally_irq_pending(struct tally *t, uint32_t *channels)
{
	int err = check_channel(t, 0);
	if (err || (err = channels ? 0 : TALLY_EINVAL))
		return err;
	return t->caps.lacks & TALLY_CAPS_NO_IRQ_MASK ? TALLY_ENOTSUP : tally_mmio_read(t, TALLY_IRQ_PENDING, channels);
}

int tally_acknowledge(struct tally *t, unsigned channel, uint32_t events)
{
	int err = check_channel(t, channel);
	if (!err && TALLY_ONE_WORD(t))
		return tally_word_acknowledge(t, channel, events);
	return err ? err : write_reg(t, channel, TALLY_STICKY, events);
}

int tally_status(struct tally *t, unsigned channel, uint32_t *status, uint32_t *sticky)
{
	int err = check_channel(t, channel);
	if (err || (err = status && sticky ? 0 : TALLY_EINVAL))
		return err;
	if (TALLY_ONE_WORD(t))
		return tally_word_status(t, channel, status, sticky);
	if ((err = read_reg(t, channel, TALLY_STATUS, status)))
		return err;
	return read_reg(t, channel, TALLY_STICKY, sticky);
}

int tally_counters_read(struct tally *t, unsigned channel, struct tally_counters *out)
{
	int err = check_channel(t, channel);
	if (err || !out)
		return TALLY_EINVAL;
	if (TALLY_ONE_WORD(t))
		return tally_word_counters(t, channel, out);
	struct tally_counters next = t->wide[channel];
	const struct { uint32_t reg; uint64_t *wide; } count[] = {
		{ TALLY_TICKS, &next.ticks }, { TALLY_HITS, &next.hits }, { TALLY_OUTSIDE, &next.outside },
		{ TALLY_FILTERED, &next.filtered }, { TALLY_IDLE, &next.idle }, { TALLY_LOST, &next.lost },
		{ TALLY_USER, &next.user }, { TALLY_SYSTEM, &next.system }, { TALLY_IDLE_CLASS, &next.idle_class },
		{ TALLY_STOLEN, &next.stolen },
	};
	uint32_t mask = t->caps.count_bits < 32 ? (1u << t->caps.count_bits) - 1 : 0xFFFFFFFFu;
	uint32_t latched = 0, value;
	if (has(t, TALLY_CAPS_SNAPSHOT_MASK)) {
		if ((err = command(t, channel, TALLY_CTRL_SNAPSHOT_MASK)))
			return err;
		latched = TALLY_SNAP_TICKS - TALLY_TICKS;
	}
	size_t n = sizeof count / sizeof count[0] - (has(t, TALLY_CAPS_SYSTEM_MASK) ? 0 : 1);
	for (size_t i = 0; i < n; i++) {
		if ((err = read_reg(t, channel, count[i].reg + latched, &value)))
			return err;
		*count[i].wide += (value - (uint32_t)*count[i].wide) & mask;
	}
	if ((err = read_reg(t, channel, TALLY_PENDING + latched, &value)))
		return err;
	next.pending = value;			/* rises and falls; always fits */
	t->wide[channel] = next;
	*out = next;
	return 0;
}

static int check_ring(const struct tally *t, unsigned channel)
{
	int err = check_channel(t, channel);
	return err ? err : has(t, TALLY_CAPS_RING_MASK) ? 0 : TALLY_ENOTSUP;
}

int tally_ring_position(struct tally *t, unsigned channel, uint32_t *bytes)
{
	int err = check_ring(t, channel);
	return err ? err : bytes ? read_reg(t, channel, TALLY_RING_POS, bytes) : TALLY_EINVAL;
}

int tally_ring_seek(struct tally *t, unsigned channel, uint32_t bytes)
{
	int err = check_ring(t, channel);
	return err ? err : bytes & 3 ? TALLY_EINVAL : write_reg(t, channel, TALLY_RING_POS, bytes);
}

int tally_set_tag(struct tally *t, uint32_t tag)
{
	uint32_t kept;
	if (!t || !t->caps.channels)
		return TALLY_EINVAL;
	if (!has(t, TALLY_CAPS_TAG_MASK))
		return TALLY_ENOTSUP;
	if (TALLY_ONE_WORD(t))
		return tally_word_set_tag(t, tag);
	int err = tally_mmio_write(t, TALLY_TAG, tag);
	if (err || (err = tally_mmio_read(t, TALLY_TAG, &kept)))
		return err;
	return kept == tag ? 0 : TALLY_ENOTSUP;	/* reads 0 where the core supplies the tag */
}
