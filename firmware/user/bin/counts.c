/* SPDX-License-Identifier: ISC
 * counts.c - counts of a profiling clock as text. Contract: counts.h.
 */
#include "counts.h"

#include <string.h>

static char *word(char *to, const char *name)
{
	size_t n = strlen(name);

	memcpy(to, name, n);
	return to + n;
}

static char *decimal(char *to, uint64_t n)
{
	char digits[20];
	int k = 0;

	do
		digits[k++] = (char)('0' + n % 10);
	while (n /= 10);
	while (k)
		*to++ = digits[--k];
	return to;
}

void counts_text(char text[COUNTS_TEXT], const struct profcounts *k)
{
	const struct { const char *name; uint64_t n; } parts[] = {
		{ "ticks ", k->ticks }, { ", hits ", k->hits }, { ", outside ", k->outside },
		{ ", filtered ", k->filtered }, { ", idle ", k->idle }, { ", lost ", k->lost },
	};

	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
		text = decimal(word(text, parts[i].name), parts[i].n);
	*text = 0;
}
