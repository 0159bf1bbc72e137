/* SPDX-License-Identifier: ISC
 * annotate.c - tally annotate: a function's instructions with their counts and their source.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/report/report.h"

#define TOP_UNSET UINT64_MAX

struct annotate_options {
	const char *function, *capture, *elf, *task;
	uint64_t top;
	unsigned by;
	const char *by_given;
	const char *json, *csv; /* a file; "": standard output; NULL: not asked for */
	struct firmware_how how;
};

/* [FUNCTION] CAPTURE [ELF]: a first operand that looks like a capture is the capture. */
static bool sort_operands(struct annotate_options *o, const char *const *operands)
{
	bool named = operands[1] && !capture_is(operands[0]);

	o->function = named ? operands[0] : NULL;
	o->capture = operands[named];
	o->elf = operands[named + 1];
	if (!named && operands[2])
		return fail("annotate: %s: one argument too many; give [FUNCTION] CAPTURE "
			    "[FIRMWARE.ELF]",
			operands[2]);
	return true;
}

/* Are all counts of `name` in inlined copies? */
static bool only_inlined(const struct annotate *a, const struct table *functions, const char *name)
{
	bool only = false;

	for (size_t i = 0; i < functions->n; i++)
		if (!strcmp(functions->rows[i].name, name))
			return false;
	struct table t =
		table_of(a->profile, &a->firmware->symbols, &a->firmware->lines, TABLE_INLINED);
	for (size_t i = 0; i < t.n; i++)
		only |= !strcmp(t.rows[i].name, name) && t.rows[i].inlined == t.rows[i].count;
	table_free(&t);
	return only;
}

/* The row of the function named `name`, or that holds the address `name`. NULL: one line was
 * printed. */
static const struct row *find_row(const struct annotate *a, const struct table *t, const char *name)
{
	const char *unit = profile_unit(a->profile);
	struct function f;

	if (only_inlined(a, t, name)) {
		char *calls = symbols_inlined(&a->firmware->symbols, name);
		fail("annotate: %s: was counted only where it is inlined, at %s; give the function "
		     "around it",
			name, calls);
		free(calls);
		return NULL;
	}
	if (!symbols_named(&a->firmware->symbols, name, &f))
		return NULL;
	const struct function *whole = symbols_find(&a->firmware->symbols, f.lo);
	f.lo = whole ? whole->lo : f.lo;
	for (size_t i = 0; i < t->n; i++)
		if (f.lo >= t->rows[i].lo && f.lo < t->rows[i].hi)
			return &t->rows[i];
	fail("annotate: %s: no %s were counted there; `tally report` lists where they were", name,
		unit);
	return NULL;
}

/* Writes the requested rows. */
static bool write_rows(
	struct annotate *a, const struct annotate_options *o, const struct table *t, struct emit *e)
{
	const struct row *row = o->function ? find_row(a, t, o->function) : t->rows;
	size_t n = o->function ? 1 : o->top && o->top < t->n ? (size_t)o->top : t->n, n_rest;
	const struct row rest = table_rest(t, n, &n_rest);
	bool good = row && annotate_prepare(a, row, n);
	uint64_t shown = 0;

	emit_object(e, NULL);
	emit_member(e, "by", as_text(profile_source(a->profile)));
	emit_member(e, "unit", as_text(profile_unit(a->profile)));
	emit_member(e, "period", as_count(a->profile->config.period));
	emit_member(e, "sum", as_count(t->sum));
	emit_array(e, "functions");
	if (o->csv)
		annotate_csv_heading(e, a);
	for (size_t i = 0; good && i < n; i++) {
		good = annotate_put(e, a, &row[i]);
		shown += row[i].count;
	}
	emit_end(e);
	emit_member(e, "hidden", as_count(t->sum - shown));
	emit_member(e, "hidden_rows", as_count(t->n - n));
	emit_end(e);
	if (o->csv && !o->function && n_rest)
		annotate_csv_rest(e, a, &rest);
	return good;
}

/* Writes JSON or CSV, the whole file or nothing. */
static bool write_file(struct annotate *a, const struct annotate_options *o, const struct table *t)
{
	const char *path = o->json ? o->json : o->csv;
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);
	struct emit e = o->json ? emit_to_json(f) : emit_to_csv(f);
	bool good = write_rows(a, o, t, &e);

	if (o->json)
		putc('\n', f);
	stream_close(f);
	good = good && file_write(path[0] ? path : "-", text, size);
	free(text);
	return good;
}

