/* SPDX-License-Identifier: ISC
 * sys/gmon.h - the file gmon.out as GNU gprof reads it, for 32-bit addresses, little-endian.
 *
 * A header, then records, each after a byte that gives its kind. gprof adds up histograms of the
 * same range, so counts above 65,535 are split into several records.
 */
#ifndef SYS_GMON_H
#define SYS_GMON_H

#include <stdint.h>

#define GMON_MAGIC "gmon"
#define GMON_VERSION 1

enum { GMON_TAG_HISTOGRAM = 0, GMON_TAG_ARC = 1 };

struct gmon_header {
	char magic[4];
	uint8_t version[4];
	uint8_t spare[12];
};

struct gmon_histogram_header { /* `bins` 16-bit counters follow */
	uint8_t low_pc[4], high_pc[4]; /* the bins divide [low, high) evenly */
	uint8_t bins[4];
	uint8_t rate[4]; /* counts per unit */
	char unit[15]; /* unit of a count: "samples", "cycles"; 0-padded */
	char unit_letter;
};

struct gmon_arc {
	uint8_t from_pc[4], self_pc[4]; /* return address of the call; the called function */
	uint8_t count[4];
};

#endif
