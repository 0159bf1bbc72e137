/* SPDX-License-Identifier: ISC
 * flame.h - a flame graph: calling contexts as boxes, each on its caller's and as wide as its
 * cycles.
 *
 * A box's colour is that of its name: the more cycles all contexts of that name have of their own,
 * the hotter. In a picture, what is narrower than a pixel or very deep is summed up in grey boxes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "export.h"
#include "sw/base/intern.h"
#include "sw/report/contexts.h"

struct flame {
	struct contexts contexts;
	const char *firmware, *core;
	bool places;		/* contexts are places in the source, each in the one below it */
	struct intern names;
	uint32_t *name;		/* of each context, its number in names */
	uint64_t *own;		/* of each name */
	uint64_t most;		/* of them */
};

/* f->firmware and f->core are set even if the answer is false: there is no call tree that adds up
 * to TICKS. */
bool flame_of(struct flame *f, const struct export *e);
void flame_names(struct flame *f);	/* numbers the names of contexts that were made otherwise */
void flame_close(struct flame *f);

extern const char svg_css[];	/* sw/export/html/svg.css */
