/* SPDX-License-Identifier: ISC
 * options.h - the command line of one command, read from a list.
 *
 * A command lists its options once; parsing, range checks, messages and --help come from that list. It accepts
 * `--name value` and `--name=value`, options and operands in any order; `--` ends the options. Numbers are integers:
 * 250000, 250k, 0.25M, 2.5e5 or 0x3d090 (k or K, M, G: powers of 1000).
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
	OPTION_FLAG,		/* to: bool, initially false */
	OPTION_ON,		/* to: bool, initially true; --no-NAME clears, --NAME sets it; help is of --no-NAME */
	OPTION_NUMBER,		/* to: uint64_t, min..max */
	OPTION_CHOICE,		/* to: unsigned, index in choices */
	OPTION_TEXT,		/* to: const char * */
	OPTION_MAYBE,		/* to: const char *; TEXT of --name=TEXT, "" for --name alone */
	OPTION_MANY,		/* to: struct texts; each use adds one */
};

#define TEXTS_ROOM 16

struct texts {
	const char *at[TEXTS_ROOM];
	size_t n;
};

struct option_def {
	const char *name;		/* without dashes; a single letter takes one dash */
	enum option_kind kind;
	void *to;
	uint64_t min, max;
	const char *const *choices;	/* ends with NULL */
	const char *value, *help;	/* for --help */
	const char **mark;		/* if not NULL: set to the name when the option is given */
};

struct usage {
	const char *command, *operands, *about;
	const struct option_def *options;	/* ends with a NULL name */
	const char *const *examples;		/* ends with NULL */
};

/* BAD: one line was printed. HELP: --help was given and printed. */
enum options_result { OPTIONS_GOOD, OPTIONS_BAD, OPTIONS_HELP };

/* Reads a number as options do: 100K, 2.5M, 1e6, 0x10. False: not a number, text after it, or above 64 bits. */
bool options_number(const char *text, uint64_t *value);

/* Stores at most `room` operands; missing ones become NULL. */
enum options_result options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room);

#endif
