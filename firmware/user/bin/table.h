/* SPDX-License-Identifier: ISC
 * table.h - counts by name, largest first, as prof and sprof print them.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdint.h>

struct row {
	const char *name;
	uint32_t count;
};

/* Sorts rows and prints the nonzero ones, at most `most` (0: all), then the sum of the rest. Shares
 * are of `total`. */
void table_print(struct row *rows, unsigned n, uint32_t total, unsigned most);

/* Prints one line of such a table. */
void table_line(const char *name, uint32_t count, uint32_t total);

#endif
