/* SPDX-License-Identifier: ISC
 * sections.c - the sections of an ELF: their bytes, and which addresses are code
 */
#include "image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define IS_CODE (SHF_ALLOC | SHF_EXECINSTR)

/* Reads the GNU build id from a note section. Ignores a damaged note. */
static void read_build_id(struct image *im, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t at = 0, name, desc;
	GElf_Nhdr note;

	while (data && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0)
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4
			&& !memcmp((char *)data->d_buf + name, "GNU", 4) && note.n_descsz > 0
			&& note.n_descsz <= sizeof im->build_id) {
			im->build_id_bytes = note.n_descsz;
			memcpy(im->build_id, (char *)data->d_buf + desc, note.n_descsz);
			return;
		}
}

/* A linker that aligns segments to pages puts the ELF's own headers before the first section. They
 * are not firmware, and with -Ttext=0x80000000 they lie in a page below RAM. first: file offset of
 * the first loaded section. */
static void drop_headers(struct image *im, uint64_t first)
{
	for (size_t i = 0; i < im->n_segments; i++) {
		struct segment *s = &im->segments[i];
		if (s->bytes != im->bytes || first > s->filesz)
			continue;
		s->bytes += first;
		s->vaddr += (uint32_t)first;
		s->paddr += (uint32_t)first;
		s->filesz -= (uint32_t)first;
		s->memsz -= (uint32_t)first;
	}
}

/* The first section ranks highest. */
static void add_code(struct image *im, uint64_t lo, uint64_t hi, size_t section)
{
	ranges_add(&im->code, lo, hi, section ? UINT64_MAX - section : 0, section);
}

static bool check_section(const struct image *im, const GElf_Shdr *s)
{
	bool far = (s->sh_flags & SHF_ALLOC) && image_passes(s->sh_addr, s->sh_size, 1ull << 32);

	if (s->sh_type != SHT_NULL && s->sh_type != SHT_NOBITS
		&& image_passes(s->sh_offset, s->sh_size, im->size))
		return fail("%s: truncated or corrupt ELF: the bytes of a section reach to byte "
			    "%" PRIu64 ", the file has %zu; copy or build it again",
			im->path, s->sh_offset + s->sh_size, im->size);
	if (far && !im->wide)
		return fail("%s: corrupt ELF: the section at 0x%08" PRIx64 " reaches beyond the "
			    "address space; copy or build it again",
			im->path, s->sh_addr);
	return !far || !(s->sh_flags & SHF_EXECINSTR) || image_far(im, "section", s->sh_addr);
}

const char *elf_section_name(Elf *elf, const GElf_Shdr *s)
{
	size_t strings;
	const char *name =
		elf_getshdrstrndx(elf, &strings) == 0 ? elf_strptr(elf, strings, s->sh_name) : NULL;

	return name ? name : "?";
}

bool image_read_sections(struct image *im)
{
	uint64_t first = UINT64_MAX;
	size_t strings, i = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr s;

	if (elf_getshdrstrndx(im->elf, &strings) != 0)
		return fail(
			"%s: corrupt ELF: %s; copy or build it again", im->path, elf_errmsg(-1));
	while ((section = elf_nextscn(im->elf, section))) {
		if (!gelf_getshdr(section, &s))
			return fail("%s: corrupt ELF: section %zu: %s; copy or build it again",
				im->path, i, elf_errmsg(-1));
		i++;
		if (!check_section(im, &s))
			return false;
		if ((s.sh_flags & SHF_ALLOC) && s.sh_type != SHT_NOBITS && s.sh_size
			&& s.sh_offset < first)
			first = s.sh_offset;
		if ((s.sh_flags & IS_CODE) == IS_CODE)
			add_code(im, s.sh_addr, s.sh_addr + s.sh_size, elf_ndxscn(section));
		if (s.sh_type == SHT_NOTE && !im->build_id_bytes)
			read_build_id(im, section);
	}
	drop_headers(im, first);
	if (!im->code.n)
		for (i = 0; i < im->n_segments; i++)
			if (im->segments[i].exec)
				add_code(im, im->segments[i].vaddr,
					(uint64_t)im->segments[i].vaddr + im->segments[i].memsz, 0);
	ranges_build(&im->code);
	image_add_code(im, im, im);
	return true;
}

Elf_Scn *image_symbols(const struct image *im, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
			break;
	return section;
}

const struct segment *image_segment_at(const struct image *im, uint64_t address)
{
	for (size_t i = 0; i < im->n_segments; i++)
		if (address >= im->segments[i].vaddr
			&& address - im->segments[i].vaddr < im->segments[i].memsz)
			return &im->segments[i];
	return NULL;
}

bool image_is_function(unsigned type)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC;
}

bool image_section_of(const struct image *im, const GElf_Sym *sym, GElf_Shdr *s)
{
	Elf_Scn *section =
		sym->st_shndx < SHN_LORESERVE ? elf_getscn(im->elf, sym->st_shndx) : NULL;

	return section && gelf_getshdr(section, s) && (s->sh_flags & SHF_ALLOC)
		&& sym->st_value >= s->sh_addr && sym->st_value - s->sh_addr < s->sh_size;
}

