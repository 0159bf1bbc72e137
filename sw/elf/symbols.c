/* SPDX-License-Identifier: ISC
 * symbols.c - functions of an ELF, by address and by name; the contract is symbols.h.
 */
#include "symbols.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "sw/base/error.h"

static bool is_name(const char *name)
{
	if (!name[0] || !strncmp(name, ".L", 2) || !strcmp(name, "L0\001"))
		return false;
	return !(name[0] == '$' && (name[1] == 'x' || name[1] == 'd'));
}

static bool is_object(const GElf_Sym *sym)
{
	return GELF_ST_TYPE(sym->st_info) == STT_OBJECT && sym->st_size && sym->st_shndx != SHN_UNDEF
		&& sym->st_shndx != SHN_COMMON;
}

static bool is_candidate(const struct image *im, const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	const struct range *code;

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_COMMON)
		return false;
	if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE)
		return false;
	code = ranges_find(&im->code, sym->st_value);
	/* a linker script's label may happen to lie in code, but it belongs to no section, or to another one */
	return code && (type != STT_NOTYPE || code->value == sym->st_shndx);
}

static int underscores(const char *name)
{
	return (int)strspn(name, "_");
}

/* By address; at one address the best name comes first. */
static int by_address(const void *a, const void *b)
{
	static const int bind[] = { [STB_GLOBAL] = 0, [STB_WEAK] = 1, [STB_LOCAL] = 2 };
	const struct symbol *x = a, *y = b;
	int d;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if ((d = (x->size == 0) - (y->size == 0)))
		return d;
	if ((d = (x->type == STT_NOTYPE) - (y->type == STT_NOTYPE)))
		return d;
	if ((d = (x->bind > STB_WEAK ? 0 : bind[x->bind]) - (y->bind > STB_WEAK ? 0 : bind[y->bind])))
		return d;
	if ((d = underscores(x->name) - underscores(y->name)))
		return d;
	if ((d = (int)strlen(x->name) - (int)strlen(y->name)))
		return d;
	return strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	int d = strcmp(x->name, y->name);

	return d ? d : x->address < y->address ? -1 : x->address > y->address;
}

static bool collect(struct symbols *s, const struct image *im, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data ? data->d_size / sizeof(Elf32_Sym) : 0, room = 0, objects_room = 0;

	for (size_t i = 1; i < n; i++) {
		GElf_Sym sym;
		const char *name = gelf_getsym(data, (int)i, &sym) ? elf_strptr(im->elf, header->sh_link, sym.st_name) : NULL;
		if (!name)
			return fail("%s: corrupt ELF: symbol %zu has no proper name; copy or build it again, or strip it", im->path, i);
		const struct symbol symbol = { name, sym.st_size, (uint32_t)sym.st_value,
			GELF_ST_TYPE(sym.st_info), GELF_ST_BIND(sym.st_info) };
		if (is_name(name) && is_object(&sym)) {
			GROW(s->objects, s->n_objects, objects_room);
			s->objects[s->n_objects++] = symbol;
		} else if (is_name(name) && is_candidate(im, &sym)) {
			GROW(s->names, s->n_names, room);
			s->names[s->n_names++] = symbol;
		}
	}
	return true;
}

/* Makes one function of all symbols at one address. Symbols with a size come first: a label inside one of them is not a
 * function. */
static void build(struct symbols *s, const struct image *im)
{
	struct ranges sized = { 0 };
	const struct function *f;

	s->functions = allocate(s->n_names, sizeof *s->functions);
	for (size_t i = 0; i < s->n_names; i++)
		ranges_add(&sized, s->names[i].address, s->names[i].address + s->names[i].size, s->names[i].address, i);
	ranges_build(&sized);
	for (size_t i = 0, next; i < s->n_names; i = next) {
		const struct symbol *best = &s->names[i];
		uint64_t lo = best->address, size = 0;
		for (next = i; next < s->n_names && s->names[next].address == lo; next++)
			if (s->names[next].size > size)
				size = s->names[next].size;
		const struct range *outer = ranges_find(&sized, lo);
		if (size == 0 && outer)
			continue;
		s->functions[s->n_functions++] = (struct function){ demangled(best->name), lo, lo + size, best->name,
			best->bind == STB_LOCAL };
	}
	for (size_t i = 0; i < s->n_functions; i++) {
		struct function *g = &s->functions[i];
		const struct range *code = ranges_find(&im->code, g->lo);
		uint64_t end = code ? code->hi : g->lo;
		if (g->hi > end)		/* no function is longer than its section */
			g->hi = end;
		f = i + 1 < s->n_functions ? g + 1 : NULL;
		if (g->hi == g->lo)
			g->hi = f && f->lo < end ? f->lo : end;
		ranges_add(&s->map, g->lo, g->hi, g->lo, i);
	}
	ranges_build(&s->map);
	ranges_free(&sized);
}

/* Finds the symbol table; an ELF has at most one. NULL: none. */
static Elf_Scn *symbol_table(const struct image *im, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
			break;
	return section;
}

