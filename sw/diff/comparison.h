/* SPDX-License-Identifier: ISC
 * comparison.h - two profiles with their programs, compared by rows of one kind.
 */
#pragma once

#include "diff.h"
#include "sw/profile/firmware.h"

/* Both must live as long as what is made of them. */
struct compared {
	const struct profile *profile;
	const struct firmware *firmware;
};

struct comparison {
	struct table a, b;
	struct diff diff;
};

void comparison_open(struct comparison *c, const struct compared *a, const struct compared *b,
	enum table_kind kind);
void comparison_close(struct comparison *c);

/* Do the counters reach all code of the function? */
bool comparison_covers(const struct profile *p, const struct function *f);

/* The name of a function that lies beyond the counters of `s`, and ran in the other, whose rows
 * are `ran`: the change of its count is not one. NULL: there is none. */
const char *comparison_beyond(const struct compared *s, const struct compared *other,
	const struct table *ran);
