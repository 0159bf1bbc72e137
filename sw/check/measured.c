/* SPDX-License-Identifier: ISC
 * measured.c - a capture that is asked for what budgets are about; the contract is measured.h.
 */
#include "measured.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/profile/capture.h"
#include "sw/report/ending.h"

static bool usable(struct measured *m)
{
	const struct profile *p = &m->profile;
	char text[1024];

	if (p->config.source != TALLY_SOURCE_CLK || p->config.period != 1)
		return fail("%s: does not have every cycle; take it without --period and --by "
			"instructions", m->name);
	if (profile_failed(p))
		return fail("%s: its run failed: %s; there is nothing to judge", m->name,
			ending_text(p, &m->firmware.symbols, text, sizeof text));
	if (p->end == END_LIMIT || p->end == END_INTERRUPT)
		note("%s: its run was cut off: what it did not come to is not judged", m->name);
	if (p->counters.lost)
		note("%s: %" PRIu64 " cycles are LOST: total has them, no function has", m->name,
			p->counters.lost);
	return true;
}

bool measured_open(struct measured *m, const char *name, const struct firmware_how *how)
{
	*m = (struct measured){ .name = name };
	if (!capture_read(&m->profile, name))
		return false;
	if (!firmware_of(&m->firmware, &m->profile, NULL, how)) {
		profile_free(&m->profile);
		return false;
	}
	m->functions = table_functions(&m->profile, &m->firmware.symbols, &m->firmware.lines);
	contexts_open(&m->contexts, &m->profile, &m->firmware);
	if (m->functions.straddling)
		note("%s: a counter covers code of several functions; it counts for the first",
			name);
	if (usable(m))
		return true;
	measured_close(m);
	return false;
}

void measured_close(struct measured *m)
{
	contexts_close(&m->contexts);
	table_free(&m->functions);
	firmware_close(&m->firmware);
	profile_free(&m->profile);
	*m = (struct measured){ 0 };
}

/* What is asked, and where from. */
struct question {
	const struct measured *m;
	const struct budget *b;
	const char *path;
	bool *scope;
};

__attribute__((format(printf, 2, 3)))
static bool refuse(const struct question *q, const char *format, ...)
{
	char text[1024];
	va_list list;

	if (!q->path)
		return false;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	return fail("%s:%u:%u: %s", q->path, q->b->line, q->b->column, text);
}

static uint64_t chosen(const struct question *q, uint64_t cycles, uint64_t retired,
	const struct waits *waits)
{
	unsigned quantity = q->b->quantity;

	return quantity == QUANTITY_CYCLES ? cycles : quantity == QUANTITY_INSTRUCTIONS ? retired
		: waits->of[quantity - QUANTITY_CAUSES];
}

static bool knows_quantity(const struct question *q)
{
	const struct profile *p = &q->m->profile;

	if (q->b->quantity == QUANTITY_CYCLES)
		return true;
	if (profile_in_turns(p))
		return refuse(q, "%s has no exact %s: they were measured in turns", q->m->name,
			quantity_name(q->b->quantity));
	if (q->b->quantity == QUANTITY_INSTRUCTIONS)
		return p->retired_at || refuse(q, "%s has no instructions; `tally run` counts them "
			"without --no-cpi and --calls=unit", q->m->name);
	return p->waits_at || refuse(q, "%s has no causes; `tally run` counts them on cores that "
		"show them, without --no-cpi, --priv, --calls=unit", q->m->name);
}

static bool of_total(const struct question *q, uint64_t *value)
{
	const struct profile *p = &q->m->profile;
	struct waits waits = profile_waits(p);

	*value = chosen(q, p->counters.ticks, p->retired, &waits);
	if (q->scope)
		memset(q->scope, true, q->m->firmware.symbols.n_functions * sizeof *q->scope);
	return q->b->quantity != QUANTITY_INSTRUCTIONS || p->retired
		|| refuse(q, "the instructions of %s are unknown", q->m->name);
}

static bool of_stack(const struct question *q, uint64_t *value)
{
	*value = q->m->profile.stack_bytes;
	return *value || refuse(q, "%s does not know its stack's depth; `tally run` keeps it with "
		"the exact call tree (no --no-calls, --calls=unit, --period, --priv)",
		q->m->name);
}

static bool of_latency(const struct question *q, uint64_t *value)
{
	const struct latency *l = &q->m->profile.latency;

	if (!l->name || strcmp(l->name, q->b->name) != 0)
		return refuse(q, "%s measured %s%s; take it with `tally run --latency %s`",
			q->m->name, l->name ? "another latency, " : "no latency", l->name ? l->name
			: "", q->b->name);
	*value = latency_longest(l);
	return *value || refuse(q, "%s: its end never came after its start in %s, so that none was "
		"measured", q->b->name, q->m->name);
}

