/* SPDX-License-Identifier: ISC
 * turns.h - what cycles waited for, from a unit that counts one thing at a time.
 *
 * In turns the unit counts all cycles, retirements, and each cause (rtl/tap/CAUSES.md). No two of
 * them see the same cycles: the parts are samples of a program that repeats itself.
 */
#pragma once

#include "live.h"

/* Counts in turns for so many seconds, at least one round. v is open, and counts all cycles. The
 * profile's bins are all cycles of their own turns; retired_at and waits_at, at the first code of
 * each bin, are scaled to the same time by the host's clock. Turns have random lengths, so that no
 * loop of the program keeps step with them. False: one line was printed. */
bool turns_record(struct live *v, uint64_t seconds);
