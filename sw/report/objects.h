/* SPDX-License-Identifier: ISC
 * objects.h - loads and stores by what they reached: rows by object, or by function and object.
 *
 * A row's count is the cycles that its accesses waited, `retired` the accesses.
 */
#pragma once

#include "emit.h"
#include "table.h"
#include "view.h"

/* `functions`: a row for each function and object. Most cycles first, then most accesses. Empty if
 * the profile has none. */
struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions);

/* As rows_put has it; JSON: the member "objects". */
void objects_put(struct emit *e, const struct profile *p, const struct table *t,
	const struct view *v);
