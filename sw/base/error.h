/* SPDX-License-Identifier: ISC
 * error.h - the tool's messages, and memory allocation that never fails.
 *
 * A message is one line on stderr: what, where, how to fix it. Bytes that would break the line,
 * such as control characters from a damaged file, become '?'.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Prints "tally: ..." and returns false, so that callers can `return fail(...)`. */
bool fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "tally: note: ..."; the command continues. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Of a program that ends because memory ran out: 1, if the command sets no other. */
extern int memory_status;

/* Zeroed memory for n items of `size` bytes. Never NULL: if memory runs out, the program ends. */
void *allocate(size_t n, size_t size);
void *reallocate(void *p, size_t n, size_t size);	/* new items are not zeroed */
char *copy_text(const char *text);
__attribute__((format(printf, 1, 2)))
char *print_text(const char *format, ...);	/* as asprintf(3); free() it */

/* A file in memory: *bytes and *size are its content after stream_close, and free()d by the caller.
 * Neither fails, as above. */
FILE *stream_open(char **bytes, size_t *size);
void stream_close(FILE *f);

/* Makes room for one more item in an array that grows by doubling. */
#define GROW(array, n, room) \
	((n) < (room) ? (void)0 : (void)((room) = (room) ? 2 * (room) : 64, \
	(array) = reallocate((array), (room), sizeof *(array))))
