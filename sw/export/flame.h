/* SPDX-License-Identifier: ISC
 * flame.h - a flame graph: calling contexts as boxes, each on its caller's and as wide as its
 * cycles; also the calls that the compiler inlined.
 *
 * A box's colour is that of its name: the more cycles all contexts of that name have of their own,
 * the hotter; paler, if it is an inlined call. In a picture, what is narrower than a pixel or very
 * deep is summed up in grey boxes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "export.h"
#include "sw/base/intern.h"
#include "sw/report/contexts.h"

struct flame {
	struct contexts calls;	/* without inlined calls, as `report --tree` has them */
	struct contexts contexts;	/* in both, with e->why, causes as contexts */
	bool *inlined;		/* of each of `contexts`: is it an inlined call? */
	size_t inlined_room;
	struct intern names;
	uint32_t *name;		/* of each of `contexts`, its number in names */
	uint64_t *own;		/* of each name */
	uint64_t most;		/* of them */
};

/* False: there is no call tree that adds up to TICKS, and *f is empty. */
bool flame_of(struct flame *f, const struct export *e);
void flame_close(struct flame *f);
