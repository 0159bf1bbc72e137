/* SPDX-License-Identifier: ISC
 * progress.h - one line on the terminal that says how far a long run is.
 *
 * On stderr and only if that is a terminal. It keeps off the lines that the
 * firmware's console writes: hide it before printing, it comes back by itself.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool on, shown;
	uint64_t limit;			/* cycles to go; 0 unknown */
	double began, drawn;		/* seconds */
};

void progress_start(struct progress *p, uint64_t limit);
void progress_update(struct progress *p, uint64_t cycles, bool line_free);	/* line_free: the cursor is at a line's begin */
void progress_show(struct progress *p, const char *what, uint64_t done);	/* of `limit`, for work that is not a run */
void progress_hide(struct progress *p);

#endif
