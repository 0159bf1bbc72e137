/* SPDX-License-Identifier: ISC
 * words.c - the memory's words, and what is under way to them: a slot a cycle, which takes a
 * sample, a word that CLEAR zeroes or one that the bus reads.
 */
#include "model.h"
#include "registers.h"

/* Cycles from a slot to the first in which its FULL shows and BUSY is over. */
static unsigned depth(const struct model *m)
{
	return model_calls(m) ? 7 : m->p.mapper ? 5 : m->p.system ? 9 : 8;
}

/* CLEAR and the bus join so many cycles after the sampler. */
static unsigned joins(const struct model *m)
{
	return m->p.mapper || model_calls(m) ? 1 : m->p.system ? 3 : 2;
}

struct slot *words_slot(struct model *m, unsigned ago)
{
	return &m->slots[(m->cycle - ago) % 8];
}

void words_behind(struct model *m, uint64_t until)
{
	if (until > m->busy_until)
		m->busy_until = until;
}

bool words_counts(const struct model *m, uint32_t word)
{
	const uint32_t nodes = 1u << m->p.nodes;

	return !model_calls(m) || word < nodes || word - (2 * nodes - OUTCOMES) < 8;
}

void words_pass(struct model *m, unsigned word, uint32_t value, unsigned ago)
{
	if (words_slot(m, ago)->word != NOTHING)
		model_wrong(m, "two words in the slot of cycle %llu",
			(unsigned long long)m->cycle - ago);
	*words_slot(m, ago) = (struct slot){ word, m->words[word] };
	m->words[word] = value;
	m->full_at[(m->cycle - ago + depth(m)) % 16] |=
		value >> 31 && (model_calls(m) || word < model_words(&m->p) - OUTCOMES);
	words_behind(m, m->cycle - ago + depth(m) - 1);
}

void words_add(struct model *m, unsigned word, uint32_t weight, unsigned ago)
{
	const uint32_t sum = m->words[word] + weight;

	for (unsigned i = 0; i < 4; i++)
		m->seen[SEEN_SAME_1 + i] += words_slot(m, ago + i + 1)->word == word;
	m->seen[SEEN_WRAPS] += sum < weight;
	words_pass(m, word, sum, ago);
}

/* A read takes a free slot. */
bool words_read(struct model *m, unsigned word, uint32_t *value, uint64_t *answer)
{
	if (words_slot(m, joins(m))->word != NOTHING)
		return false;
	*value = m->words[word];
	/* beside a call tree nothing is taken over from the slot before */
	for (unsigned ago = 1; ago < joins(m) + 2 * model_calls(m); ago++)
		if (words_slot(m, ago)->word == word)
			*value = words_slot(m, ago)->old;
	*answer = m->cycle + depth(m) - joins(m) - 1;
	return true;
}

bool words_busy(const struct model *m)
{
	return m->clearing || m->held != NOTHING || m->engine.leaving.weight
		|| m->cycle <= m->busy_until;
}

/* TICKS counts the words that CLEAR zeroes. */
void words_clear(struct model *m)
{
	const uint32_t words = model_words(&m->p);

	words_pass(m, m->ticks % words, 0, joins(m));
	m->clearing = m->ticks++ < words;
	m->ticks = m->clearing ? m->ticks : 0;
}

void words_edge(struct model *m)
{
	*words_slot(m, 0) = (struct slot){ NOTHING, 0 };
	if (m->clearing || m->held != NOTHING || engine_busy(m) || m->context.dirty)
		words_behind(m, m->cycle + 1);
}

/* What is not in the memory yet never comes there. */
void words_reset(struct model *m)
{
	for (unsigned ago = 0; ago < 8; ago++) {
		struct slot *s = words_slot(m, ago);

		if (s->word != NOTHING && ago < depth(m) - 2)
			m->words[s->word] = s->old;
		s->word = NOTHING;
	}
	for (unsigned i = 0; i < 16; i++)
		m->full_at[i] = false;
	if (m->busy_until > m->cycle + 1)
		m->busy_until = m->cycle + 1;
	m->base = 0;
	for (uint32_t i = 0; i < model_words(&m->p); i++)
		m->base += words_counts(m, i) ? m->words[i] : 0;
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
