/* SPDX-License-Identifier: ISC
 * update.h - budgets from a capture: what it has become the bound.
 */
#pragma once

#include "measured.h"

/* Rewrites the file: each bound in place, but for those in percent. If there is no such file,
 * writes a new one: the whole run, its stack, its longest latency, the functions that took most.
 * False: one line was printed, and the file is as it was. */
bool update_budgets(const char *path, const struct measured *m);
