/* SPDX-License-Identifier: ISC
 * arith.c - products, quotients and shifts of every width: of the core where it has them, else of libgcc.
 */
#include <stdint.h>
#include <stdio.h>

static uint32_t seed = 1;

static uint32_t next(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

int main(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < 200; i++) {
		uint32_t a = next() >> (next() & 31), b = next() >> (next() & 31) | 1;
		sum += (uint64_t)a * b + a / b + a % b;
		sum ^= (uint64_t)((int32_t)a / (int32_t)b) << (b & 63);
		sum += ((int64_t)(int32_t)a * (int32_t)b) >> (a & 31);
		sum ^= sum / b;
	}
	printf("arith %08lx%08lx\n", (unsigned long)(sum >> 32), (unsigned long)sum);
	return 0;
}
