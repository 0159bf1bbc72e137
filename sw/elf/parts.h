/* SPDX-License-Identifier: ISC
 * parts.h - parts of functions that compilers laid elsewhere ("f.cold").
 */
#pragma once

#include "symbols.h"

/* Makes each part's code its function's: then `symbols` has one function for both. A local symbol
 * named as a part is one unless something calls it; of several functions of that name it belongs to
 * the one that jumps there or back. im: the program's bytes. */
void parts_join(struct symbols *s, const struct image *im);
