/* SPDX-License-Identifier: ISC
 * record.c - tally record: writes the profile of a unit behind a serial line to a capture file.
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

/* *before: the counts when it began. Skips a refresh that would not finish in time: the last one,
 * at the end, covers it. */
static bool record(struct live *v, uint64_t seconds, struct tally_counters *before)
{
	/* a guess at first */
	int64_t end = clock_ms() + (int64_t)seconds * 1000, took = LIVE_POLL_MS;

	if (v->joined && seconds && !live_counters(v) && !stop_interrupted())
		return false;
	*before = v->profile.counters;
	while (!stop_asked && clock_ms() + took < end) {
		int64_t next = clock_ms() + LIVE_POLL_MS, at;

		live_wait(next < end ? next : end);
		at = clock_ms();
		if (stop_asked || at + took >= end)
			break;
		if (!live_refresh(v) && !stop_interrupted())
			return false;
		took = clock_ms() - at;
	}
	live_wait(end);
	return live_finish(v);
}

/* Can --why or --data be combined with what else was asked for? */
static bool options_allow(
	const struct live_options *o, uint64_t seconds, bool keep, const char *turns, bool other)
{
	if (!seconds)
		return fail("%s: for how long? Give --seconds N too", turns);
	if (o->calls)
		return fail("%s: counts in time slices, and a call tree is of one count; leave out "
			    "--calls",
			turns);
	if (other || (o->port.unit && !strcmp(turns, "--data")))
		return fail("--data goes with neither --why nor --unit");
	return (!o->event && !keep && o->unit.period == 1 && !o->unit.jitter)
		|| fail("%s counts every cycle, in time slices: leave --event, --keep, --period "
			"and --jitter out",
			turns);
}

static int record_main(int argc, char **argv)
{
	struct live v = { .options = LIVE_DEFAULTS };
	const char *operands[2], *file = NULL;
	uint64_t seconds = 0;
	struct tally_counters before = { 0 };
	bool keep = false, why = false, data = false, good;
	const struct option_def options[] = {
		LIVE_OPTIONS(&v.options),
		{ .name = "seconds",
			.kind = OPTION_NUMBER,
			.to = &seconds,
			.max = UINT32_MAX,
			.value = "N",
			.help = "record for N seconds or until Ctrl-C; 0: take what is there (0)" },
		{ .name = "why",
			.kind = OPTION_FLAG,
			.to = &why,
			.help = "count cycles, retirements and "
				"each cause, in time slices; needs --seconds" },
		{ .name = "data",
			.kind = OPTION_FLAG,
			.to = &data,
			.help = "beside the code, what "
				"loads and stores reach, where the board has a unit for them; "
				"needs --seconds" },
		{ .name = "keep",
			.kind = OPTION_FLAG,
			.to = &keep,
			.help = "let the unit continue afterwards" },
		{ .name = "o",
			.kind = OPTION_TEXT,
			.to = &file,
			.value = "FILE",
			.help = "the capture to write; -: standard output, and all else to "
				"standard error" },
		{ 0 },
	};
	static const char *const examples[] = { "tally record --restart --seconds 10 -o f.tally "
						"/dev/ttyUSB0 firmware.elf",
		NULL };
	const struct usage usage = { "record", "PORT FIRMWARE.ELF",
		"Writes what the unit behind a "
		"serial port has counted to a capture. The unit pauses, the core runs on.",
		2, LIVE_MISSING, options, examples, NULL, NULL };
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (!file) {
		fail("record: into which file? Give -o FILE");
		return EXIT_FAILURE;
	}
	if ((why || data)
		&& !options_allow(
			&v.options, seconds, keep, data ? "--data" : "--why", why && data))
		return EXIT_FAILURE;
	file_protect(operands[1]);
	if (!file_writable(file) || (!strcmp(file, "-") && !file_take_standard("-o", true)))
		return EXIT_FAILURE;
	stop_catch();
	v.options.stopped_too = true;
	v.options.restart |= why || data;
	v.options.only_join = !seconds && !v.options.restart;
	good = live_open(&v, operands[0], operands[1]);
	if (!good && stop_interrupted())
		fail("%s: interrupted before anything was recorded", operands[0]);
	if (good && v.joined && seconds)
		good = live_start(&v);
	good = good
		&& (why                ? turns_why(&v, seconds)
				: data ? turns_data(&v, seconds)
				       : record(&v, seconds, &before))
		&& capture_write(&v.profile, &v.firmware, file);
	if (good)
		doubt_note(&v.profile, &v.firmware, operands[0]);
	if (good && keep)
		good = live_start(&v);
	if (good)
		printf("%s: %" PRIu64 " ticks, %" PRIu64 " hits, %" PRIu64 " lost\n",
			strcmp(file, "-") ? text_clean(file) : "capture", v.profile.counters.ticks,
			v.profile.counters.hits, v.profile.counters.lost);
	if (good) {
		tree_invariant_print(stdout, &v.profile);
		outside_print(stdout, &v.profile, &v.firmware.symbols);
		live_doubt(&v, &before);
	}
	live_close(&v);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_record = { "record",
	"writes what a unit behind a serial port has counted to a capture file", record_main };
