/* SPDX-License-Identifier: ISC
 * histogram.h - a profile from text: lines `address count`, which firmware prints over a UART.
 *
 * Addresses and counts are decimal, or hexadecimal after 0x, separated by blanks, tabs, commas or
 * colons. Empty lines and lines that begin with # are ignored. Counts for the same address add up.
 * UTF-16 is read, too (text.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile.h"
#include "sw/elf/image.h"

/* Counts by address; addresses may come more than once. sum: of the counts. with_retired: they are
 * cycles, and instructions are beside them. */
struct histogram {
	const char *name;		/* of the text, for messages */
	struct histogram_entry {
		uint64_t address, count, retired;
	} *entries;
	size_t n, room;
	uint64_t sum;
	bool with_retired;
};

/* Lays counters over the image's code and adds up. The caller has set p->config. The image has
 * code. */
void histogram_fill(struct profile *p, const struct image *im, const struct histogram *h);

/* Sets bins, settings and counters. Counts at addresses in the image's code are HITS, all others
 * OUTSIDE. Each count stands for `period` cycles. `name` is for messages. The text, and the
 * byte behind it, is overwritten. False: one line was printed. */
bool histogram_read(struct profile *p, const struct image *im, uint32_t period, const char *name,
	uint8_t *text, size_t size);
