/* SPDX-License-Identifier: ISC
 * top_calls.h - the screens of `tally top --calls`: the call tree of a unit that runs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sw/base/screen.h"
#include "sw/live/live.h"

/* v is open, with its call tree. rows: where there is no terminal; 0: all. Returns false after one
 * line on stderr. */
bool top_calls(struct live *v, struct screen *screen, unsigned interval, uint64_t rows);
