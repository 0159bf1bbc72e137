/* SPDX-License-Identifier: ISC
 * file.h - whole files in, whole files out.
 *
 * A written file is there as a whole or not at all: a temporary file beside it
 * is renamed over it at the end. A target that is no regular file (a pipe, a
 * device) is written straight, a symbolic link keeps pointing. "-" is the standard
 * input or output; a file of that name is ./-. What the program has read before
 * is not written over.
 */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads at most `limit` bytes; *bytes is the caller's to free. Directories and larger files: one line and false. */
bool file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size);

/* The same without a copy, for commands that end soon: a file that shrinks meanwhile ends the program, with one line and status 1.
 * Whoever writes to the bytes writes to a copy. To be given back by file_free, as file_read's may be. */
struct file_bytes {
	uint8_t *at;
	size_t n;
	bool mapped;
};
bool file_map(const char *path, size_t limit, struct file_bytes *bytes);
void file_free(struct file_bytes *bytes);

/* From here on it counts as read: file_write refuses it. Nothing where there is no such file. */
void file_protect(const char *path);

/* Could file_write succeed now? Changes nothing. Ask before a long run. */
bool file_writable(const char *path);
bool file_write(const char *path, const void *bytes, size_t size);

/* Before anything is printed: the standard output is for file_write("-") alone, all that is printed from here on goes to the standard
 * error. `binary`: not where it is a terminal. `option` is for the message. */
bool file_take_standard(const char *option, bool binary);

/* Do both names lead to one existing file? */
bool file_same(const char *a, const char *b);

/* At the start of a program: standard files that are closed become /dev/null, which takes nothing, so that no other
 * file gets their number. */
void file_standard(void);

/* Everything that was printed on stdout has arrived there; else one line and false. */
bool stdout_ok(void);

#endif
