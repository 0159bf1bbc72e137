/* SPDX-License-Identifier: ISC
 * encoding.c - text as programs on Windows write it; the contract is encoding.h.
 */
#include "encoding.h"

#include <string.h>

static bool begins(const char *text, size_t n, const char *with)
{
	return n >= strlen(with) && !memcmp(text, with, strlen(with));
}

static bool has_wide_mark(const char *text, size_t n)
{
	return begins(text, n, "\xFF\xFE") || begins(text, n, "\xFE\xFF");
}

bool encoding_is_wide(const char *text, size_t n)
{
	return has_wide_mark(text, n) || (n >= 2 && !text[0] != !text[1]);
}

size_t encoding_narrow(char *text, size_t n, bool wide)
{
	size_t mark = begins(text, n, "\xEF\xBB\xBF") ? 3 : wide && has_wide_mark(text, n) ? 2 : 0, kept = 0;

	for (size_t i = mark; i < n; i++)
		if (!wide || text[i])
			text[kept++] = text[i];
	return kept;
}
