/* SPDX-License-Identifier: ISC
 * attach.c - tally attach: starts a unit behind a serial line and prints what it counts; the unit
 * keeps counting afterwards.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/base/clock.h"
#include "command.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/live/live.h"
#include "sw/profile/doubt.h"
#include "sw/base/stop.h"

static bool print_calls(struct live *v)
{
	char law[256];

	call_tree_free(&v->profile.calls);
	if (!live_calls_look(&v->calls, &v->profile.calls))
		return false;
	puts(live_calls_law(&v->calls, &v->profile.calls, law, sizeof law));
	return true;
}

static bool watch(struct live *v, uint64_t seconds)
{
	const struct tally_counters *c = &v->profile.counters;
	int64_t begun = clock_ms(), now;
	struct tally_counters before = { 0 };

	for (;;) {
		if (!live_refresh(v))
			return stop_interrupted();
		printf("ticks ");
		if (v->from < c->ticks)
			printf("%" PRIu64 "..", v->from);
		printf("%" PRIu64, c->ticks);
		if (before.ticks)
			printf(" (+%" PRIu64 ")", c->ticks - before.ticks);
		printf(" = hits %" PRIu64 " + outside %" PRIu64 " + filtered %" PRIu64
			" + idle %" PRIu64 " + lost %" PRIu64 " + pending %" PRIu64 "\n", c->hits,
			c->outside, c->filtered, c->idle, c->lost, c->pending);
		if (v->options.calls && !print_calls(v))
			return stop_interrupted();
		fflush(stdout);
		if (v->begun == (uint32_t)c->ticks)
			before.ticks = c->ticks;
		live_doubt(v, &before);
		before = *c;
		now = clock_ms();
		if (stop_asked || now - begun >= (int64_t)seconds * 1000) {
			doubt_note(&v->profile, &v->firmware, v->port.path);
			return true;
		}
		/* until the next whole second */
		live_wait(now + 1000 - (now - begun) % 1000);
	}
}

static int attach_main(int argc, char **argv)
{
	struct live v = { .options = LIVE_DEFAULTS };
	const char *operands[2];
	uint64_t seconds = 0;
	const struct option_def options[] = {
		LIVE_OPTIONS(&v.options),
		{ .name = "watch", .kind = OPTION_NUMBER, .to = &seconds, .max = UINT32_MAX,
		.value = "SECONDS", .help = "keep printing the counts, once a second (0)" },
		{ 0 },
	};
	static const char *const examples[] = { "tally attach /dev/ttyUSB0 firmware.elf",
		"tally attach --restart --watch 10 /dev/pts/3 firmware.elf", NULL };
	const struct usage usage = { "attach", "PORT FIRMWARE.ELF", "Starts the unit behind a "
		"serial port for this firmware.",
		2, LIVE_MISSING, options, examples, NULL, NULL };
	bool good;
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	stop_catch();
	good = live_open(&v, operands[0], operands[1]);
	if (good) {
		live_print(&v);
		good = watch(&v, seconds);
	} else if (stop_interrupted()) {
		fail("%s: interrupted before anything was read", operands[0]);
	}
	live_close(&v);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_attach = { "attach", "lets a unit behind a serial port count, and "
	"leaves it counting", attach_main };
