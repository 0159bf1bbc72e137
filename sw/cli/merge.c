/* SPDX-License-Identifier: ISC
 * merge.c - tally merge: adds up captures of several runs of one program.
 */
#include <stdlib.h>
#include <string.h>

#include "sw/profile/capture.h"
#include "command.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/merge.h"
#include "sw/base/options.h"
#include "sw/base/text.h"

/* A capture given twice would count twice; one that is also the output would be overwritten. */
static bool check_names(const char *const *names, size_t n, const char *output)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = i + 1; j < n; j++)
			if (!strcmp(names[i], names[j]) || file_same(names[i], names[j]))
				return fail("merge: %s: given twice: it would be counted twice",
					names[j]);
		if (file_same(names[i], output))
			return fail("merge: %s: is both a capture to read and the output; give -o "
				"another name", output);
	}
	return true;
}

/* Of the captures read, for the notes once all are added up: what each is of, NULL a whole run,
 * how many have a call tree, and the name of the first without one. */
struct looks {
	char **of;
	size_t n, trees;
	const char *none;
};

static void look_at(struct looks *l, const struct profile *p, const char *name)
{
	char text[256];
	const char *of = profile_extent_text(p, text, sizeof text);

	l->of[l->n++] = of ? print_text("%s: %s", name, of) : NULL;
	if (p->calls.n_nodes)
		l->trees++;
	else if (!l->none)
		l->none = name;
}

static void looks_end(struct looks *l, bool good)
{
	for (size_t i = 0; i < l->n; i++) {
		if (good && l->of[i])
			note("%s", l->of[i]);
		free(l->of[i]);
	}
	free(l->of);
	if (good && l->trees && l->none)
		note("%s: has no call tree, so the sum has none", l->none);
}

static bool merge(const char *const *names, size_t n, const char *output)
{
	struct profile sum, more;
	bool good = true;

	if (!check_names(names, n, output) || !file_writable(output)
		|| !capture_read(&sum, names[0]))
		return false;
	struct looks looks = { .of = allocate(n, sizeof *looks.of) };
	look_at(&looks, &sum, names[0]);
	for (size_t i = 1; i < n && good; i++) {
		if (!(good = capture_read(&more, names[i])))
			break;
		look_at(&looks, &more, names[i]);
		good = merge_add(&sum, names[0], &more, names[i]);
		profile_free(&more);
	}
	good = good && capture_write(&sum, output);
	looks_end(&looks, good);
	profile_free(&sum);
	return good;
}

static int merge_main(int argc, char **argv)
{
	const char *output = NULL, **operands = allocate((size_t)argc + 1, sizeof *operands);
	const struct option_def options[] = {
		{ .name = "o", .kind = OPTION_TEXT, .to = &output, .value = "FILE",
			.help = "the capture to write; - is the standard output" },
		{ 0 },
	};
	static const char *const examples[] = { "tally merge -o all.tally run1.tally run2.tally "
		"run3.tally",
		"tally merge -o - run*.tally | tally report -", NULL };
	const struct usage usage = { "merge", "-o FILE CAPTURE CAPTURE...",
		"Adds up captures of one program that were taken with the same settings.",
		0, NULL, options, examples, NULL, NULL };
	size_t n = 0;
	int status;

	if (options_read(&usage, argc, argv, operands, (size_t)argc + 1, &status)) {
		while (operands[n])
			n++;
		if (!output)
			fail("merge: into which file? Give -o FILE");
		else if (!n)
			fail("merge: which captures? Give the files that `tally run -o FILE` "
				"wrote");
		else if (merge(operands, n, output))
			status = EXIT_SUCCESS;
	}
	free(operands);
	return status;
}

const struct command command_merge = { "merge", "adds up captures of several runs of one program",
	merge_main };
