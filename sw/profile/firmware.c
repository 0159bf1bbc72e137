/* SPDX-License-Identifier: ISC
 * firmware.c - an ELF with its symbols and lines; the contract is capture.h.
 */
#include "capture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns.h"
#include "sw/base/base.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"

/* An ELF of 89 MB, mostly debug information, shrinks to 19.5 MB in 0.5 s; level 3: 18.0 MB, 0.9 s;
 * level 6: 16.1 MB, 2.8 s. */
#define LEVEL 1

static bool check_prefixes(const struct texts *prefixes)
{
	for (size_t i = 0; i < prefixes->n; i++)
		if (!strchr(prefixes->at[i], '=') || prefixes->at[i][0] == '=')
			return fail("--source-prefix %s: give OLD=NEW, the directory of the "
				    "compilation and the one here",
				prefixes->at[i]);
	return true;
}

const struct image *firmware_symtab(const struct firmware *f)
{
	GElf_Shdr header;

	return f->debug.elf && image_symbols(&f->debug, &header) ? &f->debug : &f->image;
}

bool firmware_open(struct firmware *f, const char *path)
{
	return firmware_open_as(f, path, &(struct firmware_how){ 0 });
}

/* Reads symbols and lines if `good`. */
static bool read_names(struct firmware *f, bool good, const struct firmware_how *how)
{
	/* the one has the code, one of the two its symbols */
	if (good && f->debug.elf) {
		image_add_code(&f->image, firmware_symtab(f), &f->image);
		image_add_code(&f->debug, firmware_symtab(f), &f->image);
	}
	if (!good || !symbols_read(&f->symbols, firmware_symtab(f))) {
		firmware_close(f);
		return false;
	}
	parts_join(&f->symbols, &f->image);
	lines_read(&f->lines, f->debug.elf ? &f->debug : &f->image, &f->symbols, &how->prefixes);
	return true;
}

bool firmware_open_as(struct firmware *f, const char *path, const struct firmware_how *how)
{
	*f = (struct firmware){ 0 };
	demangle_off(how->no_demangle);
	if (!check_prefixes(&how->prefixes))
		return false;
	struct stat st;
	f->built = stat(path, &st) == 0 ? st.st_mtime : 0;
	bool good = image_open(&f->image, path, false)
		&& debug_file_open(&f->debug, &f->image, how->debug_file);
	return read_names(f, good, how);
}

static bool unpack_image(
	struct image *im, const struct packed *from, const char *path, bool debug_only)
{
	uint8_t *bytes = unpack(from);

	if (!bytes)
		return fail("%s: the copy in the capture is damaged", path);
	return image_parse(im, path, bytes, from->size, debug_only);
}

static bool same_id(const uint8_t *a, size_t n, const struct profile *p)
{
	return n && n == p->build_id_bytes && !memcmp(a, p->build_id, n);
}

/* Is the code the one of the ELF that the profile keeps? Without a copy it may be. */
static bool same_code(const struct image *im, const struct profile *p)
{
	struct image kept = { 0 };
	bool same = !p->elf.n
		|| (unpack_image(&kept, &p->elf, p->elf_path, false) && image_same_code(&kept, im));

	image_close(&kept);
	return same;
}

/* Is this the ELF that the profile was taken from? The same content; or the same build id, as that
 * of a stripped copy, but then the code must be the same, too: an id may be made up. */
static bool is_of(const struct firmware *f, const struct profile *p)
{
	const struct image *im = &f->image;

	return (im->size == p->elf_size && im->crc == p->elf_crc)
		|| (same_id(im->build_id, im->build_id_bytes, p) && same_code(im, p));
}

bool firmware_same(const struct profile *a, const struct profile *b)
{
	struct image kept = { 0 };

	if (a->elf_size == b->elf_size && a->elf_crc == b->elf_crc)
		return true;
	if (!same_id(a->build_id, a->build_id_bytes, b))
		return false;
	bool same = !a->elf.n
		|| (unpack_image(&kept, &a->elf, a->elf_path, false) && same_code(&kept, b));
	image_close(&kept);
	return same;
}

