/* SPDX-License-Identifier: ISC
 * verdict.c - what exceeds its bound, and why; the contract is check.h.
 */
#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/code/code.h"
#include "sw/report/report.h"

#define LINES 3u /* that are named as those that grew most */

/* Both captures, and their lines once something is exceeded. */
struct sides {
	const struct measured *now, *base;
	struct comparison lines;
	bool compared;
	struct sources sources;
	bool *scope, *base_scope; /* of one verdict, as measure() has it, of each */
};

static void sides_close(struct sides *s)
{
	if (s->compared)
		comparison_close(&s->lines);
	sources_note(&s->sources, false);
	sources_free(&s->sources);
	free(s->scope);
	free(s->base_scope);
}

static bool in_scope(const struct sides *s, const struct change *c)
{
	const struct symbols *symbols = &(c->in_b ? s->now : s->base)->firmware.symbols;
	const struct function *f = c->file ? symbols_find(symbols, c->lo) : NULL;

	return f && (c->in_b ? s->scope : s->base_scope)[f - symbols->functions];
}

/* The lines that grew most, each by its changes in all functions in scope. */
static void put_lines(FILE *f, struct sides *s, struct verdict *v)
{
	if (!s->compared)
		comparison_open(&s->lines, &s->base->side, &s->now->side, TABLE_LINES);
	s->compared = true;
	s->sources.built = s->now->firmware.built;
	const struct diff *d = &s->lines.diff;
	int64_t *grown = allocate(d->n + 1, sizeof *grown), *most; /* by the lines' numbers */
	for (size_t i = 0; i < d->n; i++)
		if (in_scope(s, &d->rows[i]))
			grown[d->rows[i].id] += (int64_t)(d->rows[i].b - d->rows[i].a);
	for (unsigned n = 0; n < LINES; n++, *most = 0) {
		const struct change *c = d->rows;
		most = grown;
		for (size_t i = 1; i < d->n; i++)
			most = grown[i] > *most ? &grown[i] : most;
		if (*most <= 0)
			break;
		while (c->id != (size_t)(most - grown) || !c->in_b || !in_scope(s, c))
			c++;
		const char *text = source_line(&s->sources, c->file, c->line);
		text = text_clean(text ? text + strspn(text, " \t") : "");
		fprintf(f, "+%" PRId64 " cycles  %s:%d%s%s\n", *most,
			text_clean(text_place(c->file)), c->line, *text ? "  " : "", text);
		if (!n) {
			v->file = c->file;
			v->file_line = c->line;
		}
	}
	free(grown);
}

/* How its cycles divide: WORK, and the causes. */
struct parts {
	bool known;
	uint64_t work;
	struct waits waits;
};

/* clones: the names of what was added up; NULL: it has one name. */
static void explain(struct sides *s, struct verdict *v, const char *clones,
	const struct parts *base, const struct parts *now)
{
	size_t size;
	FILE *f = stream_open(&v->why, &size);

	if (clones)
		fprintf(f, "%s\n", text_clean(clones));
	if (base->known && now->known
		&& (base->work != now->work
			|| memcmp(&base->waits, &now->waits, sizeof now->waits))) {
		why_moved(f, (int64_t)(now->work - base->work), &base->waits, &now->waits);
		putc('\n', f);
	}
	if (s->base)
		put_lines(f, s, v);
	stream_close(f);
}

static struct parts parts_of(const struct measured *m, const struct budget *b)
{
	struct budget x = *b;
	struct parts parts = { .known = m && b->quantity != QUANTITY_WORST
			&& (b->thing == THING_CODE || b->thing == THING_TOTAL) };

	x.quantity = QUANTITY_INSTRUCTIONS;
	parts.known = parts.known && measure(m, &x, NULL, &parts.work, NULL);
	for (unsigned i = 0; parts.known && i < CAUSES; i++) {
		x.quantity = QUANTITY_CAUSES + i;
		parts.known = measure(m, &x, NULL, &parts.waits.of[i], NULL);
	}
	return parts;
}

/* Of the one function in scope, maybe with clones: where it is declared. Returns what those in
 * scope are called, if one of them is a clone; else NULL. */
static char *find_place(const struct sides *s, struct verdict *v)
{
	const struct symbols *symbols = &s->now->firmware.symbols;
	const struct function *only = NULL;
	bool any_clone = false;
	size_t n = 0, size;
	char *names;
	FILE *f = stream_open(&names, &size);

	for (size_t i = 0; i < symbols->n_functions; i++) {
		const struct function *x = &symbols->functions[i];
		if (!s->scope[i])
			continue;
		fprintf(f, "%s%s", only ? ", " : "", x->name);
		any_clone |= strcmp(x->name, x->source) != 0;
		if (!only || strcmp(only->source, x->source) != 0) {
			only = x;
			n++;
		}
	}
	stream_close(f);
	if (n == 1) {
		struct row row = { .lo = only->lo, .hi = only->hi };
		table_places(&(struct table){ .rows = &row, .n = 1 }, &s->now->firmware.lines, 1);
		v->file = row.file;
		v->file_line = row.line;
	}
	if (any_clone)
		return names;
	free(names);
	return NULL;
}

