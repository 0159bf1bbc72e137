/* SPDX-License-Identifier: ISC
 * symbol_name.c - what a name means, or a part of one; the contract is symbols.h.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "symbols.h"
#include "sw/base/base.h"

#define MOST_SHOWN 8 /* candidates that a message lists */

static bool address_of(const char *text, struct function *out)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 16);

	if (strncmp(text, "0x", 2) != 0 || !text[2] || *end)
		return false;
	*out = (struct function){
		.name = text, .lo = value, .hi = value, .linker = text, .source = text
	};
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
		bool begins = at == shown || !is_word(at[-1]),
		     ends = !at[n] || strchr("(<.", at[n]);
		enum fit fit = at == shown && !at[n]  ? WHOLLY
			: at == shown && at[n] == '(' ? WITHOUT_ARGUMENTS
			: begins && ends              ? UNQUALIFIED
						      : PARTLY;
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

bool symbols_means(const char *name, const char *linker, const char *shown)
{
	return !strcmp(linker, name) || fit_of(shown, name) >= UNQUALIFIED;
}

/* The symbols that fit best, by address, one an address. */
struct candidates {
	const struct symbol **at;
	size_t n, room;
	enum fit fit;
};

static struct candidates find_candidates(const struct symbols *s, const char *name)
{
	struct candidates c = { 0 };

	for (size_t i = 0; i < s->n_names; i++) {
		const struct symbol *x = &s->names[i];
		enum fit fit = fit_of_symbol(x, name);
		if (fit == NOT_AT_ALL || fit < c.fit)
			continue;
		const struct function *f = symbols_find(s, x->address);
		if (fit < EXACTLY && !x->shadowed && !(f && f->lo == x->address))
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

/* One of several that a message lists, the i-th. The file distinguishes local ones. */
static void put_candidate(FILE *f, size_t i, const struct symbol *x, const char *name)
{
	const char *file = x->bind == STB_LOCAL ? x->file : NULL;

	if (i < MOST_SHOWN)
		fprintf(f, "%s0x%08" PRIx32 "%s%s%s%s", i ? ", " : "", x->address, name ? " " : "",
			name ? name : "", file ? " in " : "", file ? file : "");
	else if (i == MOST_SHOWN)
		fputs(" and more", f);
}

static char *several(const char *name, const struct candidates *c)
{
	bool whole = c->fit == EXACTLY;
	char *text;
	size_t size;
	FILE *f = stream_open(&text, &size);

	fprintf(f, "\"%s\" is %s several functions (", name,
		whole ? "the name of" : "in the names of");
	for (size_t i = 0; i < c->n; i++)
		put_candidate(f, i, c->at[i], whole ? NULL : demangled(c->at[i]->name));
	fprintf(f, "); give %san address", whole ? "" : "more of the name, or ");
	stream_close(f);
	return text;
}

/* Why no function fits. */
static char *none(const struct symbols *s, const char *name)
{
	char *calls = symbols_inlined(s, name), *text;

	if (!s->n_names)
		return print_text("no symbol \"%s\": this ELF has no symbols; give an address "
				  "(0x80000100), or an ELF that is not stripped",
			name);
	text = calls
		? print_text("\"%s\" has no code of its own: it is inlined at %s; give the "
			     "function around it, or compile it with __attribute__((noinline))",
			  name, calls)
		: print_text("no function \"%s\" in this ELF; riscv64-unknown-elf-nm shows its "
			     "symbols, an address (0x80000100) works too",
			  name);
	free(calls);
	return text;
}

char *symbols_inlined(const struct symbols *s, const char *name)
{
	struct line places[MOST_SHOWN + 1];
	size_t n = lines_inlined(s->lines, name, places, MOST_SHOWN + 1), size;
	char *text;
	FILE *f;

	if (!n)
		return NULL;
	f = stream_open(&text, &size);
	for (size_t i = 0; i < n && i < MOST_SHOWN; i++)
		fprintf(f, "%s%s:%d", i ? ", " : "", text_here(places[i].file), places[i].number);
	fputs(n > MOST_SHOWN ? " and more" : "", f);
	stream_close(f);
	return text;
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
		enum fit fit = as == SYMBOLS_ALONE
			? fit_of_symbol(x, name)
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

char *symbols_unclear(const struct symbols *s, const char *name)
{
	struct candidates c = find_candidates(s, name);
	char *why = c.n > 1 && c.fit >= WITHOUT_ARGUMENTS ? several(name, &c) : none(s, name);

	free(c.at);
	return why;
}

bool symbols_named(const struct symbols *s, const char *name, struct function *out)
{
	if (address_of(name, out))
		return out->lo <= 1ull << 32 ? true : fail("%s: not a 32-bit address", name);
	struct candidates c = find_candidates(s, name);
	bool good = c.n == 1;
	if (!good) {
		char *why = c.n ? several(name, &c) : none(s, name);
		fail("%s", why);
		free(why);
	} else {
		const uint64_t lo = c.at[0]->address;
		const struct function *f = symbols_find(s, lo);
		*out = f && f->lo == lo ? *f
					: (struct function){ .name = name,
						  .lo = lo,
						  .hi = lo + c.at[0]->size,
						  .linker = name,
						  .source = name };
		if (c.fit == PARTLY)
			note("\"%s\": the only function with that in its name is %s", name,
				demangled(c.at[0]->name));
	}
	free(c.at);
	return good;
}

char *symbols_address(const struct image *im, const char *name, struct symbol *out)
{
	GElf_Shdr header;
	Elf_Scn *section = image_symbols(im, &header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	const char *file = NULL;
	size_t found = 0, alike = 0, size;
	char *several, *others, *why = NULL;
	FILE *f = stream_open(&several, &size), *g = stream_open(&others, &size);
	GElf_Sym sym;

	*out = (struct symbol){ 0 };
	for (int i = 1; data && gelf_getsym(data, i, &sym); i++) {
		const char *own = elf_strptr(im->elf, header.sh_link, sym.st_name);
		struct symbol x = { own, sym.st_size, (uint32_t)sym.st_value,
			GELF_ST_TYPE(sym.st_info), GELF_ST_BIND(sym.st_info), file, 0 };
		if (x.type == STT_FILE)
			file = own;
		if (!own || strncmp(own, name, strlen(name)) != 0 || sym.st_shndx == SHN_UNDEF
			|| sym.st_shndx == SHN_COMMON || x.type == STT_SECTION || x.type == STT_FILE
			|| x.type == STT_TLS)
			continue;
		if (strcmp(own, name) != 0) {
			if (x.type == STT_OBJECT)
				put_candidate(g, alike++, &x, own);
		} else if (found && out->address == x.address) {
			out->size = out->size ? out->size : x.size;
		} else {
			put_candidate(f, found++, &x, NULL);
			*out = x;
		}
	}
	stream_close(f);
	stream_close(g);
	if (found != 1)
		why = found ? print_text("%s is at several addresses (%s); give one of them", name,
				      several)
			    : print_text("%s is no symbol of %s%s%s", name, im->path,
				      alike ? "; there is " : "", others);
	free(several);
	free(others);
	return why;
}
