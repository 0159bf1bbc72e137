/* SPDX-License-Identifier: ISC
 * clone.c - what compilers and linkers put behind a function's name; the contract is clone.h.
 */
#include "clone.h"

#include <string.h>

#include "sw/base/intern.h"

enum number { WITHOUT, WITH, EITHER };

/* GCC, LLVM; `part`: of code that is jumped to. */
static const struct suffix {
	const char *word;
	enum number number;
	bool part;
} suffixes[] = {
	{ "cold", EITHER, true },		/* both; LLVM's outlined ones are called */
	{ "__part", WITH, true },		/* LLVM's basic block sections */
	{ "constprop", WITH, false },		/* GCC from here */
	{ "isra", WITH, false },
	{ "part", WITH, false },
	{ "clone", WITH, false },
	{ "lto_priv", WITH, false },
	{ "localalias", EITHER, false },
	{ "llvm", WITH, false },		/* LLVM from here */
	{ "__uniq", WITH, false },
	{ "specialized", WITH, false },
	{ "memprof", WITH, false },
	{ "argprom", WITHOUT, false },
	{ "argelim", WITHOUT, false },
	{ "retelim", WITHOUT, false },
};

/* The last of the name's suffixes, which ends at *n; then *n is what stands before. NULL: none. */
static const struct suffix *last_suffix(const char *name, size_t *n)
{
	size_t end = *n, digits = 0;

	while (digits < end && name[end - 1 - digits] >= '0' && name[end - 1 - digits] <= '9')
		digits++;
	bool numbered = digits && digits < end && name[end - 1 - digits] == '.';
	end -= numbered ? digits + 1 : 0;
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		const struct suffix *s = &suffixes[i];
		size_t word = strlen(s->word);
		if (s->number != EITHER && (s->number == WITH) != numbered)
			continue;
		/* what begins with a dot is no function's clone, but an assembler's own name */
		if (end < word + 2 || name[end - word - 1] != '.'
			|| memcmp(name + end - word, s->word, word) != 0)
			continue;
		*n = end - word - 1;
		return s;
	}
	return NULL;
}

/* The same of a demangled name, "f(int) [clone .isra.0]". */
static const struct suffix *last_clone(const char *name, size_t *n)
{
	static const char open[] = " [clone ";
	const size_t size = sizeof open - 1;
	size_t end = *n - 1;

	if (!*n || name[end] != ']')
		return last_suffix(name, n);
	const struct suffix *s = last_suffix(name, &end);
	if (!s || end <= size || memcmp(name + end - size, open, size) != 0)
		return NULL;
	*n = end - size;
	return s;
}

static const char *first(const char *name, size_t n)
{
	static struct intern kept;

	if (!name[n])
		return name;
	size_t number = intern(&kept, name, n, NULL);
	return kept.keys[number].bytes;
}

const char *clone_source(const char *name)
{
	size_t n = strlen(name);

	while (last_clone(name, &n))
		;
	return first(name, n);
}

bool clone_begins_late(const char *name)
{
	size_t n = strlen(name);
	const struct suffix *s = last_suffix(name, &n);

	while (s && strcmp(s->word, "part") != 0)
		s = last_suffix(name, &n);
	return s;
}

const char *clone_whole(const char *name)
{
	size_t n = strlen(name);
	const struct suffix *s = last_suffix(name, &n);

	return s && s->part ? first(name, n) : NULL;
}
