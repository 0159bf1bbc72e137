/* SPDX-License-Identifier: ISC
 * image.c - a firmware ELF, opened and checked; the contract is image.h.
 */
#include "image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/checksum.h"
#include "sw/base/error.h"
#include "sw/base/file.h"

#define MAX_IMAGE (1024u << 20)

static bool truncated(const struct image *im, const char *what, uint64_t end)
{
	return fail("%s: truncated or corrupt ELF: %s reach to byte %" PRIu64 ", the file has %zu; copy or build it again",
		im->path, what, end, im->size);
}

static const char *machine_name(unsigned machine)
{
	switch (machine) {
	case EM_386: return "x86";
	case EM_X86_64: return "x86-64";
	case EM_ARM: return "ARM";
	case EM_AARCH64: return "AArch64";
	case EM_MIPS: return "MIPS";
	case EM_PPC: return "PowerPC";
	case EM_XTENSA: return "Xtensa";
	default: return "another machine";
	}
}

static bool check_kind(const struct image *im)
{
	size_t n = 0;
	const char *id = elf_getident(im->elf, &n);

	if (elf_kind(im->elf) == ELF_K_AR)
		return fail("%s: an archive of object files, not a linked ELF; link it first", im->path);
	if (elf_kind(im->elf) != ELF_K_ELF && !memcmp(im->bytes, ELFMAG, SELFMAG))
		return fail("%s: corrupt ELF: its first bytes name no class or byte order; copy or build it again", im->path);
	if (elf_kind(im->elf) != ELF_K_ELF || !id || n < EI_NIDENT)
		return fail("%s: not an ELF file; give the file the linker wrote, not a .bin or .hex of it", im->path);
	if (id[EI_DATA] != ELFDATA2LSB)
		return fail("%s: a big-endian or corrupt ELF; Tally's cores are little-endian: compile with -mlittle-endian", im->path);
	if (id[EI_CLASS] == ELFCLASS64)
		return fail("%s: a 64-bit ELF; Tally's cores are 32-bit: compile with -march=rv32im -mabi=ilp32", im->path);
	return true;
}

static bool check_header(struct image *im, const Elf32_Ehdr **header)
{
	const Elf32_Ehdr *h = elf32_getehdr(im->elf);
	size_t phnum;

	if (!h)
		return truncated(im, "the ELF header must", sizeof *h);
	if (h->e_machine != EM_RISCV)
		return fail("%s: an ELF for %s (machine %u), not for RISC-V; compile with riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32",
			im->path, machine_name(h->e_machine), h->e_machine);
	if (h->e_type == ET_REL)
		return fail("%s: a relocatable object, not an executable; link it", im->path);
	if (h->e_type == ET_DYN)
		return fail("%s: a shared object or position-independent executable; link it with -static -no-pie", im->path);
	if (h->e_type != ET_EXEC)
		return fail("%s: not an executable ELF (type %u); give the file the linker wrote", im->path, h->e_type);
	if (h->e_phoff && h->e_phnum && h->e_phentsize != sizeof(Elf32_Phdr))
		return fail("%s: corrupt ELF: program headers of %u bytes; copy or build it again", im->path, h->e_phentsize);
	if (h->e_shoff && h->e_shentsize != sizeof(Elf32_Shdr))
		return fail("%s: corrupt ELF: section headers of %u bytes; copy or build it again", im->path, h->e_shentsize);
	uint64_t end = (uint64_t)h->e_shoff + (uint64_t)h->e_shnum * sizeof(Elf32_Shdr);
	if (h->e_shoff && end > im->size)
		return truncated(im, "its section headers", end);
	if (elf_getphdrnum(im->elf, &phnum) != 0)
		return fail("%s: corrupt ELF: %s; copy or build it again", im->path, elf_errmsg(-1));
	end = (uint64_t)h->e_phoff + (uint64_t)phnum * sizeof(Elf32_Phdr);
	if (phnum && end > im->size)
		return truncated(im, "its program headers", end);
	*header = h;
	return true;
}

static bool read_segments(struct image *im, const Elf32_Ehdr *h)
{
	size_t n = 0;
	GElf_Phdr p;

	elf_getphdrnum(im->elf, &n);
	im->segments = allocate(n, sizeof *im->segments);
	im->entry = h->e_entry;
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(im->elf, (int)i, &p))
			return fail("%s: corrupt ELF: %s; copy or build it again", im->path, elf_errmsg(-1));
		if (p.p_type != PT_LOAD || p.p_memsz == 0)
			continue;
		if (im->debug_only)
			p.p_filesz = p.p_offset = 0;
		if (p.p_offset + p.p_filesz > im->size)
			return truncated(im, "the bytes of a segment", p.p_offset + p.p_filesz);
		if (p.p_filesz > p.p_memsz || p.p_vaddr + p.p_memsz > 1ull << 32)
			return fail("%s: corrupt ELF: the segment at 0x%08" PRIx64 " has impossible sizes; copy or build it again", im->path, p.p_vaddr);
		bool exec = p.p_flags & PF_X;
		im->segments[im->n_segments++] = (struct segment){ (uint32_t)p.p_vaddr, (uint32_t)p.p_paddr,
			(uint32_t)p.p_filesz, (uint32_t)p.p_memsz, im->bytes + p.p_offset, exec };
		if (exec && h->e_entry >= p.p_vaddr && h->e_entry - p.p_vaddr < p.p_memsz)
			im->entry = (uint32_t)(h->e_entry - p.p_vaddr + p.p_paddr);
	}
	return true;
}

