/* SPDX-License-Identifier: ISC
 * diff.c - tally diff: what grew and what shrank between two profiles.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/diff/diff.h"
#include "sw/export/export.h"
#include "sw/profile/capture.h"
#include "sw/report/contexts.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

struct side {
	const char *name; /* of the capture */
	struct profile profile, other;
	const struct profile *shown; /* profile, or `other`, made from it */
	struct firmware own;
	/* own, or the other side's if the programs are the same */
	const struct firmware *firmware;
};

struct diff_options {
	const char *json, *csv, *html;
	uint64_t top;
	enum table_kind kind;
	int count;
	struct texts by;
	bool contexts;
	struct term_options terminal;
	struct firmware_how how;
};

/* Are the two comparable, and do they have names to match by? False: one line was printed. */
static bool check(const struct side *a, const struct side *b, const struct diff_options *o)
{
	const struct tally_config *c = &a->shown->config, *d = &b->shown->config;
	bool same = firmware_same(&a->profile, &b->profile);

	if (c->source != d->source || c->lines != d->lines)
		return fail("diff: %s counted %s, %s %s: nothing to compare; take both in the same "
			    "way",
			a->name, profile_source(a->shown), b->name, profile_source(b->shown));
	if (c->privileges != d->privileges)
		return fail("diff: %s and %s counted different privileges: nothing to compare; "
			    "take both in the same way",
			a->name, b->name);
	if (!same && o->kind == TABLE_ADDRESSES)
		return fail("diff: --by address: the programs differ, so that an address is not "
			    "the same code in both; compare them by function");
	if (o->html && o->count == 1)
		return fail("diff: --html: its flame graph counts cycles; leave out --by "
			    "instructions");
	for (const struct side *s = a; s && o->html; s = s == a ? b : NULL)
		if (export_largest(&s->profile) > EXPORT_JAVASCRIPT)
			return fail("diff: --html: %s has %" PRIu64
				    " cycles, and a page's numbers go to %llu; --json has them all",
				s->name, export_largest(&s->profile), EXPORT_JAVASCRIPT);
	if (o->html
		&& !(contexts_known(&a->profile, a->name) && contexts_known(&b->profile, b->name)))
		return false;
	if ((o->html || o->contexts) && a->profile.calls.n_nodes && b->profile.calls.n_nodes
		&& a->profile.calls.of_unit != b->profile.calls.of_unit)
		return fail(
			"diff: %s: only %s has a unit's call tree, which has no contexts for "
			"what it folded and none by call site: nothing to compare; compare them by "
			"function",
			o->html ? "--html" : "--contexts",
			a->profile.calls.of_unit ? a->name : b->name);
	if (!profile_same_window(&a->profile, a->name, &b->profile, b->name))
		return false;
	for (const struct side *s = a; s && !same; s = s == a ? b : NULL)
		if (!s->firmware->symbols.n_functions)
			return fail("diff: the programs differ, and %s has no symbols here: "
				    "nothing to match by; name the ELFs after the captures",
				s->name);
	return true;
}

