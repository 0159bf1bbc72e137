/* SPDX-License-Identifier: ISC
 * stimulus_config.c - constrained random stimulus: configurations, legal and not.
 */
#include "driver/tally_regs.h"
#include "stimulus.h"

#define ONE_OF(s, array) ((array)[below((s), sizeof(array) / sizeof *(array))])

static uint32_t bin_bytes(const struct stimulus *s)
{
	return 4u << s->m->p.bins_log2;
}

static uint32_t some_period(struct stimulus *s)
{
	static const uint32_t small[] = { 2, 3, 4, 5, 7, 8, 9, 16, 17, 31 };

	switch (below(s, 8)) {
	case 0: case 1: case 2: case 3:
		return 1;
	case 4: case 5:
		return ONE_OF(s, small);
	case 6:
		return 2 + below(s, 60);
	default:
		return 2 + below(s, one_in(s, 20) ? 1u << 20 : 600);
	}
}

/* The greatest J with 2^(J-1) < period, at most 16. */
static unsigned most_jitter(uint32_t period)
{
	unsigned j = 0;

	while (j < 16 && 1u << j < period)
		j++;
	return j;
}

static uint32_t some_scale(struct stimulus *s)
{
	static const uint32_t odd[] = { 0xffff, 0xfffe, 0x7fff, 0x5555, 0xaaab, 3, 0x1fff, 0xffff };

	if (one_in(s, 40))
		return 0;
	if (one_in(s, 3))
		return 0x10000;
	if (s->m->p.mapper == MODEL_SHIFT || one_in(s, 3))
		return 0x10000u >> below(s, 17);
	return one_in(s, 2) ? ONE_OF(s, odd) : 1 + below(s, 0x10000);
}

static uint32_t some_offset(struct stimulus *s)
{
	static const uint32_t edges[] = { 0, 2, 1, 0x80000000, 0xfffffffe, 0xfffff000, 0x7ffffff0 };

	switch (below(s, 3)) {
	case 0:
		return ONE_OF(s, edges);
	case 1:
		return below(s, 1u << 20) & ~1u;
	default:
		return rnd32(s);
	}
}

static uint32_t sampler_word(struct stimulus *s, unsigned jitter)
{
	return (uint32_t)one_in(s, 4) << TALLY_SAMPLER_SOURCE_LSB | jitter << TALLY_SAMPLER_JITTER_LSB |
	       below(s, 2) << TALLY_SAMPLER_ATTRIBUTION_LSB | below(s, 2) << TALLY_SAMPLER_COUNT_IDLE_LSB;
}

static void clock_words(struct stimulus *s, bool restart)
{
	const struct model_sampling *now = &s->m->shadow.sampling;
	uint32_t period = restart ? some_period(s) : now->period;
	unsigned jitter = one_in(s, 2) ? 0 : below(s, most_jitter(period) + 1);

	if (restart)
		push(s, true, TALLY_PERIOD, period);
	if (one_in(s, restart ? 3 : 12))
		push(s, true, TALLY_SEED, one_in(s, 4) ? 0x8000 : rnd32(s));
	push(s, true, TALLY_SAMPLER, sampler_word(s, jitter));
}

/* So wide a mapping that, in a large memory, what lies below OFFSET would be inside modulo 2^32. */
static void whole_memory(struct stimulus *s)
{
	s->size = bin_bytes(s);
	push(s, true, TALLY_BASE, 0);
	push(s, true, TALLY_SIZE, s->size);
	push(s, true, TALLY_MAPPING, 2u << TALLY_MAPPING_POLICY_LSB);
	push(s, true, TALLY_OFFSET, 0x1000 + below(s, 0x100));
	push(s, true, TALLY_SCALE, 1 + below(s, 2));
}

static void mapping_words(struct stimulus *s)
{
	uint32_t bytes = bin_bytes(s);
	bool wide = one_in(s, 2);
	uint32_t base = one_in(s, 2) ? 0 : below(s, bytes) & (wide ? ~3u : ~1u);
	uint32_t size = bytes - base;

	switch (below(s, 5)) {
	case 0:
		size = below(s, size + 1);
		break;
	case 3:	/* one bit alone */
		while (size & (size - 1))
			size &= size - 1;
		size >>= below(s, 12);
		break;
	case 1: case 2:
		size = below(s, size > 24 ? 25 : size + 1);
		break;
	}
	push(s, true, TALLY_BASE, base);
	s->size = size;
	push(s, true, TALLY_SIZE, size);
	push(s, true, TALLY_MAPPING,
	     below(s, 2) << TALLY_MAPPING_ROUND_LSB | (uint32_t)wide << TALLY_MAPPING_WIDTH_LSB |
	     below(s, 3) << TALLY_MAPPING_POLICY_LSB | below(s, 2) << TALLY_MAPPING_RING_WRAP_LSB);
	push(s, true, TALLY_OFFSET, some_offset(s));
	push(s, true, TALLY_SCALE, some_scale(s));
	if (one_in(s, 24))
		whole_memory(s);
}

