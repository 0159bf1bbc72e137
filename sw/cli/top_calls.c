/* SPDX-License-Identifier: ISC
 * top_calls.c - the screens of `tally top --calls`: the call tree of a unit that runs.
 */
#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/live/live.h"
#include "sw/report/contexts.h"

#define AROUND 4u /* lines of a tree beside its rows */
#define BELOW 2u /* the keys, and a free line */

struct top {
	struct live *v;
	struct screen *screen;
	uint64_t rows;
	bool frozen, wrapped; /* wrapped: it began again, before a count could */
	bool shown; /* a tree */
	struct tally_counters now, before; /* of the tree, and of the one before */
	int64_t at; /* ms, when the tree was begun to be read, */
	double took; /*   and how many seconds that took */
};

static struct tally_counters counters_of(const struct call_tree *tree)
{
	const struct call_rest *r = &tree->rest;

	return (struct tally_counters){ .ticks = r->ticks,
		.hits = call_tree_cycles(tree),
		.filtered = r->filtered,
		.idle = r->idle,
		.lost = r->lost };
}

/* Begins again where a word may be too large for 32 bits. */
static bool take(struct top *t)
{
	struct live_calls *c = &t->v->calls;
	double begun = clock_seconds();
	bool whole;

	t->at = clock_ms();
	if (!live_calls_poll(c, &whole))
		return false;
	if (!whole && !(t->screen->live && t->shown))
		return live_calls_wrapped(c);
	if (!whole && !live_restart(t->v))
		return false;
	t->wrapped |= !whole;
	call_tree_free(&t->v->profile.calls);
	if (!live_calls_look(c, &t->v->profile.calls))
		return false;
	t->took = clock_seconds() - begun;
	t->shown = true;
	t->before = t->now;
	t->now = counters_of(&t->v->profile.calls);
	return true;
}

static void draw_head(const struct top *t)
{
	const struct live *v = t->v;
	char law[256], events[128];

	screen_fold(t->screen, true, "%s%s on %s: call tree, period %" PRIu32 "%s",
		t->frozen ? "FROZEN  " : "", text_clean(basename(v->profile.elf_path)),
		v->port.path, v->profile.config.period,
		profile_events(&v->profile, events, sizeof events));
	screen_fold(t->screen, false, "%s",
		live_calls_law(&v->calls, &v->profile.calls, law, sizeof law));
	screen_fold(t->screen, t->wrapped, "read in %.0f ms; %" PRIu64 " reads retried%s",
		1e3 * t->took, v->port.wire.retries,
		t->wrapped ? "; began from 0 again before a count reached 2^32: --period N takes "
			     "longer"
			   : "");
	const char *doubt = profile_doubt(&v->profile, &t->now, &t->before, law, sizeof law);
	if (doubt)
		screen_fold(t->screen, true, "%s", doubt);
}

static void draw(struct top *t)
{
	const bool live = t->screen->live;
	struct contexts c;

	screen_begin(t->screen);
	draw_head(t);
	unsigned taken = t->screen->line + AROUND + BELOW;
	const struct view view = { .top = !live     ? t->rows
			: t->screen->height > taken ? t->screen->height - taken
						    : 0,
		.term = { .width = live ? t->screen->width : 0, .colour = t->screen->colour } };
	if (!live || view.top) {
		contexts_open(&c, &t->v->profile, &t->v->firmware);
		screen_pass(t->screen, (unsigned)view.top + AROUND);
		struct emit e = emit_to_term(&view.term);
		tree_rows_put(&e, &c, TREE_DOWN, c.at[0].inclusive, &view);
		contexts_close(&c);
	}
	if (live)
		screen_line(t->screen, false, "f freeze   r reset   q quit");
	screen_end(t->screen);
}

/* Until the next screen is due; polls the unit, so that no count wraps unseen meanwhile. */
static int wait_key(struct top *t, unsigned interval, bool *good)
{
	int64_t until = (t->frozen ? clock_ms() : t->at) + interval;
	bool whole;
	int key;

	do {
		int64_t poll = clock_ms() + LIVE_POLL_MS;
		key = screen_key(t->screen, until < poll ? until : poll);
		*good = live_calls_poll(&t->v->calls, &whole);
	} while (*good && key < 0 && !stop_asked && clock_ms() < until);
	return key;
}

bool top_calls(struct live *v, struct screen *screen, unsigned interval, uint64_t rows)
{
	struct top t = { .v = v, .screen = screen, .rows = rows };
	bool good = true;
	int key = 0;

	if (screen->live) {
		screen_begin(screen);
		screen_line(screen, false, "%s: reading %" PRIu32 " nodes of the call tree ...",
			v->port.path, live_calls_nodes(&v->calls));
		screen_end(screen);
	} else {
		live_wait(clock_ms() + interval);
	}
	for (;;) {
		if (!t.frozen && !take(&t))
			return false;
		draw(&t);
		if (!screen->live)
			return true;
		key = wait_key(&t, interval, &good);
		if (!good || key == 'q' || stop_asked)
			return good;
		if (key == 'f')
			t.frozen = !t.frozen;
		if (key == 'r') {
			t.frozen = t.wrapped = false;
			t.now = (struct tally_counters){ 0 };
			if (!live_restart(v))
				return false;
		}
	}
}
