/* SPDX-License-Identifier: ISC
 * capture.h - a profile as a file of named columns, which CAPTURE.md documents.
 *
 * Versioned, little-endian, with a CRC-32 at the end. Reading trusts nothing: a file that is
 * truncated, damaged, foreign or contradicts itself gets one line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware.h"
#include "profile.h"

/* Writes the whole file or nothing; "-" is standard output. f, the ELF that p was taken from, is
 * copied into p, so that the capture works without it; NULL: p has a copy, or none. Its functions
 * and lines are written, too. False: one line was printed. */
bool capture_write(struct profile *p, const struct firmware *f, const char *path);

/* Reads at most 2 GiB; "-" is standard input. False: one line was printed; *p holds nothing to
 * free. */
bool capture_read(struct profile *p, const char *path);

/* Does the file begin like a capture? Prints nothing. "-" and pipes count as captures. */
bool capture_is(const char *path);

/* The same in memory; f: for functions and lines, or NULL. The caller frees *bytes. `name` is for
 * messages. */
void capture_encode(const struct profile *p, const struct firmware *f, uint8_t **bytes,
	size_t *size);
bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size);
