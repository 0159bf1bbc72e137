/* SPDX-License-Identifier: ISC
 * table.h - counts by name, the largest first, as prof and sprof print them.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdint.h>

struct row {
	const char *name;
	uint32_t count;
};

/* Sorts rows and prints those that are not 0, at most `most` (0: all) and then the sum of the rest; shares are of `total`. */
void table_print(struct row *rows, unsigned n, uint32_t total, unsigned most);

/* One line of such a table. */
void table_line(const char *name, uint32_t count, uint32_t total);

#endif
