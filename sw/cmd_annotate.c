/* SPDX-License-Identifier: ISC
 * cmd_annotate.c - tally annotate: a function's instructions with their counts and their source.
 */
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "capture.h"
#include "command.h"
#include "error.h"
#include "file.h"
#include "options.h"

struct annotate_options {
	const char *function, *capture, *elf;
	uint64_t top;
	unsigned by;
	const char *by_given;
	struct firmware_how how;
};

/* [FUNCTION] CAPTURE [ELF]: the first operand that begins as a capture does is one. */
static bool sort_operands(struct annotate_options *o, const char *const *operands)
{
	bool named = operands[1] && !capture_is(operands[0]);

	if (!operands[0])
		return fail("annotate: which capture? Give the file that `tally run -o FILE` wrote");
	o->function = named ? operands[0] : NULL;
	o->capture = operands[named];
	o->elf = operands[named + 1];
	if (!named && operands[2])
		return fail("annotate: %s: one argument too many; give [FUNCTION] CAPTURE [FIRMWARE.ELF]", operands[2]);
	return true;
}

/* The row of the function that is called or holds this; NULL: one line was printed. */
static const struct row *find_row(const struct table *t, const struct symbols *s, const char *name, const char *unit)
{
	struct function f;

	if (!symbols_named(s, name, &f))
		return NULL;
	for (size_t i = 0; i < t->n; i++)
		if (f.lo >= t->rows[i].lo && f.lo < t->rows[i].hi)
			return &t->rows[i];
	fail("annotate: %s: no %s were counted there; `tally report` lists where they were", name, unit);
	return NULL;
}

static bool print(struct annotate *a, const struct annotate_options *o)
{
	struct table t = table_of(a->profile, &a->firmware->symbols, &a->firmware->lines, NULL, TABLE_FUNCTIONS);
	bool good = true;

	if (!t.n)
		good = fail("%s: nothing was counted: no function is the hottest", o->capture);
	if (!lines_known(&a->firmware->lines) && a->firmware->image.elf && good)
		note("%s has no source lines (compile with -g, or name its --debug-file): instructions only", a->firmware->image.path);
	if (good && o->function) {
		const struct row *row = find_row(&t, &a->firmware->symbols, o->function, profile_unit(a->profile));
		good = row && annotate_print(a, row);
	} else {
		for (size_t i = 0; good && i < t.n && (!o->top || i < o->top); i++)
			good = annotate_print(a, &t.rows[i]);
	}
	sources_note(&a->sources);
	table_free(&t);
	return good && stdout_ok();
}

static int annotate_main(int argc, char **argv)
{
	static const char *const bys[] = { "cycles", "instructions", NULL };
	const char *operands[3];
	struct annotate_options o = { .top = 1 };
	struct annotate a = { 0 };
	struct term_options term = { 0 };
	const struct option_def options[] = {
		{ .name = "top", .kind = OPTION_NUMBER, .to = &o.top, .max = UINT32_MAX, .value = "N", .help = "without FUNCTION: the N hottest ones; 0 all (1)" },
		{ .name = "full", .kind = OPTION_FLAG, .to = &a.full, .help = "instructions without counts too" },
		{ .name = "by", .kind = OPTION_CHOICE, .to = &o.by, .choices = bys, .mark = &o.by_given, .value = "COUNT", .help = "cycles or instructions, where the capture has both (--cpi)" },
		{ .name = "objdump", .kind = OPTION_TEXT, .to = &a.objdump, .value = "NAME", .help = "the disassembler (riscv64-unknown-elf-objdump, ... as found)" },
		FIRMWARE_OPTIONS(o.how),
		TERM_OPTIONS(term),
		{ 0 },
	};
	static const char *const examples[] = { "tally annotate dhry.tally", "tally annotate strcmp dhry.tally dhry.elf",
		"tally annotate --source-prefix /build/project=. --top 3 dhry.tally", NULL };
	const struct usage usage = { "annotate", "[FUNCTION] CAPTURE [FIRMWARE.ELF]",
		"Shows the instructions of FUNCTION (a name or an address; the hottest one) with their counts, below their source lines.", options, examples };
	struct profile profile, other;
	struct firmware firmware = { 0 };

	switch (options_read(&usage, argc, argv, operands, 3)) {
	case OPTIONS_HELP: return stdout_ok() ? EXIT_SUCCESS : EXIT_FAILURE;
	case OPTIONS_BAD: return EXIT_FAILURE;
	case OPTIONS_GOOD: break;
	}
	if (!sort_operands(&o, operands) || !capture_read(&profile, o.capture))
		return EXIT_FAILURE;
	a.term = term_open(&term);
	a.firmware = &firmware;
	a.profile = &profile;
	bool good = !o.by_given || profile_choose(&profile, o.by, o.capture, &other, &a.profile);
	good = good && firmware_of_as(&firmware, &profile, o.elf, &o.how) && print(&a, &o);
	sources_free(&a.sources);
	firmware_close(&firmware);
	profile_free(&profile);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_annotate = { "annotate", "shows a function's instructions and source with their counts", annotate_main };
