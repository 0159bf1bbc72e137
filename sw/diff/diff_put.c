/* SPDX-License-Identifier: ISC
 * diff_put.c - a diff for people, as CSV and as JSON; the contract is diff.h.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/report/emit.h"

/* What is put, and the headings that its unit has. */
struct diff_view {
	const struct diff *d;
	enum table_kind kind;
	char a[32], b[32];
};

/* What the row is: the text that may be cut, and behind it that which may not (from where it
 * moved). */
static void row_texts(const struct change *c, enum table_kind kind, char **text, char **moved)
{
	const char *file = c->file ? text_place(c->file) : NULL;

	if (file && kind == TABLE_LINES)
		*text = print_text("%s:%d  %s", file, c->line, c->name);
	else if (kind == TABLE_ADDRESSES)
		*text = print_text("0x%08" PRIx64 "  %s", c->lo, c->name);
	else if (file && kind == TABLE_FUNCTIONS)
		*text = print_text("%s  %s:%d", c->name, file, c->line);
	else
		*text = copy_text(c->name);
	if (c->clones)
		*moved = print_text("  (%s)", c->clones);
	else if (!c->from)
		*moved = copy_text("");
	else if (!strcmp(diff_base_name(c->from), diff_base_name(c->file)))
		*moved = print_text("  moved from line %d", c->from_line);
	else if (c->from_line)
		*moved = print_text("  moved from %s:%d", diff_base_name(c->from), c->from_line);
	else
		*moved = print_text("  moved from %s", diff_base_name(c->from));
}

/* Adds the cause that is half of the change or more: "  FETCH +19622". */
static void add_cause(const struct change *c, char **text)
{
	uint64_t most = 0, all = c->a > c->b ? c->a - c->b : c->b - c->a;
	unsigned which = 0;

	for (unsigned i = 0; i < CAUSES; i++) {
		uint64_t a = c->waits_a.of[i], b = c->waits_b.of[i], size = a > b ? a - b : b - a;
		if (size <= most || (a > b) != (c->a > c->b))
			continue;
		which = i;
		most = size;
	}
	if (!most || most < all - all / 2)
		return;
	char *both = print_text("%s  %s %c%s", *text, cause_frames[which], c->a > c->b ? '-' : '+',
		term_number(most));
	free(*text);
	*text = both;
}

static void put_words(struct emit *e, const struct diff_view *v, const struct change *c)
{
	char *text, *moved;

	row_texts(c, v->kind, &text, &moved);
	if (v->d->has_waits && !c->straddles)
		add_cause(c, &moved);
	emit_gap(e);
	size_t room = emit_room(e), behind = term_columns(moved);
	size_t used = term_text(text, !room ? 0 : room > behind + 8 ? room - behind : room);
	if (!room || room > used)
		term_text(moved, room ? room - used : 0);
	free(text);
	free(moved);
}

/* text: of a line that is no row, its end. */
static void put(struct emit *e, const struct diff_view *v, const struct change *c,
	enum emit_line line, const char *text)
{
	const struct diff *d = v->d;
	const struct emit_value none = as_none(""), growth = as_growth(c->a, c->b);
	const bool is_row = c->in_a || c->in_b, known = !c->straddles,
		   inclusive = d->has_inclusive && is_row && known;

