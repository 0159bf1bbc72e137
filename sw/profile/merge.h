/* SPDX-License-Identifier: ISC
 * merge.h - adds up profiles of several runs of one program.
 */
#pragma once

#include <stdbool.h>

#include "profile.h"

/* Adds the counts of `more` to `sum`: counters, bins, instructions, cycles. If the invariant holds
 * in both, it holds in the sum. The sum has a call tree if both have one. It takes the end of its
 * first run, or of the first that failed, or else of the first that was cut off. The names are for
 * messages. False: the two do not belong together, or a sum exceeds 64 bits; one line says why, and
 * `sum` is as it was. */
bool merge_add(struct profile *sum, const char *sum_name, const struct profile *more,
	const char *more_name);
