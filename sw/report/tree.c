/* SPDX-License-Identifier: ISC
 * tree.c - a tree of contexts: which of them a view shows, which share a line, and their rows; the
 * contracts are contexts.h and contexts.h.
 *
 * Trees may be 100,000 calls deep: they are walked along first, next and parent, rows name their
 * parents by number, and only so much of a row is indented as leaves room for names. A parent has
 * the lower number: backwards, parents learn of their children, forwards children of their parents.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "report.h"
#include "sw/base/base.h"

/* of all cycles: a caller that spent no more besides shares a line with its callee */
#define NEXT_TO_NOTHING 0.001
#define STEP 2 /* columns that a level is indented by */
/* a pipe has no width: lines are indented as if it had this one, but not cut */
#define PIPE_WIDTH 120
#define MOST_NAMES 8 /* of a line */
#define NAME 16u /* columns that names have at least */
#define SHARE 8 /* of a share */

static bool too_deep(const struct view *v, const struct context *x)
{
	return v->depth && x->depth > v->depth;
}

/* Marks what is shown as the head of its own line. */
static void choose(struct tree_choice *t, const struct contexts *c, const struct view *v)
{
	for (uint32_t i = (uint32_t)c->n; i--;) {
		const struct context *x = &c->at[i];
		bool fits = !too_deep(v, x)
			&& (x->name == callers_recursion
				|| 100.0 * (double)x->inclusive
					>= v->min * (double)c->at[0].inclusive);
		if (fits && (!v->match || t->head[i] || view_matches(v, x->name)))
			t->head[i] = t->head[x->parent] = 1;
		else
			t->head[i] = TREE_HIDDEN;
	}
	for (uint32_t i = 0; i < c->n; i++)
		t->head[i] = t->head[i] == TREE_HIDDEN && i ? TREE_HIDDEN : i;
}

/* Recursion that does not branch has the same number of calls all the way down. */
static bool shares_line(const struct contexts *c, uint32_t at)
{
	const struct context *x = &c->at[at], *caller = &c->at[x->parent];

	if (!x->parent || x->calls != caller->calls || !x->inclusive)
		return false;
	return x->same
		|| (double)(caller->inclusive - x->inclusive)
		< NEXT_TO_NOTHING * (double)c->at[0].inclusive;
}

static void fold(struct tree_choice *t, const struct contexts *c, const struct view *v)
{
	uint32_t *shown = allocate(c->n, sizeof *shown);

	for (uint32_t i = 1; i < c->n; i++)
		shown[c->at[i].parent] += t->head[i] != TREE_HIDDEN;
	for (uint32_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		uint32_t parent = x->parent;
		bool hidden = t->head[i] == TREE_HIDDEN;
		if (shown[parent] != !hidden || !shares_line(c, i))
			continue;
		/* recursion that goes on below the minimum takes no line of its own, and its line
		 * says how deep it went */
		if (hidden
			&& (t->head[parent] == TREE_HIDDEN || !x->same || too_deep(v, x)
				|| (v->match && !view_matches(v, x->name))))
			continue;
		shown[parent] = 1;
		t->head[i] = t->head[parent];
		t->then[parent] = i;
	}
	free(shown);
}

