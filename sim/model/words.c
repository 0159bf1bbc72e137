/* SPDX-License-Identifier: ISC
 * words.c - the memory's words in the order of the additions, and what is under way to them.
 */
#include <string.h>

#include "model.h"
#include "registers.h"

/* What was added so many cycles ago. */
struct addition *words_late(struct model *m, unsigned ago)
{
	return &m->late[(m->cycle - ago) % 8];
}

void words_wait(struct model *m, unsigned within)
{
	m->landed = false;
	m->lands_by = m->cycle + within;
}

static void note_distance(struct model *m, unsigned word)
{
	for (unsigned i = 0; i < 4; i++)
		m->seen[SEEN_SAME_1 + i] += words_late(m, i + 1)->word == word;
}

void words_add(struct model *m, unsigned word, uint32_t weight)
{
	const unsigned full_after = m->p.mapper == 0 ? 8 + (m->p.system != 0) : 5;

	note_distance(m, word);
	*words_late(m, 0) = (struct addition){ word, weight };
	m->seen[SEEN_WRAPS] += m->words[word] + weight < weight;
	m->words[word] += weight;
	if (m->words[word] >> 31 && word < model_words(&m->p) - OUTCOMES)
		m->full_at[(m->cycle + full_after) % 16] = true;
	/* DRAINED promises that FULL, too, has come. */
	m->busy_from = m->cycle + 1;
	m->busy_until = m->cycle + full_after - 1;
	words_wait(m, engine_used(m) ? SETTLES_WITHIN : LANDS_WITHIN);
}

/* What shows FULL in the next cycle. */
void words_full(struct model *m)
{
	bool *full = &m->full_at[(m->cycle + 1) % 16];

	if (*full) {
		m->sticky |= ST_FULL;
		m->seen[SEEN_FULL]++;
		if (setup_policy(m->reg[R_SETUP]) == POLICY_STOP) {
			m->seen[SEEN_FULL_STOPS] += m->running;
			m->running = false;
		}
	}
	*full = false;
}

void words_clear(struct model *m)
{
	memset(m->words, 0, model_words(&m->p) * sizeof(*m->words));
	memset(m->engine.settled, 0, sizeof(m->engine.settled));
	m->engine.stolen_open = false;
	m->known = m->clearing = true;
	m->clear_from = m->cycle + 1;
	m->ticks = 0;
	m->base = 0;
	m->seen[SEEN_CLEARS]++;
}

uint32_t words_sum(const struct model *m)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < model_words(&m->p); i++)
		sum += m->words[i];
	return sum;
}

enum maybe model_busy(const struct model *m)
{
	if (model_clearing(m))
		return model_clearing(m);
	if (m->engine.held || m->engine.leaving.weight)
		return YES;
	if (!m->landed && m->cycle <= m->lands_by)
		return m->cycle >= m->busy_from && m->cycle <= m->busy_until ? YES : MAYBE;
	if (m->held != NOTHING)
		return YES;
	/* What leaves the sampler in this cycle may already count. */
	return m->running || m->pending || m->command & CTRL_RESET || m->stopped ? MAYBE : NO;
}

enum maybe model_clearing(const struct model *m)
{
	const uint64_t words = model_words(&m->p);

	if (!m->clearing || m->cycle > m->clear_from + words + CLEARS_WITHIN)
		return NO;
	return m->cycle < m->clear_from + words ? YES : MAYBE;
}

enum maybe model_drained(const struct model *m)
{
	if (m->running || m->pending || model_busy(m) == YES)
		return NO;
	return model_busy(m) ? MAYBE : YES;
}