/* A part of a call path: a function; or a task, a thread or [IDLE] by its name. */
struct step {
	const char *name;	/* NULL: a function */
	struct function function;
};

static bool find_step(const struct question *q, const char *name, struct step *step)
{
	const struct contexts *c = &q->m->contexts;
	size_t n;

	*step = (struct step){ 0 };
	if (name[0] != '[') {
		n = symbols_exact(&q->m->firmware.symbols, name, &step->function);
		if (n == 1)
			return true;
		char *why = symbols_unclear(&q->m->firmware.symbols, name);
		refuse(q, "%s: %s; mend this line", q->m->name, why);
		free(why);
		return false;
	}
	for (size_t i = 1; i < c->n && !step->name; i++)
		if (!context_is_code(&c->at[i]) && !strcmp(c->at[i].name, name))
			step->name = c->at[i].name;
	return step->name || refuse(q, "no %s in %s; `tally report --tree` shows what there is",
		name, q->m->name);
}

/* `path` is changed. Returns the number of steps; 0: refused. */
static size_t find_path(const struct question *q, char *path, struct step **steps)
{
	size_t n = 0, room = 0;

	*steps = NULL;
	for (char *next; path; path = next) {
		if ((next = strstr(path, ARROW))) {
			*next = 0;
			next += strlen(ARROW);
		}
		path += strspn(path, " ");
		GROW(*steps, n, room);
		if (!find_step(q, path, &(*steps)[n++]))
			return 0;
	}
	return n;
}

static bool ends_path(const struct contexts *c, uint32_t at, const struct step *steps, size_t n)
{
	for (; n && at; at = c->at[at].parent, n--) {
		const struct context *x = &c->at[at];
		const struct step *step = &steps[n - 1];
		if (step->name ? strcmp(x->name, step->name) != 0 : !context_is_code(x)
			|| x->function != step->function.lo)
			return false;
	}
	return !n;
}

static void mark(const struct question *q, uint64_t pc)
{
	const struct symbols *s = &q->m->firmware.symbols;
	const struct function *f = symbols_find(s, pc);

	if (q->scope && f)
		q->scope[f - s->functions] = true;
}

/* The contexts that the path leads to; inclusive ones count once, however they are nested. */
static bool of_contexts(const struct question *q, const struct step *steps, size_t n,
	uint64_t *value)
{
	const struct contexts *c = &q->m->contexts;
	bool *in, any = n == 1;

	if (!c->n)
		return refuse(q, "%s has no call tree; `tally run` keeps one (no --no-calls, "
			"--period, --priv)", q->m->name);
	*value = 0;
	in = allocate(c->n, sizeof *in);
	for (uint32_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		in[i] = (q->b->inclusive && in[x->parent]) || ends_path(c, i, steps, n);
		if (!in[i])
			continue;
		any = true;
		*value += chosen(q, x->cycles, x->retired, &x->waits);
		if (context_is_code(x))
			mark(q, x->function);
	}
	free(in);
	return any || refuse(q, "%s has no such call path; `tally report --tree` shows those that "
		"it has", q->m->name);
}

/* Of its own: the counters know without a call tree. */
static bool of_function(const struct question *q, const struct function *f, uint64_t *value)
{
	const struct profile *p = &q->m->profile;
	const struct table *t = &q->m->functions;

	if (f->lo < p->config.offset || f->hi > profile_bin_pc(p, p->slots))
		return refuse(q, "%s lies beyond the counters of %s", q->b->name, q->m->name);
	*value = 0;
	for (size_t i = 0; i < t->n; i++)
		if (t->rows[i].lo == f->lo)
			*value = chosen(q, t->rows[i].count, t->rows[i].retired, &t->rows[i].waits);
	mark(q, f->lo);
	return true;
}

static bool of_steps(const struct question *q, const struct step *steps, size_t n, uint64_t *value)
{
	return n == 1 && !steps->name && !q->b->inclusive
		? of_function(q, &steps->function, value) : of_contexts(q, steps, n, value);
}

static bool of_code(const struct question *q, uint64_t *value)
{
	char *path = copy_text(q->b->name);
	struct step *steps;
	size_t n = find_path(q, path, &steps);
	bool good = n && of_steps(q, steps, n, value);

	free(steps);
	free(path);
	return good;
}

bool measure(const struct measured *m, const struct budget *b, const char *path, uint64_t *value,
	bool *scope)
{
	const struct question q = { m, b, path, scope };

	if (!knows_quantity(&q))
		return false;
	switch (b->thing) {
	case THING_TOTAL: return of_total(&q, value);
	case THING_STACK: return of_stack(&q, value);
	case THING_LATENCY: return of_latency(&q, value);
	default: return of_code(&q, value);
	}
}
