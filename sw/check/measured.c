/* SPDX-License-Identifier: ISC
 * measured.c - a capture that is asked for what budgets are about; the contract is check.h.
 */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"

static bool usable(struct measured *m, bool endless)
{
	const struct profile *p = &m->profile;
	char text[1024];

	if (p->config.source != TALLY_SOURCE_CLK || p->config.period != 1)
		return fail("%s: does not have every cycle; take it without --period and --by "
			    "instructions",
			m->name);
	if (profile_failed(p))
		return fail("%s: its run failed: %s; there is nothing to judge", m->name,
			ending_text(p, &m->firmware.symbols, text, sizeof text));
	if (!p->counters.hits)
		return fail("%s: no cycle of code was counted; there is nothing to judge", m->name);
	if (p->extent != PROFILE_WINDOW && profile_extent_text(p, text, sizeof text)
		&& !(endless && p->extent == PROFILE_CUT_OFF && p->end == END_LIMIT))
		return fail("%s: %s; nothing is judged%s", m->name, text,
			p->extent == PROFILE_CUT_OFF && p->end == END_LIMIT
				? ": give more, or --endless for firmware that never ends"
				: "");
	if (p->counters.lost)
		note("%s: %" PRIu64 " cycles are LOST: total has them, no function has", m->name,
			p->counters.lost);
	return true;
}

bool measured_open(
	struct measured *m, const char *name, bool endless, const struct firmware_how *how)
{
	*m = (struct measured){ .name = name, .side = { &m->profile, &m->firmware } };
	if (!capture_read(&m->profile, name))
		return false;
	if (!firmware_of(&m->firmware, &m->profile, NULL, how)) {
		profile_free(&m->profile);
		return false;
	}
	m->functions = table_functions(&m->profile, &m->firmware.symbols, &m->firmware.lines);
	contexts_open(&m->contexts, &m->profile, &m->firmware);
	if (usable(m, endless))
		return true;
	measured_close(m);
	return false;
}

