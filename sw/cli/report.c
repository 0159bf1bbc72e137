/* SPDX-License-Identifier: ISC
 * report.c - tally report: prints a profile again, from a capture file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"

/* json, csv: NULL, "" for the standard output, or a file. */
static bool write_report(const struct profile *p, const struct firmware *f, struct view *v,
	const char *json, const char *csv, const char *name, const char *elf)
{
	const char *path = csv ? csv : json;

	if (path)
		view_for_programs(v);
	if (csv)
		note_folded(p, name);
	if (path)
		return report_write(
			csv ? EMIT_TO_CSV : EMIT_TO_JSON, p, f, v, path[0] ? path : "-");
	if (!report_print(p, f, v))
		return false;
	if (!v->worst_of && strcmp(name, "-") != 0) /* standard input is read by now */
		report_next(p, f, name, elf, &v->term);
	return stdout_ok();
}

static int report_main(int argc, char **argv)
{
	const char *operands[2], *json = NULL, *csv = NULL, *task = NULL;
	struct view view = VIEW_DEFAULT;
	struct firmware_how how = { 0 };
	const struct option_def options[] = {
		{ .name = "by",
			.kind = OPTION_MANY,
			.to = &view.by,
			.value = "WHAT",
			.help = "rows: function, line, inline, address, caller, task, loop, "
				"object; counts: cycles, instructions; one of each" },
		VIEW_OPTIONS(view),
		TASK_OPTION(task),
		{ .name = "json",
			.kind = OPTION_MAYBE,
			.to = &json,
			.value = "[=FILE]",
			.help = "one JSON object instead, with the rows asked for" },
		{ .name = "csv",
			.kind = OPTION_MAYBE,
			.to = &csv,
			.value = "[=FILE]",
			.help = "the rows as CSV instead" },
		FIRMWARE_OPTIONS(how),
		{ 0 },
	};
	static const char *const examples[] = { "tally report dhry.tally",
		"tally report --by line --top 20 dhry.tally dhry.elf",
		"tally report --by function,instructions --match '^lua' lua.tally",
		"tally report --by inline --csv - < dhry.tally",
		"tally report --tree --depth 8 lua.tally",
		"tally report --callers-of memset lua.tally", NULL };
	const struct usage usage = { "report", "CAPTURE [FIRMWARE.ELF]",
		"Prints the profile that `tally run -o CAPTURE` kept; - is the standard input.", 1,
		"which capture? Give the file that `tally run -o FILE` wrote", options, examples,
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
		good = write_report(
			&profile, &firmware, &view, json, csv, operands[0], operands[1]);
	firmware_close(&firmware);
	profile_free(&profile);
	view_close(&view);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_report = { "report", "prints a profile again, from a capture file",
	report_main };
