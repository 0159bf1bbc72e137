/* SPDX-License-Identifier: ISC
 * budget.h - a file of budgets: what may take how many cycles.
 *
 * A budget is a line, THING [QUANTITY] BOUND; tally-check(1) describes them. From a # at the
 * beginning of a word on, a line is a comment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/profile/waits.h"

enum thing { THING_CODE, THING_TOTAL, THING_STACK, THING_LATENCY };

/* QUANTITY_CAUSES + a cause: cycles that waited for it. */
enum quantity { QUANTITY_CYCLES, QUANTITY_INSTRUCTIONS, QUANTITY_CAUSES,
	QUANTITIES = QUANTITY_CAUSES + CAUSES };

#define ARROW " > "		/* between the functions of a call path */
#define PERCENT 1000u		/* a relative bound's unit is a thousandth of a percent */

struct budget {
	enum thing thing;
	char *name;		/* of code: a function, or a call path; of a latency: A:B */
	bool inclusive;		/* of code: with all that it calls */
	unsigned quantity;	/* enum quantity; a stack has none, its bound is in bytes */
	bool relative;		/* the bound is in percent of the base */
	uint64_t bound;
	unsigned line, column;	/* of the thing, from 1 on */
	size_t at, length;	/* of the bound in the text */
};

struct budgets {
	const char *path;
	char *text;		/* ends with a NUL */
	size_t size;
	bool wide;		/* it was UTF-16 */
	struct budget *at;	/* at least one */
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

/* Is it a word that stands for another thing than a function of that name? */
bool budget_reserved(const char *name);