static bool print(struct annotate *a, const struct annotate_options *o, const struct term *term)
{
	struct table t =
		table_of(a->profile, &a->firmware->symbols, &a->firmware->lines, TABLE_FUNCTIONS);
	struct emit e = emit_to_term(term);
	bool good = true;

	if (!t.n)
		good = fail("%s: nothing was counted: no function is the hottest", o->capture);
	if (!lines_known(&a->firmware->lines) && a->firmware->image.elf && good)
		note("%s has no source lines (compile with -g, or name its --debug-file): "
		     "instructions only",
			a->firmware->image.path);
	note_folded(a->profile, o->capture);
	if (!o->json && !o->csv)
		annotate_callers(a);
	good = good && (o->json || o->csv ? write_file(a, o, &t) : write_rows(a, o, &t, &e));
	sources_note(&a->sources, true);
	table_free(&t);
	return good && stdout_ok();
}

static int annotate_main(int argc, char **argv)
{
	static const char *const bys[] = { "cycles", "instructions", NULL };
	const char *operands[3];
	struct annotate_options o = { .top = TOP_UNSET };
	struct annotate a = { 0 };
	struct term_options terminal = { 0 };
	const struct option_def options[] = {
		{ .name = "top",
			.kind = OPTION_NUMBER,
			.to = &o.top,
			.max = UINT32_MAX,
			.value = "N",
			.help = "without FUNCTION: the N hottest; 0: all (1; of CSV "
				"and JSON all)" },
		{ .name = "full",
			.kind = OPTION_FLAG,
			.to = &a.full,
			.help = "show instructions without counts, too" },
		{ .name = "by",
			.kind = OPTION_CHOICE,
			.to = &o.by,
			.choices = bys,
			.mark = &o.by_given,
			.value = "COUNT",
			.help = "cycles or instructions, where the capture has both" },
		TASK_OPTION(o.task),
		{ .name = "objdump",
			.kind = OPTION_TEXT,
			.to = &a.objdump,
			.value = "NAME",
			.help = "the disassembler (riscv64-unknown-elf-objdump, ... as found)" },
		{ .name = "json",
			.kind = OPTION_MAYBE,
			.to = &o.json,
			.value = "[=FILE]",
			.help = "one JSON object instead, with every instruction" },
		{ .name = "csv",
			.kind = OPTION_MAYBE,
			.to = &o.csv,
			.value = "[=FILE]",
			.help = "CSV instead, one row per instruction" },
		FIRMWARE_OPTIONS(o.how),
		TERM_OPTIONS(terminal),
		{ 0 },
	};
	static const char *const examples[] = { "tally annotate dhry.tally",
		"tally annotate strcmp dhry.tally dhry.elf",
		"tally annotate --source-prefix /build/project=. --top 3 dhry.tally",
		"tally annotate --csv dhry.tally", NULL };
	const struct usage usage = { "annotate", "[FUNCTION] CAPTURE [FIRMWARE.ELF]",
		"Shows FUNCTION (a name or an address; without it the hottest) instruction by "
		"instruction, with counts, below its source lines.",
		1, "which capture? Give the file that `tally run -o FILE` wrote", options, examples,
		NULL, NULL };
	struct profile profile, other;
	struct firmware firmware = { 0 };
	int status;

	if (!options_read(&usage, argc, argv, operands, 3, &status))
		return status;
	if (o.top == TOP_UNSET)
		o.top = o.json || o.csv ? 0 : 1;
	if (o.json && o.csv) {
		fail("--json beside --csv: one of the two at a time");
		return EXIT_FAILURE;
	}
	if (!sort_operands(&o, operands) || !capture_read(&profile, o.capture))
		return EXIT_FAILURE;
	struct term term = term_open(&terminal);
	a.firmware = &firmware;
	a.profile = &profile;
	bool good = !o.task || profile_task(&profile, o.task, o.capture);
	good = good
		&& (!o.by_given || profile_choose(&profile, o.by, o.capture, &other, &a.profile));
	good = good && firmware_of(&firmware, &profile, o.elf, &o.how);
	a.sources.built = firmware.built;
	good = good && print(&a, &o, &term);
	if (good)
		profile_note_extent(&profile, o.capture);
	sources_free(&a.sources);
	annotate_free(&a);
	firmware_close(&firmware);
	profile_free(&profile);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct command command_annotate = { "annotate",
	"shows a function's instructions and source with their counts", annotate_main };
