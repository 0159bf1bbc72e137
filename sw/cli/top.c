/* SPDX-License-Identifier: ISC
 * top.c - tally top: a live display of where the cycles of running firmware go.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/live/live.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

#define NAME 24u /* columns that names have at least */
#define KEYS 56u /* columns of the line of keys */

enum order { BY_SHARE, BY_RECENT, BY_NAME, BY_ADDRESS, ORDERS };
static const char *const order_names[] = { "share", "recent", "name", "address" };

/* A row of the screen; its name lives in the table. */
struct shown {
	const struct row *row;
	uint64_t recent; /* counts since the previous screen */
};

/* The data on the screen. Keys re-sort it without reading anew. */
struct shot {
	struct table table; /* by address */
	struct shown *rows;
	struct tally_counters counters, before; /* before: those of the previous shot, or zeros */
	uint64_t from; /* as in struct live */
	uint64_t all, gained; /* 100%: of all counts, of the recent ones */
	uint64_t bytes, retried, ticks_gained;
	double seconds, took; /* seconds since the previous shot; seconds to read it */
	char *doubt; /* as in capture.h */
};

struct top {
	struct live v;
	struct screen screen;
	struct shot shot;
	/* when the shot was taken; 0: there is none to compare with */
	double drawn;
	unsigned order;
	uint64_t rows;
	bool frozen;
	int64_t shot_at, read_at; /* ms; shot_at: when the shot was begun */
};

static unsigned sort_by;

static int compare(const void *a, const void *b)
{
	const struct shown *x = a, *y = b;

	if (sort_by == BY_NAME && strcmp(x->row->name, y->row->name) != 0)
		return strcmp(x->row->name, y->row->name);
	if (sort_by == BY_RECENT && x->recent != y->recent)
		return x->recent < y->recent ? 1 : -1;
	if (sort_by <= BY_RECENT && x->row->count != y->row->count)
		return x->row->count < y->row->count ? 1 : -1;
	return x->row->lo < y->row->lo ? -1 : x->row->lo > y->row->lo;
}

static int by_address(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
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
	const struct profile *p = &t->v.profile;
	const struct shot *s = &t->shot;
	const struct tally_counters *c = &s->counters;
	uint64_t meanwhile =
		c->ticks - s->from + (s->table.sum > c->hits ? s->table.sum - c->hits : 0);
	char rate[64] = "", from[32] = "", events[128], text[160];

	if (s->seconds > 0)
		snprintf(rate, sizeof rate, ", %.3f M ticks/s",
			(double)s->ticks_gained / 1e6 / s->seconds);
	screen_fold(&t->screen, true, "%s%s on %s: period %" PRIu32 "%s%s",
		t->frozen ? "FROZEN  " : "", text_clean(basename(p->elf_path)), t->v.port.path,
		p->config.period, rate, profile_events(p, events, sizeof events));
	if (s->from < c->ticks)
		snprintf(from, sizeof from, "%s..", term_number(s->from));
	/* a reading that breaks the invariant is refused */
	screen_fold(&t->screen, c->lost != 0,
		"TICKS %s%s = HITS %s + OUTSIDE %s + FILTERED %s + "
		"IDLE %s%s+ LOST %s + PENDING %s: holds",
		from, term_number(c->ticks), term_number(c->hits), term_number(c->outside),
		term_number(c->filtered), term_number(c->idle), t->screen.live ? " " : "\n    ",
		term_number(c->lost), term_number(c->pending));
	screen_fold(&t->screen, false,
		"read in %.0f ms: %s bytes, while they count: +%s; %s reads retried", 1e3 * s->took,
		term_number(s->bytes), term_number(meanwhile), term_number(s->retried));
	const char *doubt = profile_doubt(p, c, &s->before, text, sizeof text);
	if (doubt)
		screen_fold(&t->screen, true, "%s", doubt);
	if (s->doubt)
		screen_fold(&t->screen, true, "%s", s->doubt);
	put_columns(t, text, sizeof text, "percent", profile_unit(p), "recent");
	screen_line(&t->screen, true, "%s  function (by %s)", text, order_names[t->order]);
}

static void draw_row(
	struct top *t, uint64_t count, uint64_t recent, const char *address, const char *name)
{
	const struct shot *s = &t->shot;
	char all[16], now[16], text[64];

