/* SPDX-License-Identifier: ISC
 * stimulus_config.c - constrained random stimulus: legal configurations.
 */
#include "stimulus.h"

#define ONE_OF(s, array) ((array)[below((s), sizeof(array) / sizeof *(array))])

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

unsigned stimulus_most_jitter(uint32_t period)
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
	if ((s->m->p.mapper == MODEL_SHIFT && !s->slow) || one_in(s, 3))
		return 0x10000u >> below(s, 17);
	return one_in(s, 2) ? ONE_OF(s, odd) : 1 + below(s, 0x10000);
}

static uint32_t some_offset(struct stimulus *s)
{
	static const uint32_t edges[] = { 0, 0, 2, 1, 0x80000000, 0xfffffffe, 0xfffff000, 0x7ffffff0 };
	const struct model_channel *other = &s->m->ch[below(s, s->m->p.channels)];

	if (other != planned(s) && one_in(s, 2))	/* the same text in both */
		return other->mapping[other->bank].offset;
	if (s->m->p.pc_w < 32 && !one_in(s, 4))	/* where samples are mapped; near its ends, too */
		return one_in(s, 2) ? stimulus_within(s, rnd32(s) & ~1u) : stimulus_within(s, one_in(s, 2) ? 0 : 0u - 2 * below(s, 100)) - 2 * below(s, 20);
	if (s->m->p.pc_w < 32 && one_in(s, 2))	/* one bit of the distance too many */
		return stimulus_within(s, rnd32(s) & ~1u) - (1u << below(s, 32));
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
	const struct model_params *p = &s->m->p;
	uint32_t source = p->event && one_in(s, 5) ? 2 : p->ext && one_in(s, 5) ? 3 : one_in(s, 4);

	return source << TALLY_SAMPLER_SOURCE_LSB | jitter << TALLY_SAMPLER_JITTER_LSB |
	       below(s, 2) << TALLY_SAMPLER_ATTRIBUTION_LSB | below(s, 2) << TALLY_SAMPLER_COUNT_IDLE_LSB;
}

/* All of the generator's bits, or one or two: what it makes of them hangs on each. */
static uint32_t some_seed(struct stimulus *s)
{
	return one_in(s, 4) ? 0x8000 : one_in(s, 2) ? rnd32(s) : 1u << below(s, 16) | 1u << below(s, 16);
}

static void clock_words(struct stimulus *s, bool restart)
{
	uint32_t period = !restart ? shadow(s, TALLY_PERIOD) : s->slow && !one_in(s, 3) ? 8 + below(s, one_in(s, 4) ? 200 : 50) : some_period(s);
	unsigned jitter = one_in(s, 2) ? 0 : below(s, stimulus_most_jitter(period) + 1);

	if (restart)
		tell(s, TALLY_PERIOD, period);
	if (one_in(s, restart ? 3 : 12))
		tell(s, TALLY_SEED, some_seed(s));
	tell(s, TALLY_SAMPLER, sampler_word(s, jitter) | (one_in(s, 8) ? rnd32(s) & 0xffffce0cu : 0));
}

static void tag_words(struct stimulus *s)
{
	tell(s, TALLY_TAG_VALUE, s->tags[below(s, TAGS)]);
	tell(s, TALLY_TAG_MASK, one_in(s, 3) ? 0 : one_in(s, 3) ? 0xffffffff : one_in(s, 3) ? 1u << below(s, 32) : rnd32(s));
}

/* So wide a mapping that, in a large memory, what lies below OFFSET would be inside modulo 2^32. */
static void whole_memory(struct stimulus *s)
{
	s->base = 0;
	s->size = bin_bytes(s);
	tell(s, TALLY_BASE, 0);
	tell(s, TALLY_SIZE, s->size);
	tell(s, TALLY_MAPPING, 2u << TALLY_MAPPING_POLICY_LSB);
	tell(s, TALLY_OFFSET, 0x1000 + below(s, 0x100));
	tell(s, TALLY_SCALE, 1 + below(s, 2));
}

static uint32_t some_interval(struct stimulus *s)
{
	switch (below(s, 6)) {
	case 0:
		return 1 + below(s, 3);
	case 1: case 2:
		return 1u << below(s, one_in(s, 4) ? 32 : 8);
	case 3:
		return 1 + (rnd32(s) >> below(s, 32));
	default:
		return 3 + below(s, 100);
	}
}

