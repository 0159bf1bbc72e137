/* SPDX-License-Identifier: ISC
 * gmon.h - writes gmon.out, piece by piece, through `put`. No allocation.
 */
#ifndef GMON_H
#define GMON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes n bytes. Returns 0, or a negative errno value that the gmon_ functions pass on. */
typedef int gmon_put(void *ctx, const void *bytes, size_t n);

struct gmon_histogram {
	uint32_t low, high;		/* [low, high), which the bins divide evenly */
	uint32_t bins;
	const char *unit;		/* unit of a count: "samples", "cycles" */
	uint32_t (*count)(const void *of, uint32_t bin);
	const void *of;
};

int gmon_header(gmon_put *put, void *ctx);

/* Writes one record, or as many as the largest count needs (65,535 each). */
int gmon_histogram(const struct gmon_histogram *h, gmon_put *put, void *ctx);

int gmon_arc(uint32_t from, uint32_t self, uint32_t count, gmon_put *put, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
