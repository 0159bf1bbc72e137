/* SPDX-License-Identifier: ISC
 * memory.c - memcpy and memset by words, eight at a time, because whole pages are copied here and a
 * picolibc built for size copies byte by byte. Compile with -fno-tree-loop-distribute-patterns, or
 * GCC makes them call themselves.
 */
#include <stddef.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	if ((((uintptr_t)d ^ (uintptr_t)s) & 3) == 0) {
		for (; n && (uintptr_t)d & 3; n--)
			*d++ = *s++;
		for (; n >= 32; n -= 32, d += 32, s += 32) {
			const word *f = (const word *)s;
			word a = f[0], b = f[1], c = f[2], e = f[3], g = f[4], h = f[5], i = f[6],
			     j = f[7];
			word *t = (word *)d;
			t[0] = a, t[1] = b, t[2] = c, t[3] = e, t[4] = g, t[5] = h, t[6] = i,
			t[7] = j;
		}
		for (; n >= 4; n -= 4, d += 4, s += 4)
			*(word *)d = *(const word *)s;
	}
	while (n--)
		*d++ = *s++;
	return to;
}

void *memset(void *to, int c, size_t n)
{
	uint8_t *d = to;
	word w = (uint8_t)c * 0x01010101u;

	for (; n && (uintptr_t)d & 3; n--)
		*d++ = (uint8_t)c;
	for (; n >= 32; n -= 32, d += 32) {
		word *t = (word *)d;
		t[0] = w, t[1] = w, t[2] = w, t[3] = w, t[4] = w, t[5] = w, t[6] = w, t[7] = w;
	}
	for (; n >= 4; n -= 4, d += 4)
		*(word *)d = w;
	while (n--)
		*d++ = (uint8_t)c;
	return to;
}
