/* SPDX-License-Identifier: ISC
 * html_diff.h - two profiles as one page for a browser: a flame graph of both, coloured by what
 * grew and what shrank.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "sw/diff/diff.h"

struct html_side {
	const char *name;		/* of the capture */
	const struct profile *profile;	/* with a call tree */
	const struct firmware *firmware;
};

/* rows: of the table below it, 0 all. */
void html_diff(FILE *to, const struct html_side *a, const struct html_side *b, const struct diff *d,
	uint64_t rows);