	if (!emit_row(e, line))
		return;
	char *from = c->from_line ? print_text("%s:%d", c->from, c->from_line) : NULL;
	emit_hue(e, c->b > c->a ? HUE_HOT : c->b < c->a ? HUE_GOOD : HUE_PLAIN);
	emit(e, 6, "change", "change", "change", as_change(c->a, c->b));
	emit(e, 9, "relative", NULL, NULL,
		!is_row                ? growth
			: c->straddles ? as_none("~")
			: !c->in_a     ? as_none("new")
			: !c->in_b     ? as_none("gone")
				       : growth);
	emit_plain(e);
	emit(e, 0, NULL, "relative", "relative", known ? growth : as_null(""));
	emit(e, 1 + (int)strlen(v->a), v->a, "a", "a", as_count(c->a));
	emit(e, 1 + (int)strlen(v->b), v->b, "b", "b", as_count(c->b));
	emit(e, d->has_inclusive ? 10 : 0, "inclusive", NULL, NULL,
		!is_row                ? none
			: c->straddles ? as_none("~")
				       : as_change(c->inclusive_a, c->inclusive_b));
	emit(e, 0, NULL, "name", "name", as_text(c->name));
	emit(e, 0, NULL, "file", "file", as_text(c->file));
	emit(e, 0, NULL, "line", "line",
		c->file && c->line ? as_count((uint64_t)c->line) : as_null(""));
	emit(e, 0, NULL, "address", "pc", is_row ? as_hex(c->lo) : none);
	emit(e, 0, NULL, "moved_from", "moved_from", as_text(from ? from : c->from));
	emit(e, 0, NULL, "clones", "clones", as_text(c->clones));
	emit_member(e, "straddles", known ? none : as_flag(true));
	if (d->has_inclusive) {
		emit(e, 0, NULL, "inclusive_a", "inclusive_a",
			inclusive ? as_count(c->inclusive_a) : none);
		emit(e, 0, NULL, "inclusive_b", "inclusive_b",
			inclusive ? as_count(c->inclusive_b) : none);
	}
	if (d->has_waits && (e->form == EMIT_TO_CSV || known)) {
		emit_object(e, "waits");
		for (unsigned i = 0; i < CAUSES; i++)
			emit(e, 0, NULL, cause_names[i], cause_names[i],
				known ? as_change(c->waits_a.of[i], c->waits_b.of[i]) : none);
		emit_end(e);
	}
	if (e->form == EMIT_TO_TERM && line == EMIT_ROW && is_row)
		put_words(e, v, c);
	emit_row_end(e, text);
	free(from);
}

void diff_put(struct emit *e, const struct diff *d, enum table_kind kind, uint64_t top)
{
	const size_t shown = diff_shown(d, top);
	const struct change rest = diff_rest(d, shown), heading = { 0 };
	const struct change sum = { .a = d->sum_a, .b = d->sum_b };
	const struct change ticks = { .a = d->ticks_a, .b = d->ticks_b };
	const bool in_text = e->form == EMIT_TO_TERM;
	/* of what sums up: in text it has a row's hue; JSON has none of it */
	const enum emit_line line = in_text ? EMIT_ROW : EMIT_SUM;
	const char *unit =
		in_text && e->width && !strcmp(d->unit, "instructions") ? "instr." : d->unit;
	struct diff_view v = { .d = d, .kind = kind };
	char text[128];

	snprintf(v.a, sizeof v.a, "A %s", unit);
	snprintf(v.b, sizeof v.b, "B %s", unit);
	emit_object(e, NULL);
	emit_member(e, "by", as_text(d->by));
	emit_member(e, "unit", as_text(d->unit));
	emit_member(e, "estimates", as_flag(d->estimates));
	emit_member(e, "sum_a", as_count(d->sum_a));
	emit_member(e, "sum_b", as_count(d->sum_b));
	emit_member(e, "ticks_a", as_count(d->ticks_a));
	emit_member(e, "ticks_b", as_count(d->ticks_b));
	emit_member(e, "hidden_a", as_count(rest.a));
	emit_member(e, "hidden_b", as_count(rest.b));
	emit_member(e, "hidden_rows", as_count(d->n - shown));
	emit_array(e, "rows");
	for (size_t i = 0; in_text && i < shown; i++)
		put(e, &v, &d->rows[i], EMIT_MEASURE, NULL);
	if (in_text) {
		put(e, &v, &sum, EMIT_MEASURE, NULL);
		put(e, &v, &ticks, EMIT_MEASURE, NULL);
	}
	put(e, &v, &heading, EMIT_HEADING, kind == TABLE_LINES ? "line  function" : d->word);
	for (size_t i = 0; i < shown; i++)
		put(e, &v, &d->rows[i], EMIT_ROW, NULL);
	snprintf(text, sizeof text, "... %zu more; --top 0 shows all", d->n - shown);
	if (shown < d->n)
		put(e, &v, &rest, line, text);
	snprintf(text, sizeof text, "in %zu %s%s", d->n,
		kind == TABLE_ADDRESSES ? "addresse" : d->word,
		d->n == 1 && kind != TABLE_ADDRESSES ? "" : "s");
	if (in_text)
		put(e, &v, &sum, line, text);
	snprintf(text, sizeof text, "TICKS%s: %s", d->estimates ? " x period" : "",
		d->whole ? "the whole runs" : "all that was counted");
	if (in_text)
		put(e, &v, &ticks, line, text);
	emit_end(e);
	emit_end(e);
}
