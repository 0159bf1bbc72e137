/* SPDX-License-Identifier: ISC
 * symbol_name.c - what a name means, or a part of one; the contract is symbols.h.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clone.h"
#include "demangle.h"
#include "sections.h"
#include "sw/base/error.h"
#include "symbols.h"

#define MOST_SHOWN 8		/* candidates that a message lists */

static bool address_of(const char *text, struct function *out)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 16);

	if (strncmp(text, "0x", 2) != 0 || !text[2] || *end)
		return false;
	*out = (struct function){ .name = text, .lo = value, .hi = value, .linker = text,
		.source = text };
	return true;
}

/* How well a name fits what was asked for. */
enum fit { NOT_AT_ALL, PARTLY, UNQUALIFIED, WITHOUT_ARGUMENTS, WHOLLY, EXACTLY };

static bool is_word(char c)
{
	return c == '_' || c == '$' || isalnum((unsigned char)c) || (c & 0x80);
}

static enum fit fit_of(const char *shown, const char *name)
{
	size_t n = strlen(name);
	enum fit best = NOT_AT_ALL;

	for (const char *at = shown; n && (at = strstr(at, name)); at++) {
		bool begins = at == shown || !is_word(at[-1]), ends = !at[n]
			|| strchr("(<.", at[n]);
		enum fit fit = at == shown && !at[n] ? WHOLLY : at == shown && at[n] == '('
			? WITHOUT_ARGUMENTS
			: begins && ends ? UNQUALIFIED : PARTLY;
		best = fit > best ? fit : best;
	}
	return best;
}

/* WHOLLY: as its source calls it; EXACTLY: as the linker does, or demangled. */
static enum fit fit_of_symbol(const struct symbol *x, const char *name)
{
	const char *shown = demangled(x->name);

	if (!strcmp(x->name, name) || !strcmp(shown, name))
		return EXACTLY;
	enum fit fit = fit_of(shown, name),
		source = fit_of(demangled_always(clone_source(x->name)), name);
	return source > fit ? source : fit;
}

/* The symbols that fit best, by address, one an address. */
struct candidates {
	const struct symbol **at;
	size_t n, room;
	enum fit fit;
};

static bool begins_function(const struct symbols *s, const struct symbol *x)
{
	const struct function *f = symbols_find(s, x->address);

	return x->shadowed || (f && f->lo == x->address);
}

static struct candidates find_candidates(const struct symbols *s, const char *name)
{
	struct candidates c = { 0 };

	for (size_t i = 0; i < s->n_names; i++) {
		const struct symbol *x = &s->names[i];
		enum fit fit = fit_of_symbol(x, name);
		if (fit == NOT_AT_ALL || fit < c.fit || (fit < EXACTLY && !begins_function(s, x)))
			continue;
		if (fit > c.fit)
			c.n = 0;
		c.fit = fit;
		if (c.n && c.at[c.n - 1]->address == x->address)
			continue;
		GROW(c.at, c.n, c.room);
		c.at[c.n++] = x;
	}
	return c;
}

static bool ambiguous(const char *name, const struct candidates *c)
{
	bool whole = c->fit == EXACTLY;
	char *text = NULL;
	size_t size;
	FILE *f = stream_open(&text, &size);

	for (size_t i = 0; i < c->n && i < MOST_SHOWN; i++)
		fprintf(f, "%s0x%08" PRIx32 "%s%s", i ? ", " : "", c->at[i]->address,
			whole ? "" : " ", whole ? "" : demangled(c->at[i]->name));
	if (c->n > MOST_SHOWN)
		fprintf(f, " and %zu more", c->n - MOST_SHOWN);
	stream_close(f);
	fail("\"%s\" is %s several functions (%s); give %san address", name,
		whole ? "the name of" : "in the names of", text, whole ? "" : "more of the name, "
		"or ");
	free(text);
	return false;
}

static struct function function_at(const struct symbols *s, const struct symbol *x,
	const char *name)
{
	const struct function *f = symbols_find(s, x->address);

	return f && f->lo == x->address ? *f : (struct function){ .name = name, .lo = x->address,
		.hi = x->address + x->size, .linker = name, .source = name };
}

/* Flags the function that begins at the address; a label within one, or a part, is none. */
static size_t mean(const struct symbols *s, uint64_t address, bool *meant)
{
	const struct function *f = symbols_find(s, address);
	bool more = f && f->lo == address && !meant[f - s->functions];

	if (more)
		meant[f - s->functions] = true;
	return more;
}

size_t symbols_meant(const struct symbols *s, const char *name, enum symbols_as as, bool *meant)
{
	const char *source = demangled_always(clone_source(name));
	enum fit best = as == SYMBOLS_ALONE ? EXACTLY : WITHOUT_ARGUMENTS;
	struct function at;
	size_t n = 0;

	memset(meant, false, s->n_functions * sizeof *meant);
	if (address_of(name, &at))
		return mean(s, at.lo, meant);
	for (size_t i = 0; i < s->n_names; i++) {
		const struct symbol *x = &s->names[i];
		enum fit fit = as == SYMBOLS_ALONE ? fit_of_symbol(x, name)
			: fit_of(demangled_always(clone_source(x->name)), source);
		if (fit < best)
			continue;
		if (fit > best) {
			memset(meant, false, s->n_functions * sizeof *meant);
			n = 0;
		}
		best = fit;
		n += mean(s, x->address, meant);
	}
	return n;
}

bool symbols_named(const struct symbols *s, const char *name, struct function *out)
{
	if (address_of(name, out))
		return out->lo <= 1ull << 32 ? true : fail("%s: not a 32-bit address", name);
	if (!s->n_names)
		return fail("no symbol \"%s\": this ELF has no symbols; give an address "
			"(0x80000100), or an ELF that is not stripped", name);
	struct candidates c = find_candidates(s, name);
	bool good = c.n == 1 || (c.n ? ambiguous(name, &c)
		: fail("no function \"%s\" in this ELF; riscv64-unknown-elf-nm shows its symbols, "
			"an address (0x80000100) works too", name));
	if (good) {
		*out = function_at(s, c.at[0], name);
		if (c.fit == PARTLY)
			note("\"%s\": the only function with that in its name is %s", name,
				demangled(c.at[0]->name));
	}
	free(c.at);
	return good;
}

static bool has_address(const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	return sym->st_shndx != SHN_UNDEF && sym->st_shndx != SHN_COMMON && type != STT_SECTION
		&& type != STT_FILE && type != STT_TLS;
}

unsigned symbols_address(const struct image *im, const char *name, uint32_t *address)
{
	GElf_Shdr header;
	Elf_Scn *section = image_symbols(im, &header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	unsigned found = 0;
	GElf_Sym sym;

	for (int i = 1; data && gelf_getsym(data, i, &sym); i++) {
		const char *own = elf_strptr(im->elf, header.sh_link, sym.st_name);
		if (!own || strcmp(own, name) != 0 || !has_address(&sym)
			|| (found && *address == (uint32_t)sym.st_value))
			continue;
		*address = (uint32_t)sym.st_value;
		found++;
	}
	return found;
}
