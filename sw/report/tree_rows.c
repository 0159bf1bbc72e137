/* SPDX-License-Identifier: ISC
 * tree_rows.c - a tree of contexts as rows; the contract is tree_rows.h.
 *
 * Trees may be 100,000 calls deep: they are walked along first, next and parent, rows name their
 * parents by number, and only so much of a row is indented as leaves room for names.
 */
#include "tree_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "callers.h"
#include "columns.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "tree_choice.h"
#include "why.h"

#define STEP 2			/* columns that a level is indented by */
/* a pipe has no width: lines are indented as if it had this one, but not cut */
#define PIPE_WIDTH 120
#define MOST_NAMES 8		/* of a line */

struct tree {
	const struct contexts *c;
	const struct view *view;
	struct tree_choice choice;
	struct columns columns;
	bool up;
	unsigned causes;	/* that are shown, as in why.h */
	struct why { uint64_t retired; struct waits waits; } *below;	/* with all below each */
	uint32_t step, levels;	/* columns a level, and how many are indented */
};

/* As many names as fit the room; 0: any line does. */
static void put_names(const struct tree *t, uint32_t at, size_t room)
{
	size_t shown = MOST_NAMES;
	char *text = tree_choice_line(&t->choice, t->c, at, t->up ? " < " : " > ", shown,
		term_number);

	while (room && shown > 1 && term_columns(text) > room) {
		free(text);
		text = tree_choice_line(&t->choice, t->c, at, t->up ? " < " : " > ", --shown,
			term_number);
	}
	term_text(text, room);
	putchar('\n');
	free(text);
}

static size_t used_by(const struct tree *t)
{
	return columns_used(&t->columns) + (t->causes ? why_columns(t->causes) + 2 : 0);
}

/* The rest of a line of which so many columns are used. */
static size_t room_of(const struct tree *t, size_t used)
{
	size_t width = t->view->term.width;

	return !width ? 0 : width > used + 8 ? width - used : 8;
}

/* Below the last level that is indented, a line begins with its level. */
static void put_tree(const struct tree *t, uint32_t at)
{
	uint32_t level = t->choice.level[at] + (t->up && at);
	size_t used = used_by(t);

	if (level > t->levels)
		used += (size_t)printf("%*s%" PRIu32 ": ", (int)(t->levels * t->step), "", level);
	else
		used += (size_t)printf("%*s", (int)(level * t->step), "");
	put_names(t, at, room_of(t, used));
}

static double share_of(const struct context *root, uint64_t cycles)
{
	return root->inclusive ? 100.0 * (double)cycles / (double)root->inclusive : 0;
}

static void put_line(const struct tree *t, uint32_t at)
{
	const struct context *x = &t->c->at[at];
	uint64_t own = 0;

	for (uint32_t i = at; i; i = t->choice.then[i])
		own += t->c->at[i].cycles;
	double share = share_of(t->c->at, x->inclusive);
	fputs(term_hue(&t->view->term, term_heat(share / 100)), stdout);
	columns_row(&t->columns, columns_percent(&t->columns, x->inclusive),
		t->up ? share : columns_percent(&t->columns, own), x->inclusive, x->calls);
	if (t->causes)
		why_shares(t->causes, t->below[at].retired, &t->below[at].waits);
	fputs(t->causes ? "  " : "", stdout);
	fputs(term_plain(&t->view->term), stdout);
	put_tree(t, at);
}

/* So few levels are indented that names have the other half of the line. */
static void indent(struct tree *t)
{
	size_t width = t->view->term.width ? t->view->term.width : PIPE_WIDTH,
		used = used_by(t);
	size_t half = width > used ? (width - used) / 2 : 0;

	t->step = t->choice.deepest * STEP <= half ? STEP : 1;
	t->levels = (uint32_t)(half / t->step);
}

static void put_hidden(const struct tree *t)
{
	const struct view *v = t->view;
	size_t used = columns_used(&t->columns);
	char text[100];

	if (!t->choice.n_hidden)
		return;
	columns_row(&t->columns, -1, share_of(t->c->at, t->choice.hidden), t->choice.hidden, 0);
	snprintf(text, sizeof text, "in %zu more: %s", t->choice.n_hidden,
		v->match ? "see --match, --min, --top" : v->depth ? "see --depth, --min, --top"
		: "--min 0 --top 0 shows all");
	term_end(&v->term, used, text);
}