void measured_note_shared(const struct measured *m)
{
	if (m->functions.straddling)
		note("%s: counters cover code of several functions: the cycles of those are not "
		     "judged one by one; take it again without --scale, or with --from and --to",
			m->name);
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

__attribute__((format(printf, 2, 3))) static bool refuse(
	const struct question *q, const char *format, ...)
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

static uint64_t chosen(
	const struct question *q, uint64_t cycles, uint64_t retired, const struct waits *waits)
{
	unsigned quantity = q->b->quantity;

	return quantity == QUANTITY_CYCLES          ? cycles
		: quantity == QUANTITY_INSTRUCTIONS ? retired
						    : waits->of[quantity - QUANTITY_CAUSES];
}

static bool knows_quantity(const struct question *q)
{
	const struct profile *p = &q->m->profile;

	if (q->b->quantity == QUANTITY_CYCLES)
		return true;
	if (q->b->quantity == QUANTITY_WORST) {
		if (q->b->thing != THING_CODE || q->b->inclusive || strstr(q->b->name, ARROW))
			return refuse(q, "the worst call is of a function; give its name alone");
		return p->durations.n_worst
			|| refuse(q,
				"%s has no durations; `tally run` keeps them with the exact call "
				"tree (no --no-calls, --calls=unit, --period, --priv)",
				q->m->name);
	}
	if (profile_in_turns(p))
		return refuse(q, "%s has no exact %s: measured in time slices", q->m->name,
			quantity_name(q->b->quantity));
	if (q->b->quantity == QUANTITY_INSTRUCTIONS)
		return p->retired_at
			|| refuse(q,
				"%s has no instructions; `tally run` counts them "
				"without --no-cpi and --calls=unit",
				q->m->name);
	return p->waits_at
		|| refuse(q,
			"%s has no causes; `tally run` counts them on cores that "
			"show them, without --no-cpi, --priv, --calls=unit",
			q->m->name);
}

/* A part of a call path: a function with its clones; or a task, a thread or [IDLE] by its name. */
struct step {
	const char *name; /* NULL: a function */
	bool *functions; /* a flag for each of the symbols */
};

/* Have they one place in the source? Where it is unknown, the linker's names must differ: then they
 * are clones. */
static bool are_clones(const struct measured *m, const bool *functions)
{
	const struct symbols *s = &m->firmware.symbols;
	const struct lines *lines = &m->firmware.lines;
	const struct function *first = NULL;
	struct line x, y;

	for (size_t i = 0; i < s->n_functions; i++) {
		const struct function *f = &s->functions[i];
		if (!functions[i])
			continue;
		first = first ? first : f;
		if (first == f)
			continue;
		bool known = lines_declared(lines, (uint32_t)first->lo, &x)
			&& lines_declared(lines, (uint32_t)f->lo, &y);
		if (strcmp(f->source, first->source) != 0
			|| (known ? x.number != y.number || strcmp(x.file, y.file) != 0
				  : !strcmp(f->linker, first->linker)))
			return false;
	}
	return true;
}

size_t measured_meant(const struct measured *m, const char *name, bool *functions)
{
	const struct symbols *s = &m->firmware.symbols;
	size_t n = symbols_meant(s, name, SYMBOLS_SOURCE, functions);

	if (n < 2 || are_clones(m, functions))
		return n != 0;
	return symbols_meant(s, name, SYMBOLS_ALONE, functions) == 1 ? 1 : n;
}

static bool find_step(const struct question *q, const char *name, struct step *step)
{
	const struct contexts *c = &q->m->contexts;
	size_t n;

	*step = (struct step){ .functions =
				       allocate(q->m->firmware.symbols.n_functions, sizeof(bool)) };
	if (name[0] != '[') {
		n = measured_meant(q->m, name, step->functions);
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
	return step->name
		|| refuse(q, "no %s in %s; `tally report --tree` shows what there is", name,
			q->m->name);
}

/* `path` is changed. False: refused. */
static bool find_path(const struct question *q, char *path, struct step **steps, size_t *count)
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
		*count = n + 1;
		if (!find_step(q, path, &(*steps)[n++]))
			return false;
	}
	return true;
}