static void private_place(struct stimulus *s, bool wide)
{
	uint32_t bytes = bin_bytes(s);
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
	s->base = base;
	s->size = size;
	tell(s, TALLY_BASE, base);
	tell(s, TALLY_SIZE, size);
	if (one_in(s, 4))
		tell(s, TALLY_LIMIT, rnd32(s) >> below(s, 32));
}

static void system_place(struct stimulus *s, bool wide, unsigned mode)
{
	uint32_t base = one_in(s, 8) ? 0u - below(s, 200) : rnd32(s), size, entries = 0;

	if (mode == 2) {
		entries = one_in(s, 10) ? 0 : one_in(s, 20) ? rnd32(s) >> below(s, 32) : 1 + below(s, one_in(s, 2) ? 4 : 40);
		size = entries * 8 + (one_in(s, 8) ? below(s, 16) : 0) - (one_in(s, 12) ? 1 + below(s, 8) : 0);
		tell(s, TALLY_ENTRIES, entries);
	} else if (mode == 3) {
		size = one_in(s, 4) ? rnd32(s) >> below(s, 32) : below(s, one_in(s, 5) ? 5 : 64);
		if (!one_in(s, 3))
			tell(s, TALLY_RING_POS, one_in(s, 2) ? 0 : one_in(s, 6) ? rnd32(s) >> below(s, 32) : below(s, size / 4 + 3) * 4);
	} else {
		size = one_in(s, 6) ? rnd32(s) >> below(s, 32) : below(s, one_in(s, 2) ? 25 : 200);
	}
	s->base = s->size = 0;
	tell(s, TALLY_BASE, base & (wide || mode > 1 ? ~3u : ~1u));
	tell(s, TALLY_SIZE, size);
	tell(s, TALLY_LIMIT, one_in(s, 7) ? below(s, size + 1) : one_in(s, 8) ? rnd32(s) >> below(s, 32) : size);
}

static unsigned some_mode(struct stimulus *s, bool sink)
{
	const struct model_params *p = &s->m->p;
	unsigned mode = below(s, sink ? 4 : 2);

	if ((mode == 1 && !p->interval) || (mode == 2 && !p->symbol) || (mode == 3 && !p->ring))
		return 0;
	return mode;
}

static void mapping_words(struct stimulus *s)
{
	bool wide = one_in(s, 2), sink = s->m->p.system && !s->fast && one_in(s, 2);
	unsigned mode = s->fast ? 0 : some_mode(s, sink);

	s->slow = sink || mode != 0;
	if (sink)
		system_place(s, wide, mode);
	else
		private_place(s, wide);
	tell(s, TALLY_MAPPING,
	    below(s, 2) << TALLY_MAPPING_ROUND_LSB | (uint32_t)wide << TALLY_MAPPING_WIDTH_LSB |
	    below(s, 3) << TALLY_MAPPING_POLICY_LSB | mode << TALLY_MAPPING_MODE_LSB |
	    below(s, 2) << TALLY_MAPPING_RING_WRAP_LSB | (uint32_t)sink << TALLY_MAPPING_SINK_LSB);
	tell(s, TALLY_OFFSET, some_offset(s));
	tell(s, TALLY_SCALE, some_scale(s));
	if (mode == 1 || mode == 2 || one_in(s, 8))	/* the pitch of a symbol table, too: stimulus_memory.c */
		tell(s, TALLY_INTERVAL, mode == 2 && one_in(s, 16) ? 0 : some_interval(s));
	if (one_in(s, 24) && !s->slow)
		whole_memory(s);
}

void stimulus_configure(struct stimulus *s, bool all)
{
	if (all || !one_in(s, 3))
		mapping_words(s);
	else
		s->slow = planned_mapping(s)->mode || planned_mapping(s)->sink;
	if (all || one_in(s, 2))
		clock_words(s, all || one_in(s, 3));
	if (all || one_in(s, 3))
		tell(s, TALLY_FILTER, one_in(s, 2) ? 0xf : rnd32(s));
	if (s->m->p.tag && (all || one_in(s, 3)))
		tag_words(s);
	if (one_in(s, 16))
		tell(s, one_in(s, 2) ? TALLY_TAG_MASK : TALLY_TAG_VALUE, s->m->p.tag ? 0 : rnd32(s));
	if (one_in(s, 16))
		tell(s, TALLY_ENTRIES, below(s, 20));
}

