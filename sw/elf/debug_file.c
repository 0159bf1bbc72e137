/* SPDX-License-Identifier: ISC
 * debug_file.c - where an ELF's debug information is: in a separate file, in which sections. The
 * contracts are debug_file.h and debug_info.h.
 */
#include "debug_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug_info.h"
#include "sections.h"
#include "sw/base/error.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2	/* older headers lack it */
#endif

#define SYSTEM_DEBUG "/usr/lib/debug"

struct link {
	const char *name;
	uint32_t crc;
};

static Elf_Data *section_named(const struct image *im, const char *name)
{
	size_t strings;
	Elf_Scn *section = NULL;
	GElf_Shdr s;

	if (elf_getshdrstrndx(im->elf, &strings) != 0)
		return NULL;
	while ((section = elf_nextscn(im->elf, section))) {
		const char *called = gelf_getshdr(section, &s) ? elf_strptr(im->elf, strings,
			s.sh_name) : NULL;
		if (called && !strcmp(called, name) && s.sh_type != SHT_NOBITS)
			return elf_rawdata(section, NULL);
	}
	return NULL;
}

/* Reads .gnu_debuglink: a name, its NUL, zeros up to a multiple of 4, a CRC-32. False: none, or
 * damaged. */
static bool read_link(const struct image *im, struct link *link)
{
	Elf_Data *data = section_named(im, ".gnu_debuglink");
	const uint8_t *bytes = data ? data->d_buf : NULL;
	size_t n = bytes && memchr(bytes, 0, data->d_size) ? strlen((const char *)bytes) : 0,
		at = (n + 4) & ~(size_t)3;

	if (!n || at + 4 > data->d_size)
		return false;
	*link = (struct link){ (const char *)bytes, (uint32_t)bytes[at]
		| (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16
		| (uint32_t)bytes[at + 3] << 24 };
	return true;
}

static bool same_build(const struct image *a, const struct image *b)
{
	return a->build_id_bytes && a->build_id_bytes == b->build_id_bytes
		&& !memcmp(a->build_id, b->build_id, a->build_id_bytes);
}

/* Do the build ids match? If one of the two files has none: does the CRC match? In both cases the
 * code must lie at the same places: a build id may be made up, and stay when the program
 * changes. */
static bool belongs(const struct image *debug, const struct image *im, const struct link *link)
{
	bool ids = im->build_id_bytes && debug->build_id_bytes;

	if (!image_same_code(im, debug) || (ids ? !same_build(debug, im) : !link
		|| link->crc != debug->crc))
		return false;
	if (link && link->crc != debug->crc)
		note("%s: has the build id of %s, but not the CRC that its .gnu_debuglink tells; "
			"names may be wrong", debug->path, im->path);
	return true;
}

static bool try_file(struct image *debug, const struct image *im, const struct link *link,
	const char *path)
{
	if (access(path, R_OK) != 0)
		return false;
	if (image_open(debug, path, true) && belongs(debug, im, link))
		return true;
	if (debug->elf)
		note("%s: is not the debug file of %s: its build id, CRC or code is another", path,
			im->path);
	image_close(debug);
	return false;
}

static bool found(struct image *debug, const struct image *im)
{
	char path[2 * PATH_MAX], id[2 * sizeof im->build_id + 1] = "";
	char *absolute = realpath(im->path, NULL), *slash = absolute ? strrchr(absolute, '/')
		: NULL;
	const char *directory = slash ? absolute : ".";
	struct link link;
	bool linked = read_link(im, &link), good = false;

	if (slash)
		*slash = 0;
	for (size_t i = 0; i < im->build_id_bytes; i++)
		snprintf(id + 2 * i, 3, "%02x", im->build_id[i]);
	const char *const roots[] = { directory, SYSTEM_DEBUG };
	for (size_t i = 0; i < 2 && !good && im->build_id_bytes > 1; i++) {
		snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", roots[i], id, id + 2);
		good = try_file(debug, im, linked ? &link : NULL, path);
	}
	static const char *const places[] = { "%s/%s", "%s/.debug/%s", SYSTEM_DEBUG "%s/%s" };
	for (size_t i = 0; i < 3 && !good && linked && !strchr(link.name, '/'); i++) {
		snprintf(path, sizeof path, places[i], directory, link.name);
		good = try_file(debug, im, &link, path);
	}
	free(absolute);
	return good;
}

bool debug_file_open(struct image *debug, const struct image *im, const char *named)
{
	struct link link;

	*debug = (struct image){ 0 };
	if (!named) {
		if (!section_named(im, ".debug_info") && !section_named(im, ".debug_line")
			&& !section_named(im, ".zdebug_info"))
			found(debug, im);
		return true;
	}
	if (!image_open(debug, named, true)) {
		image_close(debug);
		return false;
	}
	bool linked = read_link(im, &link);
	bool known = linked || (im->build_id_bytes && debug->build_id_bytes);
	if (known ? !belongs(debug, im, linked ? &link : NULL) : !image_same_code(im, debug)) {
		image_close(debug);
		return fail("--debug-file %s: belongs to another ELF than %s: its build id, CRC or "
			"code is another", named, im->path);
	}
	return true;
}

/* ---- the sections */

/* What an ELF has. */
struct sections_found {
	Elf_Scn *lines;
	bool info, compressed;
	const char *scattered;		/* a section such as .debug_line.text.main */
	/* a compressed section that libelf does not know how to read */
	const char *unread;
	/* the type of its compression: all known ones are below 256 */
	unsigned how;
};

static void look_at(struct sections_found *f, Elf_Scn *section, const GElf_Shdr *h, const char *name)
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

static struct sections_found look(Elf *elf)
{
	struct sections_found f = { 0 };
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

static void say_absent(const char *path, const struct sections_found *f)
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
	struct sections_found f = look(im->elf);

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
