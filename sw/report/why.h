/* SPDX-License-Identifier: ISC
 * why.h - a count's cycles by what they waited for, as lines, columns and members.
 *
 * WORK are the cycles in which an instruction retired. Only causes that occur in the profile get a
 * column; CSV and JSON have all, if the profile has causes.
 */
#pragma once

#include <stdio.h>

#include "emit.h"
#include "sw/profile/profile.h"

/* Of a capture's name: what to say where causes are asked for and it has none. */
#define WHY_UNKNOWN \
	"%s: has no causes; `tally run -o FILE` counts them on cores that show them, where it " \
	"counts all cycles (no --no-cpi, --period, --priv, --by instructions); " \
	"of a live unit `tally record --why`"

/* The causes that occur, a bit each. */
unsigned why_causes(struct waits all);

/* "why: WORK 28%  FETCH 31% ...", of the run's cycles, the greatest first. Nothing without
 * causes. */
void why_line(FILE *f, const struct profile *p);

/* From a to b: "WORK -12  FETCH +19622 ...", in cycles; `work`: the change of WORK. */
void why_moved(FILE *f, int64_t work, const struct waits *a, const struct waits *b);

/* The same of the runs as a line, "why: ...". Both have causes. */
void why_change(const struct profile *a, const struct profile *b);

/* In text columns of shares: WORK and the causes of the mask, which add up to 100 in each row, or
 * are blank where they are unknown; `first`: the width of WORK's. */
void why_shares(struct emit *e, unsigned causes, int first, uint64_t retired,
	const struct waits *w, bool unknown);
size_t why_columns(unsigned causes);	/* their width, where all are as wide */

/* In text columns of cycles for each of `retired` instructions, without WORK: that is 1. */
void why_each(struct emit *e, unsigned causes, uint64_t retired, const struct waits *w);

/* In CSV a column for each cause, in JSON a member "waits". NULL: unknown. */
void why_counts(struct emit *e, const struct waits *w);
