/* SPDX-License-Identifier: ISC
 * monitor_host.h - what monitor.c needs of where it runs: bare metal (firmware/bare/monitor_host.c) or a process (firmware/user/lib/monitor_host.c).
 */
#ifndef MONITOR_HOST_H
#define MONITOR_HOST_H

#include <stddef.h>

#include "gmon.h"

/* Zeroed memory for live counters, at the address by which the processor sees what the unit writes. NULL: there is none. */
void *monitor_memory(size_t bytes);

void monitor_free(void *memory, size_t bytes);	/* gives it back */

/* What a count is: "cycles" if every cycle is a sample, else "samples". */
const char *monitor_unit(void);

/* Counts that went into buffers since some time before: of this program; in a process, of all that are profiled. */
uint64_t monitor_hits(void);

/* Carries a file out; `write` gives its bytes, the same each time it is called (twice, where the length must be known first).
 * 0, or a negative errno value. */
int monitor_deliver(const char *name, int (*write)(gmon_put *put, void *ctx));

#endif
