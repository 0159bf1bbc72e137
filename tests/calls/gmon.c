/* SPDX-License-Identifier: ISC
 * gmon.c - a program with known calls, for tests/calls/gmon.sh.
 */
#include <stdio.h>

static volatile unsigned sum;

__attribute__((noinline)) void hot(unsigned n)
{
	while (n--)
		sum += n;
}

__attribute__((noinline)) void warm(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		hot(100);
}

__attribute__((noinline, optimize("no-optimize-sibling-calls,no-inline"))) unsigned fib(unsigned n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
	warm(200);
	hot(20000);
	printf("fib %u\n", fib(16));
	return 0;
}
