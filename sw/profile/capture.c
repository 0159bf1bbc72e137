/* SPDX-License-Identifier: ISC
 * capture.c - a profile as a file: its frame, and the names of what was counted; the contract is
 * capture.h.
 *
 * A good CRC says that the file is intact, not who wrote it: every value is checked against what
 * `run` can have written.
 */
#include "capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "columns.h"
#include "sw/base/base.h"

#define MAGIC "TALLYCAP"
#define VERSION 3u /* a reader of this version refuses every other */
#define HEADER 20u /* magic, version, length of the file; the CRC has 4 bytes */
#define MAX_CAPTURE (2048ull << 20) /* more than captures with any real ELF have */

/* ---- functions, files and lines as columns of a capture: of all that was counted, for readers
 * without the ELF. tally itself reads the ELF. ---- */
#define NO_FUNCTION UINT32_MAX

/* What was counted from pc on, up to the next place. function: where it begins. File 0, "", stands
 * for unknown ones. */
struct place {
	uint64_t pc;
	uint32_t function, file, line;
};

struct named {
	const char *name;
	uint64_t begin, end;
	uint32_t file, line;
};

static const struct column_of functions[] = {
	COLUMN("function.name", struct named, name, TEXT, 0),
	COLUMN("function.begin", struct named, begin, STEPS, UINT32_MAX),
	COLUMN("function.end", struct named, end, STEPS, UINT32_MAX),
	COLUMN("function.file", struct named, file, PLAIN, UINT32_MAX),
	COLUMN("function.line", struct named, line, PLAIN, UINT32_MAX),
};
static const struct column_of places[] = {
	COLUMN("place.pc", struct place, pc, STEPS, UINT32_MAX),
	COLUMN("place.function", struct place, function, STEPS, UINT32_MAX),
	COLUMN("place.file", struct place, file, PLAIN, UINT32_MAX),
	COLUMN("place.line", struct place, line, PLAIN, UINT32_MAX),
};
static const struct column_of files[] = {
	COLUMN("file.path", struct intern_key, bytes, TEXT, 0),
};

struct names {
	const struct firmware *firmware;
	struct place *places;
	size_t n, room;
	struct intern files;
	bool *used; /* of each function of the ELF */
};

static uint32_t function_at(struct names *n, uint64_t pc)
{
	const struct symbols *s = &n->firmware->symbols;
	const struct function *f = symbols_find(s, pc);

	if (f)
		n->used[f - s->functions] = true;
	return f ? (uint32_t)f->lo : NO_FUNCTION;
}

/* What was counted at pc belongs to the code at `code`. */
static void add_place(struct names *n, uint64_t pc, uint64_t code)
{
	const struct line *line = lines_find(&n->firmware->lines, (uint32_t)code);
	struct place place = { pc, function_at(n, code),
		(uint32_t)intern_text(&n->files, line && line->file ? line->file : "", NULL),
		line ? (uint32_t)line->number : 0 };
	const struct place *last = n->n ? &n->places[n->n - 1] : NULL;

	if (last && last->function == place.function && last->file == place.file
		&& last->line == place.line)
		return;
	GROW(n->places, n->n, n->room);
	n->places[n->n++] = place;
}

/* Are there instructions, or waits for them, in code from `at` on, in units of 2 bytes? */
static bool any_code(const struct profile *p, uint64_t at, uint64_t end)
{
	for (; at < end && at < p->n_retired_at; at++)
		if (p->retired_at[at] || (p->waits_at && waits_sum(&p->waits_at[at])))
			return true;
	return false;
}

/* Those of the counters, then those of code behind them. */
static void add_places(struct names *n, const struct profile *p)
{
	const struct symbols *s = &n->firmware->symbols;
	uint64_t low = p->config.offset, at = 0;

	for (uint32_t i = 0; i < p->slots; i++) {
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1),
			 end = (hi - low + 1) / 2;
		if (p->bins[i] || any_code(p, at, end))
			add_place(n, lo, symbols_code(s, lo, hi));
		at = end;
	}
	for (; at < p->n_retired_at; at++)
		if (any_code(p, at, at + 1))
			add_place(n, low + 2 * at, low + 2 * at);
}

