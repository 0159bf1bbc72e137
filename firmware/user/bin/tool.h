/* SPDX-License-Identifier: ISC
 * tool.h - what prof and sprof share: options, the command that they profile, counts by name.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdint.h>

/* The functions of an ELF file, by address, and a count for each. */
struct symbol {
	uint32_t address;
	const char *name;
	uint32_t count;
};
struct symbols {
	struct symbol *at; /* rising; one per address */
	unsigned n;
	uint32_t unknown; /* counts of no function */
};

/* Reads them into malloc's memory, which is never freed. Returns 0, or -1 after a message on
 * stderr: `path` is not such a file, or has no symbols. */
int symbols_read(struct symbols *s, const char *path);

/* The last function that starts at or below pc, or NULL. */
struct symbol *symbols_find(const struct symbols *s, uint32_t pc);

struct tool {
	const char *name;
	int clock; /* PROFCTL_PROCESS or PROFCTL_SYSTEM: of -p */
	unsigned most; /* -n: rows; 0: all */
	int period, former; /* cycles per count; the clock's before */
};

/* Parses [-p PERIOD] [-n ROWS]. Returns the index of the first other argument; 0 after a message
 * if there is none. */
int tool_options(struct tool *t, int argc, char **argv, const char *others);

/* Sets the clock's period for a while; tool_set_back ends it. Returns 0, or -1 after a message. */
int tool_set_period(const struct tool *t);
void tool_set_back(const struct tool *t);

/* Runs a program to its end, and says how it ended if not well. -1: it could not be started. */
int tool_run(const struct tool *t, char **argv);

/* Prints one line: share of the total, count, name. */
void tool_line(const char *name, uint32_t count, uint32_t total);

/* Prints the `most` largest counts, the sum of the others, and those of no function; clears all. */
void tool_table(const struct tool *t, struct symbols *s, uint32_t total);

#endif
