/* SPDX-License-Identifier: ISC
 * firmware.h - an ELF with its symbols and lines, for reports.
 */
#pragma once

#include <stdbool.h>

#include "sw/elf/image.h"
#include "sw/elf/lines.h"
#include "sw/base/options.h"
#include "profile.h"
#include "sw/elf/symbols.h"

struct firmware {
	struct image image;
	struct image debug;	/* the separate debug file; its elf is NULL if there is none */
	struct symbols symbols;
	struct lines lines;
	int64_t built;		/* when the ELF was written, seconds since 1970; 0: unknown */
};

/* How to find and show names and places. All zero: from the ELF, or from the debug file that it
 * names. */
struct firmware_how {
	bool no_demangle, wide;	/* wide: firmware_open_as takes 64-bit ELFs, too */
	const char *debug_file;
	struct texts prefixes;	/* "OLD=NEW" */
};

/* Its options, for a command's list. */
#define FIRMWARE_OPTIONS(how) \
	{ .name = "source-prefix", .kind = OPTION_MANY, .to = &(how).prefixes, .value = "OLD=NEW", \
		.help = "sources compiled below OLD are now below NEW; repeatable" }, \
	{ .name = "debug-file", .kind = OPTION_TEXT, .to = &(how).debug_file, .value = "FILE", \
		.help = "symbols and lines of a stripped ELF (found by debuglink or build id)" }, \
	{ .name = "no-demangle", .kind = OPTION_FLAG, .to = &(how).no_demangle, \
		.help = "show C++ and Rust names mangled" }

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

/* Were both taken from the same program? The same ELF; or the same build id and, as far as they
 * keep it, code. */
bool firmware_same(const struct profile *a, const struct profile *b);

/* Records in the profile which ELF it was taken from. */
void firmware_sign(const struct firmware *f, struct profile *p);

/* Copies the ELF and its debug file into the profile, so that its capture works without them. */
void firmware_keep(const struct firmware *f, struct profile *p);
