/* SPDX-License-Identifier: ISC
 * capture.c - a profile as a file: its frame; the contract is capture.h.
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

#include "capture_columns.h"
#include "sw/base/error.h"
#include "sw/base/file.h"

#define MAGIC "TALLYCAP"
#define VERSION 3u		/* a reader of this version refuses every other */
#define HEADER 20u		/* magic, version, length of the file; the CRC has 4 bytes */
#define MAX_CAPTURE (2048ull << 20)	/* more than captures with any real ELF have */

void capture_encode(const struct profile *p, const struct firmware *f, uint8_t **bytes,
	size_t *size)
{
	struct columns c;
	size_t n;

	columns_write(&c);
	capture_put_columns(&c, p);
	if (f)
		capture_put_names(&c, p, f);
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
		return fail("%s: truncated capture: %zu bytes; copy or record it again", name,
			size);
	unsigned version = (unsigned)little_take(bytes + 8, 2);
	uint64_t length = little_take(bytes + 12, 8);
	if (version != VERSION)
		return fail("%s: capture of format version %u, this tally reads version %u; record "
			"it again, or use the tally that wrote it", name, version, VERSION);
	if (size < length)
		return fail("%s: truncated capture: %zu of its %" PRIu64 " bytes; copy or record "
			"it again", name, size, length);
	if (size == length && !little_take(bytes + 10, 2)
		&& little_take(bytes + size - 4, 4) == crc32_z(0, bytes, size - 4))
		return true;
	return fail("%s: corrupt capture: its checksum does not fit its content; copy or record it "
		"again", name);
}

static bool take_columns(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	struct columns c;
	bool good = columns_read(&c, bytes, size) && capture_take_columns(&c, p);

	columns_free(&c);
	return good || fail("%s: corrupt capture: wrong: %s; record it again", name, c.where);
}

bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	*p = (struct profile){ 0 };
	if (take_frame(name, bytes, size)
		&& take_columns(p, name, bytes + HEADER, size - HEADER - 4)) {
		profile_find_extent(p);
		return true;
	}
	profile_free(p);
	return false;
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
	if (S_ISFIFO(st.st_mode))	/* bytes read here would be missing later */
		return true;
	if (!S_ISREG(st.st_mode) || !(f = fopen(path, "rb")))
		return false;
	bool good = fread(magic, 1, 8, f) == 8 && !memcmp(magic, MAGIC, 8);
	fclose(f);
	return good;
}
