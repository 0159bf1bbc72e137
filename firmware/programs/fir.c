/* SPDX-License-Identifier: ISC
 * fir.c - a filter over a ring of samples: README.md finds what its % costs on a core that divides
 * bit by bit. MENDED, it counts instead.
 */
#include <stdio.h>

__attribute__((noipa)) static int fir(const short *factors, const short *ring, int taps, int at)
{
	int sum = 0;

	for (int i = 0; i < taps; i++) {
		sum += factors[i] * ring[at];
#ifdef MENDED
		at = at + 1 == taps ? 0 : at + 1;
#else
		at = (at + 1) % taps;
#endif
	}
	return sum;
}

int main(void)
{
	enum { TAPS = 9 };
	static const short factors[TAPS] = { 3, 9, 22, 38, 51, 38, 22, 9, 3 };
	static short ring[TAPS];
	unsigned hash = 0;

	for (int n = 0; n < 500; n++) {
		ring[n % TAPS] = n % 50 < 25 ? 100 : -100;
		hash = 31 * hash + fir(factors, ring, TAPS, (n + 1) % TAPS);
	}
	printf("fir: %08x\n", hash);
	return 0;
}
