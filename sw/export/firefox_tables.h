/* SPDX-License-Identifier: ISC
 * firefox_tables.h - the tables of the Firefox Profiler's processed profile: strings, frames,
 * stacks, samples.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "sw/base/intern.h"
#include "sites.h"

enum firefox_category { CATEGORY_OTHER, CATEGORY_CODE, CATEGORY_INLINED };

struct firefox {
	struct intern strings, sources, funcs, symbols, frames, stacks;
	struct sums samples;	/* by numbers of stacks that end a site's chain */
	/* of the site added last: the stack that ends with each of its frames */
	int64_t *ends;
	size_t ends_room;
};

void firefox_add(struct firefox *x, const struct site *site);
int64_t firefox_string(struct firefox *x, const char *text);	/* its number */

/* The member "shared", with a comma after it; elf: the library's name. Afterwards nothing may be
 * added. */
void firefox_put_shared(FILE *f, struct firefox *x, const char *elf);
/* the column "stack", with a comma */
void firefox_put_stacks_of_samples(FILE *f, const struct firefox *x);
void firefox_free(struct firefox *x);
