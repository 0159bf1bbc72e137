/* SPDX-License-Identifier: ISC
 * check.h - verdicts of a C test.
 *
 * A condition that does not hold is printed with its place, and the test goes on; its main ends
 * with `return checks_failed();`. The files of one program share the counters.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#define CHECKS_SHOWN 20u /* of those that failed */

__attribute__((weak)) unsigned checks_made, checks_wrong;

/* Returns whether it holds. */
#define CHECK(condition) check_at(__FILE__, __LINE__, #condition, (condition) ? 1 : 0)

/* Of two integers that must be equal. */
#define CHECK_EQUAL(is, wanted) \
	check_equal_at(__FILE__, __LINE__, #is, (long long)(is), (long long)(wanted))

static inline int check_at(const char *file, int line, const char *text, int holds)
{
	checks_made++;
	if (!holds && ++checks_wrong <= CHECKS_SHOWN)
		printf("not ok %s:%d: %s\n", file, line, text);
	return holds;
}

static inline int check_equal_at(
	const char *file, int line, const char *text, long long is, long long wanted)
{
	int holds = check_at(file, line, text, is == wanted);

	if (!holds && checks_wrong <= CHECKS_SHOWN)
		printf("    is %lld, not %lld\n", is, wanted);
	return holds;
}

/* The exit status. */
static inline int checks_failed(void)
{
	printf("%s: %u checks, %u failed\n", checks_wrong ? "not ok" : "ok", checks_made,
		checks_wrong);
	return checks_wrong != 0;
}

#endif
