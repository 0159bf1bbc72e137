/* SPDX-License-Identifier: ISC
 * monitor_host.h - what monitor.c needs from its host: bare metal (firmware/bare/monitor_host.c) or
 * a process (firmware/user/lib/monitor_host.c).
 */
#ifndef MONITOR_HOST_H
#define MONITOR_HOST_H

#include <stddef.h>

#include "gmon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zeroed memory for live counters, at the address where the processor sees what the unit writes.
 * NULL: out of memory. */
void *monitor_memory(size_t bytes);

void monitor_free(void *memory);

/* Unit of a count: "cycles" if every cycle is a sample, else "samples". */
const char *monitor_unit(void);

/* Counts that have gone into buffers since an arbitrary start: of this program; in a process, of
 * all profiled processes. */
uint64_t monitor_hits(void);

/* Delivers a file. `write` produces its bytes, the same on each call, and ignores `of`. Returns 0
 * or a negative errno value. */
int monitor_deliver(const char *name, int (*write)(gmon_put *put, void *ctx, void *of));

#ifdef __cplusplus
}
#endif

#endif
