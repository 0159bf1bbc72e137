/* SPDX-License-Identifier: ISC
 * stimulus.c - constrained random stimulus: the core at the tap, the pins,
 * resets, and the change of phases.
 */
#include "stimulus.h"

#include <string.h>

enum {
	RST_RATE = 25000,
	RST_IN_ACCESS_RATE = 2000,	/* cycles in which the engine has the system bus */
	LONG_RATE = 1000,	/* one phase in so many is a long one */
	LONGEST_RATE = 8,	/* and one in so many of these is long enough for 18 bits of PERIOD */
	FIRST_LONGEST = 400,	/* a run of two million cycles shall have them, too */
	NEXT_LONGEST = 500,	/* and again until one got there */
	COUNT_EVERY = 16,	/* one phase in so many lets all channels count, */
	COUNT_FIRST = 8,	/* a short run's, too, */
	COUNT_MOST = 6000,	/* for at most so many cycles: past the highest of 12 bits */
};

void stimulus_init(struct stimulus *s, uint64_t seed, const struct model *m)
{
	memset(s, 0, sizeof *s);
	s->rng = seed;
	s->m = m;
	s->rst_left = 2;
	s->run = true;
	s->plan = stimulus_plan;
}

/* Where the text of a mapping lies, and how much of it a counter has. */
static void find_text(struct stimulus *s, const struct model_mapping *map)
{
	uint64_t slots = map->size / map->width, bytes = 64;

	s->low = map->offset;
	s->step = 2;
	if (map->mode == 1 || map->mode == 2) {		/* tables are made so, see stimulus_memory.c */
		s->step = map->interval ? map->interval : 1;
		bytes = (map->mode == 2 ? map->entries : slots) * s->step + 2;
	} else if (map->mode == 0 && map->scale) {
		s->step = (0x20000 + map->scale - 1) / map->scale;
		bytes = slots * 0x20000 / map->scale + 2;
	}
	s->bytes = bytes > 0xffffffffu ? 0xffffffffu : (uint32_t)bytes;
}

/* A running channel's text, if there is one, and some counters that the program will favour. */
static void look_at_mapping(struct stimulus *s)
{
	const struct model_channel *c = &s->m->ch[one_in(s, 2) ? s->channel : below(s, s->m->p.channels)];	/* the plan's, or any */

	for (unsigned tries = 0; tries < 2 && !c->running && s->m->p.channels > 1; tries++)
		c = &s->m->ch[below(s, s->m->p.channels)];

	const struct model_mapping *map = &c->mapping[c->bank];

	find_text(s, map);
	if (map->offset < 4 && one_in(s, 4))	/* below it is the end of all addresses */
		s->where = PC_EDGE;
	s->hots = 1 + below(s, 8);
	/* In a large memory at times where counts were preset. */
	uint32_t centre = s->low + below(s, s->bytes / s->step > 200 && one_in(s, 2) ? 100 * s->step : s->bytes);

	for (unsigned i = 0; i < s->hots; i++)
		s->hot[i] = centre + below(s, 4) * s->step;
	/* Text whose counter differs from a hot one in a single bit, or whose address does. */
	for (unsigned i = 0; i < FARS; i++)
		s->far[i] = one_in(s, 2) || !map->scale ? 1u << below(s, 32)
			    : (uint32_t)((0x20000ull << below(s, 31)) / map->scale);
}

static void new_pin(struct stimulus *s, struct pin *p)
{
	p->rate = one_in(s, 6) ? 0 : 1 + below(s, one_in(s, 2) ? 4 : 60);
	p->steady = one_in(s, 2);
	p->left = 0;
}

static bool next_pin(struct stimulus *s, struct pin *p)
{
	if (p->rate && (p->steady ? p->left-- == 0 : one_in(s, p->rate))) {
		p->level = !p->level;
		p->left = p->rate - 1;
	}
	return p->level;
}

