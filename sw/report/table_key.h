/* SPDX-License-Identifier: ISC
 * table_key.h - inside table.c and table_order.c: rows found by a key, and put together.
 */
#ifndef TABLE_KEY_H
#define TABLE_KEY_H

#include "table.h"

struct key {
	uint64_t a, b;
};

/* A hash table of row numbers. */
struct keys {
	struct key_place { struct key key; size_t row; } *at;	/* row: number + 1; 0 free */
	size_t n, room;
};

/* The row of a key, or `next`, which it has from then on. */
size_t keys_row(struct keys *k, struct key key, size_t next);
void keys_free(struct keys *k);

/* Adds up rows that a reader cannot tell apart: one file and line, one name. Drops those without counts. */
void table_merge(struct table *t, enum table_kind kind);

#endif
