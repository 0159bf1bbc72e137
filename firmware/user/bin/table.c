/* SPDX-License-Identifier: ISC
 * table.c - counts by name. Contract: table.h.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_count(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->name, y->name);
}

void table_line(const char *name, uint32_t count, uint32_t total)
{
	uint32_t permyriad = total ? (uint32_t)((count * 10000ull + total / 2) / total) : 0;

	printf("%5lu.%02lu%% %9lu  %s\n", (unsigned long)(permyriad / 100),
		(unsigned long)(permyriad % 100), (unsigned long)count, name);
}

void table_print(struct row *rows, unsigned n, uint32_t total, unsigned most)
{
	uint32_t rest = 0, others = 0;

	qsort(rows, n, sizeof *rows, by_count);
	for (unsigned i = 0; i < n && rows[i].count; i++) {
		if (!most || i < most) {
			table_line(rows[i].name, rows[i].count, total);
		} else {
			rest += rows[i].count;
			others++;
		}
	}
	if (others) {
		char name[32];
		snprintf(name, sizeof name, "(%lu more)", (unsigned long)others);
		table_line(name, rest, total);
	}
}