	snprintf(all, sizeof all, "%.2f%%", 100 * (double)count / (s->all ? (double)s->all : 1));
	snprintf(now, sizeof now, "%.2f%%",
		100 * (double)recent / (s->gained ? (double)s->gained : 1));
	put_columns(t, text, sizeof text, all, term_number(count), now);
	screen_line(&t->screen, false, "%s  %s%s", text, address, text_clean(name));
}

/* The functions that fit, one row for the others, and the ticks of no function: the rows add up to
 * all ticks. */
static void draw_rows(struct top *t, size_t room)
{
	struct shot *s = &t->shot;
	struct outcome now[OUTCOMES], then[OUTCOMES];
	uint64_t rest = 0, recent = 0;
	char text[64];
	size_t n = s->table.n, shown = n < room ? n : room;

	for (size_t i = 0; i < n; i++) {
		if (i < shown) {
			const struct row *r = s->rows[i].row;
			snprintf(text, sizeof text, r->twin ? "0x%08" PRIx64 " " : "", r->lo);
			draw_row(t, r->count, s->rows[i].recent, text, r->name);
			continue;
		}
		rest += s->rows[i].row->count;
		recent += s->rows[i].recent;
	}
	if (shown < n) {
		snprintf(text, sizeof text, "... %zu more", n - shown);
		draw_row(t, rest, recent, "", text);
	}
	profile_outcomes(&s->counters, now);
	profile_outcomes(&s->before, then);
	for (size_t i = 0; i < OUTCOMES; i++)
		if (now[i].count) {
			snprintf(text, sizeof text, "%s: %s", now[i].name, now[i].text);
			draw_row(t, now[i].count,
				now[i].count > then[i].count ? now[i].count - then[i].count : 0, "",
				text);
		}
}

static void draw(struct top *t)
{
	struct shot *s = &t->shot;
	size_t n = s->table.n, room = t->rows && t->rows < n ? t->rows : n;
	struct outcome others[OUTCOMES];

	sort_by = t->order;
	qsort(s->rows, n, sizeof *s->rows, compare);
	screen_begin(&t->screen);
	draw_head(t);
	if (t->screen.live) { /* below them the other rows, the keys, and a free line */
		size_t taken = t->screen.line + KEYS / t->screen.width + 2;
		profile_outcomes(&s->counters, others);
		for (size_t i = 0; i < OUTCOMES; i++)
			taken += others[i].count != 0;
		room = t->screen.height > taken ? t->screen.height - taken : 0;
		room -= room && room < n; /* for "... more" */
	}
	draw_rows(t, room);
	if (t->screen.live)
		screen_fold(&t->screen, false,
			"s sort   f freeze   r reset   q quit   (%zu function%s)", n,
			n == 1 ? "" : "s");
	screen_end(&t->screen);
}

static void free_shot(struct shot *s)
{
	table_free(&s->table);
	free(s->rows);
	free(s->doubt);
	*s = (struct shot){ 0 };
}

static bool read_new(struct top *t)
{
	bool good = live_refresh(&t->v);

	t->read_at = clock_ms();
	return good;
}

/* Takes a new shot. `recent` is the growth since the previous one. */
static bool take_shot(struct top *t)
{
	const struct profile *p = &t->v.profile;
	const struct tally_counters *c = &p->counters;
	struct shot now = { 0 }, old = t->shot;
	double at = clock_seconds();

	t->shot_at = clock_ms();
	if (!read_new(t))
		return false;
	now.took = clock_seconds() - at;
	at += now.took;
	now.seconds = t->drawn > 0 ? at - t->drawn : 0;
	t->drawn = at;
	now.counters = *c;
	now.from = t->v.from;
	now.before = old.counters;
	now.ticks_gained = c->ticks - old.counters.ticks;
	now.bytes = t->v.bytes;
	now.retried = t->v.port.wire.retries;
	now.doubt = doubt_of(p, &t->v.firmware);
	now.table = table_functions(p, &t->v.firmware.symbols, &t->v.firmware.lines);
	now.all = now.table.sum + c->outside + c->filtered + c->idle + c->lost + c->pending;
	now.gained = now.all - old.all;
	now.rows = allocate(now.table.n + 1, sizeof *now.rows);
	if (now.table.n)
		qsort(now.table.rows, now.table.n, sizeof now.table.rows[0], by_address);
	for (size_t i = 0; i < now.table.n; i++) {
		const struct row *row = &now.table.rows[i],
				 *then = old.table.n
			? bsearch(row, old.table.rows, old.table.n, sizeof *row, by_address)
			: NULL;
		now.rows[i] = (struct shown){ row, row->count - (then ? then->count : 0) };
	}
	t->shot = now;
	free_shot(&old);
	return true;
}