static void put_all(const struct tree *t)
{
	uint32_t depth = 0;
	char text[64];

	for (size_t i = 1; i < t->c->n; i++)
		depth = t->c->at[i].depth > depth ? t->c->at[i].depth : depth;
	columns_row(&t->columns, -1, 100, t->c->at[0].inclusive, 0);
	snprintf(text, sizeof text, "in %zu contexts, %" PRIu32 " deep", t->c->n - !t->up, depth);
	term_end(&t->view->term, columns_used(&t->columns), text);
}

static uint64_t most_calls(const struct contexts *c)
{
	uint64_t most = 0;

	for (size_t i = 0; i < c->n; i++)
		most = c->at[i].calls > most ? c->at[i].calls : most;
	return most;
}

static void sum_why(struct tree *t)
{
	const struct contexts *c = t->c;

	t->below = allocate(c->n, sizeof *t->below);
	for (size_t i = c->n; i--;) {
		struct why *own = &t->below[i], *parent = &t->below[c->at[i].parent];
		own->retired += c->at[i].retired;
		waits_add(&own->waits, &c->at[i].waits);
		if (!i)
			continue;
		parent->retired += own->retired;
		waits_add(&parent->waits, &own->waits);
	}
	for (unsigned i = 0; i < CAUSES; i++)
		t->causes |= (t->below[0].waits.of[i] != 0) << i;
}

static void close_tree(struct tree *t)
{
	tree_choice_close(&t->choice);
	free(t->below);
}

static struct tree tree_of(const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v, bool folds)
{
	struct tree t = { .c = c, .view = v, .up = way == TREE_UP,
		.columns = columns_of(c->unit, ticks, most_calls(c), v->term.width) };

	tree_choice_open(&t.choice, c, v, folds);
	if (v->why && way == TREE_DOWN)
		sum_why(&t);
	return t;
}

void tree_rows_print(const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v)
{
	struct tree t = tree_of(c, way, ticks, v, true);

	indent(&t);
	columns_heading(&t.columns, t.up ? "of it" : "self");
	why_heading(t.causes);
	fputs(t.causes ? "  " : "", stdout);
	term_end(&v->term, used_by(&t), t.up ? "function, below it who called it"
		: "function, below it what it called");
	if (t.up)
		put_line(&t, 0);
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at))
		if (t.choice.head[at] == at)
			put_line(&t, at);
	put_hidden(&t);
	put_all(&t);
	putchar('\n');
	close_tree(&t);
}

/* Numbers count contexts in the order of print, hidden ones too. The root has one only where it is
 * a row. */
static uint32_t *number_all(const struct contexts *c, enum tree_way way)
{
	uint32_t *number = allocate(c->n, sizeof *number), next = 1;

	if (way == TREE_UP)
		number[0] = next++;
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at))
		number[at] = next++;
	return number;
}

static bool has_address(const struct context *x)
{
	return context_is_code(x) && x->name != callers_recursion;
}

/* Beside cycles. */
static bool has_instructions(const struct tree *t)
{
	return !t->up && strcmp(t->c->unit, "instructions") && !t->c->of_unit;
}

