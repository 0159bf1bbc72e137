/* SPDX-License-Identifier: ISC
 * comparison.c - two profiles compared by rows of one kind; the contract is comparison.h.
 */
#include "comparison.h"

#include <string.h>

/* same: the programs are. */
static struct table table_for(const struct compared *s, enum table_kind kind, bool same)
{
	const struct firmware *f = s->firmware;

	struct table t = table_of(s->profile, &f->symbols, &f->lines, kind);
	if (kind == TABLE_FUNCTIONS)
		table_places(&t, &f->lines, t.n);
	if (!same)
		table_sources(&t, &f->symbols);
	if (kind == TABLE_LINES && !same)
		table_owners(&t, &f->lines);
	/* the call tree counts cycles */
	if (kind == TABLE_FUNCTIONS && !s->profile->other_period)
		table_add_calls(&t, s->profile, f);
	return t;
}

void comparison_open(struct comparison *c, const struct compared *a, const struct compared *b,
	enum table_kind kind)
{
	bool same = firmware_same(a->profile, b->profile);

	c->a = table_for(a, kind, same);
	c->b = table_for(b, kind, same);
	c->diff = diff_make(a->profile, &c->a, b->profile, &c->b, kind);
}

void comparison_close(struct comparison *c)
{
	diff_free(&c->diff);
	table_free(&c->a);
	table_free(&c->b);
}

bool comparison_covers(const struct profile *p, const struct function *f)
{
	struct extent e;

	for (size_t i = 0; function_extent(f, i, &e); i++)
		if (e.lo < p->config.offset || e.hi > profile_bin_pc(p, p->slots))
			return false;
	return true;
}

/* Another function of that source, which the counters cover, is the one that is compared. */
static bool covers_source(const struct compared *s, const char *source)
{
	const struct symbols *all = &s->firmware->symbols;

	for (size_t i = 0; i < all->n_functions; i++)
		if (!strcmp(all->functions[i].source, source)
			&& comparison_covers(s->profile, &all->functions[i]))
			return true;
	return false;
}

const char *comparison_beyond(const struct compared *s, const struct compared *other,
	const struct table *ran)
{
	const struct profile *p = s->profile, *q = other->profile;
	bool same = firmware_same(p, q);

	if (same && p->config.offset == q->config.offset
		&& profile_bin_pc(p, p->slots) == profile_bin_pc(q, q->slots))
		return NULL;
	for (size_t i = 0; i < s->firmware->symbols.n_functions; i++) {
		const struct function *f = &s->firmware->symbols.functions[i], *x;
		if (comparison_covers(p, f))
			continue;
		for (size_t j = 0; j < ran->n; j++) {
			x = symbols_find(&other->firmware->symbols, ran->rows[j].lo);
			if (x && (same ? x->lo == f->lo : !strcmp(x->source, f->source)
				&& !covers_source(s, f->source)))
				return f->name;
		}
	}
	return NULL;
}
