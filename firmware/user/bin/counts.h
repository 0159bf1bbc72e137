/* SPDX-License-Identifier: ISC
 * counts.h - counts of a profiling clock as text, with all 64 bits (printf here has 32).
 */
#ifndef COUNTS_H
#define COUNTS_H

#include "profctl.h"

#define COUNTS_TEXT 200

/* "ticks N, hits N, outside N, filtered N, idle N, lost N" */
void counts_text(char text[COUNTS_TEXT], const struct profcounts *k);

#endif
