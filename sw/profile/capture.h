/* SPDX-License-Identifier: ISC
 * capture.h - a profile as a file. CAPTURE.md documents it byte by byte.
 *
 * Versioned, little-endian, closed by a CRC-32. Reading trusts nothing: a
 * truncated, damaged or foreign file, or one whose parts contradict each other, gets one line.
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile.h"

/* Writes it whole or not at all; "-" is standard output. False: one line was printed. */
bool capture_write(const struct profile *p, const char *path);

/* "-" is standard input; at most 2 GiB. False: one line was printed, *p holds nothing to free. */
bool capture_read(struct profile *p, const char *path);

/* Does the file begin as a capture does? Prints nothing; "-" and pipes count as one. */
bool capture_is(const char *path);

/* The same in memory; *bytes is the caller's to free. `name` is for messages. */
void capture_encode(const struct profile *p, uint8_t **bytes, size_t *size);
bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size);

#endif
