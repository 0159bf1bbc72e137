/* SPDX-License-Identifier: ISC
 * export.c - tally export: writes a profile as a file for another tool.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/export/export.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"

/* What people may look for, and what serves them. */
static const struct {
	const char *name, *instead;
} others[] = {
	{ "speedscope", "folded, which speedscope opens" },
	{ "firefox", "cpuprofile, which the Firefox Profiler opens" },
	{ "perf", "pprof" },
	{ "afdo-gcc", "afdo, with Clang" },
	{ "csv", "`tally report --by address --csv`" },
	{ "json", "`tally report --json`" },
};

static const struct export_format *find_format(const char *name)
{
	char all[256] = "";

	for (size_t i = 0; export_formats[i]; i++) {
		if (!strcmp(name, export_formats[i]->name))
			return export_formats[i];
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
			export_formats[i]->name);
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strcmp(name, others[i].name)) {
			fail("export: %s: no such format; use %s", name, others[i].instead);
			return NULL;
		}
	fail("export: %s: no such format; there are: %s", name, all);
	return NULL;
}

/* Writes the file whole or not at all. path NULL: standard output. */
static bool write_out(const struct export_format *format, struct export *e, const char *path)
{
	char *bytes = NULL;
	size_t size = 0;
	bool good;

	e->to = stream_open(&bytes, &size);
	good = format->write(e);
	stream_close(e->to);
	if (good && path)
		good = file_write(path, bytes, size);
	else if (good)
		good = (fwrite(bytes, 1, size, stdout) == size) & stdout_ok();
	free(bytes);
	return good;
}

/* What was asked for fits the format, the profile (`name`) and where the file goes. */
static bool can_write(const struct export_format *format, const struct export *e, const char *name,
	const char *path)
{
	const struct profile *p = e->profile;

	if (e->all_sources && format != &export_lcov)
		return fail("--all-sources: only lcov leaves sources out; leave it out for %s",
			format->name);
	if (e->why && !format->stacks)
		return fail("export: %s draws no stacks, so causes have no place in it; leave out "
			    "--why",
			format->name);
	if (e->why && !p->waits_at)
		return fail(WHY_UNKNOWN, name);
	if (e->hz && !format->seconds)
		return fail("export: %s has no place for seconds; leave out --clock", format->name);
	if (e->hz && p->config.source == TALLY_SOURCE_RETIRE)
		return fail("export: this profile counts instructions, of which a clock makes no "
			    "seconds; leave out --clock");
	if (format->binary && !path && isatty(STDOUT_FILENO))
		return fail("export: %s is no text for a terminal; give -o FILE", format->name);
	uint64_t all = format->most ? export_largest(p) : 0;
	if (all > format->most)
		return fail("export: %s: %s has %" PRIu64 " %s, and the numbers of this format, or "
			    "of what reads it, go to %" PRIu64
			    "; folded and callgrind have no such limit",
			format->name, name, all, profile_unit(p), format->most);
	return !path || file_writable(path);
}

static int export_main(int argc, char **argv)
{
	const char *operands[3], *path = NULL, *task = NULL;
	char about[2048] = "Writes the profile that `tally run -o CAPTURE` kept as a file for "
			   "another tool. FORMAT is one of\n\n";
	struct profile profile;
	struct firmware firmware;
	struct export e = { .profile = &profile, .firmware = &firmware };
	struct firmware_how how = { 0 };
	const struct option_def options[] = {
		{ .name = "o",
			.kind = OPTION_TEXT,
			.to = &path,
			.value = "FILE",
			.help = "write to FILE instead of the standard output (-)" },
		{ .name = "clock",
			.kind = OPTION_NUMBER,
			.to = &e.hz,
			.min = 1,
			.max = 1000000000000,
			.value = "HZ",
			.help = "also give times, computed for a core clock of HZ; without it "
				"there are none" },
		{ .name = "why",
			.kind = OPTION_FLAG,
			.to = &e.why,
			.help = "what cycles waited for, as frames below the function" },
		{ .name = "all-sources",
			.kind = OPTION_FLAG,
			.to = &e.all_sources,
			.help = "of lcov: also sources that cannot be read here, at which genhtml "
				"stops" },
		TASK_OPTION(task),
		FIRMWARE_OPTIONS(how),
		{ 0 },
	};
	static const char *const examples[] = { "tally export html -o dhry.html dhry.tally",
		"tally export svg -o dhry.svg dhry.tally",
		"tally export pprof -o dhry.pb.gz dhry.tally && pprof -top dhry.pb.gz",
		"tally export folded dhry.tally dhry.elf | flamegraph.pl > dhry.svg",
		"tally export pprof --clock 50M -o dhry.pb.gz dhry.tally", NULL };
	const struct usage usage = { "export", "FORMAT CAPTURE [FIRMWARE.ELF]", about, 1,
		"which format? `tally export --help` lists them", options, examples, NULL, NULL };
	int status;

	for (size_t i = 0; export_formats[i]; i++)
		snprintf(about + strlen(about), sizeof about - strlen(about), "  %-11s %s\n",
			export_formats[i]->name, export_formats[i]->about);
	snprintf(about + strlen(about), sizeof about - strlen(about),
		"\nCounts stay cycles, "
		"instructions or samples. Stacks hold callers where the capture has a call tree, "
		"and inlined calls.");
	if (!options_read(&usage, argc, argv, operands, 3, &status))
		return status;
	if (!operands[1]) {
		fail("export: which capture? Give the file that `tally run -o FILE` wrote");
		return EXIT_FAILURE;
	}
	const struct export_format *format = find_format(operands[0]);
	if (path && !strcmp(path, "-"))
		path = NULL;
	if (!format || !capture_read(&profile, operands[1]))
		return EXIT_FAILURE;
	bool good = can_write(format, &e, operands[1], path)
		&& (!task || profile_task(&profile, task, operands[1]))
		&& firmware_of(&firmware, &profile, operands[2], &how);
	if (good) {
		note_folded(&profile, operands[1]);
		char *elf = firmware.image.path ? realpath(firmware.image.path, NULL) : NULL;
		e.path = elf ? elf : profile.elf_path;
		good = write_out(format, &e, path);
		if (good)
			profile_note_extent(&profile, operands[1]);
		free(elf);
		firmware_close(&firmware);
	}
	profile_free(&profile);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_export = { "export",
	"writes a profile for another tool: gprof, pprof, a browser ...", export_main };
