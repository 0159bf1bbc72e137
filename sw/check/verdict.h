/* SPDX-License-Identifier: ISC
 * verdict.h - what exceeds its bound, and why.
 */
#pragma once

#include <stdio.h>

#include "budget.h"
#include "measured.h"

struct verdict {
	char *what;		/* "strcmp cycles" */
	uint64_t value, bound;
	uint64_t base;		/* if has_base */
	bool has_base, exceeded;
	unsigned line;		/* of its budget; 0: it has none */
	/* where to look: the line that grew most, or else the function; NULL: unknown */
	const char *file;
	int file_line;
	char *why;		/* of one that is exceeded: what grew, lines; else NULL */
};

struct verdicts {
	const char *now, *base;	/* the captures; base NULL: none */
	const char *budgets;	/* NULL: by the base alone, */
	uint64_t most;		/* of which each may take this share (budget_share), */
	uint64_t least;		/* if it has this share of the longer run; */
	size_t below;		/* so many have less, and are not judged */
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

/* The file and line that an editor goes to: where to look, else the budget; NULL: neither. */
const char *verdict_place(const struct verdicts *v, const struct verdict *x, int *line);

/* Those by the base alone that did not change are not shown. */
void verdicts_print(const struct verdicts *v);
void verdicts_markdown(FILE *f, const struct verdicts *v);

/* GitHub's workflow commands: an annotation for each that is exceeded. */
void verdicts_github(FILE *f, const struct verdicts *v);

/* A test suite in the XML of JUnit. */
void verdicts_junit(FILE *f, const struct verdicts *v);
