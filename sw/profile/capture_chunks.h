/* SPDX-License-Identifier: ISC
 * capture_chunks.h - the chunks of a capture, of which each belongs to a part of the profile.
 */
#pragma once

#include <stdbool.h>

#include "profile.h"
#include "reader.h"

/* Takes all that r has into an empty profile. False: what `where` says is missing, or not what
 * `run` can have written. */
bool capture_take_chunks(struct profile *p, struct reader r, const char **where);
