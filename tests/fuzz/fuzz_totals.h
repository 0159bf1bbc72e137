/* SPDX-License-Identifier: ISC
 * fuzz_totals.h - the sum of all counts in an export, read back without the tool's code.
 */
#ifndef FUZZ_TOTALS_H
#define FUZZ_TOTALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads `size` bytes (a NUL follows them) of format `name`. *bins_only: it omits ticks that are in no bin.
 * false: it is damaged. *sum is UINT64_MAX for a format that this cannot add up. */
bool fuzz_total(const char *name, const char *text, size_t size, uint64_t *sum, bool *bins_only);

#endif
