/* SPDX-License-Identifier: ISC
 * coverage_gcov.c - sends libgcov's counters over the console when the program exits: lines
 * "@gcda NAME HEX".
 */
#include <gcov.h>
#include <stdio.h>
#include <stdlib.h>

/* of the section that -fprofile-info-section names */
extern const struct gcov_info *const __start_gcov_info[], *const __stop_gcov_info[];

static void put_name(const char *name, void *unused)
{
	(void)unused;
	printf("\n@gcda %s ", name);
}

static void put_bytes(const void *bytes, unsigned n, void *unused)
{
	(void)unused;
	for (const unsigned char *at = bytes; n--; at++) {
		putchar("0123456789abcdef"[*at >> 4]);
		putchar("0123456789abcdef"[*at & 15]);
	}
}

static void *take_memory(unsigned n, void *unused)
{
	(void)unused;
	return malloc(n);
}

static void put_counters(void)
{
	for (const struct gcov_info *const *i = __start_gcov_info; i != __stop_gcov_info; i++)
		__gcov_info_to_gcda(*i, put_name, put_bytes, take_memory, NULL);
	printf("\n");
}

__attribute__((constructor)) static void at_exit(void)
{
	atexit(put_counters);
}
