/* SPDX-License-Identifier: ISC
 * comparison.c - two profiles compared by rows of one kind; the contract is comparison.h.
 */
#include "comparison.h"

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
