/* SPDX-License-Identifier: ISC
 * calls.c - firmware/lib/calls.h by system calls of this kernel.
 *
 * The kernel maps pages of a live buffer uncached, where VexRiscv's atomic instructions fail
 * silently. So a buffer that shares a page with variables marked PROFIL_ATOMIC is illegal.
 */
#include <errno.h>

#include "firmware/lib/calls.h"
#include "user.h"

extern char __atomic_start[], __atomic_end[];

static int has_atomics(const volatile void *buf, uint64_t bytes)
{
	uint32_t first = (uint32_t)(uintptr_t)buf / PAGE, low = (uint32_t)(uintptr_t)__atomic_start,
		high = (uint32_t)(uintptr_t)__atomic_end;

	return bytes && low < high && first <= (high - 1) / PAGE
		&& ((uint32_t)(uintptr_t)buf + bytes - 1) / PAGE >= low / PAGE;
}

int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size,
	uint32_t offset, uint32_t scale)
{
	return sys_profil(as, has_atomics(buf, size) ? NULL : buf, size, offset, scale);
}

int32_t pcsample_call(const volatile void *samples, int32_t n)
{
	return n > 0 && has_atomics(samples, (uint64_t)n * 4) ? -EFAULT : sys_pcsample(samples, n);
}

int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	if (spcnt && has_atomics(spcnt, 12 + (uint64_t)numents * (intsize ? 4 : 8)))
		return -EFAULT;
	return sys_sprofil(spcnt, numents, lowpc, intsize);
}
