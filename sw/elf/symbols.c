/* SPDX-License-Identifier: ISC
 * symbols.c - functions and data of an ELF, by address and by name; the contracts are symbols.h and
 * symbols.h.
 */
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "symbols.h"
#include "sw/base/base.h"

#define MOST_SHARED 64 /* functions with which one of another overlay shares its addresses */

/* $x and $d mark code and data: plain, with the instruction set, or with a suffix. */
static bool is_name(const char *name, const GElf_Sym *sym)
{
	bool mapping = GELF_ST_TYPE(sym->st_info) == STT_NOTYPE && !sym->st_size
		&& GELF_ST_BIND(sym->st_info) == STB_LOCAL && name[0] == '$'
		&& (name[1] == 'x' || name[1] == 'd')
		&& (!name[2] || name[2] == '.' || (name[1] == 'x' && !strncmp(name + 2, "rv", 2)));

	return name[0] && strncmp(name, ".L", 2) != 0 && strcmp(name, "L0\001") != 0 && !mapping;
}

/* A symbol stands for code of its own section only: a linker script's label may happen to lie in
 * another's. *shadowed: it is a function of a section that shares its addresses with one before it,
 * as overlays do; assembly's are labels. */
static bool is_candidate(const struct image *im, const GElf_Sym *sym, uint16_t *shadowed)
{
	const bool function = image_is_function(GELF_ST_TYPE(sym->st_info));
	const struct range *code = ranges_find(&im->code, sym->st_value);
	GElf_Shdr s;

	*shadowed = 0;
	if (!code || (!function && GELF_ST_TYPE(sym->st_info) != STT_NOTYPE))
		return false;
	if (sym->st_shndx == SHN_ABS)
		return function || code->value == (IMAGE_ROM | sym->st_value);
	if (code->value == sym->st_shndx)
		return sym->st_shndx != SHN_UNDEF;
	if (image_section_of(im, sym, &s)
		&& (function
			|| (s.sh_flags & SHF_EXECINSTR && GELF_ST_BIND(sym->st_info) != STB_LOCAL)))
		*shadowed = sym->st_shndx;
	return *shadowed;
}

static int underscores(const char *name)
{
	return (int)strspn(name, "_");
}

/* Global and others before weak, weak before local. */
static int binding(const struct symbol *x)
{
	return x->bind == STB_LOCAL ? 2 : x->bind == STB_WEAK;
}

/* By address; at one address the best name comes first. */
static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	int d = (x->address > y->address) - (x->address < y->address);

	d = d ? d : !!x->shadowed - !!y->shadowed;
	d = d ? d : (x->size == 0) - (y->size == 0);
	d = d ? d : (x->type == STT_NOTYPE) - (y->type == STT_NOTYPE);
	/* a linker script's names are global, and begin with some */
	if (!d && x->type == STT_NOTYPE)
		d = underscores(x->name) - underscores(y->name);
	d = d ? d : binding(x) - binding(y);
	d = d ? d : underscores(x->name) - underscores(y->name);
	d = d ? d : (int)strlen(x->name) - (int)strlen(y->name);
	return d ? d : strcmp(x->name, y->name);
}

static bool collect(
	struct symbols *s, const struct image *im, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data ? data->d_size / gelf_fsize(im->elf, ELF_T_SYM, 1, EV_CURRENT) : 0,
	       room = 0, objects_room = 0;
	const char *file = NULL; /* local symbols follow their file's */
	uint16_t shadowed;

	for (size_t i = 1; i < n; i++) {
		GElf_Sym sym;
		const char *name = gelf_getsym(data, (int)i, &sym)
			? elf_strptr(im->elf, header->sh_link, sym.st_name)
			: NULL;
		if (!name)
			return fail("%s: corrupt ELF: symbol %zu has no proper name; copy or build "
				    "it again, or strip it",
				im->path, i);
		const struct symbol symbol = { name, sym.st_size, (uint32_t)sym.st_value,
			GELF_ST_TYPE(sym.st_info), GELF_ST_BIND(sym.st_info), file, 0 };
		if (symbol.type == STT_FILE)
			file = name;
		bool object = symbol.type == STT_OBJECT && sym.st_size && sym.st_shndx != SHN_UNDEF
			&& sym.st_shndx != SHN_COMMON && sym.st_value < 1ull << 32;
		if (object && is_name(name, &sym)) {
			GROW(s->objects, s->n_objects, objects_room);
			s->objects[s->n_objects++] = symbol;
		} else if (is_candidate(im, &sym, &shadowed) && is_name(name, &sym)) {
			GROW(s->names, s->n_names, room);
			s->names[s->n_names] = symbol;
			s->names[s->n_names++].shadowed = shadowed;
		}
	}
	return true;
}

