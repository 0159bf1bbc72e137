/* SPDX-License-Identifier: ISC
 * top_list.c - the screen of tally top: functions by their share, one of them selected.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "top.h"

#define NAME 24u /* columns that names have at least */

static const char *const order_names[] = { "share", "recent", "name", "address" };
static unsigned sort_by;

static int compare(const void *a, const void *b)
{
	const struct shown *x = a, *y = b;

	if (x->fits != y->fits)
		return x->fits ? -1 : 1;
	if (sort_by == TOP_BY_NAME && strcmp(x->row->name, y->row->name) != 0)
		return strcmp(x->row->name, y->row->name);
	if (sort_by == TOP_BY_RECENT && x->recent != y->recent)
		return x->recent < y->recent ? 1 : -1;
	if (sort_by <= TOP_BY_RECENT && x->row->count != y->row->count)
		return x->row->count < y->row->count ? 1 : -1;
	return x->row->lo < y->row->lo ? -1 : x->row->lo > y->row->lo;
}

void top_arrange(struct top *t)
{
	struct shot *s = &t->shot;
	size_t n = s->table.n, at = 0;

	s->n_fit = 0;
	for (size_t i = 0; i < n; i++) {
		s->rows[i].fits = !t->fit.match || view_matches(&t->fit, s->rows[i].row->name);
		s->n_fit += s->rows[i].fits;
	}
	sort_by = t->order;
	qsort(s->rows, n, sizeof *s->rows, compare);
	while (t->follows && at < s->n_fit && s->rows[at].row->lo != t->function)
		at++;
	t->selected = !t->follows ? 0 : at < s->n_fit ? at : t->selected;
	if (t->selected >= s->n_fit)
		t->selected = s->n_fit ? s->n_fit - 1 : 0;
}

/* On a narrow screen names come before the counts, and these before what is recent. */
static void put_columns(const struct top *t, char *text, size_t size, const char *share,
	const char *count, const char *recent)
{
	const unsigned width = t->screen.width;
	int n = snprintf(text, size, "%8s", share);

	if (width >= NAME + 25)
		n += snprintf(text + n, size - (size_t)n, " %14s", count);
	if (width >= NAME + 34)
		snprintf(text + n, size - (size_t)n, " %8s", recent);
}

/* The bins are read one by one while they count: their sum lies between two readings of TICKS.
 * Percentages are of the sum of all rows. */
static void draw_head(struct top *t)
{
	const struct shot *s = &t->shot;
	const struct tally_counters *c = &s->profile.counters;
	uint64_t meanwhile =
		c->ticks - s->from + (s->table.sum > c->hits ? s->table.sum - c->hits : 0);
	char from[32] = "", text[160], fits[96] = "";

	top_head(t, c, &s->before);
	if (s->from < c->ticks)
		snprintf(from, sizeof from, "%s..", term_number(s->from));
	/* a reading that breaks the invariant is refused */
	if (top_small(t))
		screen_line(
			&t->screen, c->lost != 0, "TICKS %s%s: holds", from, term_number(c->ticks));
	else
		screen_fold(&t->screen, c->lost != 0,
			"TICKS %s%s = HITS %s + OUTSIDE %s + FILTERED %s + "
			"IDLE %s%s+ LOST %s + PENDING %s: holds",
			from, term_number(c->ticks), term_number(c->hits), term_number(c->outside),
			term_number(c->filtered), term_number(c->idle),
			t->screen.live ? " " : "\n    ", term_number(c->lost),
			term_number(c->pending));
	if (!top_small(t))
		screen_fold(&t->screen, false,
			"read in %.0f ms: %s bytes, while they count: +%s; %s reads retried",
			1e3 * s->took, term_number(s->bytes), term_number(meanwhile),
			term_number(s->retried));
	if (t->fit.match)
		snprintf(fits, sizeof fits, "; %zu of %zu have \"%s\"", s->n_fit, s->table.n,
			t->filter);
	put_columns(t, text, sizeof text, "percent", profile_unit(&s->profile), "recent");
	screen_line(&t->screen, true, "%s  function (by %s%s)", text, order_names[t->order], fits);
}

static void draw_row(struct top *t, uint64_t count, uint64_t recent, bool selected,
	const char *address, const char *name)
{
	const struct shot *s = &t->shot;
	char all[16], now[16], text[64];

	snprintf(all, sizeof all, "%.2f%%", 100 * (double)count / (s->all ? (double)s->all : 1));
	snprintf(now, sizeof now, "%.2f%%",
		100 * (double)recent / (s->gained ? (double)s->gained : 1));
	put_columns(t, text, sizeof text, all, term_number(count), now);
	if (selected)
		text[0] = '>';
	screen_line(&t->screen, selected, "%s  %s%s", text, address, text_clean(name));
}

/* For a line above the keys? */
static bool has_room(const struct top *t)
{
	return !t->screen.live || t->screen.line + top_keys_lines(t) + 1 < t->screen.height;
}

/* The functions from `first` on that fit, one row for the others, and the ticks of no function: the
 * rows add up to all ticks. */
static void draw_rows(struct top *t, size_t first, size_t room)
{
	struct shot *s = &t->shot;
	struct outcome now[OUTCOMES], then[OUTCOMES];
	uint64_t rest = 0, recent = 0;
	char text[64];
	size_t n = s->table.n, more = n;

	for (size_t i = 0; i < n; i++) {
		if (i >= first && i < first + room && i < s->n_fit) {
			const struct row *r = s->rows[i].row;
			snprintf(text, sizeof text, r->twin ? "0x%08" PRIx64 " " : "", r->lo);
			draw_row(t, r->count, s->rows[i].recent, t->screen.live && i == t->selected,
				text, r->name);
			more--;
			continue;
		}
		rest += s->rows[i].row->count;
		recent += s->rows[i].recent;
	}
	if (more && has_room(t)) {
		snprintf(text, sizeof text, "... %zu more", more);
		draw_row(t, rest, recent, false, "", text);
	}
	profile_outcomes(&s->profile.counters, now);
	profile_outcomes(&s->before, then);
	for (size_t i = 0; i < OUTCOMES; i++)
		if (now[i].count && has_room(t)) {
			snprintf(text, sizeof text, "%s: %s", now[i].name, now[i].text);
			draw_row(t, now[i].count,
				now[i].count > then[i].count ? now[i].count - then[i].count : 0,
				false, "", text);
		}
}

void top_list_draw(struct top *t)
{
	struct shot *s = &t->shot;
	struct scroll *p = &t->pages[TOP_LIST];
	size_t n = s->table.n;
	struct outcome others[OUTCOMES];

	top_arrange(t);
	draw_head(t);
	p->lines = s->n_fit;
	p->room = t->rows && t->rows < n ? t->rows : n;
	if (t->screen.live) { /* below them the other rows, the keys, and a free line */
		size_t taken = t->screen.line + top_keys_lines(t) + 1;
		profile_outcomes(&s->profile.counters, others);
		for (size_t i = 0; i < OUTCOMES; i++)
			taken += others[i].count != 0;
		p->room = t->screen.height > taken ? t->screen.height - taken : 0;
		p->room -= p->room && p->room < n; /* for "... more" */
		size_t last = p->lines > p->room ? p->lines - p->room : 0;
		p->first = p->first < last ? p->first : last;
		if (t->selected < p->first)
			p->first = t->selected;
		if (p->room && t->selected >= p->first + p->room)
			p->first = t->selected - p->room + 1;
	}
	draw_rows(t, t->screen.live ? p->first : 0, p->room);
}
