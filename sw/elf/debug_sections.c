/* SPDX-License-Identifier: ISC
 * debug_sections.c - an ELF's sections of debug information; the contract is debug_sections.h.
 */
#include "debug_sections.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2	/* older headers lack it */
#endif

/* What an ELF has. */
struct found {
	Elf_Scn *lines;
	bool info, compressed;
	const char *scattered;		/* a section such as .debug_line.text.main */
	/* a compressed section that libelf does not know how to read */
	const char *unread;
	/* the type of its compression: all known ones are below 256 */
	unsigned how;
};

static void look_at(struct found *f, Elf_Scn *section, const GElf_Shdr *h, const char *name)
{
	const char *rest = !strncmp(name, ".debug_", 7) ? name + 7 : !strncmp(name, ".zdebug_", 8)
		? name + 8 : NULL;

	if (!rest || h->sh_type == SHT_NOBITS)
		return;
	f->info |= !strcmp(rest, "info");
	f->lines = strcmp(rest, "line") ? f->lines : section;
	f->scattered = strncmp(rest, "line.", 5) ? f->scattered : name;
	f->compressed |= (h->sh_flags & SHF_COMPRESSED) || name[1] == 'z';
	if (h->sh_flags & SHF_COMPRESSED) {
		const Elf_Data *data = elf_rawdata(section, NULL);
		f->unread = name;
		f->how = data && data->d_size >= 4 ? *(const uint8_t *)data->d_buf : 0;
	}
}

static struct found look(Elf *elf)
{
	struct found f = { 0 };
	size_t names;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return f;
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		const char *name = gelf_getshdr(s, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;
		if (name)
			look_at(&f, s, &h, name);
	}
	return f;
}

static void say_absent(const char *path, const struct found *f)
{
	if (f->unread)
		note("%s: %s is compressed with %s, which this libelf cannot read: to see source "
			"lines, link with -gz=zlib, or run riscv64-unknown-elf-objcopy "
			"--decompress-debug-sections on it", path,
			f->unread, f->how == ELFCOMPRESS_ZSTD ? "zstd" : "an unknown method");
	else if (f->lines && !f->info)
		note("%s: has line tables, but no .debug_info to find them: compile with -g "
			"(clang: -gline-tables-only is enough) to see source lines", path);
	else if (f->info && !f->lines && f->scattered)
		note("%s: line tables lie in sections of their own (%s): put *(.debug_line "
			".debug_line.*) into the linker script's .debug_line to see source lines",
			path, f->scattered);
	else if (f->info && !f->lines)
		note("%s: has no .debug_line: link it again without removing that section to see "
			"source lines", path);
}

/* Has libdw read a copy of the line tables, which may be changed. */
static void copy_lines(struct debug_sections *s, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);

	if (!data || !data->d_buf)
		return;
	s->line_data = data;
	s->line_bytes = data->d_buf;
	s->lines = allocate(data->d_size, 1);
	memcpy(s->lines, data->d_buf, data->d_size);
	data->d_buf = s->lines;
}

/* libdw decompresses sections in place and changes their headers. Such an image it gets as a copy,
 * so that others see the file as it is. */
Dwarf *debug_sections_open(struct debug_sections *s, const struct image *im)
{
	struct found f = look(im->elf);

	*s = (struct debug_sections){ .path = im->path, .elf = im->elf };
	if (f.compressed) {
		s->copy = allocate(im->size, 1);
		memcpy(s->copy, im->bytes, im->size);
		s->elf = elf_memory((char *)s->copy, im->size);
	}
	Dwarf *dwarf = s->elf ? dwarf_begin_elf(s->elf, DWARF_C_READ, NULL) : NULL;
	f = s->elf ? look(s->elf) : f;
	say_absent(s->path, &f);
	if (!dwarf)
		return NULL;
	if (!f.info || f.unread) {
		dwarf_end(dwarf);
		return NULL;
	}
	if (f.lines)
		copy_lines(s, f.lines);
	return dwarf;
}

void debug_sections_close(struct debug_sections *s)
{
	if (s->line_data)
		s->line_data->d_buf = s->line_bytes;
	free(s->lines);
	if (s->copy)
		elf_end(s->elf);
	free(s->copy);
}
