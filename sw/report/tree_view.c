/* SPDX-License-Identifier: ISC
 * tree_view.c - the tree that --tree or --callers-of asks for; the contract is tree_view.h.
 */
#include "tree_view.h"

#include "callers.h"
#include "sw/base/error.h"

bool tree_view_asked(const struct view *v)
{
	return v->tree || v->callers_of;
}

bool tree_view_open(struct tree_view *t, const struct profile *p, const struct firmware *fw, const struct view *v)
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
	return fail("--callers-of %s: was not called in this run, or only where it is inlined: `tally report --by inline` "
		"lists those", v->callers_of);
}

void tree_view_close(struct tree_view *t)
{
	contexts_close(&t->callers);
	contexts_close(&t->all);
}
