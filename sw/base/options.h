/* SPDX-License-Identifier: ISC
 * options.h - the command line of one command, read from a list.
 *
 * A command lists its options once; parsing, range checks, messages and --help come from that list.
 * It accepts `--name value` and `--name=value`, options and operands in any order; `--` ends the
 * options. Numbers are integers: 250000, 250k, 0.25M, 2.5e5 or 0x3d090 (k or K, M, G: powers of
 * 1000).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
	OPTION_FLAG,		/* to: bool, initially false */
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
	size_t least;				/* operands that it needs */
	const char *missing;			/* what is said if they are not there */
	const struct option_def *options;	/* ends with a NULL name */
	const char *const *examples;		/* ends with NULL */
	/* options that --help only names, on one line; NULL: none */
	const char *rare;
	/* what --help prints at its end; NULL: nothing */
	void (*more)(void);
};

/* Reads a number as options do: 100K, 2.5M, 1e6, 0x10. False: not a number, text after it, or above
 * 64 bits. */
bool options_number(const char *text, uint64_t *value);

/* Stores at most `room` operands; missing ones become NULL. False: the command ends with *status,
 * as its help or one line was printed. */
bool options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room,
	int *status);
