/* SPDX-License-Identifier: ISC
 * code.h - a program's source lines, and its instructions by objdump.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/elf/image.h"

/* ---- The instructions of an ELF as text, by an objdump.
 *
 * Understands GNU's and LLVM's. Runs it directly, not through a shell.
 */
struct instruction {
	uint64_t pc;
	const char *text; /* mnemonic, spaces, operands */
};

struct disassembly {
	struct instruction *at; /* rising */
	size_t n;
	char *text;
};

/* Instructions in [lo, hi) of the image. objdump NULL: the first of the usual names in PATH.
 * False: none was found, or it failed; one line was printed if objdump is named. */
bool disassembly_read(struct disassembly *d, const char *objdump, const struct image *im,
	uint64_t lo, uint64_t hi);
void disassembly_free(struct disassembly *d);

/* The newest instruction not above pc; SIZE_MAX: none. */
size_t disassembly_find(const struct disassembly *d, uint64_t pc);

/* ---- The text of source lines.
 *
 * A file is read once, when its first line is asked for. What is missing is
 * remembered, so that a report can say so in one line.
 */
struct source {
	char *path;
	char *text; /* NULL: cannot be read */
	const char **lines; /* each ended by a NUL */
	size_t n_lines;
	bool newer; /* than the ELF */
};

struct sources {
	struct source *files;
	size_t n, room;
	size_t missing; /* files that could not be read */
	const char *first_missing;
	int64_t built; /* when the ELF was, seconds since 1970; 0: unknown */
	const char *newer; /* a file that was written after that */
};

/* The file; without lines where it is not there. */
const struct source *source_file(struct sources *s, const char *path);

/* The line (from 1 on) without its end, NULL where it is not there. */
const char *source_line(struct sources *s, const char *path, int number);

/* For all that shows the text of lines: one note if any is newer than the ELF, and with `missing`
 * one if files were missing. */
void sources_note(const struct sources *s, bool missing);
void sources_free(struct sources *s);
