/* SPDX-License-Identifier: ISC
 * sys/gmon.h - the file gmon.out as GNU gprof reads it, for 32-bit addresses, little-endian.
 *
 * A header, then records, each after a byte that says which kind it is. Several
 * histograms of the same range are added up by gprof, so counts above 65,535
 * go into as many records as they need.
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

struct gmon_histogram_header {		/* `bins` counters of 16 bits follow */
	uint8_t low_pc[4], high_pc[4];	/* the bins divide [low, high) evenly */
	uint8_t bins[4];
	uint8_t rate[4];		/* counts a unit */
	char unit[15];			/* what a count is: "samples", "cycles"; 0-padded */
	char unit_letter;
};

struct gmon_arc {
	uint8_t from_pc[4], self_pc[4];	/* where the call returns to; the function called */
	uint8_t count[4];
};

#endif
