/* SPDX-License-Identifier: ISC
 * model_flight.c - reference model: samples on their way through queue,
 * mapper and updater, the bin memory, and the sweep of CLEAR.
 *
 * A sample is mapped and given its date in U0 when the mapper takes it; its
 * counter is added to, one sample after the other, at the date of its fate, and
 * the sum lands in the memory one edge later.
 */
#include <string.h>

#include "driver/tally_regs.h"
#include "model_parts.h"

enum {
	MUL_LATENCY = 4,	/* E to U0, multiplier and shift; a clock more from pop */
	SERIAL_TAKES = 18,	/* pop to pop */
	SERIAL_LATENCY = 19,	/* pop to U0 */
	FATE = 3, END = 5,	/* after U0 */
	TURNS = 16,
};

static struct model_update *stage(struct model *m, unsigned ago)
{
	return &m->updater[(m->now - ago) % MODEL_FLIGHT];
}

static void note_outside(struct model *m, const struct model_mapping *map, uint32_t pc)
{
	saw(m, map->scale == 0 ? MODEL_OUTSIDE_SCALE_0 :
	       pc < map->offset ? MODEL_OUTSIDE_BELOW : MODEL_OUTSIDE_ABOVE);
}

static void note_update(struct model *m, uint32_t word, uint8_t width)
{
	saw(m, width == 2 ? MODEL_UPDATE_16 : MODEL_UPDATE_32);
	for (unsigned d = 1; d <= 5; d++)
		if (m->recent[(m->now - d) % 8] == word + 1)
			saw(m, MODEL_FORWARD_1 + (d - 1));
	if (width == 2 && m->write.on && m->write.word == word)
		saw(m, MODEL_FORWARD_HALF);
	m->recent[m->now % 8] = word + 1;
}

uint32_t word_now(const struct model *m, uint32_t word)
{
	return m->write.on && m->write.word == word ? m->write.value : m->bins[word];
}

/* A sample's counter, with all earlier samples in it. */
struct counter {
	uint32_t word, mask;	/* what its word holds; its own bits, shifted down */
	unsigned shift;
	uint64_t value, max;
};

static struct counter counter_of(const struct model *m, const struct model_update *u)
{
	bool narrow = mapping_of(m, &u->s)->width == 2;
	struct counter k = { .word = word_now(m, u->address / 4), .mask = narrow ? 0xffff : 0xffffffff,
			     .shift = narrow ? u->address % 4 * 8 : 0, .max = narrow ? 0x7fff : 0x7fffffff };

	k.value = k.word >> k.shift & k.mask;
	return k;
}

/* rtl/DESIGN.md 5, full counters. */
static void add_weight(struct model *m, struct model_update *u, struct cycle *c)
{
	const struct model_mapping *map = mapping_of(m, &u->s);
	const struct counter k = counter_of(m, u);
	bool narrow = map->width == 2, full = false;
	uint32_t word = u->address / 4, w = u->s.w, mask = k.mask, before = k.word;
	unsigned shift = k.shift;
	uint64_t old = k.value, max = k.max;
	uint64_t sum = old + w;

	if (map->policy == WRAP) {
		u->hit = w;
		if (sum > mask)
			saw(m, narrow ? MODEL_WRAPPED_16 : MODEL_WRAPPED_32);
	} else if (old >= max) {
		u->lost = w;
		full = map->policy == STOP;
		c->ch[u->s.channel].full = full;
		saw(m, full ? MODEL_FULL_FOUND : MODEL_SATURATED_FOUND);
		return;
	} else if (sum >= max) {
		u->hit = (uint32_t)(max - old);
		u->lost = w - u->hit;
		sum = max;
		full = map->policy == STOP;
		saw(m, full ? MODEL_FULL_REACHED : MODEL_SATURATED);
	} else {
		u->hit = w;
	}
	c->ch[u->s.channel].full = full;
	c->write.on = true;
	c->write.word = word;
	c->write.value = (before & ~(mask << shift)) | ((uint32_t)sum & mask) << shift;
	saw(m, MODEL_HIT);
	note_update(m, word, map->width);
}

