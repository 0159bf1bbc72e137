/* SPDX-License-Identifier: ISC
 * table_merge.h - inside table.c and table_order.c.
 */
#ifndef TABLE_MERGE_H
#define TABLE_MERGE_H

#include "table.h"

/* Merges rows that look alike (same file, line and name). Drops rows without counts. */
void table_merge(struct table *t, enum table_kind kind);

#endif
