/* SPDX-License-Identifier: ISC
 * tally.c - driver of the Tally unit: commands and counts. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"

/* on the profiled core each retires instructions, for which weight waits */
#define DRAIN_POLLS 10000u
#define CLEAR_POLLS 1000u /* beside one for each counter */
#define STICKY (TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK | TALLY_STATUS_ERROR_MASK)

struct tally_config tally_exact(uint32_t lowpc, uint32_t highpc)
{
	struct tally_config c = {
		.period = 1,
		.offset = lowpc,
		.scale = TALLY_SCALE_ONE,
		.width = 4,
		.privileges = TALLY_PRIV_ANY,
	};
	c.size = tally_bins_size(lowpc, highpc, c.scale, c.width);
	return c;
}

static struct tally_caps caps_of(uint32_t version, uint32_t caps, uint32_t widths)
{
	const uint32_t log2 = TALLY_FIELD(widths, TALLY_WIDTHS_BINS_LOG2);

	return (struct tally_caps){
		.version = version,
		.bin_bytes = ((1u << log2) - TALLY_OUTCOMES) * 4,
		.window = 4u << log2,
		.system = (uint8_t)TALLY_FIELD(caps, TALLY_CAPS_SYSTEM),
		.mapper = (uint8_t)TALLY_FIELD(caps, TALLY_CAPS_MAPPER),
		.kind = (uint8_t)TALLY_FIELD(caps, TALLY_CAPS_KIND),
		.lines = (uint8_t)TALLY_FIELD(caps, TALLY_CAPS_LINES),
		.pc_bits = (uint8_t)TALLY_FIELD(widths, TALLY_WIDTHS_PC_BITS),
		.pc_base = caps & TALLY_CAPS_PC_BASE_MASK,
	};
}

/* Can a unit be built so? All who use caps rely on it, and a board may answer anything. */
static bool possible(uint32_t caps, uint32_t widths)
{
	const uint32_t log2 = TALLY_FIELD(widths, TALLY_WIDTHS_BINS_LOG2);
	const uint32_t pc_bits = TALLY_FIELD(widths, TALLY_WIDTHS_PC_BITS);
	const bool tree = TALLY_FIELD(caps, TALLY_CAPS_KIND) == TALLY_KIND_CALLS;

	/* a row of a call tree holds a node beside a pc */
	return log2 >= 5 && log2 <= 20 && pc_bits >= 16 && pc_bits + (tree ? log2 - 1 : 0) <= 32;
}

int tally_probe(struct tally *t, uintptr_t base, const struct tally_io *io)
{
	if (!t || (base & 3))
		return TALLY_EINVAL;
	*t = (struct tally){ .base = base, .io = io };
	bool known = tally_get(t, TALLY_ID) == TALLY_ID_ID_RESET;
	if (!known || t->error)
		return t->error ? tally_take_error(t) : TALLY_ENODEV;
	const uint32_t version = tally_get(t, TALLY_VERSION), caps = tally_get(t, TALLY_CAPS);
	const uint32_t widths = tally_get(t, TALLY_WIDTHS);
	if (t->error)
		return tally_take_error(t);
	if (TALLY_FIELD(version, TALLY_VERSION_MAJOR) != TALLY_VERSION_MAJOR_RESET
		|| !possible(caps, widths))
		return TALLY_ENODEV;
	t->caps = caps_of(version, caps, widths);
	return 0;
}

/* Polls STATUS until its bits of mask have this value. */
static int wait_for(struct tally *t, uint32_t mask, uint32_t value, uint32_t polls)
{
	while ((tally_get(t, TALLY_STATUS) & mask) != value && --polls)
		;
	int error = tally_take_error(t);
	return error ? error : polls ? 0 : TALLY_ETIMEDOUT;
}

/* Waits until no counter is being cleared. */
static int swept(struct tally *t)
{
	return wait_for(t, TALLY_STATUS_CLEARING_MASK, 0, t->caps.window / 4 + CLEAR_POLLS);
}

int tally_start(struct tally *t)
{
	if (!tally_valid(t))
		return TALLY_EINVAL;
	if (tally_get(t, TALLY_STATUS) & TALLY_STATUS_CLEARING_MASK)
		return TALLY_EBUSY;
	tally_put(t, TALLY_CTRL, TALLY_CTRL_START_MASK);
	return tally_take_error(t);
}

