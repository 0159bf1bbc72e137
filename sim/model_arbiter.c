/* SPDX-License-Identifier: ISC
 * model_arbiter.c - reference model: which channels' oldest samples leave their queues, one
 * for the mapper and one for the engine.
 */
#include "model_parts.h"

/* Has each queue room for two, or is one full? */
static bool sweep_may(const struct model *m)
{
	bool spare = true, full = false;

	for (unsigned i = 0; i < m->p.channels; i++) {
		spare = spare && fill(&m->ch[i].queue) + 2 <= 1u << m->p.queue_log2;
		full = full || fill(&m->ch[i].queue) == 1u << m->p.queue_log2;
	}
	return spare || full;
}

/* May the head of this channel's queue go, if it is of that kind? */
static bool may_go(struct model *m, unsigned channel, bool to_engine, bool clearing)
{
	struct model_channel *ch = &m->ch[channel];
	bool offers = m->engine.state == ENGINE_MAP;

	if (fill(&ch->queue) == 0 || slow(mapping_of(m, head(&ch->queue))) != to_engine)
		return false;
	if (to_engine) {
		if (fill(&m->engine.queue) >= ENGINE_QUEUE)
			saw(m, MODEL_ENGINE_QUEUE_FULL);
		else if (ch->ahead)
			saw(m, MODEL_SLOW_BLOCKED);
		else
			return true;
		return false;
	}
	if (m->p.mapper == MODEL_SERIAL && m->now < m->next_pop)
		return false;
	if (ch->in_engine) {
		saw(m, MODEL_ENGINE_BLOCKED);
		return false;
	}
	if (m->turn == 0 && clearing && !offers && !sweep_may(m))
		saw(m, MODEL_SWEEP_WAITED);
	if (m->turn != 0 || !((clearing && sweep_may(m)) || offers))
		return true;
	saw(m, offers ? MODEL_YIELD_ENGINE : MODEL_YIELD_SWEEP);
	return false;
}

/* Among the heads of one kind, slow or fast, in turn. */
static void choose(struct model *m, struct cycle *c, bool to_engine, bool clearing)
{
	unsigned candidates = 0, lowest = MODEL_CHANNELS, chosen = 0;

	for (unsigned i = 1; i <= m->p.channels; i++) {
		unsigned channel = (m->last[to_engine] + i) % m->p.channels;

		if (!may_go(m, channel, to_engine, clearing))
			continue;
		if (candidates++ == 0)
			chosen = channel;
		lowest = channel < lowest ? channel : lowest;
	}
	if (candidates == 0)
		return;
	c->pop[to_engine] = true;
	c->popped[to_engine] = chosen;
	if (c->pop[!to_engine])
		saw(m, MODEL_POP_BOTH);
	if (candidates > 1)
		saw(m, MODEL_CHOICE);
	if (lowest != chosen)
		saw(m, MODEL_CHOICE_TURNED);
}

void arbiter_look(struct model *m, struct cycle *c, bool clearing)
{
	if (model_has_engine(&m->p))
		choose(m, c, true, clearing);
	choose(m, c, false, clearing);
}
