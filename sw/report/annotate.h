/* SPDX-License-Identifier: ISC
 * annotate.h - one function, instruction by instruction, with its counts and its source.
 *
 * The counts shown add up to the function's row in the report. A bin that holds
 * several instructions (scale below 65536) stands at its first one.
 */
#ifndef ANNOTATE_H
#define ANNOTATE_H

#include <stdbool.h>
#include <stdio.h>

#include "disassembly.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "source.h"
#include "table.h"
#include "sw/base/term.h"

struct annotate {
	const struct profile *profile;
	const struct firmware *firmware;
	const char *objdump;		/* NULL: look for one */
	bool no_objdump;		/* there is none, and that was said */
	bool full;			/* cold stretches too */
	struct term term;
	struct sources sources;
};

/* The instructions of one function; where there is no disassembly, its addresses with counts. */
struct item {
	uint64_t pc, count, retired;
	const char *text;
};

struct items {
	struct item *at;
	size_t n, room;
	uint64_t hottest, sum, retired;
};

/* `row` is one by function. False: the named objdump does not work, one line was printed. */
bool annotate_print(struct annotate *a, const struct row *row);

/* The same, for programs: rows of CSV, or an object of JSON. heading: the names of the columns. */
void annotate_csv_heading(FILE *f, const struct profile *p);
bool annotate_csv(FILE *f, struct annotate *a, const struct row *row);
bool annotate_json(FILE *f, struct annotate *a, const struct row *row);

/* What they are made of; the texts of `all` are those of `d`. */
bool annotate_open(struct annotate *a, const struct row *row, struct disassembly *d, struct items *all);
void annotate_close(struct disassembly *d, struct items *all);

#endif