static bool ends_path(const struct measured *m, uint32_t at, const struct step *steps, size_t n)
{
	const struct symbols *s = &m->firmware.symbols;

	for (; n && at; at = m->contexts.at[at].parent, n--) {
		const struct context *x = &m->contexts.at[at];
		const struct step *step = &steps[n - 1];
		const struct function *f = context_is_code(x) ? symbols_find(s, x->function) : NULL;
		if (step->name ? strcmp(x->name, step->name) != 0
			       : !f || !step->functions[f - s->functions])
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
static bool of_contexts(
	const struct question *q, const struct step *steps, size_t n, uint64_t *value)
{
	const struct contexts *c = &q->m->contexts;
	bool *in, any = n == 1;

	if (!c->n)
		return refuse(q,
			"%s has no call tree; `tally run` keeps one (no --no-calls, "
			"--period, --priv)",
			q->m->name);
	*value = 0;
	in = allocate(c->n, sizeof *in);
	for (uint32_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		in[i] = (q->b->inclusive && in[x->parent]) || ends_path(q->m, i, steps, n);
		if (!in[i])
			continue;
		any = true;
		*value += chosen(q, x->cycles, x->retired, &x->waits);
		if (context_is_code(x))
			mark(q, x->function);
	}
	free(in);
	return any
		|| refuse(q,
			"%s has no such call path; `tally report --tree` shows those that it has",
			q->m->name);
}

/* Of their own: the counters know without a call tree. */
static bool of_functions(const struct question *q, const bool *functions, uint64_t *value)
{
	const struct profile *p = &q->m->profile;
	const struct symbols *s = &q->m->firmware.symbols;
	const struct table *t = &q->m->functions;
	uint64_t cycles = 0, retired = 0;
	struct waits waits = { { 0 } };

	for (size_t i = 0; i < s->n_functions; i++) {
		if (!functions[i])
			continue;
		if (!comparison_covers(p, &s->functions[i]))
			return refuse(
				q, "%s lies beyond the counters of %s", q->b->name, q->m->name);
		if (q->b->quantity == QUANTITY_CYCLES && t->straddle[i])
			return refuse(q,
				"%s shares counters with other functions in %s: its "
				"cycles are unknown; take it again without --scale, or with --from "
				"and --to",
				q->b->name, q->m->name);
		mark(q, s->functions[i].lo);
	}
	for (size_t i = 0; i < t->n; i++) {
		const struct function *f = symbols_find(s, t->rows[i].lo);
		if (f && functions[f - s->functions])
			cycles += t->rows[i].count;
	}
	for (size_t i = 0; i < s->map.n; i++)
		if (functions[s->map.at[i].value])
			retired += table_retired(p, s->map.at[i].lo, s->map.at[i].hi, &waits);
	*value = chosen(q, cycles, retired, &waits);
	return true;
}

static bool of_worst(const struct question *q, const bool *functions, uint64_t *value)
{
	const struct symbols *s = &q->m->firmware.symbols;
	bool any = false;

	*value = 0;
	for (size_t i = 0; i < s->n_functions; i++) {
		uint32_t lo = (uint32_t)s->functions[i].lo;
		const struct worst *w = functions && functions[i]
			? durations_of(&q->m->profile.durations, lo).worst
			: NULL;
		if (!w || !w->call.calls)
			continue;
		any = true;
		if (w->open)
			note("%s: %" PRIu64 " call%s of %s had not returned: not in its worst",
				q->m->name, w->open, w->open == 1 ? "" : "s", q->b->name);
		*value = w->call.cycles > *value ? w->call.cycles : *value;
		mark(q, lo);
	}
	return any || refuse(q, "no call of %s ended in %s", q->b->name, q->m->name);
}

static bool of_code(const struct question *q, uint64_t *value)
{
	char *path = copy_text(q->b->name);
	struct step *steps;
	size_t n = 0;
	bool good = find_path(q, path, &steps, &n);

	good = good
		&& (q->b->quantity == QUANTITY_WORST ? of_worst(q, steps->functions, value)
				: n == 1 && !steps->name && !q->b->inclusive
				? of_functions(q, steps->functions, value)
				: of_contexts(q, steps, n, value));
	for (size_t i = 0; i < n; i++)
		free(steps[i].functions);
	free(steps);
	free(path);
	return good;
}

bool measure(const struct measured *m, const struct budget *b, const char *path, uint64_t *value,
	bool *scope)
{
	const struct question q = { m, b, path, scope };
	const struct profile *p = &m->profile;
	const struct latency *l = &p->latency;
	const char *other = l->name ? "another latency, " : "no latency";
	struct waits waits;

	if (!knows_quantity(&q))
		return false;
	switch (b->thing) {
	case THING_TOTAL:
		waits = profile_waits(p);
		*value = chosen(&q, p->counters.ticks, p->retired, &waits);
		if (scope)
			memset(scope, true, m->firmware.symbols.n_functions * sizeof *scope);
		return b->quantity != QUANTITY_INSTRUCTIONS || p->retired
			|| refuse(&q, "the instructions of %s are unknown", m->name);
	case THING_STACK:
		*value = p->stack_bytes;
		return *value
			|| refuse(&q,
				"%s does not know its stack's depth; `tally run` keeps "
				"it with the exact call tree (no --no-calls, --calls=unit, "
				"--period, --priv)",
				m->name);
	case THING_LATENCY:
		if (!l->name || strcmp(l->name, b->name) != 0)
			return refuse(&q, "%s measured %s%s; take it with `tally run --latency %s`",
				m->name, other, l->name ? l->name : "", b->name);
		*value = latency_longest(l);
		return l->n
			|| refuse(&q,
				"%s: its end never came after its start in %s, so that "
				"none was measured",
				b->name, m->name);
	default: return of_code(&q, value);
	}
}