static void print_side(FILE *f, const char *letter, const struct side *s)
{
	const struct profile *p = s->shown;
	char events[128];

	fprintf(f, "%s  %s: %s on %s, ", letter, text_clean(s->name),
		text_clean(text_here(p->elf_path)), text_clean(p->core));
	if (p->config.period == 1)
		fprintf(f, "every %s",
			p->config.source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle");
	else
		fprintf(f, "one sample every %" PRIu32 " %s", p->config.period, profile_source(p));
	fprintf(f, "%s\n", profile_events(p, events, sizeof events));
}

static void write_heading(FILE *f, const struct side *a, const struct side *b, const struct diff *d,
	enum table_kind kind)
{
	print_side(f, "A", a);
	print_side(f, "B", b);
	fprintf(f, "%s",
		firmware_same(&a->profile, &b->profile) ? "the same program"
							: "different programs: matched by name");
	if (kind == TABLE_LINES && !firmware_same(&a->profile, &b->profile))
		fprintf(f, " and by line within the function");
	if (strcmp(a->profile.core, b->profile.core) != 0)
		fprintf(f, "; different cores");
	if (d->estimates)
		fprintf(f, "; different periods: estimates (samples x period) are compared");
	if (d->has_inclusive && (profile_two_counts(a->shown) || profile_two_counts(b->shown)))
		fprintf(f, "; inclusive cycles are the count of a second unit");
	if (d->straddling)
		fprintf(f,
			"; counters cover code of several functions: with ~ a row may have "
			"cycles of others, or others its own");
	if (a->shown->counters.lost || b->shown->counters.lost)
		fprintf(f, "; LOST: %" PRIu64 " in A, %" PRIu64 " in B", a->shown->counters.lost,
			b->shown->counters.lost);
	fprintf(f, "\n\n");
}

static bool write_other(const struct side *a, const struct side *b, const struct diff *d,
	const struct diff_options *o)
{
	const char *path = o->json ? o->json : o->csv ? o->csv : o->html;
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);
	struct emit e = o->json ? emit_to_json(f) : emit_to_csv(f);

	if (o->html)
		html_diff(f, &(struct html_side){ a->name, &a->profile, a->firmware },
			&(struct html_side){ b->name, &b->profile, b->firmware }, d, o->top);
	else
		diff_put(&e, d, o->kind, o->top);
	if (o->json)
		putc('\n', f);
	stream_close(f);
	bool good = file_write(path[0] ? path : "-", text, size);
	free(text);
	return good;
}

static bool show(const struct diff *d, struct side *a, struct side *b, const struct diff_options *o)
{
	struct term term = term_open(&o->terminal);

	note_folded(a->shown, a->name);
	note_folded(b->shown, b->name);
	if (o->json || o->csv || o->html)
		return write_other(a, b, d, o);
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);
	write_heading(f, a, b, d, o->kind);
	stream_close(f);
	term_fold(&term, text);
	free(text);
	struct emit e = emit_to_term(&term);
	diff_put(&e, d, o->kind, o->top);
	if (d->has_waits)
		why_change(a->shown, b->shown);
	return stdout_ok();
}

static bool compare_contexts(struct side *a, struct side *b, const struct diff_options *o)
{
	struct contexts ca, cb;

	if (!contexts_known(&a->profile, a->name) || !contexts_known(&b->profile, b->name))
		return false;
	contexts_open(&ca, &a->profile, a->firmware);
	contexts_open(&cb, &b->profile, b->firmware);
	struct diff d = diff_contexts(&ca, &cb, o->top);
	bool good = show(&d, a, b, o);
	diff_free(&d);
	contexts_close(&ca);
	contexts_close(&cb);
	return good;
}

/* Of counters that cover different code. */
static void note_beyond(const struct side *s, const struct side *other, const struct table *ran)
{
	const char *name = comparison_beyond(&(struct compared){ s->shown, s->firmware },
		&(struct compared){ other->shown, other->firmware }, ran);

	if (name)
		note("%s: %s lies beyond its counters, and ran in %s: what it cannot count is no "
		     "change; take both with the same --from and --to",
			s->name, text_clean(name), other->name);
}

static bool compare_rows(struct side *a, struct side *b, const struct diff_options *o)
{
	struct comparison c;

	comparison_open(&c, &(struct compared){ a->shown, a->firmware },
		&(struct compared){ b->shown, b->firmware }, o->kind);
	note_beyond(b, a, &c.a);
	note_beyond(a, b, &c.b);
	bool good = show(&c.diff, a, b, o);
	comparison_close(&c);
	return good;
}

/* elf NULL: uses the capture's ELF; for the second side the first one's, if the program is the
 * same. */
static bool open_side(struct side *s, const char *name, const char *elf, const struct side *first,
	const struct diff_options *o)
{
	s->name = name;
	s->firmware = &s->own;
	if (!capture_read(&s->profile, name))
		return false;
	s->shown = &s->profile;
	if (o->count >= 0
		&& !profile_choose(&s->profile, (unsigned)o->count, name, &s->other, &s->shown))
		return false;
	if (first && !elf && first->own.image.elf && firmware_same(&first->profile, &s->profile))
		return true;
	return firmware_of(&s->own, &s->profile, elf, &o->how);
}

