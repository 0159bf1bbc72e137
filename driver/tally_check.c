/* SPDX-License-Identifier: ISC
 * tally_check.c - what a unit accepts: the check of tally_configure, and the words for what it refuses. Contract:
 * tally.h.
 */
#include "tally.h"
#include "tally_regs.h"

/* Reason, field of struct tally_config, fault, remedy. What no unit accepts: */
#define INVALID(X) \
	X(NO_CONFIG, "config", "is NULL", "give a configuration") \
	X(NO_CAPS, "caps", "is NULL", "give those of tally_probe") \
	X(PERIOD_ZERO, "period", "0 events make no tick", "give 1 or more") \
	X(PERIOD_LONG, "period", "this unit's divider does not count so far", "give less than 2^caps.period_bits") \
	X(JITTER_ABOVE_16, "jitter", "it is above 16", "give 0 to 16") \
	X(JITTER_PERIOD, "jitter", "a period may vary by no more than itself", \
		"give a period above 2^(jitter - 1), or less jitter") \
	X(SOURCE, "source", "there is no such source", "give one of enum tally_source") \
	X(PRIVILEGES, "privileges", "it has other bits than the four modes", "OR values of enum tally_privilege") \
	X(MODE, "mode", "there is no such mode", "give one of enum tally_mode") \
	X(SINK, "sink", "there is no such sink", "give TALLY_SINK_PRIVATE or TALLY_SINK_SYSTEM") \
	X(POLICY, "policy", "there is no such policy", "give one of enum tally_policy") \
	X(ROUND, "round", "there is no such rounding", "give TALLY_ROUND_BSD or TALLY_ROUND_SYSV") \
	X(SCALE, "scale", "it is above one counter for 2 bytes", "give at most TALLY_SCALE_ONE") \
	X(WIDTH, "width", "counters have 2 bytes or 4", "give 2 or 4") \
	X(BASE_ODD, "base", "counter 0 is not aligned", "give a multiple of width") \
	X(INTERVAL_ZERO, "interval", "0 bytes of text need no counter", "give 1 or more") \
	X(MODE_SINK, "sink", "this mode writes system memory only", "give TALLY_SINK_SYSTEM") \
	X(MODE_WIDTH, "width", "this mode has counters of 4 bytes only", "give 4") \
	X(ENTRIES, "entries", "the table is longer than its memory", "give at most size / 8, or a larger size") \
	X(LIMIT, "limit", "more would exist than there is", "give at most size; 0: all of it") \
	X(SYSTEM_END, "base", "the memory goes beyond the 32-bit bus", "give a lower base or a smaller size") \
	X(PRIVATE_SIZE, "size", "the counters do not fit the bin memory", \
		"give at most caps.bin_bytes: a smaller scale (tally_bins_scale) or less code")

/* What this unit lacks: */
#define UNSUPPORTED(X) \
	X(NO_EVENT, "source", "this unit was built without the event input", "give TALLY_SOURCE_CLK") \
	X(NO_TAG, "tag_mask", "this unit was built without context tags", "give 0") \
	X(NO_JITTER, "jitter", "this unit was built without jitter", "give 0") \
	X(NO_INTERVAL, "mode", "this unit was built without the interval mode", "give TALLY_MODE_PROFIL") \
	X(NO_SYMBOL, "mode", "this unit was built without the symbol mode", "give TALLY_MODE_PROFIL") \
	X(NO_RING, "mode", "this unit was built without the ring mode", "give TALLY_MODE_PROFIL") \
	X(NO_SYSTEM, "sink", "this unit was built without access to system memory", "give TALLY_SINK_PRIVATE") \
	X(NOT_A_SHIFT, "scale", "this unit was built without a multiplier", "give a power of two") \
	X(NARROW, "width", "the unit's own counters have 4 bytes", "give 4") \
	X(NO_SATURATE, "policy", "the unit's own counters stop or wrap", "give TALLY_STOP or TALLY_WRAP") \
	X(NO_BASE, "base", "the unit's own counters begin at the first word", "give 0") \
	X(SHIFT_ROUND, "round", "this unit was built without a multiplier", "give TALLY_ROUND_BSD") \
	X(FAR_OFFSET, "offset", "this unit maps no code there", \
		"give an address from caps.pc_base on, below caps.pc_base + 2^caps.pc_bits")

#define NAME(name, field, fault, remedy) name,
enum reason { ACCEPTED, INVALID(NAME) LAST_INVALID, UNSUPPORTED(NAME) };

static bool has(const struct tally_caps *caps, uint32_t what)
{
	return (caps->has & what) == what;
}

static enum reason invalid_sampler(const struct tally_config *c, const struct tally_caps *caps)
{
	if (c->period == 0)
		return PERIOD_ZERO;
	if (caps->period_bits < 32 && c->period >> caps->period_bits)
		return PERIOD_LONG;
	if (c->jitter > 16)
		return JITTER_ABOVE_16;
	if (c->jitter && (1u << (c->jitter - 1)) >= c->period)
		return JITTER_PERIOD;
	if (c->jitter && (c->period - 2 + (1u << (c->jitter - 1))) >> caps->period_bits)
		return PERIOD_LONG;
	if (c->source > TALLY_SOURCE_EVENT)
		return SOURCE;
	return c->privileges > TALLY_PRIV_ANY ? PRIVILEGES : ACCEPTED;
}

