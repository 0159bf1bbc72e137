/* SPDX-License-Identifier: ISC
 * view.c - what a report shows of a profile, as the command line asks for it; the contract is view.h.
 */
#include "view.h"

#include <string.h>

#include "sw/base/error.h"

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
				return fail("--by %.*s: not one of: function, line, inline, chain, address, section; cycles, instructions", (int)n, word);
			if ((k >= 0 && rows >= 0 && k != rows) || (c >= 0 && *count >= 0 && c != *count))
				return fail("--by %.*s: given beside %s; rows are of one kind, and counts too", (int)n, word, k >= 0 ? table_kinds[rows] : counts[*count]);
			rows = k >= 0 ? k : rows;
			*count = c >= 0 ? c : *count;
		}
	if (rows >= 0)
		*kind = (enum table_kind)rows;
	return true;
}

bool view_settle(struct view *v)
{
	enum table_kind kind = TABLE_KINDS;
	char why[256];
	int error;

	v->term = term_open(&v->terminal);
	if (!view_by(&v->by, &kind, &v->count))
		return false;
	if (kind != TABLE_KINDS && ((v->lines && kind != TABLE_LINES) || (v->inlines && kind != TABLE_CHAINS)))
		return fail("--by %s: given beside --%s; rows are of one kind", table_kinds[kind], v->lines ? "lines" : "inlines");
	if (v->lines && v->inlines)
		return fail("--lines: given beside --inlines; rows are of one kind");
	v->kind = kind != TABLE_KINDS ? kind : v->lines ? TABLE_LINES : v->inlines ? TABLE_CHAINS : TABLE_FUNCTIONS;
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

bool view_sortable(const struct view *v, const struct profile *p, const char *name)
{
	return v->order != ORDER_CPI || p->retired_at || fail("--sort cpi: %s counted only %s; take it again without --no-cpi", name, profile_source(p));
}

static bool fits(const char *text, const void *context)
{
	return regexec(context, text, 0, NULL, 0) == 0;
}

struct table view_table(const struct view *v, const struct profile *p, const struct firmware *fw)
{
	enum table_kind kind = v->lines ? TABLE_LINES : v->inlines ? TABLE_CHAINS : v->kind;
	struct table t = table_of(p, &fw->symbols, &fw->lines, fw->image.elf ? &fw->image : NULL, kind);

	if (v->match && kind == TABLE_FUNCTIONS)
		table_places(&t, &fw->lines, t.n);
	if (v->match)
		table_filter(&t, fits, &v->regex);
	if (v->order != ORDER_COUNT)
		table_sort(&t, p, (enum table_order)v->order);
	if (!v->match && kind == TABLE_FUNCTIONS)
		table_places(&t, &fw->lines, v->top && v->top < t.n ? (size_t)v->top : t.n);
	return t;
}
