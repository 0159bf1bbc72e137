/* SPDX-License-Identifier: ISC
 * top.c - tally top: a live display of where the cycles of running firmware go. top.h says which
 * file has what.
 */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "sw/base/base.h"
#include "top.h"

/* Waits until the next screen is due. Polls the unit, so that no counter wraps unseen while the
 * screen is frozen or the interval is long. */
static int pause_screen(struct top *t, bool *good)
{
	int64_t until = (t->frozen ? clock_ms() : t->shot_at) + t->interval;
	int key = -1;

	do {
		int64_t poll = t->read_at + LIVE_POLL_MS;
		key = screen_key(&t->screen, until < poll ? until : poll);
		/* a key that repeats holds up the next reading, not what must not wrap */
		if (!stop_asked && clock_ms() >= poll
			&& (key >= 0 || t->frozen || clock_ms() < until))
			*good = top_poll(t);
	} while (*good && key < 0 && !stop_asked && clock_ms() < until);
	return key;
}

static bool run(struct top *t)
{
	bool good = true, fresh = true;

	top_announce(t, "reading the counters ...");
	/* the first read covers all counts and takes long; show a newer one */
	if (t->view != TOP_TREE && !top_take(t))
		return false;
	if (!t->screen.live)
		live_wait(clock_ms() + t->interval);
	for (;;) {
		if (fresh && !top_take(t))
			return false;
		top_draw(t);
		if (!t->screen.live)
			return true;
		int key = pause_screen(t, &good);
		fresh = !t->frozen && key < 0;
		if (!good || stop_asked || !top_key(t, key, &fresh, &good))
			return good;
	}
}

static int top_main(int argc, char **argv)
{
	struct top t = { .v.options = LIVE_DEFAULTS, .rows = 20, .fit = VIEW_DEFAULT };
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
		"running firmware go, live. The key ? lists the keys.",
		2, LIVE_MISSING, options, examples, NULL, NULL };
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (t.v.options.calls && t.order != TOP_BY_SHARE) {
		fail("--sort: a tree is sorted by inclusive ticks; leave it out beside --calls");
		return EXIT_FAILURE;
	}
	stop_catch();
	good = live_open(&t.v, operands[0], operands[1]);
	if (good) {
		screen_open(&t.screen, once);
		t.interval = (unsigned)interval;
		t.view = t.v.options.calls ? TOP_TREE : TOP_LIST;
		good = run(&t) || stop_interrupted();
		screen_close(&t.screen);
	} else if (stop_interrupted()) {
		fail("%s: interrupted before anything was read", operands[0]);
	}
	top_free(&t);
	live_close(&t.v);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_top = { "top", "shows where the cycles of running firmware go, live",
	top_main };