static void add_also(struct function *f, const char *name)
{
	if (!strcmp(name, f->name))
		return;
	for (size_t i = 0; i < f->n_also && i < MOST_SHARED; i++)
		if (!strcmp(name, f->also[i]))
			return;
	if (!(f->n_also & (f->n_also - 1))) /* 0 or a power of two: full */
		f->also = reallocate(f->also, f->n_also ? 2 * f->n_also : 1, sizeof *f->also);
	f->also[f->n_also++] = name;
}

/* The other names of functions: of the same code, and of code that shares its addresses. s->names:
 * by address. */
static void find_others(struct symbols *s)
{
	for (size_t i = 0, at = 0; i < s->n_names; i++) {
		const struct symbol *x = &s->names[i];
		uint64_t end = x->address + (x->shadowed && x->size ? x->size : 1);
		while (at + 1 < s->n_functions && s->functions[at + 1].lo <= x->address)
			at++;
		if (!image_is_function(x->type) && !x->shadowed)
			continue;
		for (size_t k = at;
			k < s->n_functions && k < at + MOST_SHARED && s->functions[k].lo < end; k++)
			if (x->shadowed ? x->address < s->functions[k].hi
					: x->address == s->functions[k].lo)
				add_also(&s->functions[k], demangled(x->name));
	}
}

static void find_twins(struct symbols *s)
{
	struct intern names = { 0 };
	size_t *first = allocate(s->n_functions, sizeof *first); /* by number of the name */

	for (size_t i = 0; i < s->n_functions; i++) {
		bool fresh;
		size_t name = intern_text(&names, s->functions[i].name, &fresh);
		if (fresh)
			first[name] = i;
		else
			s->functions[first[name]].twin = s->functions[i].twin = true;
	}
	free(first);
	intern_free(&names);
}

void function_name(struct function *f, const struct symbol *x)
{
	f->name = demangled(x->name);
	f->linker = x->name;
	f->source = demangled_always(clone_source(x->name));
	f->local = x->bind == STB_LOCAL;
}

bool function_extent(const struct function *f, size_t i, struct extent *e)
{
	if (f->extents ? i >= f->n_extents : i)
		return false;
	*e = f->extents ? f->extents[i] : (struct extent){ f->lo, f->hi, NULL };
	e->name = e->name ? e->name : f->name;
	return true;
}

static void add_function(struct symbols *s, const struct symbol *x, uint64_t lo, uint64_t hi)
{
	struct function *f = &s->functions[s->n_functions++];

	*f = (struct function){ .lo = lo, .hi = hi };
	function_name(f, x);
}

