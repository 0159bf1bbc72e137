/* SPDX-License-Identifier: ISC
 * calls.c - firmware/lib/calls.h by system calls of this kernel.
 */
#include "firmware/lib/calls.h"
#include "user.h"

int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size,
	uint32_t offset, uint32_t scale)
{
	return sys_profil(as, buf, size, offset, scale);
}

int32_t pcsample_call(const volatile void *samples, int32_t n)
{
	return sys_pcsample(samples, n);
}

int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	return sys_sprofil(spcnt, numents, lowpc, intsize);
}
