/* SPDX-License-Identifier: ISC
 * capture_read.c - a profile as a file: reading; the contract is capture.h.
 *
 * A good CRC says that the file is intact, not who wrote it: every value
 * is checked against what `run` can have written.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "capture.h"
#include "capture_chunks.h"
#include "capture_format.h"
#include "sw/base/error.h"
#include "sw/base/file.h"

#define MAX_CAPTURE (2048ull << 20)	/* more than captures with any real ELF have */

static bool decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	struct reader r = { bytes, bytes + size };
	const char *where = "";

	if (size < 8 || memcmp(bytes, CAPTURE_MAGIC, 8) != 0)
		return fail("%s: not a Tally capture; give a file that `tally run -o FILE` wrote",
			name);
	if (size < CAPTURE_HEADER + 4)
		return fail("%s: truncated capture: %zu bytes; copy or record it again", name,
			size);
	r.at += 8;
	unsigned major = (unsigned)take(&r, 2);
	take(&r, 2);
	uint64_t length = take(&r, 8);
	if (major != CAPTURE_MAJOR)
		return fail("%s: capture of format version %u, this tally reads version %u; use "
			"the tally that wrote it", name, major, CAPTURE_MAJOR);
	if (size < length)
		return fail("%s: truncated capture: %zu of its %" PRIu64 " bytes; copy or record "
			"it again", name, size, length);
	r.at = r.end - 4;
	if (size > length || take(&r, 4) != crc32_z(0, bytes, size - 4))
		return fail("%s: corrupt capture: its checksum does not fit its content; copy or "
			"record it again", name);
	if (capture_take_chunks(p, (struct reader){ bytes + CAPTURE_HEADER, bytes + size - 4 },
			&where))
		return true;
	return fail("%s: corrupt capture: wrong: %s; record it again", name, where);
}

bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size)
{
	*p = (struct profile){ 0 };
	if (decode(p, name, bytes, size)) {
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