static void put_names(struct columns *c, const struct profile *p, const struct firmware *f)
{
	const struct symbols *s = &f->symbols;
	struct named *named = allocate(s->n_functions, sizeof *named);
	struct names n = { .firmware = f, .used = allocate(s->n_functions, sizeof *n.used) };
	size_t used = 0;

	intern_text(&n.files, "", NULL);
	add_places(&n, p);
	for (size_t i = 0; i < p->calls.n_nodes; i++)
		function_at(&n, p->calls.nodes[i].function);
	for (size_t i = 0; i < p->accesses.n; i++)
		function_at(&n, p->accesses.at[i].pc);
	for (size_t i = 0; i < s->n_functions; i++) {
		const struct function *at = &s->functions[i];
		if (!n.used[i])
			continue;
		struct line line = lines_function(&f->lines, (uint32_t)at->lo);
		named[used++] = (struct named){ at->name, at->lo, at->hi,
			(uint32_t)intern_text(&n.files, line.file ? line.file : "", NULL),
			(uint32_t)line.number };
	}
	COLUMNS_OF(c, functions, named, used);
	COLUMNS_OF(c, places, n.places, n.n);
	COLUMNS_OF(c, files, n.files.keys, n.files.n);
	intern_free(&n.files);
	free(named);
	free(n.places);
	free(n.used);
}

/* ---- the frame ---- */
void capture_encode(
	const struct profile *p, const struct firmware *f, uint8_t **bytes, size_t *size)
{
	struct columns c;
	size_t n;

	columns_write(&c);
	capture_put_columns(&c, p);
	if (f)
		put_names(&c, p, f);
	uint8_t *block = columns_end(&c, &n);
	*size = HEADER + n + 4;
	*bytes = allocate(*size, 1);
	memcpy(*bytes, MAGIC, 8);
	little_put(*bytes + 8, VERSION, 4);
	little_put(*bytes + 12, *size, 8);
	memcpy(*bytes + HEADER, block, n);
	little_put(*bytes + HEADER + n, crc32_z(0, *bytes, HEADER + n), 4);
	free(block);
}

bool capture_write(struct profile *p, const struct firmware *f, const char *path)
{
	struct firmware kept = { 0 };
	uint8_t *bytes;
	size_t size;

	if (f)
		firmware_keep(f, p);
	else if (p->elf.n && !firmware_of(&kept, p, NULL, &(struct firmware_how){ 0 }))
		return false;
	capture_encode(p, f ? f : &kept, &bytes, &size);
	bool good = file_write(path, bytes, size);
	free(bytes);
	firmware_close(&kept);
	return good;
}

/* Older captures have 2 bytes of version. */
static bool take_frame(const char *name, const uint8_t *bytes, size_t size)
{
	if (size < 8 || memcmp(bytes, MAGIC, 8) != 0)
		return fail("%s: not a Tally capture; give a file that `tally run -o FILE` wrote",
			name);
	if (size < HEADER + 4)
		return fail(
			"%s: truncated capture: %zu bytes; copy or record it again", name, size);
	unsigned version = (unsigned)little_take(bytes + 8, 2);
	uint64_t length = little_take(bytes + 12, 8);
	if (version != VERSION)
		return fail("%s: capture of format version %u, this tally reads version %u; record "
			    "it again, or use the tally that wrote it",
			name, version, VERSION);
	if (size < length)
		return fail("%s: truncated capture: %zu of its %" PRIu64 " bytes; copy or record "
			    "it again",
			name, size, length);
	if (size == length && !little_take(bytes + 10, 2)
		&& little_take(bytes + size - 4, 4) == crc32_z(0, bytes, size - 4))
		return true;
	return fail("%s: corrupt capture: its checksum does not fit its content; copy or record it "
		    "again",
		name);
}

bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	struct columns c;

	*p = (struct profile){ 0 };
	if (!take_frame(name, bytes, size))
		return false;
	bool good =
		columns_read(&c, bytes + HEADER, size - HEADER - 4) && capture_take_columns(&c, p);
	columns_free(&c);
	if (!good) {
		profile_free(p);
		return fail("%s: corrupt capture: wrong: %s; record it again", name, c.where);
	}
	profile_find_extent(p);
	return true;
}

bool capture_read(struct profile *p, const char *path)
{
	uint8_t *bytes;
	size_t size;

	if (!file_read(path, MAX_CAPTURE, &bytes, &size))
		return false;
	bool good = capture_decode(p, strcmp(path, "-") ? path : "the standard input", bytes, size);
	free(bytes);
	return good;
}

bool capture_is(const char *path)
{
	char magic[8];
	FILE *f;
	struct stat st;

	if (!strcmp(path, "-"))
		return true;
	if (stat(path, &st) != 0)
		return false;
	if (S_ISFIFO(st.st_mode)) /* bytes read here would be missing later */
		return true;
	if (!S_ISREG(st.st_mode) || !(f = fopen(path, "rb")))
		return false;
	bool good = fread(magic, 1, 8, f) == 8 && !memcmp(magic, MAGIC, 8);
	fclose(f);
	return good;
}
