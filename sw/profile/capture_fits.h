/* SPDX-License-Identifier: ISC
 * capture_fits.h - do the parts of a capture belong to one run?
 */
#pragma once

#include "profile.h"

/* Of a profile all of whose chunks were taken. False: *where says what does not fit. */
bool capture_fits(const struct profile *p, const char **where);
