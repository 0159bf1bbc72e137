/* SPDX-License-Identifier: ISC
 * progress.h - one line on the terminal that shows how far a long run has come.
 *
 * Only on stderr, and only if that is a terminal with escape sequences. It must not mix with the
 * firmware's console output: call progress_hide before you print; the next update brings it back.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool on, shown;
	uint64_t limit;			/* cycles of the whole run; 0: unknown */
	double began, drawn;		/* seconds */
};

void progress_start(struct progress *p, uint64_t limit);

/* cycles: done so far. line_free: the cursor is at the start of a line. */
void progress_update(struct progress *p, uint64_t cycles, bool line_free);

/* For work other than a run: `done` of `limit`, in any unit; or for how long if no limit is known.
 */
void progress_show(struct progress *p, const char *what, uint64_t done);
void progress_hide(struct progress *p);
