/* SPDX-License-Identifier: ISC
 * import.c - tally import: makes a capture from a histogram that firmware printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/run/run.h"

#define MAX_TEXT (256u << 20)

struct import_options {
	const char *output, *core, *of_rvfi;
	uint64_t period, hart;
	bool rvfi;
};

static bool read_counts(const struct import_options *o, struct profile *p, const struct firmware *f,
	const char *path, const char *name)
{
	uint8_t *text = NULL;
	size_t size = 0;

	if (o->rvfi)
		return retire_log_read(p, f, o->hart, path, name);
	bool good = file_read(path, MAX_TEXT, &text, &size)
		&& histogram_read(p, &f->image, (uint32_t)o->period, name, text, size);
	if (good && p->counters.hits) /* else it is said */
		doubt_note(p, f, name);
	free(text);
	return good;
}

static bool import(const struct import_options *o, const char *elf, const char *path)
{
	const char *name = strcmp(path, "-") ? path : "the standard input";
	struct profile p = {
		.core = copy_text(o->core), .end = END_IMPORTED, .imported = copy_text(name)
	};
	struct firmware f = { 0 };

	file_protect(elf);
	file_protect(path);
	bool good = file_writable(o->output) && firmware_open(&f, elf)
		&& read_counts(o, &p, &f, path, name);
	if (good) {
		firmware_sign(&f, &p);
		good = capture_write(&p, &f, o->output);
	}
	profile_free(&p);
	firmware_close(&f);
	return good;
}

static int import_main(int argc, char **argv)
{
	const char *operands[2];
	struct import_options o = { .core = "imported", .period = 1, .hart = RETIRE_LOG_ANY_HART };
	const struct option_def options[] = {
		{ .name = "period",
			.kind = OPTION_NUMBER,
			.to = &o.period,
			.min = 1,
			.max = UINT32_MAX,
			.value = "N",
			.help = "each count is a sample of N cycles; 1: counts are cycles (1)" },
		{ .name = "rvfi",
			.kind = OPTION_FLAG,
			.to = &o.rvfi,
			.help = "FILE has a line for each instruction that retired, as Spike, "
				"CVA6, Ibex, CV32E40P and NEORV32 write it" },
		{ .name = "hart",
			.mark = &o.of_rvfi,
			.kind = OPTION_NUMBER,
			.to = &o.hart,
			.max = UINT64_MAX - 1,
			.value = "N",
			.help = "with --rvfi: of which hart, where the log has several" },
		{ .name = "core",
			.kind = OPTION_TEXT,
			.to = &o.core,
			.value = "NAME",
			.help = "what it ran on, in your words (imported)" },
		{ .name = "o",
			.kind = OPTION_TEXT,
			.to = &o.output,
			.value = "CAPTURE",
			.help = "the capture to write; - is the standard output" },
		{ 0 },
	};
	static const char *const examples[] = { "tally import firmware.elf -o f.tally uart.log",
		"grep '^0x' uart.log | tally import --period 1000 -o f.tally firmware.elf",
		"tally import --rvfi firmware.elf -o f.tally trace_core_00000000.log", NULL };
	const struct usage usage = { "import", "FIRMWARE.ELF -o CAPTURE [FILE]",
		"Makes a capture of lines `address count`, a histogram that the firmware printed, "
		"out of FILE or the standard input;\n"
		"or of what a core without a unit retired in a simulation (--rvfi).\n"
		"Numbers are decimal, or hexadecimal after 0x; between them stand blanks, tabs, "
		"commas or colons; # begins a comment.",
		1, "of which firmware? Give its ELF; `tally import --help` shows the use", options,
		examples, NULL, NULL };
	int status;

	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	if (o.rvfi && o.period != 1)
		fail("--period: is of a histogram; leave out --rvfi or --period");
	else if (o.of_rvfi && !o.rvfi)
		fail("--%s: needs --rvfi", o.of_rvfi);
	else if (!o.output)
		fail("import: into which file? Give -o CAPTURE");
	else if (import(&o, operands[0], operands[1] ? operands[1] : "-"))
		return EXIT_SUCCESS;
	return EXIT_FAILURE;
}

const struct command command_import = { "import",
	"makes a capture of a histogram, or of a simulator's log", import_main };
