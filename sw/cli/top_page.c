/* SPDX-License-Identifier: ISC
 * top_page.c - the views of tally top that are text to scroll: a function's code, the call tree,
 * causes, help; and what all views have above and below.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "top.h"

#define SMALL 16u /* lines of a screen that has room for the rows alone, */
#define SMALL_WIDTH 40u /* or more lines where it is narrower */
#define CAUSES_WIDTH 72u /* columns that have room for causes and names */
#define LEAST 1 /* percent that a row of the tree has */

static const char help[] = "Up, Down, PgUp, PgDn, Home, End\n"
			   "                select, or scroll\n"
			   "Enter           the function's code\n"
			   "Esc, Backspace  back\n"
			   "/               filter by name: type,\n"
			   "                Enter keeps, Esc clears\n"
			   "t               call tree, of a unit\n"
			   "                that keeps one\n"
			   "w               what cycles waited for:\n"
			   "                takes some seconds, then\n"
			   "                all counts from 0\n"
			   "s               sort the functions\n"
			   "f               freeze\n"
			   "r               reset: count from 0\n"
			   "q               quit; the unit counts on\n";

bool top_small(const struct top *t)
{
	const struct screen *s = &t->screen;

	return s->live && (s->height < SMALL || s->height * s->width < SMALL * SMALL_WIDTH);
}

void top_announce(struct top *t, const char *what)
{
	if (!t->screen.live)
		return;
	screen_begin(&t->screen);
	screen_fold(&t->screen, false, "%s: %s", t->v.port.path, what);
	screen_end(&t->screen);
}

void top_head(struct top *t, const struct tally_counters *now, const struct tally_counters *before)
{
	const struct profile *p = &t->v.profile;
	const struct shot *s = &t->shot;
	bool tree = t->view == TOP_TREE;
	char rate[64] = "", events[128], text[512];

	if (!tree && s->seconds > 0)
		snprintf(rate, sizeof rate, ", %.3f M ticks/s",
			(double)s->ticks_gained / 1e6 / s->seconds);
	snprintf(text, sizeof text, "%s%s on %s: %speriod %" PRIu32 "%s%s",
		t->frozen ? "FROZEN  " : "", text_clean(basename(p->elf_path)), t->v.port.path,
		tree ? "call tree, " : "", p->config.period, rate,
		profile_events(p, events, sizeof events));
	if (top_small(t))
		screen_line(&t->screen, true, "%s", text);
	else
		screen_fold(&t->screen, true, "%s", text);
	bool known = tree ? t->tree.taken : t->drawn > 0;
	const char *doubt = known ? profile_doubt(p, now, before, text, sizeof text) : NULL;
	if (doubt)
		screen_fold(&t->screen, true, "%s", doubt);
	if (!tree && s->doubt)
		screen_fold(&t->screen, true, "%s", s->doubt);
	if (t->wrapped)
		screen_fold(&t->screen, true,
			"began from 0 again before a count of the call tree reached 2^32: "
			"--period N takes longer");
	if (t->said)
		screen_fold(&t->screen, true, "%s", t->said);
}

/* The first keys matter most: on a small screen the others are cut. */
static const char *keys_text(const struct top *t, char *text, size_t size)
{
	const struct scroll *p = &t->pages[t->view];
	size_t n = t->shot.table.n, end = p->first + p->room;

	if (t->typing)
		snprintf(text, size, "/%s_   Enter keeps the filter, Esc clears it", t->filter);
	else if (t->view == TOP_LIST)
		snprintf(text, size,
			"q quit   ? help   Enter code   / filter   t tree   w causes   s sort   "
			"f freeze   r reset   (%zu function%s)",
			n, n == 1 ? "" : "s");
	else
		snprintf(text, size,
			"q quit   ? help   Esc back   / filter   f freeze   r reset   "
			"(lines %zu-%zu of %zu)",
			p->first + 1, end < p->lines ? end : p->lines, p->lines);
	return text;
}

unsigned top_keys_lines(const struct top *t)
{
	char text[160];
	size_t columns = term_columns(keys_text(t, text, sizeof text));

	/* a fold may leave some columns free */
	return top_small(t) || t->screen.width < 24
		? 1
		: (unsigned)columns / (t->screen.width - 12) + 1;
}

