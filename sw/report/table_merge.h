/* SPDX-License-Identifier: ISC
 * table_merge.h - inside table.c and table_order.c.
 */
#ifndef TABLE_MERGE_H
#define TABLE_MERGE_H

#include "table.h"

/* Adds up rows that a reader cannot tell apart: one file and line, one name. Drops those without counts. */
void table_merge(struct table *t, enum table_kind kind);

#endif
