/* SPDX-License-Identifier: ISC
 * merge.h - profiles of several runs of one program as one.
 */
#ifndef MERGE_H
#define MERGE_H

#include <stdbool.h>

#include "profile.h"

/* Adds the counts of `more` to `sum`: counters, bins, instructions, cycles; the invariant holds in the sum if it held in
 * both. The sum has a call tree if both have one.
 * The sum ends as its first run did, or as the first that failed. The names are for messages.
 * False: the two do not belong together; one line says what differs, `sum` is as it was. */
bool merge_add(struct profile *sum, const char *sum_name, const struct profile *more, const char *more_name);

#endif
