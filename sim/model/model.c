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

/* rst_i leaves configuration and words alone, but nobody knows whether a word that was being
 * written was. */
static void reset(struct model *m)
{
	const unsigned busy = model_clearing(m) ? LANDS_WITHIN : 2;

	if (m->running)
		m->seen[SEEN_RESETS]++;
	if (model_busy(m))
		m->known = false;
	m->learned = 0;
	memset(m->full_at, 0, sizeof(m->full_at));
	for (unsigned i = 0; i < 8; i++)
		m->late[i] = (struct addition){ NOTHING, 0 };
	m->running = m->clearing = m->doubt = m->refused = false;
	m->command = 0;
	m->seen[SEEN_RESETS_MIDWAY] += m->engine.taken;
	/* the words stay, and with them what STOLEN may lack */
	m->engine = (struct engine){ .stolen_open = m->engine.stolen_open };
	m->landed = false;
	m->lands_by = m->cycle + busy;
	m->busy_from = m->busy_until = 0;
	m->held = NOTHING;
	m->sticky = m->unsure = m->ticks = m->pending = 0;
	m->base = words_sum(m);
	m->lfsr = 1;
	m->access = NONE;
	m->restarts = true;
	divider_restart(m);
}

void model_open(struct model *m, const struct model_params *p)
{
	memset(m, 0, sizeof(*m));
	m->p = *p;
	m->words = calloc(model_words(p), sizeof(*m->words));
	if (!m->words)
		abort();
	reset(m);
}

void model_close(struct model *m)
{
	free(m->words);
}

void model_edge(struct model *m, const struct inputs *in, const struct outputs *out)
{
	const unsigned asked = m->reg[R_SETUP] >> 24 & ((1u << m->p.event) - 1);

	bus_check(m, in, out);
	if (in->rst) {
		reset(m);
		m->tap = (struct inputs){ 0 };
	} else {
		if (m->p.system)
			engine_edge(m, in, out);
		sampler_edge(m);
		registers_edge(m);
		divider_restart(m);
		bus_edge(m, in);
		words_full(m);
		m->sticky |= (out->full ? ST_FULL : 0) | (out->fault ? ST_FAULT : 0);
		m->running &= !out->full && !out->fault;
		m->tap = *in;
	}
	m->event = !in->rst && in->run && (in->event & asked);
	m->cycle++;
}
