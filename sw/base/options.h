/* SPDX-License-Identifier: ISC
 * options.h - the command line of one command, read from a list.
 *
 * A command lists its options once; reading, ranges, messages and its --help come from that list. `--name value` and
 * `--name=value`, options and operands in any order, `--` ends the options. Numbers are whole: 250000, 250k, 0.25M,
 * 2.5e5 or 0x3d090 (k or K, M, G: powers of 1000).
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
	OPTION_FLAG,		/* to: bool, false before */
	OPTION_ON,		/* to: bool, true before; --no-NAME makes it false, --NAME true again. help: of --no-NAME */
	OPTION_NUMBER,		/* to: uint64_t, min..max */
	OPTION_CHOICE,		/* to: unsigned, index in choices */
	OPTION_TEXT,		/* to: const char * */
	OPTION_MAYBE,		/* to: const char *; only as --name=TEXT, "" without it */
	OPTION_MANY,		/* to: struct texts; each time it is given adds one */
};

#define TEXTS_ROOM 16

struct texts {
	const char *at[TEXTS_ROOM];
	size_t n;
};

struct option_def {
	const char *name;		/* without dashes; one letter is used with one dash */
	enum option_kind kind;
	void *to;
	uint64_t min, max;
	const char *const *choices;	/* NULL at the end */
	const char *value, *help;	/* for --help */
	const char **mark;		/* if not NULL: where its name goes when it is given */
};

struct usage {
	const char *command, *operands, *about;
	const struct option_def *options;	/* name NULL at the end */
	const char *const *examples;		/* NULL at the end */
};

enum options_result { OPTIONS_GOOD, OPTIONS_BAD, OPTIONS_HELP };	/* BAD: one line was printed; HELP: the help */

/* A number as options take it: 100K, 2.5M, 1e6, 0x10. False: not one, trailing text, or above 64 bits. */
bool options_number(const char *text, uint64_t *value);

/* Up to `room` operands; missing ones are NULL. */
enum options_result options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room);

#endif
