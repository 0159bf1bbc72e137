/* SPDX-License-Identifier: ISC
 * diff_contexts.h - two call trees context by context: what grew, what shrank.
 *
 * Contexts are matched by the names of the functions from the root to them. Every cycle of both is
 * in exactly one row.
 */
#pragma once

#include "sw/report/contexts.h"
#include "diff.h"

/* A row is named "innermost < its caller < ...", "f x3" where f called itself; only the first `top`
 * rows (0: all) are. a and b must outlive the diff. */
struct diff diff_contexts(const struct contexts *a, const struct contexts *b, uint64_t top);
