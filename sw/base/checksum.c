/* SPDX-License-Identifier: ISC
 * checksum.c - CRC-32 of large files; the contract is checksum.h.
 *
 * Folds four lanes of 16 bytes forward by 64 bytes at a time, with the carry-less multiplication (V. Gopal et al.,
 * "Fast CRC computation for generic polynomials using PCLMULQDQ", Intel 2009). zlib does the rest, and everything on
 * other processors.
 */
#include "checksum.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>

#define FAST __attribute__((target("pclmul,sse4.1")))
#define LEAST 256u		/* bytes; below that zlib is as fast */

/* x^(512+32), x^(512-32), x^(128+32), x^(128-32) modulo the polynomial, bits reversed and shifted left by one. */
static const uint64_t by_64_bytes[2] = { 0x154442bd4, 0x1c6e41596 }, by_16_bytes[2] = { 0x1751997d0, 0x0ccaa009e };

static FAST __m128i load(const uint8_t *at)
{
	return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static FAST __m128i fold(__m128i lane, __m128i by, __m128i next)
{
	return _mm_xor_si128(next, _mm_xor_si128(_mm_clmulepi64_si128(lane, by, 0x00), _mm_clmulepi64_si128(lane, by, 0x11)));
}

/* Folds n bytes, at least 64 and a multiple of 64, into 16 bytes with the same remainder. */
static FAST void fold_all(const uint8_t *bytes, size_t n, uint8_t remainder[16])
{
	const __m128i far = load((const uint8_t *)by_64_bytes), near = load((const uint8_t *)by_16_bytes);
	__m128i lane[4];

	for (int i = 0; i < 4; i++)
		lane[i] = load(bytes + 16 * i);
	lane[0] = _mm_xor_si128(lane[0], _mm_cvtsi32_si128(-1));
	for (size_t at = 64; at < n; at += 64)
		for (int i = 0; i < 4; i++)
			lane[i] = fold(lane[i], far, load(bytes + at + 16 * i));
	for (int i = 1; i < 4; i++)
		lane[i] = fold(lane[i - 1], near, lane[i]);
	_mm_storeu_si128((__m128i *)(void *)remainder, lane[3]);
}

uint32_t checksum(const uint8_t *bytes, size_t n)
{
	uint8_t remainder[16];
	size_t whole = n & ~(size_t)63;

	if (n < LEAST || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
		return (uint32_t)crc32_z(0, bytes, n);
	fold_all(bytes, whole, remainder);
	/* 0xffffffff cancels zlib's initial inversion, which fold_all has made */
	uint32_t sum = (uint32_t)crc32_z(0xffffffffu, remainder, sizeof remainder);
	return (uint32_t)crc32_z(sum, bytes + whole, n - whole);
}
#else
uint32_t checksum(const uint8_t *bytes, size_t n)
{
	return (uint32_t)crc32_z(0, bytes, n);
}
#endif