void top_put_keys(struct top *t)
{
	char text[160];

	keys_text(t, text, sizeof text);
	if (top_small(t))
		screen_line(&t->screen, false, "%s", text);
	else
		screen_fold(&t->screen, false, "%s", text);
}

/* ---- the texts, on the standard output */
static void put_code(struct top *t, const struct term *term)
{
	const struct table *table = &t->shot.table;
	struct emit e = emit_to_term(term);
	char place[256];

	t->code.profile = &t->shot.profile;
	for (size_t i = 0; i < table->n; i++)
		if (table->rows[i].lo == t->function) {
			annotate_put(&e, &t->code, &table->rows[i]);
			return;
		}
	symbols_place(&t->v.firmware.symbols, t->function, place, sizeof place);
	printf("%s: no %s were counted there\n", text_clean(place), profile_unit(&t->v.profile));
}

static void put_tree(struct top *t, const struct term *term)
{
	struct emit e = emit_to_term(term);
	struct view view = t->fit;
	struct contexts c;

	view.term = *term;
	view.top = t->screen.live ? 0 : t->rows;
	view.min = t->screen.live ? LEAST : 0;
	contexts_open(&c, &t->v.profile, &t->v.firmware);
	tree_rows_put(&e, &c, TREE_DOWN, c.at[0].inclusive, &view);
	contexts_close(&c);
}

static void put_causes(struct top *t, const struct term *term)
{
	const struct profile *p = &t->causes.profile;
	struct emit e = emit_to_term(term);
	struct view view = t->fit;
	char *text = NULL;
	size_t size;
	FILE *f;

	view.term = *term;
	view.why = term->width >= CAUSES_WIDTH;
	view.top = 0;
	struct table table = view_table(&view, p, &t->v.firmware);
	f = stream_open(&text, &size);
	why_line(f, p);
	fputs("after that all counts began from 0; w measures again\n", f);
	stream_fold(f, &text, term);
	rows_put(&e, p, &table, &view);
	table_free(&table);
}

static void put_text(struct top *t)
{
	struct term term = term_open(&(struct term_options){ 0 });

	term.width = t->screen.live ? t->screen.width : 0;
	term.colour = t->screen.colour;
	switch (t->view) {
	case TOP_CODE: put_code(t, &term); break;
	case TOP_TREE: put_tree(t, &term); break;
	case TOP_CAUSES: put_causes(t, &term); break;
	default: fputs(help, stdout);
	}
}

static void tree_head(struct top *t)
{
	const struct live *v = &t->v;
	char invariant[256];

	top_head(t, &t->tree.now, &t->tree.before);
	if (top_small(t))
		return;
	screen_fold(&t->screen, false, "%s",
		live_calls_invariant(&v->calls, &v->profile.calls, invariant, sizeof invariant));
	screen_fold(&t->screen, false, "read in %.0f ms; %" PRIu64 " reads retried",
		1e3 * t->tree.took, v->port.wire.retries);
}

/* What put_text prints: reports print to the standard output, so that is a file meanwhile. */
static char *printed(struct top *t)
{
	int terminal, page = memfd_create("page", MFD_CLOEXEC);

	fflush(stdout);
	terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	bool good = page >= 0 && terminal >= 0 && dup2(page, STDOUT_FILENO) >= 0;
	char *text = good ? NULL : print_text("no page can be shown: %s", strerror(errno));
	if (good) {
		put_text(t);
		fflush(stdout);
		dup2(terminal, STDOUT_FILENO);
		off_t size = lseek(page, 0, SEEK_END);
		text = allocate((size_t)size + 1, 1);
		if (pread(page, text, (size_t)size, 0) != size)
			text[0] = 0;
	}
	close(terminal);
	close(page);
	return text;
}

void top_page_draw(struct top *t)
{
	char *text;

	if (t->view == TOP_TREE)
		tree_head(t);
	else
		top_head(t, &t->shot.profile.counters, &t->shot.before);
	if (!t->screen.live) {
		put_text(t);
		return;
	}
	text = printed(t);
	screen_page(&t->screen, text, &t->pages[t->view], top_keys_lines(t));
	free(text);
}

void top_draw(struct top *t)
{
	screen_begin(&t->screen);
	if (t->view == TOP_LIST)
		top_list_draw(t);
	else
		top_page_draw(t);
	if (t->screen.live)
		top_put_keys(t);
	screen_end(&t->screen);
}
