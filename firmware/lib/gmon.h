/* SPDX-License-Identifier: ISC
 * gmon.h - the bytes of a gmon.out, piece by piece. No allocation. Format: sys/gmon.h.
 */
#ifndef GMON_H
#define GMON_H

#include "frames.h"
#include "mcount.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gmon {
	uint32_t low, high; /* [low, high), which the bins divide evenly */
	uint32_t bins;
	volatile uint16_t *counters; /* one for each bin ... */
	uint32_t *totals; /* ... and what was counted before; NULL: nothing */
	const struct arcs *arcs;
	const char *unit; /* of a count: "samples", "cycles" */
};

uint32_t gmon_count(const struct gmon *g, uint32_t bin);

/* A file_bytes of a struct gmon. A histogram takes as many records as its largest count needs
 * (65,535 each). Never fails. */
int gmon_file(file_take *take, void *ctx, void *of);

#ifdef __cplusplus
}
#endif

#endif
