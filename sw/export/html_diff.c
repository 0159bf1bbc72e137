/* SPDX-License-Identifier: ISC
 * html_diff.c - the page of `tally diff --html`; the contract is export.h.
 */
#include "export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "sw/base/base.h"
#include "sw/diff/diff.h"

static void put_side(struct script *out, const struct html_side *s)
{
	script_open(out, NULL, '{');
	script_text(out, "capture", basename(s->name));
	script_text(out, "firmware", basename(s->profile->elf_path));
	script_text(out, "core", s->profile->core);
	script_number(out, "ticks", s->profile->counters.ticks);
	script_number(out, "instructions", s->profile->retired);
	script_close(out, '}');
}

/* Name, clones, place, A, B, and what stands in the place of the relative change: ~ where counts
 * are of other functions, too, a blank where nothing can be said. */
static void put_row(struct script *out, const char *name, const struct change *c)
{
	char *place = c->file ? print_text("%s:%d", basename(c->file), c->line) : copy_text("");

	script_open(out, name, '[');
	script_text(out, NULL, c->name);
	script_text(out, NULL, c->clones ? c->clones : "");
	script_text(out, NULL, place);
	script_numbers(out, (uint64_t[]){ c->a, c->b }, 2);
	script_text(out, NULL,
		c->straddles                         ? "~"
			: c->in_a || c->in_b || c->a ? ""
						     : " "); /* not that the rest is new */
	script_close(out, ']');
	free(place);
}

void html_diff(FILE *to, const struct html_side *a, const struct html_side *b, const struct diff *d,
	uint64_t rows)
{
	char *title = print_text("%s \xE2\x86\x92 %s", basename(a->name), basename(b->name));
	struct script out = { .to = to };
	struct contexts of_a, of_b;
	struct context_pairs pairs;
	size_t n = diff_shown(d, rows);
	const struct change rest = diff_rest(d, n);

	contexts_open(&of_a, a->profile, a->firmware);
	contexts_open(&of_b, b->profile, b->firmware);
	context_pairs_open(&pairs, &of_a, &of_b);
	script_page(&out, title);
	script_text(&out, "unit", profile_unit(a->profile));
	script_open(&out, "sides", '[');
	put_side(&out, a);
	put_side(&out, b);
	script_close(&out, ']');
	script_open(&out, "flame", '{');
	script_names(&out, &pairs.names);
	SCRIPT_COLUMN(&out, "parent", pairs.at, parent, pairs.n);
	SCRIPT_COLUMN(&out, "name", pairs.at, name, pairs.n);
	SCRIPT_COLUMN(&out, "before", pairs.at, a, pairs.n);
	SCRIPT_COLUMN(&out, "own", pairs.at, b, pairs.n);
	script_close(&out, '}');
	script_number(&out, "of", d->n);
	script_text(&out, "counted", d->unit);
	script_number(&out, "straddling", d->straddling != 0);
	script_open(&out, "rows", '[');
	for (size_t i = 0; i < n; i++)
		put_row(&out, NULL, &d->rows[i]);
	script_close(&out, ']');
	if (n < d->n)
		put_row(&out, "rest", &rest);
	script_page_end(&out);
	free(title);
	context_pairs_close(&pairs);
	contexts_close(&of_a);
	contexts_close(&of_b);
}
