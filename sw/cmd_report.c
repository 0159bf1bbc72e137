/* SPDX-License-Identifier: ISC
 * cmd_report.c - tally report: prints a profile again, from a capture file.
 */
#include <stdlib.h>

#include "capture.h"
#include "command.h"
#include "error.h"
#include "file.h"
#include "firmware.h"
#include "json.h"
#include "options.h"
#include "report.h"

static int report_main(int argc, char **argv)
{
	const char *operands[2], *json = NULL;
	struct view view = { .top = 30 };
	struct firmware_how how = { 0 };
	const struct option_def options[] = {
		{ .name = "lines", .kind = OPTION_FLAG, .to = &view.lines, .help = "by source line" },
		{ .name = "inlines", .kind = OPTION_FLAG, .to = &view.inlines, .help = "by chain of inlined calls, one \"a;b;c COUNT\" a line" },
		{ .name = "top", .kind = OPTION_NUMBER, .to = &view.top, .max = UINT32_MAX, .value = "N", .help = "rows shown, the rest in one line; 0 all (30)" },
		{ .name = "json", .kind = OPTION_MAYBE, .to = &json, .value = "[=FILE]", .help = "one JSON object instead, to the standard output or FILE" },
		FIRMWARE_OPTIONS(how),
		{ 0 },
	};
	static const char *const examples[] = { "tally report dhry.tally", "tally report --lines --top 20 dhry.tally dhry.elf", NULL };
	const struct usage usage = { "report", "CAPTURE [FIRMWARE.ELF]", "Prints the profile that `tally run -o CAPTURE` kept.", options, examples };
	struct profile profile;
	struct firmware firmware;

	switch (options_read(&usage, argc, argv, operands, 2)) {
	case OPTIONS_HELP: return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	case OPTIONS_BAD: return EXIT_FAILURE;
	case OPTIONS_GOOD: break;
	}
	if (!operands[0]) {
		fail("report: which capture? Give the file that `tally run -o FILE` wrote");
		return EXIT_FAILURE;
	}
	if (!capture_read(&profile, operands[0]))
		return EXIT_FAILURE;
	bool good = firmware_of(&firmware, &profile, operands[1], &how);
	if (good && json) {
		good = json_write(&profile, &firmware.symbols, &firmware.lines, json[0] ? json : NULL);
	} else if (good) {
		report_print(&profile, &firmware.symbols, &firmware.lines, &view);
		good = stdout_ok();
	}
	firmware_close(&firmware);
	profile_free(&profile);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_report = { "report", "prints a profile again, from a capture file", report_main };
