/* SPDX-License-Identifier: ISC
 * profil_sysv.c - profil(2) of System V (Atari System V 1.1-06).
 */
#include "calls.h"
#include "profil.h"

void profil(unsigned short *buff, size_t bufsiz, int offset, unsigned scale)
{
	profil_call(PROFIL_SYSV, buff, bufsiz, (uint32_t)offset, scale);
}
