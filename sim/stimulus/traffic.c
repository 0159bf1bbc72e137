/* SPDX-License-Identifier: ISC
 * traffic.c - any access at all, and values that make a unit count.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

static uint32_t any_jitter(struct stimulus *s)
{
	if (model_calls(s->m) && odds(s, 3))
		return 0;
	if (random_one_in(&s->random, 4))
		return 1u << (6 + random_below(&s->random, 10));
	return random_one_in(&s->random, 4) ? random_word(&s->random)
					    : (1u << random_below(&s->random, 6)) - 1;
}

static uint32_t any_period(struct stimulus *s)
{
	static const uint32_t below[] = { 2, 2, 3, 8, 8, 70, 600 };
	const uint32_t jitter = s->m->reg[R_JITTER] & UINT16_MAX;

	if (random_one_in(&s->random, 40))
		return random_word(&s->random);
	/* heat takes 1,024 ticks */
	if (model_calls(s->m) && odds(s, 2))
		return 0;
	/* just above JITTER's highest bit: a tick would come too soon if the divider lost
	 * that bit */
	if (random_one_in(&s->random, 2) && jitter > 600)
		return (1u << (31 - __builtin_clz(jitter))) + random_below(&s->random, 32);
	return random_below(&s->random, below[random_below(&s->random, 7)]);
}

/* Counters in system memory, in a mode that the build has, more often than not. */
static uint32_t any_engine(struct stimulus *s)
{
	const uint32_t setup = random_word(&s->random);

	if (!s->m->p.system || setup >> 29 == 0)
		return setup;
	return (setup & ~(7u << 16))
		| (1 + random_below(&s->random, s->m->p.system == 1 ? 1 : 4)) << 16;
}

static uint32_t any_setup(struct stimulus *s)
{
	static const uint32_t sources[] = { SOURCE_CLOCK, SOURCE_CLOCK, SOURCE_CLOCK,
		SOURCE_RETIRED, SOURCE_EVENT, SOURCE_EVENT + 1 };
	const uint32_t privileges =
		random_one_in(&s->random, 3) ? random_word(&s->random) & 15 : 15;
	uint32_t source = sources[random_below(&s->random, 6)];

	if (source >= SOURCE_EVENT && !s->m->p.event)
		source = SOURCE_CLOCK;
	return (any_engine(s) & ~0xf03u) | privileges << 8 | source;
}

static uint32_t any_scale(struct stimulus *s)
{
	const uint32_t power = 1u << random_below(&s->random, 17), r = random_below(&s->random, 16);
	/* so many slots in d bytes, which a scale that is 1 less does not reach */
	const uint32_t d = 3 + random_below(&s->random, 1u << random_below(&s->random, 12));
	const uint32_t least = ((1 + random_below(&s->random, d - 1)) << 17) / d + 1;
	const uint32_t often[] = { 0x10000, 0x10000, power, power, power, least, least, 0xffff,
		0x1ffff, 0xc000, 1, 0 };

	return r < 12 ? often[r] : random_word(&s->random) >> random_below(&s->random, 32);
}

static uint32_t any_size(struct stimulus *s)
{
	const uint32_t words = model_words(&s->m->p), bins = words - OUTCOMES;
	const uint32_t often[] = { bins, bins, bins - 1, bins + 1, words, UINT32_MAX, 0,
		random_word(&s->random), 1u << random_below(&s->random, 32) },
		       r = random_below(&s->random, 14);

	return r < 9 ? often[r] : random_below(&s->random, words);
}

static uint32_t mostly(struct stimulus *s, uint32_t value)
{
	const uint32_t rare[] = { random_word(&s->random),
		random_word(&s->random) >> random_below(&s->random, 32),
		UINT32_MAX - random_below(&s->random, 64) },
		       r = random_below(&s->random, 20);

	return r < 3 ? rare[r] : value;
}

/* Of counters in system memory. */
static uint32_t any_slots(struct stimulus *s)
{
	static const uint32_t usual[] = { 400, 400, 1023, 30 };
	const uint32_t most = usual[setup_mode(s->m->reg[R_SETUP])];

	return mostly(s, random_below(&s->random, random_one_in(&s->random, 2) ? most : 20));
}

static uint32_t any_limit(struct stimulus *s)
{
	const uint32_t setup = s->m->reg[R_SETUP],
		       bytes = setup_mode(setup) == MODE_SYMBOL       ? 8
		: setup_wide(setup) || setup_mode(setup) == MODE_RING ? 4
								      : 2;

	if (random_one_in(&s->random, 3))
		return UINT32_MAX;
	return mostly(s, s->m->reg[R_SIZE] * bytes + random_below(&s->random, 16) - 8);
}

