/* SPDX-License-Identifier: ISC
 * phase.c - says on stderr what a slow line is waited for; the contract is phase.h.
 */
#include "phase.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sw/base/clock.h"
#include "sw/base/progress.h"

#define SOON 0.7		/* seconds: what takes less is not worth a line that stays */

static struct progress progress;
static char what[100], shown[100];
static bool keep;

void phase_begin(bool kept, const char *format, ...)
{
	va_list args;

	phase_end();
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	keep = kept;
	progress_start(&progress, 0);
}

void phase_tick(void)
{
	if (!what[0])
		return;
	progress_show(&progress, what, 0);
	if (progress.on || !keep || clock_seconds() < progress.began + SOON || !strcmp(what, shown))
		return;
	fprintf(stderr, "tally: %s ...\n", what);
	memcpy(shown, what, sizeof shown);
}

void phase_end(void)
{
	progress_hide(&progress);
	what[0] = 0;
}
