/* SPDX-License-Identifier: ISC
 * core.c - the core's tap and the lines of event_i.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

static uint32_t pick(struct stimulus *s, const uint32_t *from, uint32_t n)
{
	return from[random_below(&s->random, n)];
}

/* The first pc of a slot. */
static uint32_t slot_pc(struct stimulus *s, uint32_t slot)
{
	const uint32_t *reg = s->m->reg, scale = reg[R_SCALE] & 0x1ffff;

	if (engine_used(s->m) && setup_mode(reg[R_SETUP]) == MODE_SYMBOL)
		return *memory_word(s, reg[R_BASE] + 8ull * (slot % 1024));
	if (engine_used(s->m) && setup_mode(reg[R_SETUP]) == MODE_INTERVAL)
		return reg[R_OFFSET] + slot * reg[R_INTERVAL];
	return reg[R_OFFSET] + (uint32_t)(((uint64_t)slot << 17) / (scale ? scale : 1));
}

/* A pc about where the mapping changes its mind, or whose slot is a bin's but for one bit. */
static uint32_t edge_pc(struct stimulus *s)
{
	const struct model *m = s->m;
	const uint32_t size = m->reg[R_SIZE],
		       bins = engine_used(m) ? size - 1 : model_words(&m->p) - OUTCOMES;
	const uint32_t bin = random_below(&s->random, bins),
		       alias = bin | 1u << random_below(&s->random, 32);
	const uint32_t slots[] = { 0, size, size, bins, bins, bin, alias, alias };
	return slot_pc(s, pick(s, slots, 8)) + random_below(&s->random, 9) - 4;
}

static uint32_t region_pc(struct stimulus *s)
{
	const struct model *m = s->m;
	const uint32_t scale = m->reg[R_SCALE] & 0x1ffff;
	const uint64_t bytes =
		((uint64_t)(model_words(&m->p) - OUTCOMES) << 17) / (scale ? scale : 1);

	if (engine_used(m))
		return slot_pc(s, random_below(&s->random, m->reg[R_SIZE]))
			+ random_below(&s->random, 8);
	return m->reg[R_OFFSET]
		+ random_below(&s->random, bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes);
}

/* Narrow program counters: the high bits are mostly those that are mapped. */
static uint32_t at_home(struct stimulus *s, uint32_t pc)
{
	const uint32_t mask = model_pc_mask(&s->m->p), high = s->m->p.pc_high & ~mask;

	if (random_one_in(&s->random, 32))
		return random_one_in(&s->random, 2)
			? pc
			: (high | (pc & mask)) ^ 1u << random_below(&s->random, 32);
	return high | (pc & mask);
}

static uint32_t any_pc(struct stimulus *s, enum pcs pcs)
{
	switch (pcs) {
	case PCS_EDGES: return at_home(s, edge_pc(s));
	case PCS_ANYWHERE: return random_word(&s->random) >> random_below(&s->random, 20);
	default: return at_home(s, region_pc(s));
	}
}

static bool rings(const struct stimulus *s)
{
	return engine_used(s->m) && setup_mode(s->m->reg[R_SETUP]) == MODE_RING;
}

bool core_may_stall(const struct stimulus *s)
{
	const struct model *m = s->m;

	return m->running && s->script.step == RUN && !rings(s)
		&& setup_source(m->reg[R_SETUP]) == SOURCE_CLOCK
		&& (m->reg[R_PERIOD] & 0xffffff) < 2 && !(m->reg[R_JITTER] & 0xffff);
}

static void new_phase(struct stimulus *s)
{
	/* the engine takes some dozen cycles a sample */
	static const uint32_t retires[2][10] = { { 1, 1, 1, 2, 2, 3, 8, 40, 300, 0 },
		{ 1, 1, 2, 8, 8, 20, 40, 80, 300, 0 } };
	static const uint32_t sleeps[] = { 0, 0, 0, 1, 2, 10 }, halts[] = { 0, 0, 0, 2, 20 },
			      pins[] = { 0, 1, 2, 8 };
	struct core *c = &s->core;
	bool may;

	/* a tick is a word of a ring: no heavy samples */
	c->until = s->m->cycle + 20
		+ random_below(&s->random, !rings(s) && random_one_in(&s->random, 8) ? 4000 : 500);
	c->retires = pick(s, retires[engine_used(s->m)], 10);
	c->sleeps = pick(s, sleeps, 6);
	c->halts = pick(s, halts, 5);
	c->pin = pick(s, pins, 4);
	c->priv = random_one_in(&s->random, 2) ? 4 : random_below(&s->random, 4);
	c->pcs = (enum pcs)random_below(&s->random, PCS);
	if (engine_used(s->m) && random_one_in(&s->random, 2))
		c->pcs = PCS_REGION;
	c->kinds = 1 + random_below(&s->random, 5);
	for (unsigned i = 0; i < 5; i++)
		c->pc[i] = any_pc(s, random_one_in(&s->random, 3) ? PCS_EDGES : PCS_REGION);
	/* a run has time for one stall of 2^16 cycles at its end */
	may = !c->stalls && !s->finish && core_may_stall(s) && random_one_in(&s->random, 8);
	c->stalls = !may                       ? 0
		: random_one_in(&s->random, 2) ? MOST_PENDING
					       : 1 + random_below(&s->random, MOST_PENDING);
}

void core_drive(struct stimulus *s, struct inputs *in)
{
	struct core *c = &s->core;

	if (c->stalls && core_may_stall(s)
		&& (s->m->pending < c->stalls || !random_one_in(&s->random, 32)))
		c->until = s->m->cycle + 1;
	if (s->m->cycle >= c->until)
		new_phase(s);
	c->turn = (c->turn + 1) % c->kinds;
	in->run = !odds(s, c->halts);
	/* The slot that a word's read waits for may come just as TICKS passes a multiple of 128. */
	in->valid = odds(s, s->finish ? 2 : c->retires)
		&& ((s->m->ticks + 4) % 128 >= 8 || !odds(s, 8));
	in->sleep = odds(s, c->sleeps);
	in->event = odds(s, c->pin) ? random_word(&s->random) & 255 : 0;
	in->priv = c->priv < 4 ? c->priv : random_below(&s->random, 4);
	in->pc = c->pcs == PCS_HOT ? c->pc[c->turn] : any_pc(s, c->pcs);
	if (c->stalls) {
		in->run = true;
		in->valid = in->sleep = false;
	}
}
