/* SPDX-License-Identifier: ISC
 * export.h - the formats of other tools.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/diff/diff.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

/* ---- What sw/cli/export.c knows of a format, and what a format's writer gets.
 *
 * A format is a file NAME.c and its name in the table EXPORTS. Counts stay cycles, instructions or
 * samples; seconds are written beside them only if a clock was named (`hz`), and marked.
 */
struct export
{
	const struct profile *profile;
	const struct firmware *firmware; /* all zero: no ELF */
	/* of the ELF, absolute; without an ELF the path in the capture */
	const char *path;
	uint64_t hz; /* 0: counts only */
	bool why; /* causes as frames below the function */
	bool all_sources; /* of lcov: also those that are not there */
	/* kept in memory: nothing of it is seen if the writer fails */
	FILE *to;
};

struct export_format {
	const char *name, *about;
	bool binary; /* not for a terminal */
	bool seconds; /* has a place for them */
	bool stacks; /* draws them, so causes can be frames */
	bool (*write)(const struct export *e); /* false: one line was printed */
	uint64_t most; /* its numbers, or those of what reads it, go so far; 0: 64 bits */
};

/* JavaScript's numbers are exact so far: 2^53. */
#define EXPORT_JAVASCRIPT (1ull << 53)

/* THE table of the formats, in the order in which `tally export --help` shows them. */
#define EXPORTS(format) \
	format(gmon) format(pprof) format(callgrind) format(folded) format(cpuprofile) \
		format(lcov) format(html) format(svg) format(afdo)

#define EXPORT_FORMAT(name) extern const struct export_format export_##name;
EXPORTS(EXPORT_FORMAT)
extern const struct export_format *const export_formats[]; /* all of them, NULL at the end */

/* No count of the profile is larger: that of all. UINT64_MAX: or more. */
uint64_t export_largest(const struct profile *p);

/* Seconds of `count` at e->hz; a sample is `period` cycles. */
double export_seconds(const struct export *e, uint64_t count);

/* Are there instructions beside counts that are something else? */
static inline bool export_cpi(const struct profile *p)
{
	return p->retired_at && p->config.source != TALLY_SOURCE_RETIRE;
}

/* "TICKS 9 = HITS 8 + OUTSIDE 1 ..." */
void export_invariant(FILE *f, const struct profile *p);

/* "every cycle" or "one sample every 1000 cycles": how the profile was taken. */
const char *export_how(const struct profile *p, char *buffer, size_t size);

/* ---- Two profiles as one page for a browser: a flame graph of both, coloured by what
 * grew and what shrank.
 */
struct html_side {
	const char *name; /* of the capture */
	const struct profile *profile; /* with a call tree */
	const struct firmware *firmware;
};

/* rows: of the table below it, 0 all. */
void html_diff(FILE *to, const struct html_side *a, const struct html_side *b, const struct diff *d,
	uint64_t rows);