void stimulus_configure(struct stimulus *s, bool all)
{
	if (all || one_in(s, 2))
		clock_words(s, all || one_in(s, 3));
	if (all || one_in(s, 3))
		push(s, true, TALLY_FILTER, one_in(s, 2) ? 0xf : rnd32(s));
	if (all || !one_in(s, 3))
		mapping_words(s);
	if (one_in(s, 8))
		push(s, true, TALLY_LIMIT, rnd32(s));
}

void stimulus_long(struct stimulus *s, enum long_kind kind)
{
	unsigned period_w = s->m->p.period_w < 18 ? s->m->p.period_w : 18;
	unsigned jitter = 12 + below(s, 5);
	uint32_t period = (1u << (jitter - 1)) + 1 + below(s, 200);

	if (kind == LONG_WEIGHT) {
		jitter = 0;
		period = 1;
	} else if (kind == LONG_PERIOD) {	/* up to where the jitter passes the highest bit */
		bool aim = s->m->seen[MODEL_LONG_RELOAD] == 0;

		jitter = one_in(s, 4) && !aim ? 0 : 16;
		period = (1u << period_w) - 1 - (below(s, 1u << (period_w - 1)) >> (aim ? 7 : 0) >> below(s, 18));
	}
	if (full_queue(s, 32))
		return;
	push(s, true, TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	push(s, true, TALLY_PERIOD, period)->wait = WAIT_DRAINED;
	push(s, true, TALLY_SAMPLER, jitter << TALLY_SAMPLER_JITTER_LSB | (uint32_t)s->sleep << TALLY_SAMPLER_COUNT_IDLE_LSB);
	push(s, true, TALLY_SEED, rnd32(s) | (kind == LONG_PERIOD ? 0xc000 : 0));	/* a long first period */
	mapping_words(s);
	push(s, true, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK)->wait = WAIT_CLEARED;
	push(s, true, TALLY_CTRL, TALLY_CTRL_START_MASK);
}

void stimulus_spoil(struct stimulus *s)
{
	const struct model_shadows *now = &s->m->shadow;
	uint32_t period = now->sampling.period, bytes = bin_bytes(s);
	unsigned j = below(s, 10);

	switch (below(s, 13)) {
	case 0:
		push(s, true, TALLY_PERIOD, 0);
		break;
	case 1:
		push(s, true, TALLY_SAMPLER, (2 + below(s, 2)) << TALLY_SAMPLER_SOURCE_LSB);
		break;
	case 2:
		push(s, true, TALLY_SAMPLER, (17 + below(s, 15)) << TALLY_SAMPLER_JITTER_LSB);
		push(s, true, TALLY_PERIOD, rnd32(s) | 1u << 18);
		break;
	case 3:	/* the first J that is too large */
		push(s, true, TALLY_SAMPLER, (most_jitter(period) + 1) << TALLY_SAMPLER_JITTER_LSB);
		break;
	case 4:	/* both sides of the border */
		push(s, true, TALLY_PERIOD, (1u << j) + below(s, 2));
		push(s, true, TALLY_SAMPLER, (j + 1) << TALLY_SAMPLER_JITTER_LSB);
		break;
	case 5:
		push(s, true, TALLY_SCALE, one_in(s, 2) ? 0x10001 : 0x10000u << (1 + below(s, 15)));
		break;
	case 6:	/* legal but for the shift mapper */
		push(s, true, TALLY_SCALE, 1u << below(s, 17) | 1u << below(s, 17));
		break;
	case 7:
		push(s, true, TALLY_MAPPING, (1 + below(s, 3)) << TALLY_MAPPING_MODE_LSB | below(s, 4));
		break;
	case 8:
		push(s, true, TALLY_MAPPING, one_in(s, 2) ? TALLY_MAPPING_SINK_MASK : TALLY_MAPPING_POLICY_MASK);
		break;
	case 9:
		push(s, true, TALLY_BASE, 1 + below(s, 3));
		break;
	case 10:
		push(s, true, TALLY_SIZE, bytes + 1 - now->mapping.base - below(s, 2));
		break;
	case 11:	/* far too large */
		push(s, true, TALLY_SIZE, rnd32(s));
		break;
	default:	/* a sum that 32 bits do not hold */
		push(s, true, TALLY_BASE, 0u - 4 * (1 + below(s, 8)));
		push(s, true, TALLY_SIZE, 32 + below(s, 32));
		break;
	}
}