int tally_stop(struct tally *t)
{
	if (!tally_valid(t))
		return TALLY_EINVAL;
	tally_put(t, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	return tally_take_error(t);
}

int tally_reset(struct tally *t)
{
	if (!tally_valid(t))
		return TALLY_EINVAL;
	tally_put(t, TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	tally_put(t, TALLY_STATUS, STICKY);
	return tally_take_error(t);
}

int tally_clear(struct tally *t)
{
	int drained = tally_drained(t);

	if (drained <= 0)
		return drained ? drained : TALLY_EBUSY;
	tally_put(t, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK);
	if (!t->error)
		t->wide = (struct tally_counters){ 0 };
	return swept(t);
}

int tally_status(struct tally *t, uint32_t *status)
{
	if (!tally_valid(t) || !status)
		return TALLY_EINVAL;
	*status = tally_get(t, TALLY_STATUS);
	return tally_take_error(t);
}

int tally_drained(struct tally *t)
{
	uint32_t status;
	int error = tally_status(t, &status);

	return error ? error : (status & TALLY_STATUS_DRAINED_MASK) != 0;
}

int tally_drain(struct tally *t)
{
	const uint32_t drained = TALLY_STATUS_DRAINED_MASK;

	if (!tally_valid(t))
		return TALLY_EINVAL;
	int error = swept(t);
	return error ? error : wait_for(t, drained, drained, DRAIN_POLLS);
}

/* Stops and drains the unit, without interrupts. */
static int rest(struct tally *t)
{
	int error = tally_reset(t);

	if (!error)
		error = tally_drain(t);
	if (!error)
		tally_put(t, TALLY_SETUP, 0);
	return error ? error : tally_take_error(t);
}

int tally_init(struct tally *t, uintptr_t base, const struct tally_io *io)
{
	int error = tally_probe(t, base, io);

	return error ? error : rest(t);
}

int tally_deinit(struct tally *t)
{
	int error = rest(t);

	if (!error)
		*t = (struct tally){ 0 };
	return error;
}

int tally_acknowledge(struct tally *t, uint32_t status)
{
	if (!tally_valid(t))
		return TALLY_EINVAL;
	tally_put(t, TALLY_STATUS, status & STICKY);
	return tally_take_error(t);
}

/* Adds to *wide what a counter of 32 bits has gained. */
static void widen(uint64_t *wide, uint32_t now)
{
	*wide += now - (uint32_t)*wide;
}

/* Categories; all but IDLE and STOLEN have a counter for the privileged modes, then one for user
 * mode. */
enum { OUTSIDE = 0, FILTERED = 2, LOST = 4, IDLE = 6, HITS = 8, STOLEN = 10, OUTCOMES };

static void widen_outcomes(struct tally_counters *k, const uint32_t now[OUTCOMES])
{
	widen(&k->outside, now[OUTSIDE] + now[OUTSIDE + 1]);
	widen(&k->filtered, now[FILTERED] + now[FILTERED + 1]);
	widen(&k->lost, now[LOST] + now[LOST + 1]);
	widen(&k->idle, now[IDLE]);
	widen(&k->hits, now[HITS] + now[HITS + 1]);
	widen(&k->privileged, now[OUTSIDE] + now[FILTERED] + now[LOST] + now[HITS]);
	widen(&k->user, now[OUTSIDE + 1] + now[FILTERED + 1] + now[LOST + 1] + now[HITS + 1]);
	widen(&k->stolen, now[STOLEN]);
}

int tally_counters_read(struct tally *t, struct tally_counters *out)
{
	uint32_t now[OUTCOMES];

	if (!tally_valid(t) || !out)
		return TALLY_EINVAL;
	int error = tally_words_read(t, t->caps.bin_bytes / 4, OUTCOMES, now);
	if (error)
		return error;
	const uint32_t ticks = tally_get(t, TALLY_TICKS), pending = tally_get(t, TALLY_PENDING);
	if (t->error)
		return tally_take_error(t);
	widen_outcomes(&t->wide, now);
	widen(&t->wide.ticks, ticks);
	t->wide.pending = pending; /* rises and falls; always fits */
	*out = t->wide;
	return 0;
}

int tally_ring_position(struct tally *t, uint32_t *bytes)
{
	if (!tally_valid(t) || !bytes)
		return TALLY_EINVAL;
	if (t->caps.system != TALLY_SYSTEM_ALL)
		return TALLY_ENOTSUP;
	*bytes = tally_get(t, TALLY_RING_POS) * 4;
	return tally_take_error(t);
}

int tally_ring_seek(struct tally *t, uint32_t bytes)
{
	if (!tally_valid(t) || bytes & 3)
		return TALLY_EINVAL;
	if (t->caps.system != TALLY_SYSTEM_ALL)
		return TALLY_ENOTSUP;
	int drained = tally_drained(t);
	if (drained <= 0)
		return drained ? drained : TALLY_EBUSY;
	tally_put(t, TALLY_RING_POS, bytes / 4);
	return tally_take_error(t);
}
