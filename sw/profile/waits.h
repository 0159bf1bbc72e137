/* SPDX-License-Identifier: ISC
 * waits.h - why a core retired nothing: cycles by cause (rtl/tap/CAUSES.md).
 *
 * A cycle in which the core neither retires nor sleeps has exactly one cause, and falls on the
 * instruction that retires next, as in the unit. So an instruction's cycles are its retirements
 * (WORK) and its waits.
 */
#pragma once

#include <stdint.h>

/* In the order of the tap's lines, which captures keep. */
enum cause { CAUSE_FLOW, CAUSE_FETCH, CAUSE_DATA, CAUSE_HAZARD, CAUSE_EXEC, CAUSES };

extern const char *const cause_names[];		/* "flow", ...; NULL at the end */
extern const char *const cause_frames[];	/* "[FLOW]", ... */

struct waits {
	uint64_t of[CAUSES];
};

static inline void waits_add(struct waits *to, const struct waits *more)
{
	for (unsigned i = 0; i < CAUSES; i++)
		to->of[i] += more->of[i];
}

static inline uint64_t waits_sum(const struct waits *w)
{
	return w->of[CAUSE_FLOW] + w->of[CAUSE_FETCH] + w->of[CAUSE_DATA] + w->of[CAUSE_HAZARD]
		+ w->of[CAUSE_EXEC];
}
