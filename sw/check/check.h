/* SPDX-License-Identifier: ISC
 * check.h - a gate for CI: what may take how many cycles, what a capture took, and what exceeds its
 * bound, and why.
 *
 * A budget is a line, THING [QUANTITY] BOUND; tally-check(1) describes them. From a # at the
 * beginning of a word on, a line is a comment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/diff/diff.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"
#include "sw/report/contexts.h"
#include "sw/report/table.h"

/* ---- budgets.c: a file of budgets ---- */
enum thing { THING_CODE, THING_TOTAL, THING_STACK, THING_LATENCY };

/* QUANTITY_CAUSES + a cause: cycles that waited for it; QUANTITY_WORST: its longest call's. */
enum quantity {
	QUANTITY_CYCLES,
	QUANTITY_INSTRUCTIONS,
	QUANTITY_CAUSES,
	QUANTITY_WORST = QUANTITY_CAUSES + CAUSES,
	QUANTITIES
};

#define ARROW " > " /* between the functions of a call path */
#define PERCENT 1000u /* a relative bound's unit is a thousandth of a percent */

struct budget {
	enum thing thing;
	char *name; /* of code: a function, or a call path; of a latency: A:B */
	bool inclusive; /* of code: with all that it calls */
	unsigned quantity; /* enum quantity; a stack has none, its bound is in bytes */
	bool relative; /* the bound is in percent of the base */
	uint64_t bound;
	unsigned line, column; /* of the thing, from 1 on */
	size_t at, length; /* of the bound in the text */
};

struct budgets {
	const char *path;
	char *text; /* ends with a NUL */
	size_t size;
	bool wide; /* it was UTF-16 */
	struct budget *at; /* at least one */
	size_t n, room;
};

/* False: one line was printed, and nothing is to be freed. */
bool budgets_read(struct budgets *b, const char *path);
void budgets_free(struct budgets *b);

/* Reads "5", "2.5" or "5%" into thousandths of a percent. */
bool budget_percent(const char *text, uint64_t *thousandths);

/* So much of a base. */
uint64_t budget_share(uint64_t base, uint64_t thousandths);

/* "strcmp cycles", "+main fetch", "stack (bytes)"; free() it. */
char *budget_text(const struct budget *b);

const char *quantity_name(unsigned quantity);

/* ---- measured.c: a capture that is asked for what budgets are about. Its profile counted every
 * cycle of a run that came to its end and did not fail. ---- */
struct measured {
	const char *name; /* of the capture */
	struct profile profile;
	struct firmware firmware;
	struct compared side; /* of a diff */
	struct table functions;
	struct contexts contexts; /* empty without a call tree */
};

/* endless: firmware that never ends is judged by the cycles that --cycles gave it. False: one line
 * was printed, and nothing is to be closed. */
bool measured_open(
	struct measured *m, const char *name, bool endless, const struct firmware_how *how);
void measured_close(struct measured *m);

/* A note for who leaves out the functions that share counters: table.h's `straddles`. */
void measured_note_shared(const struct measured *m);

/* Flags the functions that a name means (symbols_meant). Returns 1 if they are one of the source
 * with its clones; 0: none has the name; else how many have it. */
size_t measured_meant(const struct measured *m, const char *name, bool *functions);

/* What the thing of the budget took. `scope`, if not NULL, has a flag for each function of the
 * symbols: those whose code is a part of it are set. False: the capture does not know; one line was
 * printed, unless `path`, the budgets' file, is NULL. */
bool measure(const struct measured *m, const struct budget *b, const char *path, uint64_t *value,
	bool *scope);

/* What it has becomes the bound (budgets.c): rewrites the file, each bound in place, but for those
 * in percent. If there is no such file, or it is a pipe or device, writes a new one: the whole run,
 * its stack, its longest latency, the functions that took most. False: one line was printed, and
 * the file is as it was. */
bool budgets_update(const char *path, const struct measured *m);

/* ---- verdict.c: what exceeds its bound, and why ---- */
struct verdict {
	char *what; /* "strcmp cycles" */
	uint64_t value, bound;
	uint64_t base; /* if has_base */
	bool has_base, exceeded;
	unsigned line; /* of its budget; 0: it has none */
	/* where to look: the line that grew most, or else the function; NULL: unknown */
	const char *file;
	int file_line;
	char *why; /* of one that is exceeded: what grew, lines; else NULL */
};

struct verdicts {
	const char *now, *base; /* the captures; base NULL: none */
	const char *budgets; /* NULL: by the base alone, */
	uint64_t most; /* of which each may take this share (budget_share), */
	uint64_t least; /* if it has this share of the longer run; */
	size_t below; /* so many have less, and are not judged */
	struct verdict *at;
	size_t n, room, exceeded;
};

/* By the budgets; base NULL: none of them is relative, or else false after one line. `now` and
 * `base` must live as long as the verdicts. */
bool verdicts_by_budgets(struct verdicts *v, const struct budgets *b, const struct measured *now,
	const struct measured *base);

/* Of the whole run and every function that both have. In thousandths of a percent: tolerance, that
 * they may grow by; least, the share of the longer run from which on a function is judged. */
void verdicts_by_base(struct verdicts *v, const struct measured *now, const struct measured *base,
	uint64_t tolerance, uint64_t least);
void verdicts_free(struct verdicts *v);

/* ---- verdict_print.c. Those by the base alone that did not change are not shown. ---- */
void verdicts_print(const struct verdicts *v);
void verdicts_markdown(FILE *f, const struct verdicts *v);

/* GitHub's workflow commands: an annotation for each that is exceeded. */
void verdicts_github(FILE *f, const struct verdicts *v);

/* A test suite in the XML of JUnit. */
void verdicts_junit(FILE *f, const struct verdicts *v);