/* Waits until the next screen is due. Polls the unit, so that no counter wraps unseen while the
 * screen is frozen or the interval is long. */
static int pause_screen(struct top *t, unsigned interval, bool *good)
{
	int64_t until = (t->frozen ? clock_ms() : t->shot_at) + interval;
	int key = -1;

	do {
		int64_t poll = t->read_at + LIVE_POLL_MS;
		key = screen_key(&t->screen, until < poll ? until : poll);
		if (key < 0 && !stop_asked && clock_ms() >= poll
			&& (t->frozen || clock_ms() < until))
			*good = read_new(t);
	} while (*good && key < 0 && !stop_asked && clock_ms() < until);
	return key;
}

static bool run(struct top *t, unsigned interval)
{
	bool good = true, fresh = true;

	if (t->screen.live) {
		screen_begin(&t->screen);
		screen_line(&t->screen, false, "%s: reading the counters ...", t->v.port.path);
		screen_end(&t->screen);
	}
	/* the first read covers all counts and takes long; show a newer one */
	if (!take_shot(t))
		return false;
	if (!t->screen.live)
		live_wait(clock_ms() + interval);
	for (;;) {
		if (fresh && !take_shot(t))
			return false;
		draw(t);
		if (!t->screen.live)
			return true;
		int key = pause_screen(t, interval, &good);
		if (!good || key == 'q' || stop_asked)
			return good;
		if (key == 's')
			t->order = (t->order + 1) % ORDERS;
		if (key == 'f')
			t->frozen = !t->frozen;
		if (key == 'r') { /* the user wants only what it counts from now on */
			t->frozen = false;
			free_shot(&t->shot);
			t->drawn = 0;
			if (!live_restart(&t->v))
				return false;
		}
		fresh = (!t->frozen && (key < 0 || key == 'f')) || key == 'r';
	}
}

static int top_main(int argc, char **argv)
{
	struct top t = { .v.options = LIVE_DEFAULTS, .rows = 20 };
	const char *operands[2];
	uint64_t interval = 500;
	bool once = false, good;
	const struct option_def options[] = {
		LIVE_OPTIONS(&t.v.options),
		{ .name = "interval",
			.kind = OPTION_NUMBER,
			.to = &interval,
			.min = 10,
			.max = 3600000,
			.value = "MS",
			.help = "time between two screens (500)" },
		{ .name = "sort",
			.kind = OPTION_CHOICE,
			.to = &t.order,
			.choices =
				(const char *const[]){ "share", "recent", "name", "address", NULL },
			.value = "HOW",
			.help = "share, recent, name or address (share)" },
		{ .name = "once",
			.kind = OPTION_FLAG,
			.to = &once,
			.help = "print one screen and end" },
		{ .name = "top",
			.kind = OPTION_NUMBER,
			.to = &t.rows,
			.max = UINT32_MAX,
			.value = "N",
			.help = "rows, where there is no terminal; 0: all (20)" },
		{ 0 },
	};
	static const char *const examples[] = { "tally top /dev/ttyUSB0 firmware.elf",
		"tally top --once --top 5 /dev/pts/3 firmware.elf", NULL };
	const struct usage usage = { "top", "PORT FIRMWARE.ELF",
		"Shows where the cycles of "
		"running firmware go, live. Keys: s sort, f freeze, r reset, q quit.",
		2, LIVE_MISSING, options, examples, NULL, NULL };
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (t.v.options.calls && t.order != BY_SHARE) {
		fail("--sort: a tree is sorted by inclusive ticks; leave it out beside --calls");
		return EXIT_FAILURE;
	}
	stop_catch();
	good = live_open(&t.v, operands[0], operands[1]);
	if (good) {
		screen_open(&t.screen, once);
		good = (t.v.options.calls ? top_calls(&t.v, &t.screen, (unsigned)interval, t.rows)
					  : run(&t, (unsigned)interval))
			|| stop_interrupted();
		screen_close(&t.screen);
	} else if (stop_interrupted()) {
		fail("%s: interrupted before anything was read", operands[0]);
	}
	free_shot(&t.shot);
	live_close(&t.v);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_top = { "top", "shows where the cycles of running firmware go, live",
	top_main };
