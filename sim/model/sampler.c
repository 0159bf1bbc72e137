/* SPDX-License-Identifier: ISC
 * sampler.c - events, divider, and who is charged with a tick.
 */
#include "model.h"
#include "registers.h"

enum { LEFT_MASK = 0x1ffffff, LEFT_SIGN = 0x1000000 }; /* the divider has 25 bits */

void divider_restart(struct model *m)
{
	if (m->restarts)
		m->left = LEFT_MASK;
	m->restarts = false;
}

static bool event(const struct model *m)
{
	switch (setup_source(m->reg[R_SETUP])) {
	case SOURCE_CLOCK: return m->tap.run;
	case SOURCE_RETIRED: return m->tap.valid;
	default: return m->tap.line;
	}
}

static uint16_t lfsr_next(uint16_t x)
{
	const unsigned in = x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3 ^ ((x & 0x7fff) == 0);

	return (uint16_t)(x << 1 | (in & 1));
}

static bool divider_edge(struct model *m)
{
	const uint32_t jitter = m->lfsr & m->reg[R_JITTER];
	const uint32_t period = m->reg[R_PERIOD] & (LEFT_MASK >> 1);
	const bool due = m->left & LEFT_SIGN;

	if (due)
		m->left = period + (m->left & ~(jitter | 1)) + (jitter & 1)
			+ (m->lfsr >> 15 & m->reg[R_JITTER] & 1);
	else
		m->left--;
	m->left &= LEFT_MASK;
	if (due && m->running)
		m->lfsr = lfsr_next(m->lfsr);
	m->seen[SEEN_STOPPED_DUE] += due && !m->running;
	m->seen[SEEN_JITTER_FAR] += due && jitter > period;
	return due;
}

/* Where the ticks go that leave. */
static void charge(struct model *m, uint32_t weight)
{
	const bool reset = m->command & CTRL_RESET;

	if (model_calls(m))
		context_charge(m, weight);
	m->seen[SEEN_HEAVY] += weight > MOST_PENDING / 2;
	m->seen[SEEN_HEAVIEST] += weight == MOST_PENDING + 1;
	m->seen[SEEN_LOST_RESET] += weight && reset;
	if (!weight || model_calls(m))
		return;
	if (reset)
		words_add(m, model_words(&m->p) - OUTCOMES + LOST, weight, 0);
	else if (engine_used(m) && !mapping_filters(m, &m->tap))
		engine_sample(m, &m->tap, weight);
	else
		words_add(m, mapping_word(m, &m->tap), weight, 0);
}

/* An idle or lost tick leaves in the next cycle in which nothing else does, with another of its
 * kind that comes then. */
static void hold(struct model *m, bool sample, unsigned comes)
{
	const bool joins = m->held == comes;

	if (m->held != NOTHING && sample)
		return;
	if (m->held != NOTHING)
		words_add(m, m->held, 1 + joins, 0);
	m->held = m->held != NOTHING && joins ? NOTHING : comes;
}

void sampler_edge(struct model *m)
{
	const unsigned outcomes = model_words(&m->p) - OUTCOMES;
	const bool tick = event(m) && divider_edge(m) && m->running,
		   leaves = model_calls(m) ? context_leaves(m) : m->tap.valid;
	unsigned comes = NOTHING;

	m->ticks += tick;
	m->seen[SEEN_EVENT_TICKS] += tick && setup_source(m->reg[R_SETUP]) == SOURCE_EVENT;
	m->seen[SEEN_RETIRE_TICKS] += tick && setup_source(m->reg[R_SETUP]) == SOURCE_RETIRED;
	m->sampled = false;
	if (leaves || m->command & CTRL_RESET) {
		m->sampled = m->pending + tick;
		charge(m, m->pending + tick);
		m->pending = 0;
	} else if (tick && m->tap.sleep) {
		comes = outcomes + IDLE;
		m->seen[SEEN_IDLE_TICKS]++;
	} else if (tick && m->pending == MOST_PENDING) {
		comes = outcomes + LOST;
		m->seen[SEEN_LOST_WAITING]++;
	} else {
		m->pending += tick;
	}
	hold(m, m->sampled, comes);
}
