/* SPDX-License-Identifier: ISC
 * reach.c - a loop without an end that reaches three variables: once, three times, sixteen times.
 */
volatile unsigned rare[8], often[8], table[64] = { 1 };

void _start(void)
{
	for (unsigned i = 0;; i++) {
		rare[0] = i;
		for (unsigned n = 0; n < 3; n++)
			often[n] = i;
		for (unsigned n = 0; n < 16; n++)
			(void)table[i * 4 + n & 63];
	}
}
