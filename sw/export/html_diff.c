/* SPDX-License-Identifier: ISC
 * html_diff.c - the page of `tally diff --html`; the contract is html_diff.h.
 */
#include "html_diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/diff/context_pairs.h"

static void put_side(FILE *to, const char *comma, const struct html_side *s)
{
	fprintf(to, "%s{\"capture\":", comma);
	text_script(to, basename(s->name));
	html_text(to, "firmware", basename(s->profile->elf_path));
	html_text(to, "core", s->profile->core);
	fprintf(to, ",\"ticks\":%" PRIu64 ",\"instructions\":%" PRIu64 "}",
		s->profile->counters.ticks, s->profile->retired);
}

static void put_flame(FILE *to, const char *unit, const struct context_pairs *p)
{
	const struct context_pair *first = p->at;
	char *text = print_text("A box is a function, called by the one below it, in A, in B or in "
		"both; its width is its %s in A and B together with those of all that it calls. "
		"Its colour is how they changed from A to B.", unit);
	char *hint = print_text("Callers turns this round: functions by their own %s, and below "
		"them who called them. Click or Enter looks closer, Escape comes back, arrows "
		"move.", unit);

	html_names(to, "Flame graph of both", text, hint, &p->names);
	html_numbers(to, "parent", &first->parent, sizeof *first, p->n);
	html_numbers(to, "name", &first->name, sizeof *first, p->n);
	html_column(to, "before", &first->a, sizeof *first, p->n);
	html_column(to, "own", &first->b, sizeof *first, p->n);
	putc('}', to);
	free(text);
	free(hint);
}

/* Name, clones, place, A, B, and what stands in the place of the relative change: ~ where counts
 * are of other functions, too, a blank where nothing can be said. */
static void put_row(FILE *to, const struct change *c)
{
	char *place = c->file ? print_text("%s:%d", basename(c->file), c->line) : copy_text("");

	putc('[', to);
	text_script(to, c->name);
	putc(',', to);
	text_script(to, c->clones ? c->clones : "");
	putc(',', to);
	text_script(to, place);
	fprintf(to, ",%" PRIu64 ",%" PRIu64 ",\"%s\"]", c->a, c->b, c->straddles ? "~"
		: c->in_a || c->in_b || c->a ? "" : " ");	/* not that the rest is new */
	free(place);
}

static void put_rows(FILE *to, const struct diff *d, uint64_t rows)
{
	size_t n = diff_shown(d, rows);
	const struct change rest = diff_rest(d, n);
	char *caption = print_text("%zu of %zu rows, the greatest change first; own %s, without "
		"those of what is called%s", n, d->n, d->unit, d->straddling ? "; counters cover "
		"code of several functions: with ~ a row may have counts of others, or others its "
		"own" : "");

	html_text(to, "caption", caption);
	fputs(",\n\"rows\":[", to);
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ",\n" : "\n", to);
		put_row(to, &d->rows[i]);
	}
	putc(']', to);
	if (n < d->n) {
		fputs(",\n\"rest\":", to);
		put_row(to, &rest);
	}
	free(caption);
}

void html_diff(FILE *to, const struct html_side *a, const struct html_side *b, const struct diff *d,
	uint64_t rows)
{
	char *title = print_text("%s \xE2\x86\x92 %s", basename(a->name), basename(b->name));
	struct contexts of_a, of_b;
	struct context_pairs pairs;

	contexts_open(&of_a, a->profile, a->firmware);
	contexts_open(&of_b, b->profile, b->firmware);
	context_pairs_open(&pairs, &of_a, &of_b);
	html_head(to, title);
	html_text(to, "unit", profile_unit(a->profile));
	fputs(",\n\"sides\":[", to);
	put_side(to, "", a);
	put_side(to, ",", b);
	putc(']', to);
	put_flame(to, of_a.unit, &pairs);
	put_rows(to, d, rows);
	html_foot(to);
	free(title);
	context_pairs_close(&pairs);
	contexts_close(&of_a);
	contexts_close(&of_b);
}
