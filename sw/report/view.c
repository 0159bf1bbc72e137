/* SPDX-License-Identifier: ISC
 * view.c - what a report shows of a profile, as the command line asks for it
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contexts.h"
#include "report.h"
#include "sw/base/base.h"
#include "sw/flow/loops.h"

static int index_of(const char *word, size_t n, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (strlen(words[i]) == n && !strncmp(words[i], word, n))
			return i;
	return -1;
}

bool view_by(const struct texts *by, enum table_kind *kind, int *count)
{
	static const char *const counts[] = { "cycles", "instructions", NULL };
	int rows = -1;

	for (size_t i = 0; i < by->n; i++)
		for (const char *word = by->at[i], *end; word; word = *end ? end + 1 : NULL) {
			size_t n = strcspn(word, ",");
			end = word + n;
			int k = index_of(word, n, table_kinds), c = index_of(word, n, counts);
			if (k < 0 && c < 0)
				return fail("--by %.*s: not one of: function, line, inline, "
					    "address, caller, task, loop, object; cycles, "
					    "instructions",
					(int)n, word);
			if (k + rows == TABLE_FUNCTIONS + TABLE_OBJECTS
				&& (k == TABLE_OBJECTS || rows == TABLE_OBJECTS))
				k = rows = TABLE_PAIRS;
			if ((k >= 0 && rows >= 0 && k != rows)
				|| (c >= 0 && *count >= 0 && c != *count))
				return fail("--by %.*s: given beside %s; rows are of one kind, and "
					    "counts too",
					(int)n, word, k >= 0 ? table_kinds[rows] : counts[*count]);
			rows = k >= 0 ? k : rows;
			*count = c >= 0 ? c : *count;
		}
	if (rows >= 0)
		*kind = (enum table_kind)rows;
	return true;
}

bool view_of_calls(const struct view *v)
{
	return v->tree || v->callers_of || v->kind == TABLE_CALLERS || v->kind == TABLE_TASKS;
}

bool view_of_data(const struct view *v)
{
	return v->kind == TABLE_OBJECTS || v->kind == TABLE_PAIRS;
}

/* What goes with --tree and --callers-of; `kind`: TABLE_UNSET, or what --by was given. */
static bool settle_tree(struct view *v, enum table_kind kind)
{
	const char *name = v->tree ? "--tree" : "--callers-of", *text = v->min_text;
	char *end = NULL;

	if (!v->tree && !v->callers_of)
		return (!v->depth && !v->min_text)
			|| fail("--%s: needs --tree or --callers-of", v->depth ? "depth" : "min");
	if (v->tree && v->callers_of)
		return fail("--callers-of: given beside --tree; one of the two at a time");
	if (kind != TABLE_UNSET)
		return fail("%s: given beside --by; one of the two at a time", name);
	if (v->order != ORDER_COUNT)
		return fail("--sort: a tree is sorted by inclusive cycles; leave it out beside %s",
			name);
	v->min = 1;
	if (!text)
		return true;
	if (text[0] >= '0' && text[0] <= '9' && (text[1] | 0x20) != 'x')
		v->min = strtod(text, &end);
	return (end && !*end && v->min >= 0 && v->min <= 100)
		|| fail("--min %s: not a number from 0 to 100", text);
}

void view_for_programs(struct view *v)
{
	if (!v->min_text)
		v->min = 0;
	if (!v->top_given)
		v->top = 0;
}

size_t view_shown_rows(const struct view *v, size_t n)
{
	return v->top && v->top < n ? (size_t)v->top : n;
}

bool view_function(struct view *v, const struct symbols *s)
{
	struct function f;

	const char *name = v->worst_of ? v->worst_of : v->callers_of;

	if (!name)
		return true;
	if (!symbols_named(s, name, &f))
		return false;
	const struct function *around = symbols_find(s, f.lo);
	v->function = (uint32_t)(around ? around->lo : f.lo);
	return true;
}

/* What goes with --durations and --worst. */
static bool settle_durations(const struct view *v, bool by)
{
	const char *name = v->worst_of ? "worst" : "durations";

	if (!v->durations && !v->worst_of)
		return v->order < ORDER_WORST
			|| fail("--sort %s: needs --durations", table_orders[v->order]);
	if ((v->durations && v->worst_of) || v->tree || v->callers_of || by || v->why || v->cause)
		return fail("--%s: one view at a time; leave out --tree, --callers-of, --by, "
			    "--why, --cause%s",
			name, v->worst_of ? ", --durations" : "");
	return v->order == ORDER_COUNT || (v->durations && v->order != ORDER_CPI)
		|| fail("--sort %s: does not go with --%s", table_orders[v->order], name);
}

/* What goes with --why and --cause. */
static bool settle_why(struct view *v)
{
	for (v->waited = 0; v->cause && v->waited < CAUSES; v->waited++)
		if (!strcasecmp(v->cause, cause_names[v->waited]))
			break;
	if (v->cause && v->waited == CAUSES)
		return fail("--cause %s: not one of: flow, fetch, data, hazard, exec", v->cause);
	if (v->why && v->cause)
		return fail("--cause: given beside --why; one of the two at a time");
	if ((v->why || v->cause) && v->count == 1)
		return fail("--%s: causes are of cycles; leave out --by instructions",
			v->why ? "why" : "cause");
	if ((v->why || v->cause) && (v->callers_of || v->kind == TABLE_CALLERS))
		return fail("--%s: goes with rows and --tree, not with %s",
			v->why ? "why" : "cause", v->callers_of ? "--callers-of" : "--by caller");
	return true;
}