static void close_side(struct side *s)
{
	firmware_close(&s->own);
	profile_free(&s->profile);
}

static bool run_diff(const struct diff_options *o, const char *const *operands)
{
	struct side a = { 0 }, b = { 0 };
	bool good = open_side(&a, operands[0], operands[2], NULL, o)
		&& open_side(&b, operands[1], operands[3], &a, o);

	if (good && firmware_same(&a.profile, &b.profile)) {
		a.firmware = a.own.image.elf ? &a.own : &b.own;
		b.firmware = b.own.image.elf ? &b.own : &a.own;
	}
	good = good && check(&a, &b, o)
		&& (o->contexts ? compare_contexts(&a, &b, o) : compare_rows(&a, &b, o));
	if (good) {
		profile_note_extent(&a.profile, a.name);
		profile_note_extent(&b.profile, b.name);
	}
	close_side(&a);
	close_side(&b);
	return good;
}

static bool comparable(const struct diff_options *o)
{
	if (o->contexts && o->by.n)
		return fail("--contexts: given beside --by; rows are of one kind");
	return o->kind < TABLE_CALLERS
		|| fail("--by %s: a diff compares function, line, inline or address",
			table_kinds[o->kind]);
}

static int diff_main(int argc, char **argv)
{
	const char *operands[4];
	struct diff_options o = { .top = VIEW_TOP, .count = -1 };
	const struct option_def options[] = {
		{ .name = "by",
			.kind = OPTION_MANY,
			.to = &o.by,
			.value = "WHAT",
			.help = "rows: function, line, inline, address; counts: cycles, "
				"instructions; one of each" },
		{ .name = "contexts",
			.kind = OPTION_FLAG,
			.to = &o.contexts,
			.help = "rows are calling contexts, matched by the names of their "
				"functions" },
		{ .name = "top",
			.kind = OPTION_NUMBER,
			.to = &o.top,
			.max = UINT32_MAX,
			.value = "N",
			.help = "rows; one sums up the others; 0: all (30; of CSV, "
				"JSON and HTML all)" },
		{ .name = "json",
			.kind = OPTION_MAYBE,
			.to = &o.json,
			.value = "[=FILE]",
			.help = "one JSON object instead" },
		{ .name = "csv",
			.kind = OPTION_MAYBE,
			.to = &o.csv,
			.value = "[=FILE]",
			.help = "the rows as CSV instead" },
		{ .name = "html",
			.kind = OPTION_TEXT,
			.to = &o.html,
			.value = "FILE",
			.help = "a page for a browser instead: a flame graph of both, coloured by "
				"what grew and what shrank" },
		FIRMWARE_OPTIONS(o.how),
		TERM_OPTIONS(o.terminal),
		{ 0 },
	};
	static const char *const examples[] = { "tally diff before.tally after.tally",
		"tally diff --by line picorv32.tally vexriscv.tally",
		"tally diff before.tally after.tally old.elf new.elf",
		"tally diff --html change.html before.tally after.tally", NULL };
	const struct usage usage = { "diff", "A B [ELF_OF_A [ELF_OF_B]]",
		"Compares two captures function by function, the greatest change first.", 2,
		"give two captures, A and B: files that `tally run -o FILE` wrote", options,
		examples, NULL, NULL };
	int status;

	if (!options_read(&usage, argc, argv, operands, 4, &status))
		return status;
	if (o.top == VIEW_TOP)
		o.top = o.json || o.csv || o.html ? 0 : 30;
	if (!strcmp(operands[0], "-") && !strcmp(operands[1], "-"))
		fail("diff: - -: the standard input is one capture only");
	else if (!!o.json + !!o.csv + !!o.html > 1)
		fail("--json, --csv, --html: one of them at a time");
	else if (view_by(&o.by, &o.kind, &o.count) && comparable(&o) && run_diff(&o, operands))
		return EXIT_SUCCESS;
	return EXIT_FAILURE;
}

const struct command command_diff = { "diff", "compares two captures, function by function",
	diff_main };
