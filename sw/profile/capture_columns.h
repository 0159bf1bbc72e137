/* SPDX-License-Identifier: ISC
 * capture_columns.h - the columns of a capture, which together are a profile.
 */
#pragma once

#include <stdbool.h>

#include "columns.h"
#include "firmware.h"
#include "profile.h"

void capture_put_columns(struct columns *c, const struct profile *p);

/* Fills an empty profile. False: c->where says what is missing, or not what `run` can have
 * written; p is freed by the caller. */
bool capture_take_columns(struct columns *c, struct profile *p);

/* Is each part of a profile whose columns were all read sound, and do all belong to one run? NULL:
 * yes; else what is wrong. Sums up the call tree's cells in their nodes. */
const char *capture_wrong(struct profile *p);

