/* SPDX-License-Identifier: ISC
 * gcrt0.c - profiling start-up: a program linked with it leaves gmon.out.
 *
 * It profiles all of .text from before main() to exit(). PROF_PERIOD (bare metal): cycles per
 * sample. PROF_ARCS: entries of the table of calls; 0: by the size of the text.
 */
#include <stdlib.h>

#include "mon.h"
#ifdef PROF_PERIOD
#include "tally_calls.h"
#endif

extern char _start[], __text_end[];

__attribute__((constructor)) static void start_profile(void)
{
#ifdef PROF_PERIOD
	tally_machine.period = PROF_PERIOD;
#endif
#ifdef PROF_ARCS
	monitor_arcs = PROF_ARCS;
#endif
	monstartup((unsigned long)_start, (unsigned long)__text_end);
	atexit(_mcleanup);
}
