/* SPDX-License-Identifier: ISC
 * names.c - functions' names as their sources write them: C++ and Rust demangled, without what
 * compilers and linkers add, and of several names the source's. The contracts are symbols.h,
 * symbols.h and debug_info.h.
 */
#include <dwarf.h>
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "symbols.h"
#include "sw/base/base.h"

#define MAX_NAME 4096 /* longer names are damaged, or too long for a report */
#define MAX_SHOWN 16384

/* The name being built. A short mangled name can expand to gigabytes: then longjmp leaves the
 * demangler. */
static struct {
	char text[MAX_SHOWN];
	size_t n;
	jmp_buf too_long;
} made;

static struct intern known; /* mangled names */
static const char **shown; /* what each becomes, by its number in `known` */
static size_t room;
static bool off;

void demangle_off(bool is_off)
{
	off = is_off;
}

static void take(const char *text, size_t n, void *unused)
{
	(void)unused;
	if (n >= MAX_SHOWN - made.n)
		longjmp(made.too_long, 1);
	memcpy(made.text + made.n, text, n);
	made.n += n;
}

/* NULL: not a mangled name, or too long to show. Uses the callback variants of the demanglers: they
 * allocate nothing that longjmp would leak. */
static const char *demangle(const char *name)
{
	const int options = DMGL_PARAMS | DMGL_ANSI;

	made.n = 0;
	if (setjmp(made.too_long))
		return NULL;
	if (!rust_demangle_callback(name, options, take, NULL)) {
		made.n = 0;
		if (!cplus_demangle_v3_callback(name, options, take, NULL))
			return NULL;
	}
	made.text[made.n] = 0;
	return made.n ? made.text : NULL;
}

const char *demangled(const char *name)
{
	return off ? name : demangled_always(name);
}

const char *demangled_always(const char *name)
{
	bool fresh;

	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || strlen(name) > MAX_NAME)
		return name;
	size_t i = intern_text(&known, name, &fresh);
	if (fresh) {
		const char *text = demangle(name);
		GROW(shown, i, room);
		shown[i] = text ? copy_text(text) : known.keys[i].bytes;
	}
	return shown[i];
}

enum number { WITHOUT, WITH, EITHER };

/* GCC, LLVM; `part`: of code that is jumped to. */
static const struct suffix {
	const char *word;
	enum number number;
	bool part;
} suffixes[] = {
	{ "cold", EITHER, true }, /* both; LLVM's outlined ones are called */
	{ "__part", WITH, true }, /* LLVM's basic block sections */
	{ "constprop", WITH, false }, /* GCC from here */
	{ "isra", WITH, false },
	{ "part", WITH, false },
	{ "clone", WITH, false },
	{ "lto_priv", WITH, false },
	{ "localalias", EITHER, false },
	{ "llvm", WITH, false }, /* LLVM from here */
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

/* ---- functions of several names */

struct naming {
	struct symbols *symbols;
	bool *named; /* of each function: it has its name */
};

/* Of several folded functions the first one gives the name. */
static void name_function(void *to, Dwarf_Die *die)
{
	struct naming *n = to;
	struct symbols *s = n->symbols;
	Dwarf_Addr address;
	const struct function *found =
		dwarf_lowpc(die, &address) == 0 ? symbols_find(s, address) : NULL;
	size_t number = found ? (size_t)(found - s->functions) : 0, k = 0;
	struct function *f = &s->functions[number];

	/* assembly has a line of its own for each name */
	if (!found || f->lo != address || !f->also || n->named[number]
		|| !dwarf_hasattr_integrate(die, DW_AT_decl_line))
		return;
	const char *name = unit_linker_name(die, true);
	const struct symbol *x = name ? symbols_from(s, address) : NULL;
	while (x && x->address == address && (x->shadowed || strcmp(x->name, name) != 0))
		x = symbols_next(s, x);
	if (!x || x->address != address)
		return;
	n->named[number] = true;
	if (x->name == f->linker)
		return;
	while (k + 1 < f->n_also && strcmp(f->also[k], demangled(x->name)) != 0)
		k++;
	f->also[k] = f->name;
	function_name(f, x);
}

static bool is_around(const struct symbols *s, Dwarf_Die *unit)
{
	const struct range *end = s->map.at + s->map.n;
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(unit, at, &base, &lo, &hi)) > 0)
		for (const struct range *r = ranges_next(&s->map, lo); r && r < end && r->lo < hi;
			r++)
			if (s->functions[r->value].also)
				return true;
	return false;
}

/* They are few, so it looks only into the units around them. */
void names_prefer_source(struct symbols *s, Dwarf *dwarf)
{
	struct naming n = { s, allocate(s->n_functions, sizeof *n.named) };
	bool several = false;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;

	for (size_t i = 0; i < s->n_functions && !several; i++)
		several = s->functions[i].also;
	while (several && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, &sub) == 0)
		if (is_around(s, &die))
			unit_functions(&die, name_function, &n);
	free(n.named);
}
