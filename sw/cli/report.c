/* SPDX-License-Identifier: ISC
 * report.c - tally report: prints a profile again, from a capture file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/profile/capture.h"
#include "command.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/firmware.h"
#include "sw/report/json.h"
#include "sw/base/options.h"
#include "sw/report/report.h"
#include "sw/report/tree_law.h"

static bool write_csv(const struct profile *p, const struct firmware *f, const struct view *v,
	const char *path, const char *name)
{
	char *text = NULL;
	size_t size = 0;
	FILE *to = stream_open(&text, &size);
	struct emit e = emit_to_csv(to);

	tree_law_note_folded(p, name);
	bool good = report_put(&e, p, f, v);
	stream_close(to);
	good = good && file_write(path, text, size);
	free(text);
	return good;
}

/* json, csv: NULL, "" for the standard output, or a file. */
static bool write_report(const struct profile *p, const struct firmware *f, struct view *v,
	const char *json, const char *csv, const char *name, const char *elf)
{
	if (csv || json)
		view_for_programs(v);
	if (csv)
		return write_csv(p, f, v, csv[0] ? csv : "-", name);
	if (json)
		return json_write(p, f, v, json[0] ? json : "-");
	if (!report_print(p, f, v))
		return false;
	if (strcmp(name, "-") != 0)		/* standard input is read by now */
		report_next(p, f, name, elf, &v->term);
	return stdout_ok();
}

static int report_main(int argc, char **argv)
{
	const char *operands[2], *json = NULL, *csv = NULL, *task = NULL;
	struct view view = VIEW_DEFAULT;
	struct firmware_how how = { 0 };
	const struct option_def options[] = {
		{ .name = "by", .kind = OPTION_MANY, .to = &view.by, .value = "WHAT",
			.help = "rows: function, line, inline, address, caller, task, object; "
			"counts: cycles, instructions; one of each" },
		VIEW_OPTIONS(view),
		TASK_OPTION(task),
		{ .name = "json", .kind = OPTION_MAYBE, .to = &json, .value = "[=FILE]",
		.help = "one JSON object instead, with the rows asked for" },
		{ .name = "csv", .kind = OPTION_MAYBE, .to = &csv, .value = "[=FILE]",
			.help = "the rows as CSV instead" },
		FIRMWARE_OPTIONS(how),
		{ 0 },
	};
	static const char *const examples[] = { "tally report dhry.tally", "tally report --by line "
		"--top 20 dhry.tally dhry.elf",
		"tally report --by function,instructions --match '^lua' lua.tally",
		"tally report --by inline --csv - < dhry.tally", "tally report --tree --depth 8 "
		"lua.tally", "tally report --callers-of memset lua.tally", NULL };
	const struct usage usage = { "report", "CAPTURE [FIRMWARE.ELF]", "Prints the profile that "
		"`tally run -o CAPTURE` kept; - is the standard input.",
		1, "which capture? Give the file that `tally run -o FILE` wrote", options, examples,
		NULL, NULL };
	struct profile profile;
	struct firmware firmware;
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (json && csv) {
		fail("--json beside --csv: one of the two at a time");
		return EXIT_FAILURE;
	}
	if (!view_settle(&view) || !capture_read(&profile, operands[0])) {
		view_close(&view);
		return EXIT_FAILURE;
	}
	firmware = (struct firmware){ 0 };
	bool good = (!task || profile_task(&profile, task, operands[0]))
		&& view_fits(&view, &profile, operands[0])
		&& firmware_of(&firmware, &profile, operands[1], &how)
		&& view_function(&view, &firmware.symbols);
	if (good)
		good = write_report(&profile, &firmware, &view, json, csv, operands[0],
			operands[1]);
	firmware_close(&firmware);
	profile_free(&profile);
	view_close(&view);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_report = { "report", "prints a profile again, from a capture file",
	report_main };