static int by_inclusive(const void *a, const void *b, void *contexts)
{
	const struct contexts *c = contexts;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (c->at[x].inclusive != c->at[y].inclusive)
		return c->at[x].inclusive > c->at[y].inclusive ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Hides all lines but the heaviest. A caller's line is as heavy and has the lower number: it
 * stays. */
static void cut(struct tree_choice *t, const struct contexts *c, uint64_t top)
{
	uint32_t *heads = allocate(c->n, sizeof *heads);
	size_t n = 0;

	for (uint32_t i = 1; i < c->n; i++)
		if (t->head[i] == i)
			heads[n++] = i;
	qsort_r(heads, n, sizeof *heads, by_inclusive, (void *)(uintptr_t)c);
	for (size_t i = (size_t)top; i < n; i++)
		t->head[heads[i]] = TREE_HIDDEN;
	for (uint32_t i = 1; i < c->n; i++)
		if (t->head[i] != TREE_HIDDEN)
			t->head[i] = t->head[t->head[i]];
	free(heads);
}

void tree_choice_open(
	struct tree_choice *t, const struct contexts *c, const struct view *v, bool folds)
{
	*t = (struct tree_choice){ .head = allocate(c->n, sizeof *t->head),
		.then = allocate(c->n, sizeof *t->then),
		.level = allocate(c->n, sizeof *t->level) };
	choose(t, c, v);
	if (folds)
		fold(t, c, v);
	if (v->top)
		cut(t, c, v->top);
	for (uint32_t i = 1; i < c->n; i++) {
		if (t->head[i] == TREE_HIDDEN) {
			t->n_hidden++;
			t->hidden += c->at[i].cycles;
			t->hidden_retired += c->at[i].retired;
			waits_add(&t->hidden_waits, &c->at[i].waits);
		} else if (t->head[i] == i) {
			uint32_t above = t->head[c->at[i].parent];
			t->level[i] = above ? t->level[above] + 1 : 0;
			t->deepest = t->level[i] > t->deepest ? t->level[i] : t->deepest;
		}
	}
}

char *tree_choice_line(const struct tree_choice *t, const struct contexts *c, uint32_t at,
	const char *arrow, size_t most, const char *(*number)(uint64_t n))
{
	struct {
		const char *text;
		size_t times;
		bool mixed;
	} *names = NULL;
	size_t n = 0, room = 0, size;
	char *text = NULL;
	FILE *f = stream_open(&text, &size);

	for (bool more = true; more; at = t->then[at]) {
		if (!n || strcmp(names[n - 1].text, c->at[at].name) != 0) {
			GROW(names, n, room);
			names[n].text = c->at[at].name;
			names[n].times = names[n].mixed = 0;
			n++;
		}
		names[n - 1].times++;
		names[n - 1].mixed |= c->at[at].mixed;
		more = t->then[at] != 0;
	}
	size_t shown = n < most ? n : most, first = shown / 2;
	for (size_t i = 0; i < n; i++) {
		if (i == first && shown < n) {
			fprintf(f, "%s... %s more", i ? arrow : "", number(n - shown));
			i += n - shown;
		}
		fprintf(f, "%s%s", i ? arrow : "", names[i].text);
		if (names[i].times > 1)
			fprintf(f, " (%s times)", number(names[i].times));
		fputs(names[i].mixed ? " ~" : "", f);
	}
	stream_close(f);
	free(names);
	return text;
}

void tree_choice_close(struct tree_choice *t)
{
	free(t->head);
	free(t->then);
	free(t->level);
	*t = (struct tree_choice){ 0 };
}

struct tree {
	const struct contexts *c;
	const struct view *view;
	struct tree_choice choice;
	struct columns columns;
	bool up;
	unsigned causes; /* that are shown, as in report.h */
	struct why {
		uint64_t retired;
		struct waits waits;
	} *below; /* with all below each */
	uint32_t *number; /* of each context in the order of print, hidden ones too; 0: the root
				 * where it is no row */
	uint32_t step, levels; /* columns a level, and how many are indented */
};

struct columns columns_of(const char *unit, uint64_t whole, uint64_t most_calls, size_t width)
{
	struct columns c = { whole, unit, emit_width(whole, unit),
		emit_width(most_calls, "calls") };
	size_t least = 2 * SHARE + 2 + NAME;

	if (width && least + (size_t)(c.cycles + c.calls) > width)
		c.calls = 0;
	if (width && least + (size_t)(c.cycles + c.calls) > width)
		c.cycles = 0;
	return c;
}

void columns_put(struct emit *e, const struct columns *c, const uint64_t *inclusive,
	const char *heading, struct emit_value second, uint64_t cycles, uint64_t calls)
{
	emit(e, SHARE, "incl", NULL, NULL,
		inclusive ? as_percent(*inclusive, c->whole) : as_none(""));
	emit(e, SHARE, heading, NULL, NULL, second);
	emit(e, c->cycles, c->unit, NULL, NULL, as_count(cycles));
	emit(e, c->calls, "calls", NULL, NULL, as_some(calls));
}

/* Below the last level that is indented, a line begins with its level. As many names as fit
 * follow. */
static void put_names(struct emit *e, const struct tree *t, uint32_t at)
{
	uint32_t level = t->choice.level[at] + (t->up && at);

	emit_gap(e);
	e->used += level > t->levels
		? (size_t)printf("%*s%" PRIu32 ": ", (int)(t->levels * t->step), "", level)
		: (size_t)printf("%*s", (int)(level * t->step), "");
	size_t shown = MOST_NAMES, room = emit_room(e);
	const char *arrow = t->up ? " < " : " > ";
	char *text = tree_choice_line(&t->choice, t->c, at, arrow, shown, term_number);
	while (room && shown > 1 && term_columns(text) > room) {
		free(text);
		text = tree_choice_line(&t->choice, t->c, at, arrow, --shown, term_number);
	}
	term_text(text, room);
	free(text);
}

static struct emit_value share_of(const struct tree *t, uint64_t cycles)
{
	return as_percent(cycles, t->c->at[0].inclusive);
}

/* The numbers in text. Contexts of one line have their own cycles together. */
static void put_text(struct emit *e, const struct tree *t, const struct context *x)
{
	bool row = e->line == EMIT_ROW;
	uint32_t at = row ? (uint32_t)(x - t->c->at) : 0;
	uint64_t own = at ? 0 : x->cycles;

	for (uint32_t i = at; i; i = t->choice.then[i])
		own += t->c->at[i].cycles;
	emit_hue(e, term_heat(share_of(t, x->inclusive).x / 100));
	columns_put(e, &t->columns, row ? &x->inclusive : NULL, t->up ? "of it" : "self",
		!row            ? share_of(t, own)
			: t->up ? share_of(t, x->inclusive)
				: as_percent(own, t->columns.whole),
		row ? x->inclusive : own, x->calls);
	emit_rows_only(e);
	why_shares(e, t->causes, SHARE + 1,
		row ? waits_work(x->inclusive, t->below[at].retired, &t->below[at].waits) : 0,
		row ? &t->below[at].waits : &x->waits, !row);
}

/* A context, the heading or a sum, which has only cycles of its own. */
static void put_row(struct emit *e, const struct tree *t, const struct context *x,
	enum emit_line line, const char *text)
{
	const struct contexts *c = t->c;
	bool row = line == EMIT_ROW,
	     instructions = !t->up && strcmp(c->unit, "instructions") && !c->of_unit;
	const uint32_t *number = row ? &t->number[x - c->at] : NULL;
	bool parent = row && x != c->at && t->number[x->parent];
	struct emit_value none = as_none("");

	if (!emit_row(e, line))
		return;
	if (e->form == EMIT_TO_TERM)
		put_text(e, t, x);
	emit(e, 0, NULL, c->unit, "count", as_count(x->cycles));
	emit(e, 0, NULL, "percent", NULL, as_percent(x->cycles, t->columns.whole));
	if (instructions)
		emit(e, 0, NULL, "instructions", "instructions", as_count(x->retired));
	emit(e, 0, NULL, "inclusive", "inclusive", row ? as_count(x->inclusive) : none);
	emit(e, 0, NULL, "calls", "calls", row ? as_count(x->calls) : none);
	emit(e, 0, NULL, "number", "number", row ? as_count(*number) : none);
	emit(e, 0, NULL, "parent", "parent", parent ? as_count(t->number[x->parent]) : as_null(""));
	emit(e, 0, NULL, "depth", "depth", row ? as_count(x->depth) : none);
	emit(e, 0, NULL, "name", "name", as_text(x->name));
	emit(e, 0, NULL, "address", "pc",
		row && context_is_code(x) && x->name != callers_recursion ? as_hex(x->function)
									  : as_null(""));
	if (c->has_waits)
		why_counts(e, &x->waits);
	if (c->of_unit)
		emit(e, 0, NULL, "mixed", "mixed", row ? as_flag(x->mixed) : none);
	if (row && e->form == EMIT_TO_TERM)
		put_names(e, t, (uint32_t)(x - c->at));
	emit_row_end(e, text);
}

/* So few levels are indented that names have the other half of the line, behind `used` columns. */
static void indent(struct tree *t, size_t used)
{
	size_t width = t->view->term.width ? t->view->term.width : PIPE_WIDTH;
	size_t half = width > used ? (width - used) / 2 : 0;

	t->step = t->choice.deepest * STEP <= half ? STEP : 1;
	t->levels = (uint32_t)(half / t->step);
}

/* What no row has, and in text all. */
static void put_sums(struct emit *e, const struct tree *t)
{
	const struct view *v = t->view;
	const struct tree_choice *h = &t->choice;
	struct context rest = { .name = table_rest_name,
		.cycles = h->hidden,
		.retired = h->hidden_retired,
		.waits = h->hidden_waits };
	struct context all = { .cycles = t->c->at[0].inclusive };
	uint32_t depth = 0;
	char text[100];

	snprintf(text, sizeof text, "in %zu more: %s", h->n_hidden,
		v->match           ? "see --match, --min, --top"
			: v->depth ? "see --depth, --min, --top"
				   : "--min 0 --top 0 shows all");
	if (h->n_hidden)
		put_row(e, t, &rest, EMIT_SUM, text);
	if (e->form != EMIT_TO_TERM)
		return;
	for (size_t i = 1; i < t->c->n; i++)
		depth = t->c->at[i].depth > depth ? t->c->at[i].depth : depth;
	snprintf(text, sizeof text, "in %zu contexts, %" PRIu32 " deep", t->c->n - !t->up, depth);
	put_row(e, t, &all, EMIT_SUM, text);
	putchar('\n');
}

void tree_rows_put(struct emit *e, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v)
{
	bool up = way == TREE_UP, term = e->form == EMIT_TO_TERM;
	struct tree t = { .c = c,
		.view = v,
		.up = up,
		.number = allocate(c->n, sizeof *t.number),
		.below = allocate(c->n, sizeof *t.below) };
	uint64_t most = 0;
	uint32_t n = up, first = contexts_after(c, 0);

	for (size_t i = 0; i < c->n; i++)
		most = c->at[i].calls > most ? c->at[i].calls : most;
	t.columns = columns_of(c->unit, ticks, most, e->width);
	tree_choice_open(&t.choice, c, v, term);
	for (size_t i = v->why && !up && term ? c->n : 0; i--;) {
		const struct context *x = &c->at[i];
		t.below[i].retired += x->retired;
		waits_add(&t.below[i].waits, &x->waits);
		if (i) {
			t.below[x->parent].retired += t.below[i].retired;
			waits_add(&t.below[x->parent].waits, &t.below[i].waits);
		}
	}
	t.causes = why_causes(t.below[0].waits);
	t.number[0] = up;
	for (uint32_t at = first; at; at = contexts_after(c, at))
		t.number[at] = ++n;

	emit_object(e, "tree");
	emit_member(e, "callers_of", as_text(up ? c->at[0].name : NULL));
	emit_member(e, "unit", as_text(c->unit));
	emit_member(e, "sum", as_count(c->at[0].inclusive));
	emit_member(e, "contexts", as_count(c->n - !up));
	emit_member(e, "hidden", as_count(t.choice.hidden));
	emit_member(e, "hidden_rows", as_count(t.choice.n_hidden));
	emit_array(e, "rows");
	put_row(e, &t, &(struct context){ .name = "" }, EMIT_HEADING,
		up ? "function, below it who called it" : "function, below it what it called");
	indent(&t, e->used);
	if (up)
		put_row(e, &t, c->at, EMIT_ROW, NULL);
	for (uint32_t at = first; at; at = contexts_after(c, at))
		if (t.choice.head[at] == at)
			put_row(e, &t, &c->at[at], EMIT_ROW, NULL);
	emit_end(e);
	emit_end(e);
	put_sums(e, &t);
	tree_choice_close(&t.choice);
	free(t.number);
	free(t.below);
}