static void csv_row(FILE *f, const struct tree *t, uint32_t at, const uint32_t *number)
{
	const struct context *x = &t->c->at[at];

	fprintf(f, "%" PRIu64 ",%.6f,", x->cycles, columns_percent(&t->columns, x->cycles));
	if (has_instructions(t))
		fprintf(f, "%" PRIu64 ",", x->retired);
	fprintf(f, "%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",", x->inclusive, x->calls, number[at]);
	if (at && number[x->parent])
		fprintf(f, "%" PRIu32, number[x->parent]);
	fprintf(f, ",%" PRIu32 ",", x->depth);
	text_csv(f, x->name);
	if (has_address(x))
		fprintf(f, ",0x%08" PRIx32, x->function);
	else
		putc(',', f);
	if (t->c->has_waits)
		why_csv(f, &x->waits);
	if (t->c->of_unit)
		fputs(x->mixed ? ",1" : ",0", f);
	fputs("\r\n", f);
}

/* What no row has. */
static void csv_rest(FILE *f, const struct tree *t)
{
	const struct tree_choice *h = &t->choice;

	if (!h->n_hidden)
		return;
	fprintf(f, "%" PRIu64 ",%.6f,", h->hidden, columns_percent(&t->columns, h->hidden));
	if (has_instructions(t))
		fprintf(f, "%" PRIu64 ",", h->hidden_retired);
	fputs(",,,,,", f);
	text_csv(f, table_rest_name);
	putc(',', f);
	if (t->c->has_waits)
		why_csv(f, &h->hidden_waits);
	fputs(t->c->of_unit ? ",\r\n" : "\r\n", f);
}

static void json_row(FILE *f, const struct tree *t, uint32_t at, const uint32_t *number)
{
	const struct context *x = &t->c->at[at];

	fprintf(f, "{\"number\": %" PRIu32 ", \"parent\": ", number[at]);
	if (at && number[x->parent])
		fprintf(f, "%" PRIu32, number[x->parent]);
	else
		fputs("null", f);
	fprintf(f, ", \"depth\": %" PRIu32 ", \"name\": ", x->depth);
	text_json(f, x->name);
	if (has_address(x))
		fprintf(f, ", \"pc\": %" PRIu32, x->function);
	else
		fputs(", \"pc\": null", f);
	fprintf(f, ", \"calls\": %" PRIu64, x->calls);
	if (t->c->of_unit)
		fprintf(f, ", \"mixed\": %s", x->mixed ? "true" : "false");
	if (has_instructions(t))
		fprintf(f, ", \"instructions\": %" PRIu64, x->retired);
	if (t->c->has_waits)
		why_json(f, &x->waits);
	fprintf(f, ", \"inclusive\": %" PRIu64 ", \"count\": %" PRIu64 "}", x->inclusive,
		x->cycles);
}

void tree_rows_csv(FILE *f, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v)
{
	struct tree t = tree_of(c, way, ticks, v, false);
	uint32_t *number = number_all(c, way);

	fprintf(f, "%s,percent,%sinclusive,calls,number,parent,depth,name,address", c->unit,
		has_instructions(&t) ? "instructions," : "");
	if (c->has_waits)
		why_csv_heading(f);
	fputs(c->of_unit ? ",mixed\r\n" : "\r\n", f);
	if (t.up)
		csv_row(f, &t, 0, number);
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at))
		if (t.choice.head[at] == at)
			csv_row(f, &t, at, number);
	csv_rest(f, &t);
	free(number);
	close_tree(&t);
}

void tree_rows_json(FILE *f, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v)
{
	struct tree t = tree_of(c, way, ticks, v, false);
	uint32_t *number = number_all(c, way);
	const char *before = "\n    ";

	fputs("\"tree\": {\"callers_of\": ", f);
	text_json(f, t.up ? c->at[0].name : NULL);
	fprintf(f, ", \"unit\": \"%s\", \"sum\": %" PRIu64 ", \"contexts\": %zu, \"hidden\": %"
		PRIu64 ", \"hidden_rows\": %zu, \"rows\": [", c->unit, c->at[0].inclusive,
		c->n - !t.up, t.choice.hidden, t.choice.n_hidden);
	for (uint32_t at = t.up ? 0 : contexts_after(c, 0), more = t.up || at; more;
		more = at = contexts_after(c, at)) {
		if (t.choice.head[at] != at)
			continue;
		fputs(before, f);
		json_row(f, &t, at, number);
		before = ",\n    ";
	}
	fputs("]}", f);
	free(number);
	close_tree(&t);
}

bool tree_view_asked(const struct view *v)
{
	return v->tree || v->callers_of;
}

bool tree_view_open(struct tree_view *t, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	*t = (struct tree_view){ .way = v->callers_of ? TREE_UP : TREE_DOWN };
	contexts_open(&t->all, p, fw);
	t->shown = &t->all;
	t->ticks = t->all.at[0].inclusive;
	if (!v->callers_of)
		return true;
	t->shown = &t->callers;
	if (callers_open(&t->callers, &t->all, v->function))
		return true;
	tree_view_close(t);
	return fail("--callers-of %s: was not called in this run, or only where it is inlined: "
		"`tally report --by inline` lists those", v->callers_of);
}

void tree_view_close(struct tree_view *t)
{
	contexts_close(&t->callers);
	contexts_close(&t->all);
}
