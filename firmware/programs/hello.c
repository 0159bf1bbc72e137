/* SPDX-License-Identifier: ISC
 * hello.c - the smallest program worth profiling: computes and prints.
 */
#include <stdio.h>

static unsigned collatz(unsigned n)
{
	unsigned steps = 0;

	while (n != 1) {
		n = n & 1 ? 3 * n + 1 : n / 2;
		steps++;
	}
	return steps;
}

int main(void)
{
	unsigned best = 1, most = 0;

	for (unsigned n = 1; n < 3000; n++) {
		unsigned steps = collatz(n);
		if (steps > most) {
			most = steps;
			best = n;
		}
	}
	printf("hello: below 3000, %u takes longest: %u steps\n", best, most);
	return most == 216 ? 0 : 1;
}