/* Nothing disturbs what takes long to happen. */
static void long_phase(struct stimulus *s, enum long_kind kind)
{
	if (kind == LONG_COUNT) {
		unsigned cycles = below(s, one_in(s, 2) ? COUNT_MOST / 4 : COUNT_MOST);

		s->run_rate = 0;
		s->run = s->undisturbed = true;
		s->sleep_rate = one_in(s, 3) ? 0 : 1 + below(s, 60);
		s->priv_rate = 1 + below(s, 40);
		s->phase_left = cycles + 1500;
		stimulus_count_on(s, cycles);
		return;
	}
	s->phase_left = kind == LONG_WEIGHT ? 40000 + (2u << s->m->p.weight_w) : kind == LONG_JITTER ? 150000 : 600000;
	s->run_rate = s->sleep_rate = 0;
	s->run = true;
	s->sleep = false;
	s->undisturbed = true;
	if (kind == LONG_WEIGHT) {	/* of ticks awake, asleep (then COUNT_IDLE is set), or both */
		bool aim = s->m->seen[MODEL_LONG_SLEEP_SAMPLE] == 0;

		s->retire = RETIRE_NEVER;
		s->sleep = aim || one_in(s, 2);
		s->sleep_rate = aim || one_in(s, 2) ? 0 : 1 + below(s, 20000);
	}
	s->channel = below(s, s->m->p.channels);
	stimulus_long(s, kind);
}

static void new_phase(struct stimulus *s)
{
	static const unsigned gaps[] = { 2, 3, 5, 8, 20, 40, 156 };
	static const enum retire_shape shapes[] = {
		RETIRE_ALWAYS, RETIRE_ALWAYS, RETIRE_ALWAYS, RETIRE_MOSTLY, RETIRE_MOSTLY,
		RETIRE_GAPS, RETIRE_GAPS, RETIRE_GAPS, RETIRE_STEADY, RETIRE_NEVER,
	};

	s->phase_left = 50u << below(s, 7);
	s->retire = shapes[below(s, sizeof shapes / sizeof *shapes)];
	if (s->retire == RETIRE_NEVER)
		s->phase_left /= 4;
	s->steady = below(s, 24);
	s->gap = gaps[below(s, sizeof gaps / sizeof *gaps)];
	s->where = below(s, PC_SHAPES + 1) % PC_SHAPES;
	s->sleep_rate = one_in(s, 3) ? 1 + below(s, 60) : 0;
	s->priv_rate = one_in(s, 2) ? 1 + below(s, 40) : 0;
	s->run_rate = one_in(s, 8) ? 1 + below(s, 60) : 0;
	if (!s->sleep_rate)
		s->sleep = one_in(s, 16);
	if (!s->run_rate)
		s->run = !one_in(s, 40);
	s->priv = below(s, 4);
	s->tag_rate = one_in(s, 3) ? 0 : 1 + below(s, 40);
	for (unsigned i = 0; i < TAGS; i++)
		s->tags[i] = i && one_in(s, 2) ? s->tags[0] ^ 1u << below(s, 32) :
			     i || one_in(s, 2) ? rnd32(s) >> (one_in(s, 2) ? 0 : below(s, 32)) : s->m->ch[below(s, s->m->p.channels)].sampling.tag_value;
	new_pin(s, &s->event);
	new_pin(s, &s->ext);
	stimulus_memory_phase(s);
	s->pause = one_in(s, 3) ? below(s, 4) : 4u << below(s, one_in(s, 4) ? 8 : 5);
	s->undisturbed = false;
	s->meddles = !s->brief && one_in(s, 2);
	s->glances = s->brief || one_in(s, 3) ? 0 : 4u << below(s, 5);
	s->phases++;
	/* The engine's builds have better to do than to wait for a long PERIOD. */
	if (s->brief)
		;
	else if ((s->phases == FIRST_LONGEST && !model_has_engine(&s->m->p))
	    || (s->phases % NEXT_LONGEST == FIRST_LONGEST && s->m->p.period_w <= 18 && !s->m->seen[MODEL_LONG_RELOAD]))
		long_phase(s, LONG_PERIOD);
	else if (s->phases == FIRST_LONGEST + 10)
		long_phase(s, LONG_WEIGHT);
	else if (s->phases == FIRST_LONGEST + 20)
		long_phase(s, LONG_JITTER);
	else if (s->phases % COUNT_EVERY == COUNT_FIRST)
		long_phase(s, LONG_COUNT);
	else if (one_in(s, LONG_RATE))
		long_phase(s, one_in(s, LONGEST_RATE) && !model_has_engine(&s->m->p) ? LONG_PERIOD : one_in(s, 2) ? LONG_WEIGHT : LONG_JITTER);
	look_at_mapping(s);
}

