/* SPDX-License-Identifier: ISC
 * comparison.c - two profiles compared by rows of one kind; the contract is comparison.h.
 */
#include "comparison.h"

static struct table table_for(const struct compared *s, enum table_kind kind)
{
	const struct firmware *f = s->firmware;

	struct table t = table_of(s->profile, &f->symbols, &f->lines, f->image.elf ? &f->image
		: NULL, kind);
	if (kind == TABLE_FUNCTIONS)
		table_places(&t, &f->lines, t.n);
	/* the call tree counts cycles */
	if (kind == TABLE_FUNCTIONS && !s->profile->other_period)
		table_add_calls(&t, s->profile, f);
	return t;
}

void comparison_open(struct comparison *c, const struct compared *a, const struct compared *b,
	enum table_kind kind)
{
	c->a = table_for(a, kind);
	c->b = table_for(b, kind);
	if (kind == TABLE_LINES && !firmware_same(a->profile, b->profile)) {
		table_owners(&c->a, &a->firmware->lines);
		table_owners(&c->b, &b->firmware->lines);
	}
	c->diff = diff_make(a->profile, &c->a, b->profile, &c->b, kind);
}

void comparison_close(struct comparison *c)
{
	diff_free(&c->diff);
	table_free(&c->a);
	table_free(&c->b);
}
