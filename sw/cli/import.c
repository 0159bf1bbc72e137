/* SPDX-License-Identifier: ISC
 * import.c - tally import: makes a capture from a histogram that firmware printed, or of what a
 * simulated core retired.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/run/run.h"

#define MAX_TEXT (256u << 20)

struct import_options {
	const char *output, *core, *of_rvfi, *of_simulator;
	uint64_t period, hart;
	bool rvfi;
	struct simulator simulator; /* its command is NULL: none */
};

static bool read_log(struct import_options *o, struct profile *p, const struct firmware *f,
	const char *path, const char *name)
{
	struct simulator *s = &o->simulator;
	FILE *file = s->command          ? simulator_start(s)
		: strcmp(path, "-") != 0 ? fopen(path, "r")
					 : stdin;

	if (!file)
		return !s->command && fail("%s: cannot be read: %s", name, strerror(errno));
	bool good = retire_log_read(p, f, o->hart, file, name);
	if (s->command)
		simulator_end(s, file, !good);
	else if (file != stdin)
		fclose(file);
	return good;
}

static bool read_counts(struct import_options *o, struct profile *p, const struct firmware *f,
	const char *path, const char *name)
{
	uint8_t *text = NULL;
	size_t size = 0;

	if (o->rvfi)
		return read_log(o, p, f, path, name);
	bool good = file_read(path, MAX_TEXT, &text, &size)
		&& histogram_read(p, &f->image, (uint32_t)o->period, name, text, size);
	if (good && p->counters.hits) /* else it is said */
		doubt_note(p, f, name);
	free(text);
	return good;
}

static bool import(struct import_options *o, const char *elf, const char *path)
{
	const char *name = strcmp(path, "-") ? path : "the standard input";
	struct profile p = {
		.core = copy_text(o->core), .end = END_IMPORTED, .imported = copy_text(name)
	};
	struct firmware f = { 0 };

	file_protect(elf);
	file_protect(path);
	bool good = (!o->simulator.command || strcmp(o->output, "-") != 0
			    || file_take_standard("-o", true))
		&& file_writable(o->output) && firmware_open(&f, elf)
		&& read_counts(o, &p, &f, path, name);
	if (stop_asked || WIFSIGNALED(o->simulator.status))
		p.end = END_INTERRUPT; /* it is of a part of the run */
	if (good) {
		firmware_sign(&f, &p);
		good = capture_write(&p, &f, o->output);
	}
	if (good && o->simulator.command)
		good = simulator_good(&o->simulator, o->output);
	profile_free(&p);
	firmware_close(&f);
	return good;
}

/* With --rvfi the words behind -- are a simulator's command; those before it are the tool's. */
static int take_simulator(struct import_options *o, int argc, char **argv)
{
	bool rvfi = false;

	for (int i = 0; i < argc; i++) {
		rvfi |= !strcmp(argv[i], "--rvfi");
		if (rvfi && !strcmp(argv[i], "--")) {
			o->simulator.command = argv + i + 1;
			return i;
		}
	}
	return argc;
}

/* The file, or the simulator; NULL: one line was printed. */
static const char *source_of(const struct import_options *o, const char *file)
{
	char **command = o->simulator.command;

	if (o->rvfi && o->period != 1)
		fail("--period: is of a histogram; leave out --rvfi or --period");
	else if (o->of_rvfi && !o->rvfi)
		fail("--%s: needs --rvfi", o->of_rvfi);
	else if (o->of_simulator && !command)
		fail("--%s: needs a simulator; give its command behind --", o->of_simulator);
	else if (!o->output)
		fail("import: into which file? Give -o CAPTURE");
	else if (command && !command[0])
		fail("--: which simulator? Give its command");
	else if (command && file)
		fail("%s: leave out this file, or the simulator", file);
	else
		return command ? command[0] : file ? file : "-";
	return NULL;
}

static int import_main(int argc, char **argv)
{
	const char *operands[2];
	struct import_options o = { .core = "imported",
		.period = 1,
		.hart = RETIRE_LOG_ANY_HART,
		.simulator.patience = 60 };
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
				"CVA6, Ibex, CV32E40P, NEORV32, Rocket, Sodor, VeeR and "
				"tally_rvfi.sv write it; or a simulator writes it while it runs" },
		{ .name = "hart",
			.mark = &o.of_rvfi,
			.kind = OPTION_NUMBER,
			.to = &o.hart,
			.max = UINT64_MAX - 1,
			.value = "N",
			.help = "with --rvfi: of which hart, where the log has several" },
		{ .name = "patience",
			.mark = &o.of_simulator,
			.kind = OPTION_NUMBER,
			.to = &o.simulator.patience,
			.max = UINT32_MAX,
			.value = "S",
			.help = "seconds in which the simulator has to open its pipe (60)" },
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
		"tally import --rvfi firmware.elf -o f.tally trace_core_00000000.log",
		"tally import --rvfi firmware.elf -o f.tally -- ./Vsoc +tally_rvfi", NULL };
	const struct usage usage = { "import", "FIRMWARE.ELF -o CAPTURE [FILE | -- SIMULATOR...]",
		"Makes a capture of lines `address count`, a histogram that the firmware printed, "
		"out of FILE or the standard input;\n"
		"or of what a core without a unit retired in a simulation (--rvfi): out of its "
		"log, or out of a pipe, whose name stands in TALLY_RVFI and replaces +tally_rvfi "
		"in the simulator's command.\n"
		"Numbers are decimal, or hexadecimal after 0x; between them stand blanks, tabs, "
		"commas or colons; # begins a comment.",
		1, "of which firmware? Give its ELF; `tally import --help` shows the use", options,
		examples, NULL, NULL };
	int status;

	argc = take_simulator(&o, argc, argv);
	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status;
	const char *source = source_of(&o, operands[1]);
	if (!source)
		return EXIT_FAILURE;
	if (o.simulator.command)
		stop_catch();
	if (import(&o, operands[0], source))
		return EXIT_SUCCESS;
	return stop_asked ? 128 + stop_asked : EXIT_FAILURE;
}

const struct command command_import = { "import",
	"makes a capture of a histogram, or of a simulator's log", import_main };
