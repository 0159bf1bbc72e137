/* SPDX-License-Identifier: ISC
 * check.c - tally check: a gate for CI, by budgets or by a base.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/check/check.h"

/* Bad input, as of grep(1) and diff(1); EXIT_FAILURE: something exceeded its bound. */
#define EXIT_TROUBLE 2

struct check_options {
	const char *against, *tolerance, *min, *markdown, *junit;
	const char *budgets, *capture;
	bool github, update, endless;
	uint64_t thousandths, least; /* of --tolerance, --min */
	struct firmware_how how;
};

static bool settle(struct check_options *o, const char *const *operands)
{
	o->capture = operands[operands[1] != NULL];
	o->budgets = operands[1] ? operands[0] : NULL;
	if (!o->budgets && !o->against)
		return fail("check: by what? Give BUDGETS before the capture, or --against BASE");
	if (o->update && (!o->budgets || o->against || o->markdown || o->junit || o->github))
		return fail("--update: writes budgets and judges nothing; give BUDGETS CAPTURE and "
			    "no other option");
	if (o->tolerance && o->budgets)
		return fail("--tolerance: the budgets say how much; leave one of them out");
	if (o->tolerance
		&& (!budget_percent(o->tolerance, &o->thousandths)
			|| o->thousandths > UINT64_MAX - 100 * PERCENT))
		return fail("--tolerance %s: not a percentage, such as 2 or 0.5", o->tolerance);
	if (o->min && o->budgets)
		return fail("--min: each budget is judged; leave one of them out");
	if (o->min && (!budget_percent(o->min, &o->least) || o->least > 100 * PERCENT))
		return fail("--min %s: not a percentage from 0 to 100", o->min);
	return !o->junit || !o->markdown
		|| (strcmp(o->junit, o->markdown) != 0 && !file_same(o->junit, o->markdown))
		|| fail("%s: given to both --junit and --markdown; give two names", o->junit);
}

/* What lies beyond the counters of one side, and ran in the other, would not be judged. */
static bool reaches(const struct measured *m, const struct measured *other)
{
	const char *name = comparison_beyond(&m->side, &other->side, &other->functions);

	return !name
		|| fail("check: %s lies beyond the counters of %s, and ran in %s; take both "
			"with the same --from and --to",
			text_clean(name), m->name, other->name);
}

static bool comparable(
	const struct check_options *o, const struct measured *a, const struct measured *b)
{
	if (strcmp(a->profile.core, b->profile.core) != 0)
		return fail("check: %s is of %s, %s of %s: nothing to compare; take a base on the "
			    "same core",
			a->name, a->profile.core, b->name, b->profile.core);
	if (!o->budgets && !firmware_same(&a->profile, &b->profile)
		&& (!a->firmware.symbols.n_functions || !b->firmware.symbols.n_functions))
		return fail("check: the programs differ, and one of them has no symbols: nothing "
			    "to match by; keep the ELFs' symbols, or give --debug-file");
	if (a->profile.config.privileges != b->profile.config.privileges)
		return fail("check: %s and %s counted different privileges: nothing to compare; "
			    "take both in the same way",
			a->name, b->name);
	if (!profile_same_window(&a->profile, a->name, &b->profile, b->name))
		return false;
	bool cut = a->profile.extent == PROFILE_CUT_OFF;
	if (cut != (b->profile.extent == PROFILE_CUT_OFF)
		|| (cut && a->profile.cycles != b->profile.cycles))
		return fail("check: %s is of %" PRIu64 " cycles%s, %s of %" PRIu64 "%s: nothing to "
			    "compare; give both the same --cycles",
			a->name, a->profile.cycles, cut ? "" : " to its end", b->name,
			b->profile.cycles,
			b->profile.extent == PROFILE_CUT_OFF ? "" : " to its end");
	return reaches(a, b) && reaches(b, a);
}

static bool write_file(
	const char *path, const struct verdicts *v, void (*put)(FILE *f, const struct verdicts *v))
{
	char *text;
	size_t size;
	FILE *f = stream_open(&text, &size);

	put(f, v);
	stream_close(f);
	bool good = file_write(path, text, size);
	free(text);
	return good;
}

