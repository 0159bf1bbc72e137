/* SPDX-License-Identifier: ISC
 * columns.c - the numbers at the left of the call views; the contract is columns.h.
 */
#include "columns.h"

#include <stdio.h>
#include <string.h>

#include "sw/base/term.h"

#define SHARE 8			/* " 100.00%" */
#define NAME 16u		/* columns that names have at least */

static int width_of(uint64_t n, const char *heading)
{
	size_t number = strlen(term_number(n)), least = strlen(heading);

	return (int)(number > least ? number : least);
}

struct columns columns_of(const char *unit, uint64_t whole, uint64_t most_calls, unsigned width)
{
	struct columns c = { whole, unit, width_of(whole, unit), width_of(most_calls, "calls") };

	for (int *const *left = (int *const []){ &c.calls, &c.cycles, NULL }; *left; left++)
		if (width && columns_used(&c) + NAME > width)
			**left = 0;
	return c;
}

size_t columns_used(const struct columns *c)
{
	return 2 * SHARE + (size_t)(c->cycles ? c->cycles + 2 : 0)
		+ (size_t)(c->calls ? c->calls + 2 : 0) + 2;
}

static void put_numbers(const struct columns *c, const char *cycles, const char *calls)
{
	if (c->cycles)
		printf("  %*s", c->cycles, cycles);
	if (c->calls)
		printf("  %*s", c->calls, calls);
	fputs("  ", stdout);
}

void columns_heading(const struct columns *c, const char *second)
{
	printf("%*s%*s", SHARE, "incl", SHARE, second);
	put_numbers(c, c->unit, "calls");
}

static void put_share(double percent)
{
	if (percent < 0)
		printf("%*s", SHARE, "");
	else
		printf("%*.2f%%", SHARE - 1, percent);
}

void columns_row(const struct columns *c, double first, double second, uint64_t cycles,
	uint64_t calls)
{
	put_share(first);
	put_share(second);
	put_numbers(c, term_number(cycles), calls ? term_number(calls) : "");
}

double columns_percent(const struct columns *c, uint64_t cycles)
{
	return c->whole ? 100.0 * (double)cycles / (double)c->whole : 0;
}
