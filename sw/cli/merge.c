/* SPDX-License-Identifier: ISC
 * merge.c - tally merge: adds up captures of several runs of one program.
 */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"

static bool merge(const char *const *names, size_t n, const char *output)
{
	struct profile sum = { 0 }, more;
	size_t trees = 0, cut_off = 0;
	const char *no_tree = NULL; /* the first without a call tree */
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		file_protect(names[i]);
		for (size_t j = i + 1; j < n; j++)
			if (!strcmp(names[i], names[j]) || file_same(names[i], names[j]))
				return fail("merge: %s: given twice: it would be counted twice",
					names[j]);
	}
	if (!file_writable(output))
		return false;
	for (size_t i = 0; i < n && good; i++) {
		struct profile *p = i ? &more : &sum;
		if (!(good = capture_read(p, names[i]))) {
			*p = (struct profile){ 0 }; /* nothing to free */
			break;
		}
		cut_off += p->extent == PROFILE_CUT_OFF;
		trees += p->calls.n_nodes != 0;
		if (!p->calls.n_nodes && !no_tree)
			no_tree = names[i];
		if (i) {
			good = merge_add(&sum, names[0], &more, names[i]);
			profile_free(&more);
		}
	}
	good = good && capture_write(&sum, NULL, output);
	if (good && cut_off)
		note("cut off: %zu of %zu runs, and so the sum", cut_off, n);
	if (good && sum.sticky & PROFILE_USED)
		note("the firmware used the unit in some runs: theirs are the simulator's counts");
	if (good && trees && no_tree)
		note("%s: has no call tree, so the sum has none", no_tree);
	profile_free(&sum);
	return good;
}

static int merge_main(int argc, char **argv)
{
	const char *output = NULL, **operands = allocate((size_t)argc + 1, sizeof *operands);
	const struct option_def options[] = {
		{ .name = "o",
			.kind = OPTION_TEXT,
			.to = &output,
			.value = "FILE",
			.help = "the capture to write; - is the standard output" },
		{ 0 },
	};
	static const char *const examples[] = { "tally merge -o all.tally run1.tally run2.tally "
						"run3.tally",
		"tally merge -o - run*.tally | tally report -", NULL };
	const struct usage usage = { "merge", "-o FILE CAPTURE CAPTURE...",
		"Adds up captures of one program that were taken with the same settings.", 0, NULL,
		options, examples, NULL, NULL };
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