void stimulus_busy_core(struct stimulus *s)
{
	s->phase_left = 500 + below(s, 1000);
	s->retire = RETIRE_ALWAYS;
	s->where = one_in(s, 4) ? PC_EDGE : one_in(s, 3) ? PC_HOT : PC_INSIDE;
	s->run = true;
	s->sleep = false;
	s->run_rate = s->sleep_rate = 0;
}

uint32_t stimulus_within(const struct stimulus *s, uint32_t pc)
{
	return model_pc_base(&s->m->p) | (pc & model_pc_mask(&s->m->p));
}

/* Where not all bits of the pc are kept: most have the right ones above, some differ from such a one in a single bit. */
static uint32_t perhaps_elsewhere(struct stimulus *s, uint32_t pc)
{
	unsigned kept = s->m->p.pc_w;

	if (kept == 32 || one_in(s, 3))
		return pc;
	pc = stimulus_within(s, pc);
	return one_in(s, 5) ? pc ^ 1u << (kept + below(s, 32 - kept)) : pc;
}

static uint32_t next_pc(struct stimulus *s)
{
	switch (s->where) {
	case PC_LOOP:
		return s->hot[s->turn++ % s->hots];
	case PC_HOT:
		return s->hot[below(s, s->hots)];
	case PC_WALK:
		s->pc += 2 + 2 * below(s, 2);
		if (s->pc - s->low > s->bytes + 16)
			s->pc = s->low - 4;
		return s->pc;
	case PC_INSIDE:
		return s->low + below(s, s->bytes);
	case PC_ALIAS:
		return s->hot[below(s, s->hots)] + s->far[below(s, FARS)];
	case PC_EDGE:
		return s->low + (one_in(s, 2) ? s->bytes : 0) + below(s, 9) - 4;
	default:
		return rnd32(s);
	}
}

static bool next_valid(struct stimulus *s)
{
	switch (s->retire) {
	case RETIRE_ALWAYS:
		return true;
	case RETIRE_MOSTLY:
		return !one_in(s, 8);
	case RETIRE_GAPS:
	case RETIRE_STEADY:
		if (s->gap_left > 0) {
			s->gap_left--;
			return false;
		}
		s->gap_left = s->retire == RETIRE_STEADY ? s->steady : below(s, s->gap);
		return true;
	default:
		return false;
	}
}

/* One of those in use, that of a channel, or what differs from it in a single bit. */
uint32_t stimulus_tag(struct stimulus *s)
{
	uint32_t tag = one_in(s, 2) ? s->tags[below(s, TAGS)] : s->m->ch[below(s, s->m->p.channels)].sampling.tag_value;

	return one_in(s, 2) ? tag : tag ^ 1u << below(s, 32);
}

static void core_next(struct stimulus *s, struct model_in *in)
{
	if (s->phase_left-- == 0)
		new_phase(s);
	else if (s->phase_left % 32 == 0)
		look_at_mapping(s);
	if (s->sleep_rate && one_in(s, s->sleep_rate))
		s->sleep = !s->sleep;
	if (s->run_rate && one_in(s, s->run_rate))
		s->run = !s->run;
	if (s->priv_rate && one_in(s, s->priv_rate))
		s->priv = below(s, 4);
	if (s->tag_rate && one_in(s, s->tag_rate))
		s->tag = stimulus_tag(s);

	in->run = s->run;
	in->tap_sleep = s->sleep;
	in->tap_priv = s->priv;
	in->tap_tag = s->tag;
	in->event = next_pin(s, &s->event);
	in->ext = next_pin(s, &s->ext);
	/* A sleeping core retires rarely, but the unit must not rely on it. */
	in->tap_valid = next_valid(s) && !(s->sleep && s->sleep_rate && !one_in(s, 4));
	in->tap_pc = in->tap_valid ? perhaps_elsewhere(s, next_pc(s)) : s->hot[0] ^ s->turn;
}

void stimulus_next(struct stimulus *s, struct model_in *in)
{
	core_next(s, in);
	stimulus_bus_next(s, in);
	stimulus_memory_next(s, in);
	if (s->rst_left > 0)
		s->rst_left--;
	else if (!s->undisturbed && one_in(s, s->m->out.sys_req ? RST_IN_ACCESS_RATE : RST_RATE))
		s->rst_left = 1 + below(s, 3);
	in->rst = s->rst_left > 0;
}