static enum reason unsupported_sampler(const struct tally_config *c, const struct tally_caps *caps)
{
	if (c->source == TALLY_SOURCE_EVENT && !has(caps, TALLY_CAPS_EVENT_MASK))
		return NO_EVENT;
	if (c->tag_mask && !has(caps, TALLY_CAPS_TAG_MASK))
		return NO_TAG;
	return c->jitter && !has(caps, TALLY_CAPS_JITTER_MASK) ? NO_JITTER : ACCEPTED;
}

static enum reason invalid_mapping(const struct tally_config *c)
{
	if (c->mode > TALLY_MODE_RING)
		return MODE;
	if (c->sink > TALLY_SINK_SYSTEM)
		return SINK;
	if (c->policy > TALLY_WRAP)
		return POLICY;
	if (c->round > TALLY_ROUND_SYSV)
		return ROUND;
	if (c->scale > TALLY_SCALE_ONE)
		return SCALE;
	if (c->width != 2 && c->width != 4)
		return WIDTH;
	if (c->base & (c->width - 1u))
		return BASE_ODD;
	if (c->mode == TALLY_MODE_INTERVAL && !c->interval)
		return INTERVAL_ZERO;
	if (c->mode >= TALLY_MODE_INTERVAL && c->sink == TALLY_SINK_PRIVATE)
		return MODE_SINK;
	if (c->mode >= TALLY_MODE_SYMBOL && c->width != 4)
		return MODE_WIDTH;
	return c->mode == TALLY_MODE_SYMBOL && c->entries > c->size / sizeof(struct tally_symbol) ? ENTRIES : ACCEPTED;
}

static enum reason unsupported_mapping(const struct tally_config *c, const struct tally_caps *caps)
{
	if (c->mode == TALLY_MODE_INTERVAL && !has(caps, TALLY_CAPS_INTERVAL_MASK))
		return NO_INTERVAL;
	if (c->mode == TALLY_MODE_SYMBOL && !has(caps, TALLY_CAPS_SYMBOL_MASK))
		return NO_SYMBOL;
	if (c->mode == TALLY_MODE_RING && !has(caps, TALLY_CAPS_RING_MASK))
		return NO_RING;
	if (c->sink == TALLY_SINK_SYSTEM && !has(caps, TALLY_CAPS_SYSTEM_MASK))
		return NO_SYSTEM;
	if (c->sink == TALLY_SINK_PRIVATE && c->width != 4)
		return NARROW;
	if (c->sink == TALLY_SINK_PRIVATE && c->policy == TALLY_SATURATE)
		return NO_SATURATE;
	if (c->sink == TALLY_SINK_PRIVATE && c->base)
		return NO_BASE;
	if (caps->mapper == TALLY_MAPPER_SHIFT && c->scale & (c->scale - 1))
		return NOT_A_SHIFT;
	if (caps->mapper == TALLY_MAPPER_SHIFT && c->round)
		return SHIFT_ROUND;
	return caps->pc_bits < 32 && (c->offset ^ caps->pc_base) >> caps->pc_bits ? FAR_OFFSET : ACCEPTED;
}

/* Do the counters fit their memory? */
static enum reason unfit(const struct tally_config *c, const struct tally_caps *caps)
{
	if (c->sink == TALLY_SINK_SYSTEM) {
		if (c->limit > c->size)
			return LIMIT;
		return (uint64_t)c->base + (c->limit ? c->limit : c->size) > 0x100000000u ? SYSTEM_END : ACCEPTED;
	}
	return c->size > caps->bin_bytes ? PRIVATE_SIZE : ACCEPTED;
}

/* Finds what the unit lacks before a register is written, and what could only end in a FAULT. */
static enum reason check(const struct tally_config *c, const struct tally_caps *caps)
{
	enum reason r;

	if (!c || !caps)
		return c ? NO_CAPS : NO_CONFIG;
	if ((r = invalid_sampler(c, caps)) || (r = unsupported_sampler(c, caps)) || (r = invalid_mapping(c))
	    || (r = unsupported_mapping(c, caps)))
		return r;
	return unfit(c, caps);
}

int tally_config_check(const struct tally_config *c, const struct tally_caps *caps)
{
	enum reason r = check(c, caps);

	return r == ACCEPTED ? 0 : r < LAST_INVALID ? TALLY_EINVAL : TALLY_ENOTSUP;
}

/* Apart from the check: a program that does not ask for them does not carry the texts. */
const struct tally_refusal *tally_config_error(const struct tally_config *c, const struct tally_caps *caps)
{
#define INVALID_TEXT(name, field, fault, remedy) [name] = { TALLY_EINVAL, field, fault, remedy },
#define UNSUPPORTED_TEXT(name, field, fault, remedy) [name] = { TALLY_ENOTSUP, field, fault, remedy },
	static const struct tally_refusal texts[] = { INVALID(INVALID_TEXT) UNSUPPORTED(UNSUPPORTED_TEXT) };
	enum reason r = check(c, caps);

	return r == ACCEPTED ? NULL : &texts[r];
}
