/* SPDX-License-Identifier: ISC
 * tally_config.c - driver of the Tally unit: which configurations a unit accepts, and what they are
 * in its registers. Contract: tally.h.
 */
#include "tally.h"
#include "tally_access.h"

#define BINS (c->mode == TALLY_MODE_BINS)
#define SHIFT (caps->mapper == TALLY_MAPPER_SHIFT)
#define CALLS (caps->kind == TALLY_KIND_CALLS)
#define BEYOND(bits, value) ((bits) < 32 && (value) >> (bits))

/* What is refused, in this order, so that a rule may rely on those above it: error, field of struct
 * tally_config, condition, fault, remedy. It covers what the unit lacks, and what could only end in
 * a FAULT. */
#define RULES(X) \
	X(EINVAL, config, !c, "is NULL", "give a configuration") \
	X(EINVAL, caps, !caps, "is NULL", "give those of tally_probe") \
	X(EINVAL, period, c->period == 0, "0 events make no tick", "give 1 or more") \
	X(EINVAL, period, c->period > TALLY_PERIOD_MAX, "the divider does not count so far", \
		"give at most TALLY_PERIOD_MAX") \
	X(EINVAL, jitter, c->jitter > 16, "it is above 16", "give 0 to 16") \
	X(EINVAL, jitter, c->jitter && 1u << (c->jitter - 1) >= c->period, \
		"a period may vary by no more than itself", \
		"give a period above 2^(jitter - 1), or less jitter") \
	X(EINVAL, period, period_of(c) > TALLY_PERIOD_MAX, "the divider does not count so far", \
		"give at most TALLY_PERIOD_MAX less 2^(jitter - 1)") \
	X(EINVAL, source, c->source > TALLY_SOURCE_EVENT, "there is no such source", \
		"give one of enum tally_source") \
	X(EINVAL, privileges, c->privileges > TALLY_PRIV_ANY, \
		"it has other bits than the four modes", "OR values of enum tally_privilege") \
	X(EINVAL, interrupts, c->interrupts & ~(TALLY_STATUS_FULL_MASK | TALLY_STATUS_FAULT_MASK), \
		"only FULL and FAULT interrupt", "give their bits of STATUS") \
	X(ENOTSUP, source, c->source == TALLY_SOURCE_EVENT && !caps->lines, \
		"this unit was built without lines of events", "give TALLY_SOURCE_CLK") \
	X(EINVAL, lines, c->source == TALLY_SOURCE_EVENT && !c->lines, "no line makes no event", \
		"give a bit for each line") \
	X(ENOTSUP, lines, c->source == TALLY_SOURCE_EVENT && c->lines >> caps->lines, \
		"this unit has fewer lines", "give bits of its lines only") \
	X(EINVAL, mode, c->mode > TALLY_MODE_RING, "there is no such mode", \
		"give one of enum tally_mode") \
	X(EINVAL, policy, c->policy > TALLY_SATURATE, "there is no such policy", \
		"give one of enum tally_policy") \
	X(EINVAL, scale, c->scale > TALLY_SCALE_ONE, "it is above one counter for 2 bytes", \
		"give at most TALLY_SCALE_ONE") \
	X(EINVAL, width, c->width != 4 && c->width != 2, "counters have 2 bytes or 4", \
		"give 2 or 4") \
	X(EINVAL, base, c->base % c->width, "counter 0 is not aligned", \
		"give a multiple of width") \
	X(EINVAL, interval, c->mode == TALLY_MODE_INTERVAL && !c->interval, \
		"0 bytes of text need no counter", "give 1 or more") \
	X(EINVAL, entries, \
		c->mode == TALLY_MODE_SYMBOL \
			&& c->entries > c->size / sizeof(struct tally_symbol), \
		"the table is longer than its memory", "give at most size / 8, or a larger size") \
	X(ENOTSUP, mode, !BINS && caps->system == TALLY_SYSTEM_NONE, \
		"this unit was built without access to system memory", "give TALLY_MODE_BINS") \
	X(ENOTSUP, mode, c->mode > TALLY_MODE_PROFIL && caps->system != TALLY_SYSTEM_ALL, \
		"this unit was built without the interval, symbol and ring modes", \
		"give TALLY_MODE_PROFIL") \
	X(ENOTSUP, width, (BINS || c->mode >= TALLY_MODE_SYMBOL) && c->width != 4, \
		"this mode has counters of 4 bytes", "give 4") \
	X(ENOTSUP, policy, BINS && c->policy == TALLY_SATURATE, \
		"the unit's own counters stop or wrap", "give TALLY_STOP or TALLY_WRAP") \
	X(ENOTSUP, size, CALLS && c->size, "this unit counts by calls, not by addresses", \
		"give 0, or another unit") \
	X(ENOTSUP, scale, SHIFT && c->scale & (c->scale - 1), \
		"this unit was built without a multiplier", "give a power of two") \
	X(ENOTSUP, offset, BEYOND(caps->pc_bits, c->offset ^ caps->pc_base), \
		"this unit maps no code there", \
		"give an address from caps.pc_base on, below caps.pc_base + 2^caps.pc_bits") \
	X(EINVAL, size, BINS && c->size > caps->bin_bytes, "the counters do not fit the bins", \
		"give at most caps.bin_bytes: a smaller scale or less code") \
	X(EINVAL, limit, c->limit > c->size, "more would exist than there is", \
		"give at most size; 0: all of it") \
	X(EINVAL, base, (uint64_t)c->base + (c->limit ? c->limit : c->size) > 0x100000000u, \
		"the memory goes beyond the 32-bit bus", "give a lower base or a smaller size")

