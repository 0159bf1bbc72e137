/* SPDX-License-Identifier: ISC
 * annotate.h - one function, instruction by instruction, with its counts and its source.
 *
 * The counts shown add up to the function's row in the report. A bin that holds
 * several instructions (scale below 65536) is shown at the first one.
 */
#pragma once

#include <stdbool.h>

#include "emit.h"
#include "contexts.h"
#include "sw/code/disassembly.h"
#include "sw/code/source.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "table.h"
#include "sw/base/term.h"

struct annotate {
	const struct profile *profile;
	const struct firmware *firmware;
	const char *objdump;		/* NULL: look for one */
	bool no_objdump;		/* none was found, and a note was printed */
	bool full;			/* also instructions without counts */
	unsigned causes;		/* of the function that is printed in text: its columns, */
	unsigned bar;			/* the columns of its bars, 0: none, */
	size_t margin;			/* and those before its source */
	struct sources sources;
	struct disassembly whole;	/* of annotate_prepare, else empty */
	struct pairs callers;		/* of annotate_callers; empty: unknown */
	struct contexts contexts;	/* their names */
};

/* The instructions of one function; without a disassembly, its addresses that have counts. */
struct item {
	uint64_t pc, count, retired;
	struct waits waits;
	const char *text;
	bool straddles;		/* its count is of more than this instruction */
};

struct items {
	struct item *at;
	size_t n, room;
	uint64_t hottest, sum, retired;
	unsigned causes;	/* that occur, as in why.h */
};

/* Before n rows: disassembles all code around them at once, where that costs less than an objdump
 * for each. */
bool annotate_prepare(struct annotate *a, const struct row *rows, size_t n);

/* Lets headings name who called the function, if the profile has a call tree. */
void annotate_callers(struct annotate *a);

/* What these two keep. */
void annotate_free(struct annotate *a);

/* `row` is from a table by function. In text a heading and the code with its source; CSV rows; an
 * object of an array. False: the named objdump failed; one line was printed. */
bool annotate_put(struct emit *e, struct annotate *a, const struct row *row);

/* The heading of CSV, and its last row: what others leave out. */
void annotate_csv_heading(struct emit *e, struct annotate *a);
void annotate_csv_rest(struct emit *e, struct annotate *a, const struct row *rest);

/* The items that these print. The texts in `all` live in `d`; annotate_close frees both. */
bool annotate_open(struct annotate *a, const struct row *row, struct disassembly *d,
	struct items *all);
void annotate_close(struct disassembly *d, struct items *all);
