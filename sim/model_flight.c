/* SPDX-License-Identifier: ISC
 * model_flight.c - reference model: samples on their way through mapper and
 * updater, the bin memory, and the sweep of CLEAR.
 *
 * A sample is mapped and given its dates when it enters; its counter is added
 * to, one sample after the other, at the date of its fate, and the sum lands
 * in the memory one edge later.
 */
#include <string.h>

#include "driver/tally_regs.h"
#include "model_parts.h"

enum { STOP, SATURATE, WRAP };

enum {
	MUL_LATENCY = 4,	/* E to U0, multiplier and shift */
	SERIAL_TAKES = 18,	/* pop to pop */
	SERIAL_LATENCY = 19,	/* pop to U0 */
	FATE = 3, END = 4,	/* after U0 */
};

int64_t model_slot(const struct model_mapping *map, uint32_t pc)
{
	if (pc < map->offset || map->scale == 0)
		return -1;
	uint64_t delta = pc - map->offset;
	uint64_t slot = ((delta * map->scale >> 16) + map->round) >> 1;

	return slot < map->size / map->width ? (int64_t)slot : -1;
}

static struct model_sample *at(struct model *m, unsigned i)
{
	return &m->flight[i % MODEL_FLIGHT];
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

/* SPEC.md 6, full counters; `old` holds all earlier samples. */
static void decide(struct model *m, struct model_sample *s, struct cycle *c)
{
	const struct model_mapping *map = &m->mapping[s->bank];
	bool narrow = map->width == 2;
	uint64_t max = narrow ? 0x7fff : 0x7fffffff;

	c->left.on = true;
	c->left.known = s->slot >= 0;
	c->left.word = (map->base + (uint32_t)s->slot * map->width) / 4;
	s->hit = s->lost = s->outside = s->filtered = 0;
	if (m->dead) {
		s->lost = s->w;
		saw(m, MODEL_LOST_BEHIND);
		return;
	}
	if (s->refused) {
		s->filtered = s->w;
		saw(m, MODEL_FILTERED);
		return;
	}
	if (s->slot < 0) {
		s->outside = s->w;
		return;
	}

	uint32_t address = map->base + (uint32_t)s->slot * map->width;
	uint32_t word = address / 4;
	unsigned shift = narrow ? address % 4 * 8 : 0;
	uint32_t mask = narrow ? 0xffff : 0xffffffff;
	uint32_t before = word_now(m, word);
	uint64_t old = before >> shift & mask;
	uint64_t sum = old + s->w;

	if (map->policy == WRAP) {
		s->hit = s->w;
		if (sum > mask)
			saw(m, narrow ? MODEL_WRAPPED_16 : MODEL_WRAPPED_32);
	} else if (old >= max) {
		s->lost = s->w;
		c->full = map->policy == STOP;
		saw(m, c->full ? MODEL_FULL_FOUND : MODEL_SATURATED_FOUND);
		return;
	} else if (sum >= max) {
		s->hit = (uint32_t)(max - old);
		s->lost = s->w - s->hit;
		sum = max;
		c->full = map->policy == STOP;
		saw(m, c->full ? MODEL_FULL_REACHED : MODEL_SATURATED);
	} else {
		s->hit = s->w;
	}
	c->write.on = true;
	c->write.word = word;
	c->write.value = (before & ~(mask << shift)) | ((uint32_t)sum & mask) << shift;
	saw(m, MODEL_HIT);
	note_update(m, word, map->width);
}

static void front_look(struct model *m, struct cycle *c)
{
	const struct model_emission *e = &m->e;

	if (m->p.mapper == MODEL_SERIAL)
		while (m->at_queue != m->tail && at(m, m->at_queue)->pop < m->now)
			m->at_queue++;
	if (!e->valid)
		return;

	bool queue_full = m->p.mapper == MODEL_SERIAL && m->tail - m->at_queue >= 1u << m->p.queue_log2;

	if (e->lost)
		saw(m, MODEL_KILLED);
	if (!front_drops(m) && !queue_full) {
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

void flight_look(struct model *m, struct cycle *c)
{
	if (m->at_u0 != m->tail && at(m, m->at_u0)->u0 == m->now) {
		c->u0_busy = true;
		m->at_u0++;
	}
	c->zero = m->clearing && !c->u0_busy;

	const unsigned entered = (unsigned)(m->now - FATE) % 4;

	if (m->guest[entered].on) {
		c->left.on = c->left.known = true;
		c->write.word = c->left.word = m->guest[entered].word;
		c->write.on = m->guest[entered].zero;
		c->write.value = word_now(m, c->write.word) & m->guest[entered].keep;
	}
	m->recent[m->now % 8] = 0;
	if (m->at_fate != m->tail && at(m, m->at_fate)->u0 + FATE == m->now)
		decide(m, at(m, m->at_fate++), c);
	if (m->at_end != m->tail && at(m, m->at_end)->u0 + END == m->now) {
		const struct model_sample *s = at(m, m->at_end);

		c->end = (struct resolved){
			.w = s->w, .wi = s->wi, .user = s->user,
			.hit = s->hit, .lost = s->lost, .outside = s->outside, .filtered = s->filtered,
		};
	}
	front_look(m, c);
}

static void enter(struct model *m, const struct model_emission *e)
{
	const struct model_mapping *map = &m->mapping[e->bank];
	struct model_sample *s = at(m, m->tail++);

	s->w = e->w;
	s->wi = e->wi;
	s->user = e->user;
	s->bank = e->bank;
	s->refused = e->filtered;
	s->slot = model_slot(map, e->pc);
	if (s->slot < 0 && !e->filtered && !e->lost)
		note_outside(m, map, e->pc);
	if (m->p.mapper == MODEL_SERIAL) {
		s->pop = m->now + 1 > m->next_pop ? m->now + 1 : m->next_pop;
		m->next_pop = s->pop + SERIAL_TAKES;
		s->u0 = s->pop + SERIAL_LATENCY;
	} else {
		s->u0 = m->now + MUL_LATENCY;
	}
}

/* The bytes of one word that belong to the histogram begin their way to zero. */
static void sweep(struct model *m)
{
	const struct model_mapping *map = &m->mapping[m->bank];
	uint32_t end = mapping_end(map);
	uint32_t keep = 0;

	for (unsigned b = 0; b < 4; b++) {
		uint32_t address = m->clear_word * 4 + b;

		if (address < map->base || address >= end)
			keep |= 0xffu << b * 8;
	}
	if (keep)
		saw(m, MODEL_CLEAR_PART_WORD);
	m->guest[m->now % 4].word = m->clear_word;
	m->guest[m->now % 4].keep = keep;
	m->clear_word++;
	m->clearing = m->clear_word * 4 < end;
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
	m->guest[m->now % 4].on = c->zero || c->grant;
	m->guest[m->now % 4].zero = c->zero;
	m->guest[m->now % 4].word = c->grant_word;
	if (c->zero)
		sweep(m);

	if (c->enter)
		enter(m, &m->e);
	else if (m->e.valid)
		m->in_flight[m->e.bank]--;
	if (c->end.w)
		m->in_flight[at(m, m->at_end++)->bank]--;
	if (c->emit.valid)
		m->in_flight[c->emit.bank]++;
}

void flight_reset(struct model *m)
{
	m->in_flight[0] = m->in_flight[1] = 0;
	m->tail = m->at_queue = m->at_u0 = m->at_fate = m->at_end = 0;
	m->next_pop = 0;
	m->write.on = m->newest.on = false;
	memset(m->guest, 0, sizeof m->guest);
}
