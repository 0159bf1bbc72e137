/* SPDX-License-Identifier: ISC
 * calls.h - what the library is built on: the driver on bare metal (tally_calls.c, bare/unit.c),
 * system calls in a process (user/lib/calls.c).
 *
 * tally_calls.h declares them.
 */
#ifndef CALLS_H
#define CALLS_H

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

#endif