/* What is in U3. */
static void decide(struct model *m, struct model_update *u, struct cycle *c)
{
	const struct model_channel *ch = &m->ch[u->s.channel];

	c->left.on = true;
	c->left.known = u->guest != MODEL_SAMPLE || u->inside;
	c->left.word = u->address / 4;
	if (u->guest == MODEL_ZERO) {
		c->write.on = true;
		c->write.word = c->left.word;
		c->write.value = word_now(m, c->write.word) & u->keep;
	}
	if (u->guest != MODEL_SAMPLE)
		return;
	u->hit = u->lost = u->outside = u->filtered = 0;
	if (ch->dead || ch->filled) {
		u->lost = u->s.w;
		saw(m, slow(mapping_of(m, &u->s)) ? MODEL_MAPPED_DEAD : MODEL_LOST_BEHIND);
	} else if (u->s.refused) {
		u->filtered = u->s.w;
		saw(m, MODEL_FILTERED);
	} else if (!u->inside) {
		u->outside = u->s.w;
	} else {
		add_weight(m, u, c);
	}
}

bool model_fills(const struct model *m, unsigned channel)
{
	const struct model_update *u = &m->updater[(m->now - FATE) % MODEL_FLIGHT];

	if (u->guest != MODEL_SAMPLE || u->s.channel != channel || u->s.refused || !u->inside || m->ch[channel].dead || m->ch[channel].filled)
		return false;

	const struct counter k = counter_of(m, u);

	return mapping_of(m, &u->s)->policy == STOP && k.value + u->s.w >= k.max;
}

static void front_look(struct model *m, unsigned channel, struct part *c)
{
	const struct model_channel *ch = &m->ch[channel];
	const struct model_emission *e = &ch->e;

	if (!e->valid)
		return;
	if (e->lost)
		saw(m, MODEL_KILLED);
	if (!model_queued(&m->p) || (!front_drops(m, channel) && fill(&ch->queue) < 1u << m->p.queue_log2)) {
		c->enter = true;
		return;
	}
	c->front = (struct resolved){
		.w = e->w, .wi = e->wi, .user = e->user,
		.filtered = e->filtered ? e->w : 0,
		.lost = e->filtered ? 0 : e->w,
	};
	if (!e->lost)
		saw(m, e->filtered ? MODEL_FILTERED : MODEL_QUEUE_DROP);
}

/* Who is in U0: mapper, engine, sweep, in this order; else the bus may. Returns whether any channel is clearing. */
static bool slot_look(struct model *m, struct cycle *c)
{
	unsigned clearing = 0;

	for (unsigned i = m->p.channels; i-- > 0; )
		if (m->ch[i].clearing) {
			c->sweeper = i;
			clearing++;
		}
	if (clearing > 1)
		saw(m, MODEL_CLEAR_TWO);
	c->u0_mapper = m->mapper_head != m->mapper_tail && m->mapper[m->mapper_head % MODEL_FLIGHT].u0 == m->now;
	c->map_taken = m->engine.state == ENGINE_MAP && !c->u0_mapper;
	c->zero = clearing && !c->u0_mapper && !c->map_taken;
	return clearing != 0;
}

void flight_look(struct model *m, struct cycle *c)
{
	bool clearing = slot_look(m, c);

	m->recent[m->now % 8] = 0;
	if (stage(m, FATE)->guest != MODEL_NOBODY)
		decide(m, stage(m, FATE), c);

	const struct model_update *u = stage(m, END);

	if (u->guest == MODEL_SAMPLE) {
		c->end = u;
		c->ch[u->s.channel].end = (struct resolved){
			.w = u->s.w, .wi = u->s.wi, .user = u->s.user,
			.hit = u->hit, .lost = u->lost, .outside = u->outside, .filtered = u->filtered,
		};
	}
	for (unsigned i = 0; i < m->p.channels; i++)
		front_look(m, i, &c->ch[i]);
	if (model_queued(&m->p))
		arbiter_look(m, c, clearing);
}

static void map_sample(struct model *m, const struct model_sample *s, bool noted)
{
	const struct model_mapping *map = mapping_of(m, s);
	struct model_update *u = &m->mapper[m->mapper_tail++ % MODEL_FLIGHT];
	int64_t slot = model_slot(map, s->pc);

	if (s->elsewhere && noted)
		saw(m, slot < 0 ? MODEL_OUTSIDE_ELSEWHERE : MODEL_OUTSIDE_ALIAS);
	else if (slot < 0 && noted)
		note_outside(m, map, s->pc);
	u->guest = MODEL_SAMPLE;
	u->s = *s;
	u->inside = slot >= 0 && !s->elsewhere;
	u->address = map->base + (uint32_t)slot * map->width;
	if (m->p.mapper == MODEL_SERIAL) {
		m->next_pop = m->now + SERIAL_TAKES;
		u->u0 = m->now + SERIAL_LATENCY;
	} else {
		u->u0 = m->now + MUL_LATENCY + model_queued(&m->p);
	}
}