/* Opens the copies in the profile. */
static bool open_kept(struct firmware *f, const struct profile *p, const struct firmware_how *how)
{
	demangle_off(how->no_demangle);
	f->built = p->elf_time;
	file_protect(p->elf_path); /* no output may overwrite the ELF it describes */
	bool good = unpack_image(&f->image, &p->elf, p->elf_path, false)
		&& (is_of(f, p)
			|| fail("%s: the copy in the capture is another ELF; record it again",
				p->elf_path));
	if (good && (how->debug_file || !p->debug.n))
		good = debug_file_open(&f->debug, &f->image, how->debug_file);
	else if (good)
		good = unpack_image(&f->debug, &p->debug, p->elf_path, true);
	return read_names(f, good, how);
}

bool firmware_of(struct firmware *f, const struct profile *p, const char *path,
	const struct firmware_how *how)
{
	*f = (struct firmware){ 0 };
	if (!check_prefixes(&how->prefixes))
		return false;
	if (path) {
		if (!firmware_open_as(f, path, how))
			return false;
		if (!is_of(f, p))
			note("%s is not the ELF this profile was taken from (%s); names may be "
			     "wrong",
				path, p->elf_path);
		return true;
	}
	if (p->elf.n)
		return open_kept(f, p, how);
	if (access(p->elf_path, R_OK) != 0) {
		note("%s is missing: showing addresses instead of names; give the ELF after the "
		     "capture",
			p->elf_path);
	} else if (!firmware_open_as(f, p->elf_path, how)) {
		if (how->debug_file)
			return false;
		note("showing addresses instead of names");
	} else if (!is_of(f, p)) {
		note("%s has changed since: showing addresses instead of names; give the ELF after "
		     "the capture",
			p->elf_path);
		firmware_close(f);
	}
	return true;
}

void firmware_close(struct firmware *f)
{
	lines_free(&f->lines);
	symbols_free(&f->symbols);
	image_close(&f->debug);
	image_close(&f->image);
}

void firmware_sign(const struct firmware *f, struct profile *p)
{
	char *absolute = realpath(f->image.path, NULL);

	p->elf_path = absolute ? absolute : copy_text(f->image.path);
	p->elf_size = f->image.size;
	p->elf_crc = f->image.crc;
	p->build_id_bytes = (uint8_t)f->image.build_id_bytes;
	memcpy(p->build_id, f->image.build_id, f->image.build_id_bytes);
}

void firmware_keep(const struct firmware *f, struct profile *p)
{
	p->elf_time = f->built;
	pack(&p->elf, f->image.bytes, f->image.size, LEVEL);
	if (f->debug.elf)
		pack(&p->debug, f->debug.bytes, f->debug.size, LEVEL);
}

static const char *thread_name(const struct profile *p, const struct symbols *s, uint32_t thread,
	char *buffer, size_t size)
{
	uint32_t sp = thread & ~CALL_TREE_THREAD;
	const struct symbol *stack = NULL;

	/* stacks grow down: one that has just begun points at the end of its memory, which may be
	 * the next object's address */
	for (size_t i = 0; i < s->n_objects && !stack; i++)
		if (sp > s->objects[i].address && sp - s->objects[i].address <= s->objects[i].size)
			stack = &s->objects[i];
	if (p->calls.of_unit)
		snprintf(buffer, size, "[running at the start]");
	else if (p->tasks.n)
		snprintf(buffer, size, "[task %s]",
			text_clean(p->tasks.at[task_place(thread)].name));
	else if (!stack)
		snprintf(buffer, size, "[thread 0x%08" PRIx32 "]", sp);
	else if (sp - stack->address == stack->size)
		snprintf(buffer, size, "[thread %s]", text_clean(stack->name));
	else
		snprintf(buffer, size, "[thread %s+0x%" PRIx32 "]", text_clean(stack->name),
			sp - stack->address);
	return buffer;
}

const char *node_name(const struct profile *p, const struct symbols *s, uint32_t function,
	char *buffer, size_t size)
{
	const struct function *known = symbols_find(s, function);

	return call_tree_is_thread(function)     ? thread_name(p, s, function, buffer, size)
		: known && known->lo == function ? known->name
						 : symbols_place(s, function, buffer, size);
}