static int by_start(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* Makes one function of all symbols at one address. Symbols with a size come first: a label inside
 * one of them is not a function. */
static void build(struct symbols *s, const struct image *im)
{
	struct ranges sized = { 0 };
	const struct function *f;

	s->functions = allocate(s->n_names, sizeof *s->functions);
	for (size_t i = 0; i < s->n_names; i++)
		if (!s->names[i].shadowed)
			ranges_add(&sized, s->names[i].address,
				s->names[i].address + s->names[i].size, s->names[i].address, i);
	ranges_build(&sized);
	for (size_t i = 0, next; i < s->n_names; i = next) {
		const struct symbol *best = &s->names[i];
		uint64_t lo = best->address, size = 0;
		for (next = i; next < s->n_names && s->names[next].address == lo; next++)
			if (s->names[next].size > size && !s->names[next].shadowed)
				size = s->names[next].size;
		/* what a shadowed one has of addresses behind the section before it */
		const struct range *code = ranges_find(&im->code, lo);
		code = code ? ranges_next(&im->code, code->hi) : NULL;
		for (size_t k = i; code && k < next; k++)
			if (s->names[k].shadowed == code->value && code->value
				&& code->lo < lo + s->names[k].size)
				add_function(s, &s->names[k], code->lo, lo + s->names[k].size);
		const struct range *outer = ranges_find(&sized, lo);
		if (!best->shadowed && (size || !outer))
			add_function(s, best, lo, lo + size);
	}
	if (s->n_functions)
		qsort(s->functions, s->n_functions, sizeof *s->functions, by_start);
	for (size_t i = 0; i < s->n_functions; i++) {
		struct function *g = &s->functions[i];
		const struct range *code = ranges_find(&im->code, g->lo);
		uint64_t end = code ? code->hi : g->lo;
		if (g->hi > end) /* no function is longer than its section */
			g->hi = end;
		f = i + 1 < s->n_functions ? g + 1 : NULL;
		if (g->hi == g->lo)
			g->hi = f && f->lo < end ? f->lo : end;
		ranges_add(&s->map, g->lo, g->hi, g->lo, i);
	}
	ranges_build(&s->map);
	ranges_free(&sized);
	find_others(s);
	find_twins(s);
}

bool symbols_read(struct symbols *s, const struct image *im)
{
	GElf_Shdr header;
	Elf_Scn *section = image_symbols(im, &header);

	*s = (struct symbols){ 0 };
	if (section && !collect(s, im, section, &header)) {
		symbols_free(s);
		return false;
	}
	if (s->n_names)
		qsort(s->names, s->n_names, sizeof *s->names, by_address);
	build(s, im);
	return true;
}

void symbols_free(struct symbols *s)
{
	ranges_free(&s->map);
	for (size_t i = 0; i < s->n_functions; i++) {
		free(s->functions[i].also);
		free(s->functions[i].extents);
	}
	free(s->functions);
	free(s->names);
	free(s->objects);
	*s = (struct symbols){ 0 };
}

uint64_t symbols_code(const struct symbols *s, uint64_t lo, uint64_t hi)
{
	const struct range *r = ranges_next(&s->map, lo);

	return r && r->lo > lo && r->lo < hi ? r->lo : lo;
}

const struct symbol *symbols_from(const struct symbols *s, uint64_t address)
{
	size_t at;

	BISECT(at, s->n_names, s->names[at].address < address);
	return at < s->n_names && s->names[at].address == address ? &s->names[at] : NULL;
}

const struct symbol *symbols_next(const struct symbols *s, const struct symbol *x)
{
	return x + 1 < s->names + s->n_names ? x + 1 : NULL;
}

const struct function *symbols_find(const struct symbols *s, uint64_t pc)
{
	const struct range *r = ranges_find(&s->map, pc);

	return r ? &s->functions[r->value] : NULL;
}

const char *symbols_place(const struct symbols *s, uint32_t pc, char *buffer, size_t size)
{
	const struct function *f = symbols_find(s, pc);
	struct extent e = { 0 };

	for (size_t i = 0; f && function_extent(f, i, &e) && (pc < e.lo || pc >= e.hi); i++)
		;
	if (!f)
		snprintf(buffer, size, "0x%08" PRIx32, pc);
	else if (e.lo == pc)
		snprintf(buffer, size, "%s", e.name);
	else
		snprintf(buffer, size, "%s+0x%" PRIx64, e.name, pc - e.lo);
	return buffer;
}

/* ---- data */

#define RANK_SECTION 0u /* below all variables */

static void add_object(struct objects *o, uint64_t lo, uint64_t size, bool section, char *name)
{
	GROW(o->at, o->n, o->room);
	ranges_add(&o->map, lo, lo + size, section ? RANK_SECTION : UINT64_MAX - size, o->n);
	o->at[o->n++] = (struct object){ name, lo, lo + size, section };
}

static void add_sections(struct objects *o, const struct image *im)
{
	Elf_Scn *section = NULL;
	GElf_Shdr s;

	while (im->elf && (section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, &s) && s.sh_flags & SHF_ALLOC && s.sh_size
			&& !(s.sh_flags & SHF_TLS && s.sh_type == SHT_NOBITS))
			add_object(o, s.sh_addr, s.sh_size, true,
				print_text("[%s]", elf_section_name(im->elf, &s)));
}

void objects_open(struct objects *o, const struct image *im, const struct symbols *s)
{
	*o = (struct objects){ 0 };
	add_sections(o, im);
	for (size_t i = 0; i < s->n_objects; i++)
		add_object(o, s->objects[i].address, s->objects[i].size, false,
			copy_text(demangled(s->objects[i].name)));
	ranges_build(&o->map);
}

const struct object *objects_find(const struct objects *o, uint64_t address)
{
	const struct range *r = ranges_find(&o->map, address);

	return r ? &o->at[r->value] : NULL;
}

void objects_close(struct objects *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->at[i].name);
	free(o->at);
	ranges_free(&o->map);
}
