/* SPDX-License-Identifier: ISC
 * comparison.c - two profiles compared by rows of one kind; the contract is comparison.h.
 */
#include "comparison.h"

#include <string.h>

/* same: the programs are. */
static struct table table_for(const struct compared *s, enum table_kind kind, bool same)
{
	const struct firmware *f = s->firmware;

	struct table t = table_of(s->profile, &f->symbols, &f->lines, f->image.elf ? &f->image
		: NULL, kind);
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

const char *comparison_beyond(const struct compared *s, const struct compared *other,
	const struct table *ran)
{
	const struct profile *p = s->profile;

	for (size_t i = 0; i < s->firmware->symbols.n_functions; i++) {
		const struct function *f = &s->firmware->symbols.functions[i], *x;
		if (f->lo >= p->config.offset && f->lo < profile_bin_pc(p, p->slots))
			continue;
		for (size_t j = 0; j < ran->n; j++)
			if ((x = symbols_find(&other->firmware->symbols, ran->rows[j].lo))
				&& !strcmp(x->source, f->source))
				return f->name;
	}
	return NULL;
}
