/* SPDX-License-Identifier: ISC
 * table_calls.h - what the call tree adds to tables: rows by caller and callee, inclusive cycles of functions.
 */
#ifndef TABLE_CALLS_H
#define TABLE_CALLS_H

#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "table.h"

/* A row "caller -> callee" for each pair, and for what had no caller; counts are the callee's own cycles and add up to
 * TICKS. Empty without a call tree. */
struct table table_callers(const struct profile *p, const struct firmware *fw);

/* Inclusive cycles and calls of functions that have a symbol, if the profile has a call tree. */
void table_add_calls(struct table *t, const struct profile *p, const struct firmware *fw);

#endif
