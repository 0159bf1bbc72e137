/* SPDX-License-Identifier: ISC
 * cmd_top.c - tally top: where the cycles of running firmware go, drawn again and again.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command.h"
#include "error.h"
#include "file.h"
#include "live.h"
#include "report.h"
#include "screen.h"
#include "table.h"

#define HEAR_MS 20u

enum order { BY_SHARE, BY_RECENT, BY_NAME, BY_ADDRESS, ORDERS };
static const char *const order_names[] = { "share", "recent", "name", "address" };

struct shown {
	const struct row *row;
	uint64_t recent;		/* counts since the screen before */
};

struct top {
	struct live v;
	struct screen screen;
	struct table before;		/* of the screen before, by address */
	uint64_t ticks_before, ticks_gained;
	uint64_t all_before;		/* counts that the percentages of the screen before are of */
	double drawn, seconds;		/* when, and how long after the one before */
	double took;			/* seconds, of the refresh */
	unsigned order;
	uint64_t rows;
	bool frozen;
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

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The bins are read after TICKS, one after another, while they count: so they are ahead of HITS, and a percentage is of all that the screen holds. */
static void draw_head(struct top *t, uint64_t sum)
{
	const struct profile *p = &t->v.profile;
	const struct tally_counters *c = &p->counters;
	const char *name = strrchr(p->elf_path, '/');
	char rate[64] = "";

	if (t->seconds > 0)
		snprintf(rate, sizeof rate, ", %.3f M ticks/s", (double)t->ticks_gained / 1e6 / t->seconds);
	screen_line(&t->screen, true, "%s%s on %s: period %" PRIu32 "%s", t->frozen ? "FROZEN  " : "", report_clean(name ? name + 1 : p->elf_path), t->v.port.path,
		p->config.period, rate);
	screen_line(&t->screen, false, "TICKS %" PRIu64 " = HITS %" PRIu64 " + OUTSIDE %" PRIu64 " + FILTERED %" PRIu64 " + IDLE %" PRIu64,
		c->ticks, c->hits, c->outside, c->filtered, c->idle);
	screen_line(&t->screen, c->lost != 0, "    + LOST %" PRIu64 " + PENDING %" PRIu64 ": %s;  USER %" PRIu64 ", SYSTEM %" PRIu64, c->lost, c->pending,
		profile_law_holds(c) ? "holds" : "DOES NOT HOLD",
		c->user, c->system);
	screen_line(&t->screen, false, "read in %.0f ms: %" PRIu64 " bytes, %" PRIu64 " blocks of bins, while they count: +%" PRIu64 "; %" PRIu64 " tries spoilt",
		1e3 * t->took, t->v.bytes, t->v.blocks, sum > c->hits ? sum - c->hits : 0, t->v.port.link.spoilt);
	if (!live_at_one_edge(&t->v))
		screen_line(&t->screen, true, "the counts are read %s", live_how(&t->v));
	screen_line(&t->screen, true, "%8s %14s %8s  function (by %s)", "percent", profile_unit(p), "recent", order_names[t->order]);
}

/* What the percentages of a screen are of. */
static uint64_t all_of(const struct top *t, const struct table *now)
{
	const struct tally_counters *c = &t->v.profile.counters;

	return now->sum + c->outside + c->filtered + c->idle + c->lost + c->pending;
}

/* From here on counts are recent. */
static void remember(struct top *t, struct table now)
{
	table_free(&t->before);
	t->before = now;
	t->all_before = all_of(t, &now);
	qsort(t->before.rows, t->before.n, sizeof t->before.rows[0], by_address);
}

static void draw(struct top *t, bool fresh)
{
	const struct profile *p = &t->v.profile;
	struct table now = table_functions(p, &t->v.firmware.symbols, &t->v.firmware.lines);
	struct shown *lines = allocate(now.n + 1, sizeof *lines);
	uint64_t all = all_of(t, &now), gained = all - t->all_before;
	size_t room;

	for (size_t i = 0; i < now.n; i++) {
		const struct row *old = t->before.n ? bsearch(&now.rows[i], t->before.rows, t->before.n, sizeof now.rows[0], by_address) : NULL;
		lines[i] = (struct shown){ &now.rows[i], now.rows[i].count - (old ? old->count : 0) };
	}
	sort_by = t->order;
	qsort(lines, now.n, sizeof *lines, compare);
	screen_begin(&t->screen);
	draw_head(t, now.sum);
	unsigned other = 7 + !live_at_one_edge(&t->v);		/* lines that are no rows */
	room = t->screen.live ? (t->screen.height > other ? t->screen.height - other : 0) : t->rows;
	for (size_t i = 0; i < now.n && i < room; i++)
		screen_line(&t->screen, false, "%7.2f%% %14" PRIu64 " %7.2f%%  %s", 100 * (double)lines[i].row->count / (all ? (double)all : 1), lines[i].row->count,
			100 * (double)lines[i].recent / (gained ? (double)gained : 1), report_clean(lines[i].row->name));
	if (t->screen.live)
		screen_line(&t->screen, false, "s sort   f freeze   r reset   q quit   (%zu functions)", now.n);
	screen_end(&t->screen);
	free(lines);
	if (fresh)
		remember(t, now);
	else
		table_free(&now);
}

static bool refresh(struct top *t)
{
	double at = seconds();

	if (!live_refresh(&t->v))
		return false;
	t->took = seconds() - at;
	at += t->took;
	t->seconds = t->drawn > 0 ? at - t->drawn : 0;
	t->drawn = at;
	t->ticks_gained = t->v.profile.counters.ticks - t->ticks_before;
	t->ticks_before = t->v.profile.counters.ticks;
	return true;
}

static bool reset(struct top *t)
{
	table_free(&t->before);
	t->before = (struct table){ 0 };
	t->ticks_before = t->all_before = 0;
	t->drawn = 0;
	return live_restart(&t->v);
}

static bool run(struct top *t, unsigned interval)
{
	bool fresh = true;

	bool stopped = false;

	/* the first one reads everything that ever counted, and takes long: what is shown is younger */
	if (!refresh(t))
		return false;
	remember(t, table_functions(&t->v.profile, &t->v.firmware.symbols, &t->v.firmware.lines));
	if (!t->screen.live && !live_wait(&t->v, interval, &stopped))
		return false;
	for (;;) {
		if (fresh && !refresh(t))
			return false;
		draw(t, fresh);
		if (!t->screen.live)
			return true;
		double until = seconds() + interval / 1000.0;
		int key = -1;
		for (double left = interval / 1000.0; key < 0 && left > 0 && !live_stop; left = until - seconds()) {
			unsigned ms = (unsigned)(left * 1000) + 1;
			/* a console has to be heard meanwhile */
			bool hears = t->v.options.port.shared;
			if (hears && !port_wait(&t->v.port, ms < HEAR_MS ? ms : HEAR_MS))
				return false;
			key = screen_key(&t->screen, hears ? 0 : ms);
		}
		if (key == 'q' || live_stop)
			return true;
		if (key == 's')
			t->order = (t->order + 1) % ORDERS;
		if (key == 'f')
			t->frozen = !t->frozen;
		if (key == 'r' && !reset(t))
			return false;
		fresh = !t->frozen && (key < 0 || key == 'r' || key == 'f');
	}
}

static int top_main(int argc, char **argv)
{
	static const char *const bins[] = { "16", "32", NULL };
	struct top t = { .v.options = LIVE_DEFAULTS, .rows = 20 };
	const char *operands[2];
	uint64_t interval = 500;
	bool once = false, good;
	const struct option_def options[] = {
		LIVE_OPTIONS(&t.v.options, bins),
		{ .name = "interval", .kind = OPTION_NUMBER, .to = &interval, .min = 10, .max = 3600000, .value = "MS", .help = "between two screens (500)" },
		{ .name = "sort", .kind = OPTION_CHOICE, .to = &t.order, .choices = (const char *const[]){ "share", "recent", "name", "address", NULL }, .value = "HOW", .help = "share, recent, name or address (share)" },
		{ .name = "once", .kind = OPTION_FLAG, .to = &once, .help = "print one screen, of an interval, also where there is no terminal" },
		{ .name = "top", .kind = OPTION_NUMBER, .to = &t.rows, .max = UINT32_MAX, .value = "N", .help = "rows where there is no terminal (20)" },
		{ 0 },
	};
	static const char *const examples[] = { "tally top /dev/ttyUSB1 firmware.elf", "tally top --once --top 5 /dev/pts/3 firmware.elf", NULL };
	const struct usage usage = { "top", "PORT FIRMWARE.ELF", "Shows where the cycles of running firmware go, again and again. Keys: s sort, f freeze, r reset, q quit.", options, examples };

	switch (options_read(&usage, argc, argv, operands, 2)) {
	case OPTIONS_BAD: return EXIT_FAILURE;
	case OPTIONS_HELP: return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	case OPTIONS_GOOD: break;
	}
	if (!operands[1]) {
		fail("top: give the port and the firmware; `tally top --help` shows the use");
		return EXIT_FAILURE;
	}
	live_catch();
	t.v.options.quiet = true;
	good = live_open(&t.v, operands[0], operands[1]);
	if (good) {
		screen_open(&t.screen, once);
		good = run(&t, (unsigned)interval);
		screen_close(&t.screen);
	}
	table_free(&t.before);
	live_close(&t.v);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_top = { "top", "shows where the cycles of running firmware go, again and again", top_main };
