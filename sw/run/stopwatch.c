/* SPDX-License-Identifier: ISC
 * stopwatch.c - measures a latency; the contract is stopwatch.h.
 */
#include "stopwatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

/* The colon between two points: not one of the pairs in a C++ name. NULL: there is none. */
static char *find_colon(char *text)
{
	for (char *at = text; (at = strchr(at, ':')); at += 2)
		if (at[1] != ':')
			return at;
	return NULL;
}

/* Returns the name, or NULL: one line was printed. */
static const char *set_point(struct stopwatch_point *p, const char *name, const struct symbols *s)
{
	struct function f;

	p->kind = !strcmp(name, "irq") ? POINT_IRQ : !strcmp(name, "handler") ? POINT_HANDLER
		: POINT_PC;
	if (p->kind != POINT_PC)
		return name;
	if (!symbols_named(s, name, &f))
		return NULL;
	if (f.lo > UINT32_MAX) {
		fail("%s: not a 32-bit address", name);
		return NULL;
	}
	p->pc = (uint32_t)f.lo;
	char *calls = f.hi > f.lo ? symbols_inlined(s, name) : NULL;
	if (calls)
		note("--latency: %s is also inlined, at %s: that is not seen", f.name, calls);
	free(calls);
	return f.source;
}

bool stopwatch_set(struct stopwatch *w, const char *text, const struct symbols *s,
	struct latency *latency)
{
	char *names = copy_text(text), *to = find_colon(names);
	const char *a, *b;
	bool good = to && to > names && to[1] && !find_colon(to + 1);

	if (!good)
		fail("--latency %s: give two points, A:B; each a function, an address, irq or "
			"handler", text);
	if (good) {
		*to = 0;
		a = set_point(&w->from, names, s);
		b = a ? set_point(&w->to, to + 1, s) : NULL;
		good = b != NULL;
		latency->name = good ? print_text("%s:%s", a, b) : NULL;
	}
	free(names);
	return good;
}

static bool is_at(const struct stopwatch_point *p, const struct machine_cycle *c, bool irq_before)
{
	switch (p->kind) {
	case POINT_IRQ: return c->irq && !irq_before;
	case POINT_HANDLER: return c->retire && c->handler;
	default: return c->retire && c->pc == p->pc;
	}
}

static void note_end(struct latency *l, uint64_t cycles, uint64_t cycle, const struct profile *p)
{
	if (cycles > latency_longest(l)) {
		l->end = cycle;
		l->n_last = profile_last(p, l->last);
	}
	latency_add(l, cycles, 1);
}

void stopwatch_cycle(struct stopwatch *w, uint64_t cycle, const struct machine_cycle *c,
	struct profile *p)
{
	if (w->timing && is_at(&w->to, c, w->irq)) {
		note_end(&p->latency, cycle - w->since, cycle, p);
		w->timing = false;
	}
	if (!w->timing && is_at(&w->from, c, w->irq)) {
		w->timing = true;
		w->since = cycle;
	}
	w->irq = c->irq;
}

void stopwatch_stop(const struct stopwatch *w, struct profile *p)
{
	p->latency.open = w->timing ? p->cycles - w->since : 0;
}
