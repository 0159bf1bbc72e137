/* SPDX-License-Identifier: ISC
 * capture_fits.h - is each part of a capture sound, and do all belong to one run?
 */
#pragma once

#include "profile.h"

/* Of a profile whose columns were all read. False: *where says what is wrong. capture_sound sums up
 * the call tree's cells in their nodes. */
bool capture_sound(struct profile *p, const char **where);
bool capture_fits(const struct profile *p, const char **where);
