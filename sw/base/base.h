/* SPDX-License-Identifier: ISC
 * base.h - messages, memory, text, names and files: what each part of the tool uses.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- The tool's messages, and memory allocation that never fails.
 *
 * A message is one line on stderr: what, where, how to fix it. Bytes that would break the line,
 * such as control characters from a damaged file, become '?'.
 */
/* Prints "tally: ..." and returns false, so that callers can `return fail(...)`. */
bool fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "tally: note: ..."; the command continues. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* While it is set, a message goes there instead, in place of the one before, to be freed: a screen
 * has its own line for it. */
extern char **message_kept;

/* Of a program that ends because memory ran out: 1, if the command sets no other. */
extern int memory_status;

/* Zeroed memory for n items of `size` bytes. Never NULL: if memory runs out, the program ends. */
void *allocate(size_t n, size_t size);
void *reallocate(void *p, size_t n, size_t size); /* new items are not zeroed */
char *copy_text(const char *text);
__attribute__((format(printf, 1, 2))) char *print_text(
	const char *format, ...); /* as asprintf(3); free() it */

/* A file in memory: *bytes and *size are its content after stream_close, and free()d by the caller.
 * Neither fails, as above. */
FILE *stream_open(char **bytes, size_t *size);
void stream_close(FILE *f);

/* Makes room for one more item in an array that grows by doubling. */
#define GROW(array, n, room) \
	((n) < (room) ? (void)0 \
		      : (void)((room) = (room) ? 2 * (room) : 64, \
				(array) = reallocate((array), (room), sizeof *(array))))

/* at becomes the first index below n for which `before`, an expression of at, is false; n: none is.
 * For all before it is true. */
#define BISECT(at, n, before) \
	for (size_t lo_ = 0, hi_ = ((at) = 0, (size_t)(n)); lo_ < hi_; (at) = lo_) \
		if ((at) = lo_ + (hi_ - lo_) / 2, (before)) \
			lo_ = (at) + 1; \
		else \
			hi_ = (at)

/* The order of two uint32_t, for qsort and bsearch. */
int by_number(const void *a, const void *b);

/* ---- Names from an ELF, made safe for the formats that carry them.
 *
 * Names come from untrusted files and may hold any byte. The output is always valid UTF-8: other
 * bytes become U+FFFD. Control characters become '?' if the format cannot escape them.
 */
void text_json(FILE *f, const char *text); /* a JSON string; NULL: null */
void text_json_list(FILE *f, const char *const *texts, size_t n);
/* The members file and line behind others; null: no file, no line 0. */
void text_json_place(FILE *f, const char *file, int line);
/* the same within <script>, shown as by text_html */
void text_script(FILE *f, const char *text);

/* For element content and quoted attributes. Characters that change the writing direction become
 * U+FFFD. */
void text_html(FILE *f, const char *text);
/* a quoted field (RFC 4180) that no spreadsheet takes for a formula */
void text_csv(FILE *f, const char *text);

/* A copy in one line: control characters and those in `bad` become '?'. The caller frees it. */
char *text_plain(const char *text, const char *bad);

/* The path relative to the working directory if the file is below it, else unchanged. */
const char *text_here(const char *file);

/* The same, but of a path that leads to no file only the last two parts; editors follow others. */
const char *text_place(const char *file);

/* The name as one word of a command for a shell, in one of a few static buffers: quoted if it has
 * to be, and no option if it begins with a -. */
const char *text_shell(const char *name);

/* The first colon that is none of the pairs in a C++ name. NULL: there is none. */
char *text_colon(char *text);

/* In decimal, maybe with separators of thousands (1,234), in one of a few static buffers. */
const char *text_number(uint64_t n, bool separators);

/* How many bytes the character takes. *plain: may a terminal, or a line of text, have it? Not what
 * is no UTF-8, control characters (those of Latin-1, too), or what changes the writing
 * direction. */
size_t text_character(const char *text, bool *plain);

/* As much as fits of the text, a blank for a tab and '?' for what is not plain. */
void text_filter(char *out, size_t room, const char *text);

/* The same, in one of a few static buffers. */
const char *text_clean(const char *text);

/* Programs on Windows write a byte-order mark in front, or UTF-16. Is a text that begins so in
 * UTF-16, of either byte order, with a mark or without? */
bool text_is_wide(const char *text, size_t n);

/* What is ASCII in UTF-16 becomes ASCII, whole or line by line, and loses its mark, as UTF-8 does.
 * The new length. */
size_t text_narrow(char *text, size_t n, bool wide);

/* ---- Numbers for texts and other keys: 0, 1, 2 ... in order of first appearance; equal keys
 * get equal numbers.
 */
struct intern {
	/* followed by a NUL */
	struct intern_key {
		char *bytes;
		size_t n;
		uint32_t hash;
	} *keys;
	size_t n, room;
	uint32_t *slots; /* key number + 1; 0: free */
	size_t n_slots; /* a power of two */
};

/* Return the key's number. *fresh: it is new; fresh may be NULL. The table keeps a copy of the
 * key. */
size_t intern(struct intern *t, const void *bytes, size_t n, bool *fresh);
size_t intern_text(struct intern *t, const char *text, bool *fresh);
void intern_free(struct intern *t);

/* Counts of equal keys, added up: counts[number of the key]. */
struct sums {
	struct intern keys;
	uint64_t *counts;
	size_t room;
};

uint64_t sums_add(struct sums *s, const void *key, size_t n, uint64_t count); /* the key's sum */
void sums_free(struct sums *s);

/* ---- Reads and writes whole files.
 *
 * A file is written completely or not at all: a temporary file beside it is renamed over it at the
 * end. What is not a regular file (a pipe, a device) is written directly. A symbolic link stays,
 * its target is replaced. "-" is standard input or output; a file of that name is ./-. No file that
 * the program has read is overwritten.
 */
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
