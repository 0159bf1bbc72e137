/* SPDX-License-Identifier: ISC
 * calls.h - what the library is built on: the driver on bare metal (tally_calls.c, bare/unit.c),
 * system calls in a process (user/lib/calls.c).
 *
 * profil_call, pcsample_call, sprofil_call: tally_calls.h. Each returns a negative errno value on
 * failure.
 */
#ifndef CALLS_H
#define CALLS_H

#include "frames.h"
#include "tally_calls.h"

#include <errno.h>

/* Converts to a C library result: a negative errno value becomes -1 and errno. */
static inline long call_result(long result)
{
	if (result >= 0)
		return result;
	errno = (int)-result;
	return -1;
}

/* ---- for monitor.c */
/* The address at which the processor sees what the unit writes to this memory. */
void *calls_live(void *memory);

/* Counts that have gone into buffers since an arbitrary start: of this program; in a process, of
 * all profiled processes. *period: cycles per count. */
uint64_t calls_hits(uint32_t *period);

/* Leaves a file; on bare metal, a frame on the console. Returns 0 or a negative errno value. */
int calls_deliver(const char *name, file_bytes *give, void *of);

#endif
