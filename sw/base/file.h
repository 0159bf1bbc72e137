/* SPDX-License-Identifier: ISC
 * file.h - reads and writes whole files.
 *
 * A file is written completely or not at all: a temporary file beside it is renamed over it at the
 * end. What is not a regular file (a pipe, a device) is written directly. A symbolic link stays,
 * its target is replaced. "-" is standard input or output; a file of that name is ./-. No file that
 * the program has read is overwritten.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the whole file; the caller frees *bytes. False after one line: a directory, more than
 * `limit` bytes, or an error. */
bool file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size);

/* Makes file_write refuse this file, as if it had been read. Does nothing if there is none. */
void file_protect(const char *path);

/* Lets file_write replace this file, which was read once, to be changed. */
void file_release(const char *path);

/* Checks, before a long run, whether file_write could write there. Leaves no trace. False: one line
 * was printed. */
bool file_writable(const char *path);
bool file_write(const char *path, const void *bytes, size_t size);

/* Reserves standard output for file_write("-"): everything printed from here on goes to standard
 * error. Call it before anything is printed. `binary`: refuse a terminal. `option` is for the
 * message. False: one line was printed. */
bool file_take_standard(const char *option, bool binary);

/* Are both the same regular file, or would they be, where neither exists? */
bool file_same(const char *a, const char *b);

/* Call it first: opens /dev/null, read-only, for each standard file that is closed, so that no
 * other file gets its number. */
void file_standard(void);

/* Flushes stdout. False: not everything printed has arrived; one line was printed, but of a pipe
 * whose reader has closed it. */
bool stdout_ok(void);