bool symbols_read(struct symbols *s, const struct image *im)
{
	GElf_Shdr header;
	Elf_Scn *section = symbol_table(im, &header);

	*s = (struct symbols){ 0 };
	if (section && !collect(s, im, section, &header)) {
		symbols_free(s);
		return false;
	}
	if (s->n_names)
		qsort(s->names, s->n_names, sizeof *s->names, by_address);
	build(s, im);
	if (s->n_names)
		qsort(s->names, s->n_names, sizeof *s->names, by_name);
	return true;
}

void symbols_free(struct symbols *s)
{
	ranges_free(&s->map);
	free(s->functions);
	free(s->names);
	free(s->objects);
	*s = (struct symbols){ 0 };
}

const struct function *symbols_find(const struct symbols *s, uint64_t pc)
{
	const struct range *r = ranges_find(&s->map, pc);

	return r ? &s->functions[r->value] : NULL;
}

static bool address_of(const char *text, struct function *out)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 16);

	if (strncmp(text, "0x", 2) != 0 || !text[2] || *end)
		return false;
	*out = (struct function){ text, value, value, text, false };
	return true;
}

/* Index of the first name that is not below `name`. */
static size_t first_named(const struct symbols *s, const char *name)
{
	size_t lo = 0, hi = s->n_names;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (strcmp(s->names[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Finds a function by its demangled name. False: none, or several; prints nothing. */
static bool by_shown_name(const struct symbols *s, const char *name, struct function *out)
{
	size_t n = strlen(name), whole = 0, begun = 0;
	struct function first = { 0 };

	for (size_t i = 0; i < s->n_functions; i++) {
		const char *shown = s->functions[i].name;
		if (strncmp(shown, name, n) != 0 || (shown[n] && shown[n] != '('))
			continue;
		if (!shown[n] && !whole++)
			*out = s->functions[i];
		if (!begun++)
			first = s->functions[i];
	}
	if (!whole && begun == 1)
		*out = first;
	return whole == 1 || (!whole && begun == 1);
}

bool symbols_named(const struct symbols *s, const char *name, struct function *out)
{
	size_t i = first_named(s, name), last = i;

	if (address_of(name, out))
		return out->lo <= 1ull << 32 ? true : fail("%s: not a 32-bit address", name);
	if (!s->n_names)
		return fail("no symbol \"%s\": this ELF has no symbols; give an address (0x80000100), or an ELF that is not stripped", name);
	if (i == s->n_names || strcmp(s->names[i].name, name) != 0)
		return by_shown_name(s, name, out) ? true : fail("no function \"%s\" in this ELF; riscv64-unknown-elf-nm shows its symbols, an address (0x80000100) works too", name);
	while (last + 1 < s->n_names && !strcmp(s->names[last + 1].name, name))
		last++;
	if (s->names[i].address != s->names[last].address)
		return fail("\"%s\" is the name of several functions (0x%08" PRIx32 ", 0x%08" PRIx32 "%s); give an address", name,
			s->names[i].address, s->names[i + 1].address, last > i + 1 ? ", ..." : "");
	const struct function *f = symbols_find(s, s->names[i].address);
	*out = f && f->lo == s->names[i].address ? *f
		: (struct function){ name, s->names[i].address, s->names[i].address + s->names[i].size, name, false };
	return true;
}

static bool has_address(const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	return sym->st_shndx != SHN_UNDEF && sym->st_shndx != SHN_COMMON && type != STT_SECTION && type != STT_FILE && type != STT_TLS;
}

unsigned symbols_address(const struct image *im, const char *name, uint32_t *address)
{
	GElf_Shdr header;
	Elf_Scn *section = symbol_table(im, &header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	unsigned found = 0;
	GElf_Sym sym;

	for (int i = 1; data && gelf_getsym(data, i, &sym); i++) {
		const char *own = elf_strptr(im->elf, header.sh_link, sym.st_name);
		if (!own || strcmp(own, name) != 0 || !has_address(&sym) || (found && *address == (uint32_t)sym.st_value))
			continue;
		*address = (uint32_t)sym.st_value;
		found++;
	}
	return found;
}

size_t symbols_labels(const struct image *im)
{
	GElf_Shdr header;
	Elf_Scn *section = im->elf ? symbol_table(im, &header) : NULL;
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	size_t n = 0;
	GElf_Sym sym;

	for (int i = 1; data && gelf_getsym(data, i, &sym); i++) {
		const char *name = elf_strptr(im->elf, header.sh_link, sym.st_name);
		n += name && name[0] && !is_name(name) && is_candidate(im, &sym);
	}
	return n;
}

const char *symbols_place(const struct symbols *s, uint32_t pc, char *buffer, size_t size)
{
	const struct function *f = symbols_find(s, pc);

	if (!f)
		snprintf(buffer, size, "0x%08" PRIx32, pc);
	else if (f->lo == pc)
		snprintf(buffer, size, "%s", f->name);
	else
		snprintf(buffer, size, "%s+0x%" PRIx64, f->name, pc - f->lo);
	return buffer;
}