/* Reads the GNU build id from a note section. Ignores a damaged note. */
static void read_build_id(struct image *im, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t at = 0, name, desc;
	GElf_Nhdr note;

	while (data && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0)
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp((char *)data->d_buf + name, "GNU", 4)
		    && note.n_descsz > 0 && note.n_descsz <= sizeof im->build_id) {
			im->build_id_bytes = note.n_descsz;
			memcpy(im->build_id, (char *)data->d_buf + desc, note.n_descsz);
			return;
		}
}

/* A linker that aligns segments to pages puts the ELF's own headers before the first section. They are not firmware,
 * and with -Ttext=0x80000000 they lie in a page below RAM. first: file offset of the first loaded section. */
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

static bool read_sections(struct image *im)
{
	uint64_t first = UINT64_MAX;
	size_t strings, i = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr s;		/* its fields have 64 bits, so sums of the ELF's 32-bit values cannot overflow */

	if (elf_getshdrstrndx(im->elf, &strings) != 0)
		return fail("%s: corrupt ELF: %s; copy or build it again", im->path, elf_errmsg(-1));
	while ((section = elf_nextscn(im->elf, section))) {
		if (!gelf_getshdr(section, &s))
			return fail("%s: corrupt ELF: section %zu: %s; copy or build it again", im->path, i, elf_errmsg(-1));
		i++;
		if (s.sh_type != SHT_NULL && s.sh_type != SHT_NOBITS && s.sh_offset + s.sh_size > im->size)
			return truncated(im, "the bytes of a section", s.sh_offset + s.sh_size);
		if ((s.sh_flags & SHF_ALLOC) && s.sh_addr + s.sh_size > 1ull << 32)
			return fail("%s: corrupt ELF: the section at 0x%08" PRIx64 " reaches beyond the address space; copy or build it again",
				im->path, s.sh_addr);
		if ((s.sh_flags & SHF_ALLOC) && s.sh_type != SHT_NOBITS && s.sh_offset < first)
			first = s.sh_offset;
		if ((s.sh_flags & SHF_ALLOC) && (s.sh_flags & SHF_EXECINSTR))
			ranges_add(&im->code, s.sh_addr, s.sh_addr + s.sh_size, 0, elf_ndxscn(section));
		if (s.sh_type == SHT_NOTE && !im->build_id_bytes)
			read_build_id(im, section);
	}
	drop_headers(im, first);
	if (!im->code.n)
		for (i = 0; i < im->n_segments; i++)
			if (im->segments[i].exec)
				ranges_add(&im->code, im->segments[i].vaddr, (uint64_t)im->segments[i].vaddr + im->segments[i].memsz, 0, 0);
	ranges_build(&im->code);
	return true;
}

bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only)
{
	const Elf32_Ehdr *header = NULL;

	*im = (struct image){ .path = copy_text(path), .bytes = bytes, .size = size, .debug_only = debug_only };
	im->crc = checksum(bytes, size);
	elf_version(EV_CURRENT);
	if (size < EI_NIDENT)
		return fail("%s: not an ELF file (%zu bytes); give the file the linker wrote", path, size);
	im->elf = elf_memory((char *)bytes, size);
	if (!im->elf)
		return fail("%s: truncated or corrupt ELF: %s; copy or build it again", path, elf_errmsg(-1));
	if (!check_kind(im) || !check_header(im, &header) || !read_segments(im, header) || !read_sections(im))
		return false;
	im->flags = header->e_flags;
	return true;
}

static bool open_as(struct image *im, const char *path, bool map, bool debug_only)
{
	struct file_bytes b = { 0 };

	*im = (struct image){ 0 };
	if (!(map ? file_map(path, MAX_IMAGE, &b) : file_read(path, MAX_IMAGE, &b.at, &b.n)))
		return false;
	bool good = image_parse(im, path, b.at, b.n, debug_only);
	im->mapped = b.mapped;
	return good;
}

bool image_open_debug(struct image *im, const char *path, bool map)
{
	return open_as(im, path, map, true);
}

bool image_open(struct image *im, const char *path, bool map)
{
	return open_as(im, path, map, false);
}

void image_close(struct image *im)
{
	if (im->elf)
		elf_end(im->elf);
	ranges_free(&im->code);
	free(im->segments);
	file_free(&(struct file_bytes){ im->bytes, im->size, im->mapped });
	free(im->path);
	*im = (struct image){ 0 };
}

bool image_section(const struct image *im, uint32_t type, const uint8_t **bytes, size_t *n)
{
	Elf_Scn *section = NULL;
	GElf_Shdr s;

	while ((section = elf_nextscn(im->elf, section))) {
		if (!gelf_getshdr(section, &s) || s.sh_type != type)
			continue;
		*bytes = im->bytes + s.sh_offset;
		*n = s.sh_size;
		return true;
	}
	return false;
}

const char *image_section_at(const struct image *im, uint64_t pc)
{
	const struct range *r = ranges_find(&im->code, pc);
	Elf_Scn *section = r && r->value ? elf_getscn(im->elf, r->value) : NULL;
	GElf_Shdr s;
	size_t strings;

	if (!section || !gelf_getshdr(section, &s) || elf_getshdrstrndx(im->elf, &strings) != 0)
		return NULL;
	return elf_strptr(im->elf, strings, s.sh_name);
}