bool view_settle(struct view *v)
{
	enum table_kind kind = TABLE_UNSET;
	char why[256];
	int error;

	v->term = term_open(&v->terminal);
	if (!view_by(&v->by, &kind, &v->count))
		return false;
	v->top_given = v->top != VIEW_TOP;
	v->top = v->top_given ? v->top : 30;
	if (!settle_durations(v, v->by.n) || !settle_tree(v, kind))
		return false;
	v->kind = kind != TABLE_UNSET ? kind : TABLE_FUNCTIONS;
	if (!settle_why(v))
		return false;
	if (v->count == 1 && view_of_calls(v))
		return fail("%s: calls are counted in cycles; leave out --by instructions",
			v->tree                          ? "--tree"
				: v->callers_of          ? "--callers-of"
				: v->kind == TABLE_TASKS ? "--by task"
							 : "--by caller");
	if (view_of_data(v) && (v->why || v->cause || v->count >= 0 || v->order != ORDER_COUNT))
		return fail("--by object: rows are of accesses, by the cycles that they waited; "
			    "leave out --why, --cause, --sort, cycles, instructions");
	if (v->kind == TABLE_LOOPS && (v->why || v->cause || v->count >= 0))
		return fail("--by loop: rows have cycles, instructions and waits; leave out --why, "
			    "--cause, cycles, instructions");
	if (v->order == ORDER_INCLUSIVE && !v->durations
		&& ((v->kind != TABLE_FUNCTIONS && v->kind != TABLE_CALLERS
			    && v->kind != TABLE_LOOPS)
			|| v->count == 1))
		return fail("--sort inclusive: only rows by function, caller or loop, in cycles, "
			    "have inclusive counts");
	if (v->match && (error = regcomp(&v->regex, v->match, REG_EXTENDED | REG_NOSUB)) != 0) {
		regerror(error, &v->regex, why, sizeof why);
		return fail("--match %s: not an extended regular expression: %s", v->match, why);
	}
	return true;
}

void view_close(struct view *v)
{
	if (v->match)
		regfree(&v->regex);
	v->match = NULL;
}

const struct profile *view_shown(
	const struct view *v, const struct profile *p, struct profile *other)
{
	const struct profile *shown = p;

	if (v->cause)
		return profile_cause(p, (enum cause)v->waited, other) ? other : p;
	if (v->count >= 0)
		profile_choose(p, (unsigned)v->count, "", other, &shown);
	return shown;
}

void view_shown_free(const struct view *v, struct profile *other)
{
	if (v->cause)
		profile_cause_free(other);
}

bool view_fits(const struct view *v, const struct profile *p, const char *name)
{
	struct profile other;
	const struct profile *shown;

	if ((v->why || v->cause) && !p->waits_at)
		return fail(WHY_UNKNOWN, name);
	if (v->count >= 0 && !profile_choose(p, (unsigned)v->count, name, &other, &shown))
		return false;
	if ((v->durations || v->worst_of) && !p->durations.n_worst)
		return fail("--%s: %s has no durations; `tally run -o FILE` keeps those of every "
			    "run with an exact call tree (no --no-calls, --calls=unit, --period, "
			    "--priv), of all tasks together",
			v->worst_of ? "worst" : "durations", name);
	if (v->kind == TABLE_TASKS && !p->tasks.n)
		return fail(TASKS_UNKNOWN, name);
	if ((v->order == ORDER_INCLUSIVE || view_of_calls(v)) && !contexts_known(p, name))
		return false;
	if (view_of_data(v) && p->task)
		return fail("--by object: loads and stores are not counted by task; leave out "
			    "--task");
	if (view_of_data(v) && !p->accesses.n_objects)
		return fail("--by object: %s knows no loads and stores; record it again by `tally "
			    "run --data`",
			name);
	if (v->kind == TABLE_LOOPS && !loops_known(p))
		return fail(
			"--by loop: %s does not know how often each branch was taken, or not all "
			"cycles; record it by `tally run` without --by instructions, --period, "
			"--scale, --priv, --no-cpi, --calls=unit%s",
			name, p->task ? ", and leave out --task" : "");
	if (v->kind == TABLE_PAIRS && p->rounds)
		return fail("--by function,object: %s is of a board, which does not count loads "
			    "and stores by function; `tally run --data` does",
			name);
	return v->order != ORDER_CPI || p->retired_at
		|| fail("--sort cpi: %s counted only %s; "
			"take it again without --no-cpi and --calls=unit",
			name, profile_source(p));
}

bool view_matches(const struct view *v, const char *name)
{
	return regexec(&v->regex, name, 0, NULL, 0) == 0;
}

struct table view_table(const struct view *v, const struct profile *p, const struct firmware *fw)
{
	enum table_kind kind = v->kind;
	struct table t = kind == TABLE_CALLERS ? table_callers(p, fw)
		: view_of_data(v)              ? objects_table(p, fw, kind == TABLE_PAIRS)
		: kind == TABLE_TASKS          ? table_tasks(p)
		: kind == TABLE_LOOPS          ? loops_table(p, fw)
					       : table_of(p, &fw->symbols, &fw->lines, kind);

	if (v->why || kind == TABLE_LOOPS)
		t.causes = why_causes(profile_waits(p));
	if (kind == TABLE_FUNCTIONS && !p->other_period)
		table_add_calls(&t, p, fw);
	if (v->match && (kind == TABLE_FUNCTIONS || kind == TABLE_CALLERS))
		table_places(&t, &fw->lines, t.n);
	if (v->match)
		table_filter(&t, &v->regex);
	if (v->order != ORDER_COUNT)
		table_sort(&t, p, (enum table_order)v->order);
	if (!v->match && (kind == TABLE_FUNCTIONS || kind == TABLE_CALLERS))
		table_places(&t, &fw->lines, view_shown_rows(v, t.n));
	return t;
}
