/* SPDX-License-Identifier: ISC
 * model.c - the model's life, and the order of things at a clock edge.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "registers.h"

void model_wrong(struct model *m, const char *format, ...)
{
	va_list args;

	if (*m->wrong)
		return;
	va_start(args, format);
	vsnprintf(m->wrong, sizeof(m->wrong), format, args);
	va_end(args);
}

static void reset(struct model *m, const struct outputs *out)
{
	m->sampled = false;
	if (model_calls(m)) {
		context_rest(m, out);
		context_reset(m);
	}
	m->seen[SEEN_RESETS] += m->running;
	m->seen[SEEN_RESETS_MIDWAY] += m->engine.taken;
	m->pos_open |= m->engine.taken;
	m->engine = (struct engine){ 0 };
	m->running = m->clearing = m->refused = false;
	m->sticky = m->ticks = m->pending = m->command = 0;
	m->held = NOTHING;
	words_reset(m);
	m->lfsr = 1;
	m->access = NONE;
	m->restarts = true;
	divider_restart(m);
}

void model_open(struct model *m, const struct model_params *p)
{
	memset(m, 0, sizeof(*m));
	m->p = *p;
	m->context.known = true;
	if (model_calls(m)) {
		m->p.mapper = 2;
		m->p.bins_log2 = p->nodes + 1;
		context_open(m);
	}
	m->words = calloc(model_words(&m->p), sizeof(*m->words));
	if (!m->words)
		abort();
	reset(m, &(struct outputs){ 0 });
}

void model_close(struct model *m)
{
	free(m->words);
	context_close(m);
}

/* What the unit looks at in the next cycle. */
static void tap_edge(struct model *m, const struct inputs *in, unsigned asked)
{
	struct inputs tap = *in;

	tap.valid = in->run && in->valid;
	tap.line = in->run && (in->event & asked);
	tap.begins = context_begins(m, in->pc);
	m->tap = model_calls(m) ? m->behind[0] : tap;
	m->behind[0] = m->behind[1];
	m->behind[1] = tap;
}

void model_edge(struct model *m, const struct inputs *in, const struct outputs *out)
{
	const unsigned asked = m->reg[R_SETUP] >> 24 & ((1u << m->p.event) - 1);
	const bool clearing = m->clearing, dropped = m->context.dropped;

	m->drains = !m->running && !m->pending && !words_busy(m)
		&& !(m->command & (CTRL_START | CTRL_CLEAR));
	bus_check(m, in, out);
	if (model_calls(m))
		context_walk(m, in, out);
	words_edge(m);
	if (in->rst) {
		reset(m, out);
		m->tap = m->behind[0] = m->behind[1] = (struct inputs){ 0 };
	} else {
		if (m->p.system)
			engine_edge(m, in, out);
		sampler_edge(m);
		if (model_calls(m))
			context_edge(m, out);
		registers_edge(m);
		divider_restart(m);
		bus_edge(m, in);
		if (clearing)
			words_clear(m);
		words_full(m);
		m->sticky |= (out->full ? ST_FULL : 0) | (out->fault || dropped ? ST_FAULT : 0);
		m->running &= !out->full && !out->fault;
		tap_edge(m, in, asked);
	}
	m->cycle++;
	if (m->drains && !m->drained)
		m->drained_since = m->cycle;
	m->drained = m->drains;
}