/* What symbols lie in a section of data: one that is loaded and not executable. */
enum { OBJECTS = 1, LABELS = 2 };

static void add_functions(
	struct image *im, const struct image *names, Elf_Data *data, size_t strings, uint8_t *holds)
{
	GElf_Shdr s;
	GElf_Sym sym;

	for (int i = 1; gelf_getsym(data, i, &sym); i++) {
		unsigned type = GELF_ST_TYPE(sym.st_info);
		if (!image_section_of(im, &sym, &s) || (s.sh_flags & IS_CODE) != SHF_ALLOC
			|| image_passes(s.sh_addr, s.sh_size, 1ull << 32))
			continue;
		uint64_t left = s.sh_addr + s.sh_size - sym.st_value, size = sym.st_size;
		const char *name = elf_strptr(names->elf, strings, sym.st_name);
		if (type == STT_OBJECT)
			holds[sym.st_shndx] |= OBJECTS;
		else if (type == STT_NOTYPE && name && name[0] && !strchr("$.", name[0]))
			holds[sym.st_shndx] |= LABELS;
		if (image_is_function(type))
			add_code(im, sym.st_value,
				sym.st_value + (size && size < left ? size : left), sym.st_shndx);
	}
}

void image_add_code(struct image *im, const struct image *names, const struct image *bytes)
{
	GElf_Shdr symbols, s;
	Elf_Scn *table = image_symbols(names, &symbols), *section = NULL;
	Elf_Data *data = table ? elf_getdata(table, NULL) : NULL;
	size_t n = 0;

	if (!data || elf_getshdrnum(im->elf, &n) != 0)
		return;
	uint8_t *holds = allocate(n + 1, 1);
	add_functions(im, names, data, symbols.sh_link, holds);
	while ((section = elf_nextscn(im->elf, section))) {
		if (holds[elf_ndxscn(section)] != LABELS || !gelf_getshdr(section, &s)
			|| s.sh_type != SHT_PROGBITS)
			continue;
		const struct segment *around = image_segment_at(im, s.sh_addr);
		if (around && around->exec)
			add_code(im, s.sh_addr, s.sh_addr + s.sh_size, elf_ndxscn(section));
	}
	free(holds);
	image_add_rom(&im->code, bytes, data);
	ranges_build(&im->code);
}

/* The section with the code at pc; NULL: none. */
static Elf_Scn *section_at(const struct image *im, uint64_t pc, GElf_Shdr *s)
{
	const struct range *r = ranges_find(&im->code, pc);
	Elf_Scn *section =
		r && r->value && r->value < IMAGE_ROM ? elf_getscn(im->elf, r->value) : NULL;

	return section && gelf_getshdr(section, s) ? section : NULL;
}

const char *image_section_at(const struct image *im, uint64_t pc)
{
	GElf_Shdr s;

	return section_at(im, pc, &s) ? elf_section_name(im->elf, &s) : NULL;
}

bool image_fixed(const struct image *im, uint64_t pc)
{
	GElf_Shdr s;
	unsigned covered = 0;

	for (size_t i = 0; i < im->n_segments; i++)
		covered += pc - im->segments[i].vaddr < im->segments[i].filesz;
	return covered == 1 && ranges_find(&im->code, pc)
		&& !(section_at(im, pc, &s) && s.sh_flags & SHF_WRITE);
}

bool image_section_has(const struct image *im, const char *name, uint64_t address)
{
	Elf_Scn *section = NULL;
	GElf_Shdr s;

	while (im->elf && (section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, &s) && address - s.sh_addr < s.sh_size
			&& !strcmp(elf_section_name(im->elf, &s), name))
			return true;
	return false;
}

/* The next section after `section`, or the first, that is executable and not empty. */
static Elf_Scn *next_code(const struct image *im, Elf_Scn *section, GElf_Shdr *s)
{
	while ((section = elf_nextscn(im->elf, section)))
		if (gelf_getshdr(section, s) && (s->sh_flags & IS_CODE) == IS_CODE && s->sh_size)
			break;
	return section;
}

bool image_same_code(const struct image *a, const struct image *b)
{
	GElf_Shdr s, t;
	Elf_Scn *at = next_code(a, NULL, &s), *other = next_code(b, NULL, &t);
	bool same = true;

	if (!at || !other)
		return true;
	for (; same && at && other; at = next_code(a, at, &s), other = next_code(b, other, &t))
		same = s.sh_addr == t.sh_addr && s.sh_size == t.sh_size
			&& (s.sh_type == SHT_NOBITS || t.sh_type == SHT_NOBITS
				|| memcmp(a->bytes + s.sh_offset, b->bytes + t.sh_offset, s.sh_size)
					== 0);
	return same && !at && !other;
}
