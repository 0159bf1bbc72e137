/* SPDX-License-Identifier: ISC
 * objects.h - loads and stores by what they reached: rows by object, or by function and object.
 *
 * A row's count is the cycles that its accesses waited, `retired` the accesses.
 */
#pragma once

#include <stdio.h>

#include "table.h"
#include "view.h"

/* `functions`: a row for each function and object. Most cycles first, then most accesses. Empty if
 * the profile has none. */
struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions);

void objects_csv(FILE *f, const struct table *t, const struct view *v);
void objects_json(FILE *f, const struct table *t, const struct view *v);
void objects_print(const struct profile *p, const struct table *t, const struct view *v);
