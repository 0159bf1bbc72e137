/* SPDX-License-Identifier: ISC
 * image.c - a firmware ELF, opened and checked; the contract is image.h.
 */
#include "image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/base.h"

#define MAX_IMAGE (1024u << 20)

bool image_passes(uint64_t at, uint64_t n, uint64_t end)
{
	return n && (n > end || at > end - n);
}

bool image_far(const struct image *im, const char *what, uint64_t address)
{
	return fail("%s: code above 4 GiB: a %s at 0x%" PRIx64 "; a capture's addresses have 32 "
		    "bits: link it lower",
		im->path, what, address);
}

static bool truncated(const struct image *im, const char *what, uint64_t end)
{
	return fail("%s: truncated or corrupt ELF: %s reach to byte %" PRIu64 ", the file has %zu; "
		    "copy or build it again",
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
		return fail("%s: an archive of object files, not a linked ELF; link it first",
			im->path);
	if (elf_kind(im->elf) != ELF_K_ELF && !memcmp(im->bytes, ELFMAG, SELFMAG))
		return fail("%s: corrupt ELF: its first bytes name no class or byte order; copy or "
			    "build it again",
			im->path);
	if (elf_kind(im->elf) != ELF_K_ELF || !id || n < EI_NIDENT)
		return fail("%s: not an ELF file; give the file the linker wrote, not a .bin or "
			    ".hex of it",
			im->path);
	if (id[EI_DATA] != ELFDATA2LSB)
		return fail("%s: a big-endian or corrupt ELF; Tally's cores are little-endian: "
			    "compile with -mlittle-endian",
			im->path);
	return true;
}

static bool check_header(struct image *im, GElf_Ehdr *h)
{
	size_t phnum, header = gelf_fsize(im->elf, ELF_T_PHDR, 1, EV_CURRENT),
		      section = gelf_fsize(im->elf, ELF_T_SHDR, 1, EV_CURRENT);

	if (!gelf_getehdr(im->elf, h))
		return truncated(
			im, "the ELF header must", gelf_fsize(im->elf, ELF_T_EHDR, 1, EV_CURRENT));
	if (h->e_machine != EM_RISCV)
		return fail("%s: an ELF for %s (machine %u), not for RISC-V; compile with "
			    "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32",
			im->path, machine_name(h->e_machine), h->e_machine);
	if (h->e_type == ET_REL)
		return fail("%s: a relocatable object, not an executable; link it", im->path);
	if (h->e_type == ET_DYN)
		return fail("%s: a shared object or position-independent executable; link it with "
			    "-static -no-pie",
			im->path);
	if (h->e_type != ET_EXEC)
		return fail("%s: not an executable ELF (type %u); give the file the linker wrote",
			im->path, h->e_type);
	if (h->e_phoff && h->e_phnum && h->e_phentsize != header)
		return fail("%s: corrupt ELF: program headers of %u bytes; copy or build it again",
			im->path, h->e_phentsize);
	if (h->e_shoff && h->e_shentsize != section)
		return fail("%s: corrupt ELF: section headers of %u bytes; copy or build it again",
			im->path, h->e_shentsize);
	if (h->e_shoff && image_passes(h->e_shoff, h->e_shnum * section, im->size))
		return truncated(im, "its section headers", h->e_shoff + h->e_shnum * section);
	if (elf_getphdrnum(im->elf, &phnum) != 0)
		return fail(
			"%s: corrupt ELF: %s; copy or build it again", im->path, elf_errmsg(-1));
	if (image_passes(h->e_phoff, phnum * header, im->size))
		return truncated(im, "its program headers", h->e_phoff + phnum * header);
	im->flags = h->e_flags;
	im->wide = gelf_getclass(im->elf) == ELFCLASS64;
	return true;
}

static bool read_segments(struct image *im, const GElf_Ehdr *h)
{
	size_t n = 0;
	GElf_Phdr p;

	elf_getphdrnum(im->elf, &n);
	im->segments = allocate(n, sizeof *im->segments);
	im->entry = (uint32_t)h->e_entry;
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(im->elf, (int)i, &p))
			return fail("%s: corrupt ELF: %s; copy or build it again", im->path,
				elf_errmsg(-1));
		if (p.p_type != PT_LOAD || p.p_memsz == 0)
			continue;
		if (im->debug_only || !p.p_filesz)
			p.p_filesz = p.p_offset = 0;
		bool exec = p.p_flags & PF_X, far = image_passes(p.p_vaddr, p.p_memsz, 1ull << 32);
		if (image_passes(p.p_offset, p.p_filesz, im->size))
			return truncated(im, "the bytes of a segment", p.p_offset + p.p_filesz);
		if (p.p_filesz > p.p_memsz || (far && !im->wide))
			return fail("%s: corrupt ELF: the segment at 0x%08" PRIx64 " has "
				    "impossible sizes; copy or build it again",
				im->path, p.p_vaddr);
		if (far && exec)
			return image_far(im, "segment", p.p_vaddr);
		if (far)
			continue;
		im->segments[im->n_segments++] = (struct segment){ (uint32_t)p.p_vaddr,
			(uint32_t)p.p_paddr, (uint32_t)p.p_filesz, (uint32_t)p.p_memsz,
			im->bytes + p.p_offset, exec };
		if (exec && h->e_entry >= p.p_vaddr && h->e_entry - p.p_vaddr < p.p_memsz)
			im->entry = (uint32_t)(h->e_entry - p.p_vaddr + p.p_paddr);
	}
	return true;
}

bool image_parse(struct image *im, const char *path, uint8_t *bytes, size_t size, bool debug_only)
{
	GElf_Ehdr header;

	*im = (struct image){
		.path = copy_text(path), .bytes = bytes, .size = size, .debug_only = debug_only
	};
	im->crc = (uint32_t)crc32_z(0, bytes, size);
	elf_version(EV_CURRENT);
	if (size < EI_NIDENT)
		return fail("%s: not an ELF file (%zu bytes); give the file the linker wrote", path,
			size);
	im->elf = elf_memory((char *)bytes, size);
	if (!im->elf)
		return fail("%s: truncated or corrupt ELF: %s; copy or build it again", path,
			elf_errmsg(-1));
	return check_kind(im) && check_header(im, &header) && read_segments(im, &header)
		&& image_read_sections(im);
}

bool image_open(struct image *im, const char *path, bool debug_only)
{
	uint8_t *bytes;
	size_t size;

	*im = (struct image){ 0 };
	return file_read(path, MAX_IMAGE, &bytes, &size)
		&& image_parse(im, path, bytes, size, debug_only);
}

static uint32_t half_at(const struct image *im, uint32_t pc)
{
	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *s = &im->segments[i];
		uint32_t at = pc - s->vaddr;
		if (s->bytes && pc >= s->vaddr && s->filesz >= 2 && at <= s->filesz - 2)
			return s->bytes[at] | (uint32_t)s->bytes[at + 1] << 8;
	}
	return 0;
}

uint32_t image_instruction(const struct image *im, uint32_t pc)
{
	uint32_t low = half_at(im, pc);

	return (low & 3) == 3 ? low | half_at(im, pc + 2) << 16 : low;
}

void image_close(struct image *im)
{
	if (im->elf)
		elf_end(im->elf);
	ranges_free(&im->code);
	free(im->segments);
	free(im->bytes);
	free(im->path);
	*im = (struct image){ 0 };
}