static void commit(struct stimulus *s)
{
	tell(s, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK)->wait = WAIT_CLEARED;
}

/* No sample is filtered, none waits long for its tick. */
static void dense_clock(struct stimulus *s, uint32_t period)
{
	tell(s, TALLY_PERIOD, period);
	tell(s, TALLY_SAMPLER, below(s, 2) << TALLY_SAMPLER_ATTRIBUTION_LSB);
	tell(s, TALLY_FILTER, 0xf);
	if (s->m->p.tag)
		tell(s, TALLY_TAG_MASK, 0);
}

void stimulus_dense(struct stimulus *s, bool heavy)
{
	uint32_t size = 32 + 8 * below(s, 40);

	mapping_words(s);
	if (s->slow && !s->size && one_in(s, 2)) {	/* system memory, enough of it */
		tell(s, TALLY_SIZE, size);
		tell(s, TALLY_LIMIT, size);
		tell(s, TALLY_ENTRIES, size / 8);
		tell(s, TALLY_INTERVAL, 1 + below(s, 40));
		tell(s, TALLY_SCALE, 0x10000u >> below(s, 4));
	}
	dense_clock(s, heavy ? 1 : s->slow ? 2 + below(s, 60) : 1 + below(s, 8));
	commit(s);
}

void stimulus_vast(struct stimulus *s)
{
	bool ring = s->m->p.ring && (!s->m->p.symbol || one_in(s, 2));
	uint32_t entries = (1u << 31 | rnd32(s)) >> below(s, one_in(s, 2) ? 8 : 32);
	uint32_t at = one_in(s, 2) ? rnd32(s) & ~3u : (1u << below(s, 32)) - 4 * below(s, 4);
	uint32_t size = entries < 1u << 29 && one_in(s, 2) ? entries * 8 : one_in(s, 4) ? 0xffffffff : ~(1u << below(s, 32));

	if (ring)
		size = one_in(s, 2) ? 0xffffffff : at + 4 * below(s, 8);
	s->slow = true;
	tell(s, TALLY_RING_POS, at);
	tell(s, TALLY_MAPPING, (ring ? 3u : 2u) << TALLY_MAPPING_MODE_LSB | TALLY_MAPPING_SINK_MASK);
	tell(s, TALLY_BASE, one_in(s, 2) ? 0 : rnd32(s) >> below(s, 32) & ~3u);
	tell(s, TALLY_SIZE, size);
	tell(s, TALLY_LIMIT, one_in(s, 4) ? rnd32(s) : size);
	tell(s, TALLY_ENTRIES, entries);
	tell(s, TALLY_OFFSET, one_in(s, 2) ? 0 : rnd32(s));
	tell(s, TALLY_INTERVAL, 1 + below(s, 8));
	dense_clock(s, 1 + below(s, 4));
	commit(s);
}

void stimulus_tags(struct stimulus *s, uint32_t value)
{
	s->fast = true;
	mapping_words(s);
	s->fast = false;
	dense_clock(s, 1 + below(s, 4));
	tell(s, TALLY_TAG_VALUE, value);
	tell(s, TALLY_TAG_MASK, one_in(s, 3) ? 0xffffffff : rnd32(s));
	commit(s);
}

void stimulus_near_full(struct stimulus *s, bool wide)
{
	s->slow = false;
	s->base = one_in(s, 2) ? 0 : below(s, bin_bytes(s)) & (wide ? ~3u : ~1u);
	s->size = bin_bytes(s) - s->base < 8 ? bin_bytes(s) - s->base : 4 + below(s, bin_bytes(s) - s->base - 4);
	if (s->size > 256)
		s->size = 256;
	tell(s, TALLY_BASE, s->base);
	tell(s, TALLY_SIZE, s->size);
	tell(s, TALLY_LIMIT, 0xffffffff);
	tell(s, TALLY_MAPPING, (uint32_t)wide << TALLY_MAPPING_WIDTH_LSB |
	     (one_in(s, 4) ? 1 : one_in(s, 2) ? 0 : below(s, 3)) << TALLY_MAPPING_POLICY_LSB);
	tell(s, TALLY_OFFSET, some_offset(s));
	tell(s, TALLY_SCALE, 0x10000u >> below(s, 3));
	dense_clock(s, 1);
	commit(s);
}

