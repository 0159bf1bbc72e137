/* SPDX-License-Identifier: ISC
 * calls.h - what stands behind the library calls: the driver on bare metal (driver/tally_calls.c), system calls in a process.
 * Each returns a negative errno value where it fails.
 */
#ifndef CALLS_H
#define CALLS_H

#include "driver/tally_calls.h"

#include <errno.h>

/* A C library's result: -1 and errno for a negative errno value. */
static inline long call_result(long result)
{
	if (result >= 0)
		return result;
	errno = (int)-result;
	return -1;
}

#endif
