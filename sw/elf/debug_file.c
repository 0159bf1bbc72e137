/* SPDX-License-Identifier: ISC
 * debug_file.c - where an ELF's debug information is: in a separate file, in which sections. The
 * contracts are image.h and debug_info.h.
 */
#include "image.h"

#include <elfutils/libdwelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug_info.h"
#include "sw/base/base.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2 /* older headers lack it */
#endif

#define SYSTEM_DEBUG "/usr/lib/debug"

/* What an ELF has. */
struct sections_found {
	Elf_Scn *lines;
	bool info, compressed;
	const char *scattered; /* a section such as .debug_line.text.main */
	/* a compressed section that libelf does not know how to read */
	const char *unread;
	/* the type of its compression: all known ones are below 256 */
	unsigned how;
};

static struct sections_found look(Elf *elf)
{
	struct sections_found f = { 0 };
	Elf_Scn *s = NULL;
	GElf_Shdr h;

	while ((s = elf_nextscn(elf, s))) {
		const char *name = gelf_getshdr(s, &h) ? elf_section_name(elf, &h) : "";
		const char *rest = !strncmp(name, ".debug_", 7) ? name + 7
			: !strncmp(name, ".zdebug_", 8)         ? name + 8
								: NULL;
		if (!rest || h.sh_type == SHT_NOBITS)
			continue;
		f.info |= !strcmp(rest, "info");
		f.lines = strcmp(rest, "line") ? f.lines : s;
		f.scattered = strncmp(rest, "line.", 5) ? f.scattered : name;
		f.compressed |= (h.sh_flags & SHF_COMPRESSED) || name[1] == 'z';
		if (h.sh_flags & SHF_COMPRESSED) {
			const Elf_Data *data = elf_rawdata(s, NULL);
			f.unread = name;
			f.how = data && data->d_size >= 4 ? *(const uint8_t *)data->d_buf : 0;
		}
	}
	return f;
}

/* ---- the separate file */

/* What .gnu_debuglink says. */
struct link {
	const char *name; /* NULL: nothing */
	GElf_Word crc;
};

static struct link read_link(const struct image *im)
{
	struct link link = { 0 };

	link.name = dwelf_elf_gnu_debuglink(im->elf, &link.crc);
	if (link.name && !link.name[0])
		link.name = NULL;
	return link;
}

/* Do the build ids match? If one of the two files has none: does the CRC match? In both cases the
 * code must lie at the same places: a build id may be made up, and stay when the program
 * changes. */
static bool belongs(const struct image *debug, const struct image *im, const struct link *link)
{
	bool ids = im->build_id_bytes && debug->build_id_bytes;
	bool crc = link->name && link->crc == debug->crc;
	bool same = ids ? im->build_id_bytes == debug->build_id_bytes
			&& !memcmp(im->build_id, debug->build_id, im->build_id_bytes)
			: crc;

	if (!same || !image_same_code(im, debug))
		return false;
	if (link->name && !crc)
		note("%s: has the build id of %s, but not the CRC that its .gnu_debuglink tells; "
		     "names may be wrong",
			debug->path, im->path);
	return true;
}

static bool try_file(
	struct image *debug, const struct image *im, const struct link *link, const char *path)
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
	char *absolute = realpath(im->path, NULL),
	     *slash = absolute ? strrchr(absolute, '/') : NULL;
	const char *directory = slash ? absolute : ".";
	struct link link = read_link(im);
	bool good = false;

	if (slash)
		*slash = 0;
	for (size_t i = 0; i < im->build_id_bytes; i++)
		snprintf(id + 2 * i, 3, "%02x", im->build_id[i]);
	const char *const roots[] = { directory, SYSTEM_DEBUG };
	for (size_t i = 0; i < 2 && !good && im->build_id_bytes > 1; i++) {
		snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", roots[i], id, id + 2);
		good = try_file(debug, im, &link, path);
	}
	static const char *const places[] = { "%s/%s", "%s/.debug/%s", SYSTEM_DEBUG "%s/%s" };
	for (size_t i = 0; i < 3 && !good && link.name && !strchr(link.name, '/'); i++) {
		snprintf(path, sizeof path, places[i], directory, link.name);
		good = try_file(debug, im, &link, path);
	}
	free(absolute);
	return good;
}

bool debug_file_open(struct image *debug, const struct image *im, const char *named)
{
	*debug = (struct image){ 0 };
	if (!named) {
		struct sections_found own = look(im->elf);
		if (!own.info && !own.lines)
			found(debug, im);
		return true;
	}
	if (!image_open(debug, named, true)) {
		image_close(debug);
		return false;
	}
	struct link link = read_link(im);
	bool known = link.name || (im->build_id_bytes && debug->build_id_bytes);
	if (known ? belongs(debug, im, &link) : image_same_code(im, debug))
		return true;
	image_close(debug);
	return fail("--debug-file %s: belongs to another ELF than %s: its build id, CRC or code is "
		    "another",
		named, im->path);
}

/* ---- the sections, for libdw */

static void say_absent(const char *path, const struct sections_found *f)
{
	if (f->unread)
		note("%s: %s is compressed with %s, which this libelf cannot read: to see source "
		     "lines, link with -gz=zlib, or run riscv64-unknown-elf-objcopy "
		     "--decompress-debug-sections on it",
			path, f->unread, f->how == ELFCOMPRESS_ZSTD ? "zstd" : "an unknown method");
	else if (f->lines && !f->info)
		note("%s: has line tables, but no .debug_info to find them: compile with -g "
		     "(clang: -gline-tables-only is enough) to see source lines",
			path);
	else if (f->info && !f->lines && f->scattered)
		note("%s: line tables lie in sections of their own (%s): put *(.debug_line "
		     ".debug_line.*) into the linker script's .debug_line to see source lines",
			path, f->scattered);
	else if (f->info && !f->lines)
		note("%s: has no .debug_line: link it again without removing that section to see "
		     "source lines",
			path);
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
	/* libdw reads a copy of the line tables, which may be changed */
	Elf_Data *data = f.lines ? elf_getdata(f.lines, NULL) : NULL;
	if (data && data->d_buf) {
		s->line_data = data;
		s->line_bytes = data->d_buf;
		s->lines = allocate(data->d_size, 1);
		data->d_buf = memcpy(s->lines, data->d_buf, data->d_size);
	}
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
