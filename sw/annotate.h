/* SPDX-License-Identifier: ISC
 * annotate.h - one function, instruction by instruction, with its counts and its source.
 *
 * The counts shown add up to the function's row in the report. A bin that holds
 * several instructions (scale below 65536) stands at its first one.
 */
#ifndef ANNOTATE_H
#define ANNOTATE_H

#include <stdbool.h>

#include "firmware.h"
#include "profile.h"
#include "source.h"
#include "table.h"
#include "term.h"

struct annotate {
	const struct profile *profile;
	const struct firmware *firmware;
	const char *objdump;		/* NULL: look for one */
	bool no_objdump;		/* there is none, and that was said */
	bool full;			/* cold stretches too */
	struct term term;
	struct sources sources;
};

/* `row` is one by function. False: the named objdump does not work, one line was printed. */
bool annotate_print(struct annotate *a, const struct row *row);

#endif
