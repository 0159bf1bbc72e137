/* SPDX-License-Identifier: ISC
 * flame.h - a flame graph: calling contexts as boxes, each on its caller's and as wide as its
 * cycles.
 *
 * A box's colour is that of its name: the more cycles all contexts of that name have of their own,
 * the hotter. In a picture, what is narrower than a pixel or deeper than FLAME_DEEPEST is summed up
 * in grey boxes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "export.h"
#include "sw/base/intern.h"
#include "sw/report/contexts.h"

enum { FLAME_HEATS = 8, FLAME_DEEPEST = 100 };

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
const char *flame_box(const struct flame *f);	/* what a box is, as the beginning of a sentence */
unsigned flame_heat(const struct flame *f, size_t context);	/* 0 ... FLAME_HEATS - 1 */

/* flame_svg.c: an element <svg>, with its style if it stands alone. */
void flame_svg(FILE *to, const struct flame *f, bool alone);

extern const char svg_css[];	/* sw/export/html/svg.css */