/* The instruction that took the stack to its depth. */
static void find_deepest(const struct measured *m, struct verdict *v)
{
	const struct line *line = lines_find(&m->firmware.lines, m->profile.stack_pc);
	char place[400];

	if (line) {
		v->file = line->file;
		v->file_line = line->number;
	}
	free(v->why);
	v->why = print_text("deepest at %s\n",
		text_clean(symbols_place(
			&m->firmware.symbols, m->profile.stack_pc, place, sizeof place)));
}

static struct verdict *add(struct verdicts *v, struct verdict x)
{
	x.exceeded = x.value > x.bound;
	v->exceeded += x.exceeded;
	GROW(v->at, v->n, v->room);
	v->at[v->n] = x;
	return &v->at[v->n++];
}

static bool judge(
	struct verdicts *v, struct sides *s, const struct budgets *all, const struct budget *b)
{
	struct verdict x = { .line = b->line, .bound = b->bound };

	if (b->relative && !s->base)
		return fail("%s:%u:%u: in percent of a base, and there is none; give --against "
			    "BASE.tally",
			all->path, b->line, b->column);
	memset(s->scope, 0, s->now->firmware.symbols.n_functions * sizeof *s->scope);
	if (s->base)
		memset(s->base_scope, 0, s->base->firmware.symbols.n_functions);
	if (!measure(s->now, b, all->path, &x.value, s->scope))
		return false;
	x.has_base = s->base
		&& measure(s->base, b, b->relative ? all->path : NULL, &x.base, s->base_scope);
	if (b->relative && !x.has_base)
		return false;
	if (b->relative)
		x.bound = budget_share(x.base, b->bound);
	x.what = budget_text(b);
	struct verdict *now = add(v, x);
	if (!now->exceeded)
		return true;
	struct parts before = parts_of(x.has_base ? s->base : NULL, b), after = parts_of(s->now, b);
	char *clones = find_place(s, now);
	explain(s, now, b->thing == THING_CODE && !b->inclusive ? clones : NULL, &before, &after);
	free(clones);
	if (b->thing == THING_STACK)
		find_deepest(s->now, now);
	return true;
}

static struct sides sides_of(const struct measured *now, const struct measured *base)
{
	return (struct sides){ .now = now,
		.base = base,
		.scope = allocate(now->firmware.symbols.n_functions + 1, sizeof(bool)),
		.base_scope = allocate(base ? base->firmware.symbols.n_functions + 1 : 1, 1) };
}

bool verdicts_by_budgets(struct verdicts *v, const struct budgets *b, const struct measured *now,
	const struct measured *base)
{
	struct sides s = sides_of(now, base);
	bool good = true;

	*v = (struct verdicts){
		.now = now->name, .base = base ? base->name : NULL, .budgets = b->path
	};
	for (size_t i = 0; i < b->n && good; i++)
		good = judge(v, &s, b, &b->at[i]);
	sides_close(&s);
	return good;
}

static void judge_function(
	struct verdicts *v, struct sides *s, const struct change *c, bool has_waits)
{
	const uint64_t before = s->base->profile.counters.ticks,
		       after = s->now->profile.counters.ticks;

	if (c->b < budget_share(before > after ? before : after, v->least)) {
		v->below++;
		return;
	}
	struct verdict *x = add(v,
		(struct verdict){ .what = copy_text(c->name),
			.value = c->b,
			.base = c->a,
			.has_base = c->in_a,
			.file = c->file,
			.file_line = c->line,
			.bound = c->in_a ? budget_share(c->a, v->most) : UINT64_MAX });
	const struct symbols *symbols = &s->now->firmware.symbols;
	const struct function *f = symbols_find(symbols, c->lo);

	if (!x->exceeded)
		return;
	for (size_t i = 0; i < symbols->n_functions; i++)
		s->scope[i] = f
			&& (f == &symbols->functions[i]
				|| (c->clones && !strcmp(f->source, symbols->functions[i].source)));
	struct parts a = { has_waits, c->a - waits_sum(&c->waits_a), c->waits_a },
		     b = { has_waits, c->b - waits_sum(&c->waits_b), c->waits_b };
	explain(s, x, c->clones, &a, &b);
}

void verdicts_by_base(struct verdicts *v, const struct measured *now, const struct measured *base,
	uint64_t tolerance, uint64_t least)
{
	struct budget total = { .thing = THING_TOTAL,
		.name = "",
		.relative = true,
		.bound = 100 * PERCENT + tolerance };
	struct sides s = sides_of(now, base);
	struct comparison functions;

	*v = (struct verdicts){
		.now = now->name, .base = base->name, .most = total.bound, .least = least
	};
	judge(v, &s, &(struct budgets){ 0 }, &total);
	memset(s.base_scope, 0, base->firmware.symbols.n_functions);
	measured_note_shared(base);
	measured_note_shared(now);
	comparison_open(&functions, &base->side, &now->side, TABLE_FUNCTIONS);
	for (size_t i = 0; i < functions.diff.n; i++)
		if (functions.diff.rows[i].in_b && !functions.diff.rows[i].straddles)
			judge_function(v, &s, &functions.diff.rows[i],
				functions.diff.has_waits && !profile_in_turns(&now->profile)
					&& !profile_in_turns(&base->profile));
	comparison_close(&functions);
	sides_close(&s);
}

void verdicts_free(struct verdicts *v)
{
	for (size_t i = 0; i < v->n; i++) {
		free(v->at[i].what);
		free(v->at[i].why);
	}
	free(v->at);
	*v = (struct verdicts){ 0 };
}