/* The bytes of one word that belong to the histogram begin their way to zero. */
static void sweep(struct model *m, unsigned channel, struct model_update *u)
{
	struct model_channel *ch = &m->ch[channel];
	const struct model_mapping *map = &ch->mapping[ch->bank];
	uint32_t end = mapping_end(map);

	u->guest = MODEL_ZERO;
	u->address = ch->clear_word * 4;
	u->keep = 0;
	for (unsigned b = 0; b < 4; b++)
		if (u->address + b < map->base || u->address + b >= end)
			u->keep |= 0xffu << b * 8;
	if (u->keep)
		saw(m, MODEL_CLEAR_PART_WORD);
	ch->clear_word++;
	ch->clearing = ch->clear_word * 4 < end;
}

/* A sample that the engine mapped; its address has been looked at there. */
static void take_mapped(const struct model *m, const struct model_sample *s, struct model_update *u)
{
	u->guest = MODEL_SAMPLE;
	u->s = *s;
	u->inside = true;
	u->address = (uint32_t)(m->engine.r >> 1);
}

static void u0_edge(struct model *m, const struct cycle *c)
{
	struct model_update *u = stage(m, 0);

	u->guest = MODEL_NOBODY;
	if (c->u0_mapper) {
		*u = m->mapper[m->mapper_head++ % MODEL_FLIGHT];
	} else if (c->map_taken) {
		take_mapped(m, c->head, u);
	} else if (c->zero) {
		sweep(m, c->sweeper, u);
	} else if (c->grant) {
		u->guest = MODEL_ACCESS;
		u->address = c->grant_word * 4;
	}
}

/* After engine_edge: its queue has lost its head. */
static void queue_edge(struct model *m, const struct cycle *c)
{
	if (c->map_taken || c->end_taken)
		m->ch[c->head->channel].in_engine--;
	if (c->map_taken)
		m->ch[c->head->channel].ahead++;
	if (c->end && model_queued(&m->p))
		m->ch[c->end->s.channel].ahead--;
	for (unsigned slow = 0; slow < 2; slow++) {
		struct model_channel *ch = &m->ch[c->popped[slow]];

		if (!c->pop[slow])
			continue;
		if (slow) {
			put_in(&m->engine.queue, head(&ch->queue));
			ch->in_engine++;
		} else {
			map_sample(m, head(&ch->queue), true);
			ch->ahead++;
		}
		ch->queue.head++;
		m->last[slow] = c->popped[slow];
	}
	if (model_queued(&m->p))
		m->turn = (m->turn + 1) % TURNS;
}

static void front_edge(struct model *m, unsigned channel, const struct part *c)
{
	struct model_channel *ch = &m->ch[channel];
	const struct model_emission *e = &ch->e;
	const struct model_sample s = {
		.pc = e->pc, .w = e->w, .wi = e->wi, .channel = (uint8_t)channel, .bank = e->bank, .user = e->user, .refused = e->filtered,
		.elsewhere = e->elsewhere,
	};

	if (c->enter && model_queued(&m->p))
		put_in(&ch->queue, &s);
	else if (c->enter)
		map_sample(m, &s, !e->filtered && !e->lost);
	if (c->front.w)
		ch->in_flight[e->bank]--;
	if (c->emit.valid)
		ch->in_flight[c->emit.bank]++;
}

/* Before sampler_edge: E is the sample of this cycle. */
void flight_edge(struct model *m, const struct cycle *c)
{
	if (m->write.on)
		m->bins[m->write.word] = m->write.value;
	m->write.on = c->write.on;
	m->write.word = c->write.word;
	m->write.value = c->write.value;
	if (c->left.on) {
		m->newest.on = c->left.known;
		m->newest.word = c->left.word;
	}
	if (c->end)
		m->ch[c->end->s.channel].in_flight[c->end->s.bank]--;
	if (c->end_taken)
		m->ch[c->head->channel].in_flight[c->head->bank]--;
	u0_edge(m, c);
	queue_edge(m, c);
	for (unsigned i = 0; i < m->p.channels; i++)
		front_edge(m, i, &c->ch[i]);
}

void flight_reset(struct model *m)
{
	for (unsigned i = 0; i < m->p.channels; i++) {
		struct model_channel *ch = &m->ch[i];

		ch->in_flight[0] = ch->in_flight[1] = ch->in_engine = ch->ahead = 0;
		ch->queue.head = ch->queue.tail = 0;
	}
	m->mapper_head = m->mapper_tail = 0;
	for (unsigned i = 0; i < MODEL_FLIGHT; i++)
		m->updater[i].guest = MODEL_NOBODY;
	m->next_pop = 0;
	m->last[0] = m->last[1] = m->p.channels - 1;
	m->turn = 0;
	m->write.on = m->newest.on = false;
}
