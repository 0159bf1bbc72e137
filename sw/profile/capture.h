/* SPDX-License-Identifier: ISC
 * capture.h - captures and histograms: files that hold a profile, and the ELF of each.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile.h"
#include "sw/base/term.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"

/* ---- An ELF with its symbols and lines, for reports. */
struct firmware {
	struct image image;
	struct image debug; /* the separate debug file; its elf is NULL if there is none */
	struct symbols symbols;
	struct lines lines;
	int64_t built; /* when the ELF was written, seconds since 1970; 0: unknown */
};

/* How to find and show names and places. All zero: from the ELF, or from the debug file that it
 * names. */
struct firmware_how {
	bool no_demangle;
	const char *debug_file;
	struct texts prefixes; /* "OLD=NEW" */
};

/* Its options, for a command's list. */
#define FIRMWARE_OPTIONS(how) \
	{ .name = "source-prefix", \
		.kind = OPTION_MANY, \
		.to = &(how).prefixes, \
		.value = "OLD=NEW", \
		.help = "sources compiled below OLD are now below NEW; repeatable" }, \
		{ .name = "debug-file", \
			.kind = OPTION_TEXT, \
			.to = &(how).debug_file, \
			.value = "FILE", \
			.help = "symbols and lines of a stripped ELF (found by debuglink or " \
				"build id)" }, \
	{ \
		.name = "no-demangle", .kind = OPTION_FLAG, .to = &(how).no_demangle, \
		.help = "show C++ and Rust names mangled" \
	}

/* False: one line was printed, and nothing stays open. A struct firmware of zeros is no ELF: tables
 * show addresses. */
bool firmware_open(struct firmware *f, const char *path);
bool firmware_open_as(struct firmware *f, const char *path, const struct firmware_how *how);

/* Opens the ELF of a profile: `path` if not NULL; else the copy in the profile; else the file that
 * the profile names, if it is still the same; else none, with a note. False: `path` or `how` is
 * unusable, one line was printed. */
bool firmware_of(struct firmware *f, const struct profile *p, const char *path,
	const struct firmware_how *how);
void firmware_close(struct firmware *f);
/* the file whose symbols are used */
const struct image *firmware_symtab(const struct firmware *f);

/* What a node's `function` is called: a function's name, else its address with what that is in; of
 * a thread "[thread idle_stack]", "[thread stacks+0x400]" if sp pointed into that object or at its
 * end when the thread began, else "[thread 0x80003400]"; where the profile has tasks, "[task
 * NAME]"; of a unit's tree "[running at the start]". Returns the name, or buffer with it. */
const char *node_name(const struct profile *p, const struct symbols *s, uint32_t function,
	char *buffer, size_t size);

/* Were both taken from the same program? The same ELF; or the same build id and, as far as they
 * keep it, code. */
bool firmware_same(const struct profile *a, const struct profile *b);

/* Records in the profile which ELF it was taken from. */
void firmware_sign(const struct firmware *f, struct profile *p);

/* Copies the ELF and its debug file into the profile, so that its capture works without them. */
void firmware_keep(const struct firmware *f, struct profile *p);

/* ---- Which code a profile covers, and how many counters that takes. */
/* Chooses the code to profile: the span of all executable segments, narrowed to function `from` up
 * to the end of function `to` (NULL: not narrowed). Either may be an address; as `to` it is
 * exclusive. Sets p->code_lo, code_hi. False: one line was printed. */
bool region_choose(struct profile *p, const struct image *im, const struct symbols *s,
	const char *from, const char *to);

/* Lays counters at p->config.scale over that code, as far as bin_bytes reach: sets config.offset,
 * size, base and slots. If they do not reach, it first narrows the code to the executable sections,
 * as a segment may hold data, too. */
void region_fit(struct profile *p, const struct image *im, uint32_t bin_bytes);

/* The same, but halves p->config.scale until the counters cover all of the code. */
void region_fit_scaled(struct profile *p, const struct image *im, uint32_t bin_bytes);

/* ---- Can these counts be of this ELF?
 *
 * Nothing tells whose code a unit has counted. But what retires is an instruction from its first
 * byte on, and where every cycle counts, one that can be left in one way only leads on to another
 * that has a count, too. Where many places break that, another program was counted; a few are the
 * instructions at work while the counters are read, or before a thread ended. Says nothing where it
 * cannot know: counters of several instructions, sections that share addresses, a unit that sees
 * whole words of a program with compressed instructions.
 */
/* NULL: none. Else a text for a message, to be freed. */
char *doubt_of(const struct profile *p, const struct firmware *f);

/* The same as a note; `name`: where the counts are from. */
void doubt_note(const struct profile *p, const struct firmware *f, const char *name);

/* ---- A profile as a file of named columns, which CAPTURE.md documents.
 *
 * Versioned, little-endian, with a CRC-32 at the end. Reading trusts nothing: a file that is
 * truncated, damaged, foreign or contradicts itself gets one line.
 */
/* Writes the whole file or nothing; "-" is standard output. f, the ELF that p was taken from, is
 * copied into p, so that the capture works without it; NULL: p has a copy, or none. Its functions
 * and lines are written, too. False: one line was printed. */
bool capture_write(struct profile *p, const struct firmware *f, const char *path);

/* Reads at most 2 GiB; "-" is standard input. False: one line was printed; *p holds nothing to
 * free. */
bool capture_read(struct profile *p, const char *path);

/* Does the file begin like a capture? Prints nothing. "-" and pipes count as captures. */
bool capture_is(const char *path);

/* The same in memory; f: for functions and lines, or NULL. The caller frees *bytes. `name` is for
 * messages. */
void capture_encode(
	const struct profile *p, const struct firmware *f, uint8_t **bytes, size_t *size);
bool capture_decode(struct profile *p, const char *name, const uint8_t *bytes, size_t size);

/* ---- Adds up profiles of several runs of one program. */
/* Adds the counts of `more` to `sum`: counters, bins, instructions, cycles. If the invariant holds
 * in both, it holds in the sum. The sum has a call tree if both have one. It takes the end of its
 * first run, or of the first that failed, or else of the first that was cut off. The names are for
 * messages. False: the two do not belong together, or a sum exceeds 64 bits; one line says why, and
 * `sum` is as it was. */
bool merge_add(struct profile *sum, const char *sum_name, const struct profile *more,
	const char *more_name);

/* ---- A profile from text: lines `address count`, which firmware prints over a UART.
 *
 * Addresses and counts are decimal, or hexadecimal after 0x, separated by blanks, tabs, commas or
 * colons. Empty lines and lines that begin with # are ignored. Counts for the same address add up.
 * UTF-16 is read, too (base.h).
 */
/* Counts by address; addresses may come more than once. sum: of the counts. with_retired: they are
 * cycles, and instructions are beside them. */
struct histogram {
	const char *name; /* of the text, for messages */
	struct histogram_entry {
		uint64_t address, count, retired;
	} *entries;
	size_t n, room;
	uint64_t sum;
	bool with_retired;
};

/* Lays counters over the image's code and adds up. The caller has set p->config. The image has
 * code. */
void histogram_fill(struct profile *p, const struct image *im, const struct histogram *h);

/* Sets bins, settings and counters. Counts at addresses in the image's code are HITS, all others
 * OUTSIDE. Each count stands for `period` cycles. `name` is for messages. The text, and the
 * byte behind it, is overwritten. False: one line was printed. */
bool histogram_read(struct profile *p, const struct image *im, uint32_t period, const char *name,
	uint8_t *text, size_t size);