uint32_t traffic_value(struct stimulus *s, unsigned reg)
{
	switch (reg) {
	case R_PERIOD: return any_period(s);
	case R_JITTER: return any_jitter(s);
	case R_SETUP: return any_setup(s);
	case R_OFFSET: return random_word(&s->random) >> random_below(&s->random, 32);
	case R_SCALE: return any_scale(s);
	case R_SIZE: return engine_used(s->m) ? any_slots(s) : any_size(s);
	case R_INTERVAL:
		return random_one_in(&s->random, 12) ? 0
						     : mostly(s, 1 + random_below(&s->random, 40));
	case R_BASE: return mostly(s, random_word(&s->random) & 0xffff);
	case R_LIMIT: return any_limit(s);
	case R_RING_POS:
		return mostly(s,
			random_below(
				&s->random, s->m->reg[R_SIZE] < 40 ? s->m->reg[R_SIZE] + 2 : 40));
	default: return random_word(&s->random);
	}
}

static uint32_t any_command(struct stimulus *s)
{
	static const uint32_t often[] = { CTRL_START, CTRL_START, CTRL_START, CTRL_STOP, CTRL_RESET,
		CTRL_CLEAR };
	uint32_t c = random_one_in(&s->random, 3) ? random_word(&s->random)
						  : often[random_below(&s->random, 6)];

	/* what engine, queue and frames have is to meet few commands but START */
	if ((engine_used(s->m) || model_calls(s->m)) && !random_one_in(&s->random, 4))
		c = CTRL_START;
	if (s->m->drained && (!s->clears || (model_calls(s->m) && !odds(s, 16))))
		c &= ~(uint32_t)CTRL_CLEAR;
	return c;
}

static struct request any_write(struct stimulus *s, unsigned reg)
{
	return (struct request){ .adr = 4 * reg,
		.sel = 15,
		.we = true,
		.dat = reg == R_CTRL ? any_command(s) : traffic_value(s, reg) };
}

static uint32_t any_word(struct stimulus *s)
{
	const struct model *m = s->m;
	const uint32_t words = model_words(&m->p), last = m->slots[below(s, 8)].word;

	if (random_one_in(&s->random, 3))
		return words - 1 - random_below(&s->random, OUTCOMES);
	return last < words && random_one_in(&s->random, 2) ? last
							    : random_below(&s->random, words);
}

static unsigned any_register(struct stimulus *s)
{
	return random_one_in(&s->random, 2) ? R_STATUS + random_below(&s->random, 3)
					    : random_below(&s->random, 32);
}

/* Anywhere in its half of the addresses. */
static void spread(struct stimulus *s, struct request *r)
{
	const uint32_t half = 4 * model_words(&s->m->p);
	const bool window = r->adr & half;

	if (model_calls(s->m))
		return;

	r->adr |= random_below(&s->random, 4)
		| (window ? random_word(&s->random) << 1 & ~(2 * half - 1) : 0);
	if (!window)
		r->adr |= random_word(&s->random) & ~127u & ~half;
}

/* A row, perhaps of the node that runs; or a beginning, mostly a function's. */
static struct request any_row(struct stimulus *s)
{
	const uint32_t nodes = model_words(&s->m->p) / 2, any = random_word(&s->random);
	const uint32_t row = odds(s, 2) ? s->m->context.current : below(s, nodes);

	return (struct request){ .adr = 4 * (4 * nodes + row),
		.sel = 15,
		.we = odds(s, 2),
		.dat = odds(s, 8) ? any : (calls_function(s) ^ (any & 1u << 31)) | odds(s, 4) };
}

static struct request any_access(struct stimulus *s)
{
	const uint32_t window = 4 * (model_words(&s->m->p) + any_word(s)),
		       what = random_below(&s->random, 32);

	if (model_calls(s->m) && !s->core.stalls && odds(s, 4))
		return any_row(s);
	if (what < 12 || s->core.stalls)
		return (struct request){ .adr = window, .sel = 15 };
	if (what < 18)
		return (struct request){ .adr = 4 * any_register(s), .sel = 15 };
	if (what < 26)
		return any_write(s, what < 22 ? R_CTRL : R_STATUS);
	if (what < 31)
		return any_write(s, random_below(&s->random, 32));
	return (struct request){ .adr = window, .sel = random_below(&s->random, 16), .we = true };
}

struct request traffic_any(struct stimulus *s)
{
	struct request r = any_access(s);

	if (r.we && random_one_in(&s->random, 24))
		r.sel = random_below(&s->random, 16);
	if (random_one_in(&s->random, 12))
		r.patience = 1 + random_below(&s->random, random_one_in(&s->random, 2) ? 3 : 30);
	spread(s, &r);
	return r;
}