/* Register PERIOD: the mean is it less so much as the jitter makes of its periods shorter. */
static uint32_t period_of(const struct tally_config *c)
{
	return c->period + (c->jitter ? (1u << (c->jitter - 1)) - 2 : 0);
}

/* The number of the rule that refuses c, counted from 1, and its error; 0: none does. */
static unsigned refused_by(const struct tally_config *c, const struct tally_caps *caps, int *error)
{
	unsigned rule = 0;
#define TEST(code, field, condition, fault, remedy) \
	rule++; \
	*error = TALLY_##code; \
	if (condition) \
		return rule;
	RULES(TEST)
	return *error = 0;
}

/* Apart from the check: a program that does not ask for them does not carry the texts. */
const struct tally_refusal *tally_config_error(
	const struct tally_config *c, const struct tally_caps *caps)
{
#define TEXT(code, field, condition, fault, remedy) { TALLY_##code, #field, fault, remedy },
	static const struct tally_refusal texts[] = { { 0, NULL, NULL, NULL }, RULES(TEXT) };
	int error;
	unsigned rule = refused_by(c, caps, &error);

	return rule ? &texts[rule] : NULL;
}

/* ---- registers */

uint32_t tally_setup_of(const struct tally_config *c)
{
	const uint32_t lines = c->source == TALLY_SOURCE_EVENT ? c->lines : 0;

	return TALLY_PUT(lines, TALLY_SETUP_LINES) | TALLY_PUT(c->source, TALLY_SETUP_SOURCE)
		| TALLY_PUT(c->policy, TALLY_SETUP_POLICY)
		| TALLY_PUT(c->privileges, TALLY_SETUP_PRIVILEGES)
		| TALLY_PUT(c->interrupts / TALLY_STATUS_FULL_MASK, TALLY_SETUP_IRQ)
		| TALLY_PUT(c->mode, TALLY_SETUP_MODE) | TALLY_PUT(c->width / 4, TALLY_SETUP_WIDTH);
}

/* SCALE 0 maps nothing, where the unit would map all to counter 0. */
uint32_t tally_size_of(const struct tally_config *c)
{
	return c->mode <= TALLY_MODE_PROFIL && !c->scale ? 0 : tally_histogram_length(c);
}

/* OF_CLOCK: those of the divider come first */
enum { OF_CLOCK = 2, SETTINGS = 9 };

struct settings {
	struct setting {
		uint32_t reg, value;
	} at[SETTINGS];
};

static struct settings settings_of(const struct tally_config *c)
{
	return (struct settings){ {
		{ TALLY_PERIOD, period_of(c) },
		{ TALLY_JITTER, (1u << c->jitter) - 1 },
		{ TALLY_SETUP, tally_setup_of(c) },
		{ TALLY_OFFSET, c->offset },
		{ TALLY_SCALE, c->scale },
		{ TALLY_SIZE, tally_size_of(c) },
		{ TALLY_INTERVAL, c->interval },
		{ TALLY_BASE, c->base },
		{ TALLY_LIMIT, c->limit ? c->limit : c->size },
	} };
}

static bool stand(struct tally *t, const struct setting *set, unsigned n)
{
	for (; n--; set++)
		if (tally_get(t, set->reg) != set->value)
			return false;
	return true;
}

static int check(struct tally *t, const struct tally_config *c)
{
	int error = TALLY_EINVAL;

	if (tally_valid(t))
		refused_by(c, &t->caps, &error);
	return error;
}

int tally_configured(struct tally *t, const struct tally_config *c)
{
	int error = check(t, c);

	if (error)
		return error;
	const struct settings s = settings_of(c);
	const bool same = stand(t, s.at, SETTINGS);
	error = tally_take_error(t);
	return error ? error : same;
}

/* What of STATUS says that a unit with this SETUP has stopped by itself. A call tree's FAULT says
 * that calls were dropped, and it goes on. */
static uint32_t stops(const struct tally *t, uint32_t setup)
{
	const bool wraps = !(setup & (TALLY_SETUP_MODE_MASK | TALLY_SETUP_POLICY_MASK));

	return (t->caps.kind == TALLY_KIND_CALLS ? 0 : TALLY_STATUS_FAULT_MASK)
		| (wraps ? 0 : TALLY_STATUS_FULL_MASK);
}

/* Stops and drains. *ran: the unit ran, and has not stopped by itself. TALLY_EBUSY: clearing;
 * nothing is written. */
static int pause(struct tally *t, bool *ran)
{
	const uint32_t ends = stops(t, tally_get(t, TALLY_SETUP));
	const uint32_t before = tally_get(t, TALLY_STATUS);

	if (before & TALLY_STATUS_CLEARING_MASK)
		return TALLY_EBUSY;
	tally_put(t, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	int error = tally_drain(t);
	const uint32_t ended = error ? 0 : tally_get(t, TALLY_STATUS) & ~before & ends;
	*ran = before & TALLY_STATUS_RUNNING_MASK && !ended;
	return error ? error : tally_take_error(t);
}

int tally_configure(struct tally *t, const struct tally_config *c)
{
	int error = check(t, c);

	if (error)
		return error;
	const struct settings s = settings_of(c);
	bool ran;
	error = pause(t, &ran);
	if (error)
		return error;
	/* a process that is switched to must not restart the divider */
	for (unsigned i = stand(t, s.at, OF_CLOCK) ? OF_CLOCK : 0; i < SETTINGS; i++)
		tally_put(t, s.at[i].reg, s.at[i].value);
	/* not by ERROR, which another master may clear or cause */
	const bool stands = stand(t, s.at, SETTINGS);
	if (ran && stands)
		tally_put(t, TALLY_CTRL, TALLY_CTRL_START_MASK);
	error = tally_take_error(t);
	return error ? error : stands ? 0 : TALLY_EIO;
}