void stimulus_crowd(struct stimulus *s, bool slow, uint32_t offset)
{
	s->slow = slow;
	private_place(s, true);
	tell(s, TALLY_MAPPING, TALLY_MAPPING_WIDTH_MASK | below(s, 3) << TALLY_MAPPING_POLICY_LSB | (uint32_t)slow << TALLY_MAPPING_MODE_LSB);
	tell(s, TALLY_OFFSET, offset);
	tell(s, TALLY_SCALE, 0x10000u >> below(s, 3));
	tell(s, TALLY_INTERVAL, 1 + below(s, 16));
	dense_clock(s, one_in(s, 4) ? 2 : slow && one_in(s, 2) ? 8 + below(s, 60) : 1);
	commit(s);
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
	tell(s, TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	tell(s, TALLY_PERIOD, period)->wait = WAIT_DRAINED;
	tell(s, TALLY_SAMPLER, jitter << TALLY_SAMPLER_JITTER_LSB | (uint32_t)s->sleep << TALLY_SAMPLER_COUNT_IDLE_LSB);
	tell(s, TALLY_SEED, rnd32(s) | (kind == LONG_PERIOD ? 0xc000 : 0));	/* a long first period */
	mapping_words(s);
	commit(s);
	tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK);
}

void stimulus_count_on(struct stimulus *s, unsigned cycles)
{
	unsigned channels = s->m->p.channels;
	uint32_t offset = some_offset(s), jitter;

	if (full_queue(s, 64 * channels))
		return;
	for (s->channel = 0; s->channel < channels; s->channel++) {
		tell(s, TALLY_CTRL, TALLY_CTRL_RESET_MASK);
		tell(s, TALLY_FILTER, one_in(s, 3) ? below(s, 16) : 0xf)->wait = WAIT_DRAINED;
		mapping_words(s);
		if (one_in(s, 2)) {	/* the same text in as many counters as there are, none of which stops it */
			tell(s, TALLY_BASE, 0);
			tell(s, TALLY_SIZE, bin_bytes(s));
			tell(s, TALLY_LIMIT, 0xffffffff);
			tell(s, TALLY_MAPPING, below(s, 2) << TALLY_MAPPING_WIDTH_LSB | (1 + below(s, 2)) << TALLY_MAPPING_POLICY_LSB);
			tell(s, TALLY_OFFSET, offset);
			tell(s, TALLY_SCALE, 0x10000u >> below(s, 3));
		}
		jitter = one_in(s, 2) ? 0 : 1 + below(s, one_in(s, 2) ? 16 : 10);	/* of any J a small SEED makes a short first period */
		tell(s, TALLY_PERIOD, jitter ? (1u << (jitter - 1)) + 1 + below(s, 100) : one_in(s, 2) ? 1 : 1 + below(s, 8));
		tell(s, TALLY_SEED, some_seed(s));
		tell(s, TALLY_SAMPLER, jitter << TALLY_SAMPLER_JITTER_LSB |
		     below(s, 2) << TALLY_SAMPLER_ATTRIBUTION_LSB | below(s, 2) << TALLY_SAMPLER_COUNT_IDLE_LSB);
		if (s->m->p.tag)
			tell(s, TALLY_TAG_MASK, one_in(s, 4) ? 1u << below(s, 32) : 0);
		commit(s);
		tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_CLEARED;
	}
	for (unsigned n = 0; n < channels; n++) {
		s->channel = n;
		tell(s, TALLY_CTRL, TALLY_CTRL_SNAPSHOT_MASK)->gap = (uint16_t)(n ? 0 : cycles);
		for (unsigned i = 0; i < 11; i++) {
			ask(s, TALLY_SNAP_TICKS + 4 * i);
			ask(s, TALLY_TICKS + 4 * i);
		}
	}
}
