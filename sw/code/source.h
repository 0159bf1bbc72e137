/* SPDX-License-Identifier: ISC
 * source.h - the text of source lines.
 *
 * A file is read once, when its first line is asked for. What is missing is
 * remembered, so that a report can say so in one line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source {
	char *path;
	char *text;		/* NULL: cannot be read */
	const char **lines;	/* each ended by a NUL */
	size_t n_lines;
	bool newer;		/* than the ELF */
};

struct sources {
	struct source *files;
	size_t n, room;
	size_t missing;		/* files that could not be read */
	const char *first_missing;
	int64_t built;		/* when the ELF was, seconds since 1970; 0: unknown */
	const char *newer;	/* a file that was written after that */
};

/* The file; without lines where it is not there. */
const struct source *source_file(struct sources *s, const char *path);

/* The line (from 1 on) without its end, NULL where it is not there. */
const char *source_line(struct sources *s, const char *path, int number);

/* One note if files were missing, one if any is newer than the ELF. */
void sources_note(const struct sources *s);
void sources_free(struct sources *s);
