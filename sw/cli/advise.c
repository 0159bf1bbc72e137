/* SPDX-License-Identifier: ISC
 * advise.c - tally advise: what could be saved, where, and how.
 */
#include <stdlib.h>

#include "command.h"
#include "sw/advise/advise.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"

static bool write_json(const struct advice *a, const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);

	advice_json(f, a);
	stream_close(f);
	bool good = file_write(path[0] ? path : "-", text, size);
	free(text);
	return good;
}

static int advise_main(int argc, char **argv)
{
	const char *operands[2], *json = NULL;
	struct term_options terminal = { 0 };
	struct firmware_how how = { 0 };
	const struct option_def options[] = {
		{ .name = "json",
			.kind = OPTION_MAYBE,
			.to = &json,
			.value = "[=FILE]",
			.help = "one JSON object instead, with all findings" },
		FIRMWARE_OPTIONS(how),
		TERM_OPTIONS(terminal),
		{ 0 },
	};
	static const char *const examples[] = { "tally advise dhry.tally",
		"tally advise --json=advice.json dhry.tally dhry.elf", NULL };
	const struct usage usage = { "advise", "CAPTURE [FIRMWARE.ELF]",
		"Finds what costs cycles on this core and can be mended: the ten costliest, each "
		"with its cycles, how sure it is that they can be saved, its place, the reason and "
		"the remedy. What is below 1 % of the cycles is left out.",
		1, "which capture? Give the file that `tally run -o FILE` wrote", options, examples,
		NULL, NULL };
	struct profile profile;
	struct firmware firmware = { 0 };
	struct advice advice;
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (!capture_read(&profile, operands[0]))
		return EXIT_FAILURE;
	struct term term = term_open(&terminal);
	bool good = firmware_of(&firmware, &profile, operands[1], &how);
	if (good && advice_open(&advice, &profile, &firmware, operands[0])) {
		if (json)
			good = write_json(&advice, json);
		else
			advice_print(&advice, &term);
		profile_note_extent(&profile, operands[0]);
		advice_close(&advice);
	} else {
		good = false;
	}
	firmware_close(&firmware);
	profile_free(&profile);
	return good && stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_advise = { "advise", "finds what costs cycles and can be mended",
	advise_main };