static int show(const struct check_options *o, const struct verdicts *v)
{
	bool instead = o->markdown && (!o->markdown[0] || !strcmp(o->markdown, "-"));

	if (instead)
		verdicts_markdown(stdout, v);
	else
		verdicts_print(v);
	if (o->github)
		verdicts_github(stdout, v);
	if ((o->markdown && !instead && !write_file(o->markdown, v, verdicts_markdown))
		|| (o->junit && !write_file(o->junit, v, verdicts_junit)) || !stdout_ok())
		return EXIT_TROUBLE;
	return v->exceeded ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int judge(
	const struct check_options *o, const struct measured *now, const struct measured *base)
{
	struct verdicts v = { 0 };
	struct budgets budgets = { 0 };
	int status = EXIT_TROUBLE;

	if (!o->budgets)
		verdicts_by_base(&v, now, base, o->thousandths, o->least);
	if (!o->budgets
		|| (budgets_read(&budgets, o->budgets)
			&& verdicts_by_budgets(&v, &budgets, now, base)))
		status = show(o, &v);
	verdicts_free(&v);
	budgets_free(&budgets);
	return status;
}

static int check(const struct check_options *o)
{
	struct measured now, base;
	int status = EXIT_TROUBLE;

	if (!measured_open(&now, o->capture, o->endless, &o->how))
		return status;
	if (o->update) {
		status = budgets_update(o->budgets, &now) ? EXIT_SUCCESS : EXIT_TROUBLE;
	} else if (!o->against) {
		status = judge(o, &now, NULL);
	} else if (measured_open(&base, o->against, o->endless, &o->how)) {
		if (comparable(o, &base, &now))
			status = judge(o, &now, &base);
		measured_close(&base);
	}
	measured_close(&now);
	return status;
}

static int check_main(int argc, char **argv)
{
	const char *operands[2];
	struct check_options o = { .least = PERCENT / 10 };
	const struct option_def options[] = {
		{ .name = "against",
			.kind = OPTION_TEXT,
			.to = &o.against,
			.value = "BASE",
			.help = "the capture that budgets in percent are of; without BUDGETS "
				"neither the run nor any function may take more cycles than in "
				"it" },
		{ .name = "tolerance",
			.kind = OPTION_TEXT,
			.to = &o.tolerance,
			.value = "PERCENT",
			.help = "without BUDGETS: by so much they may grow (0)" },
		{ .name = "min",
			.kind = OPTION_TEXT,
			.to = &o.min,
			.value = "PERCENT",
			.help = "without BUDGETS: judge functions from this share of the longer "
				"run on (0.1)" },
		{ .name = "update",
			.kind = OPTION_FLAG,
			.to = &o.update,
			.help = "write what the capture has as bounds into BUDGETS, which may be "
				"new" },
		{ .name = "endless",
			.kind = OPTION_FLAG,
			.to = &o.endless,
			.help = "the firmware never ends: judge a run that --cycles ended" },
		{ .name = "markdown",
			.kind = OPTION_MAYBE,
			.to = &o.markdown,
			.value = "[=FILE]",
			.help = "the table for a pull request; without FILE instead of the text" },
		{ .name = "github",
			.kind = OPTION_FLAG,
			.to = &o.github,
			.help = "also print an annotation for GitHub for each that is exceeded" },
		{ .name = "junit",
			.kind = OPTION_TEXT,
			.to = &o.junit,
			.value = "FILE",
			.help = "also write JUnit's XML, a test case each" },
		FIRMWARE_OPTIONS(o.how),
		{ 0 },
	};
	static const char *const examples[] = { "tally check budgets.txt new.tally",
		"tally check --against base.tally new.tally",
		"tally check --against base.tally --tolerance 0.5 --junit check.xml new.tally",
		"tally check --update new.txt new.tally", NULL };
	const struct usage usage = { "check", "[BUDGETS] CAPTURE",
		"Fails, with status 1, if "
		"something takes more cycles, instructions or stack than its budget, or more "
		"cycles than in another capture; man tally-check has the grammar of BUDGETS.",
		1, "which capture? Give the file that `tally run -o FILE` wrote", options, examples,
		NULL, NULL };
	int status;

	memory_status = EXIT_TROUBLE;
	if (!options_read(&usage, argc, argv, operands, 2, &status))
		return status == EXIT_SUCCESS ? status : EXIT_TROUBLE;
	return settle(&o, operands) ? check(&o) : EXIT_TROUBLE;
}

const struct command command_check = { "check", "a gate for CI: budgets, or no more than before",
	check_main };
