/* SPDX-License-Identifier: ISC
 * profil_bsd.c - profil(2) of OpenBSD 2.6.
 */
#define BSD_PROFIL
#include "calls.h"
#include "profil.h"

int profil(char *samples, size_t size, u_long offset, u_int scale)
{
	return (int)call_result(profil_call(PROFIL_BSD, samples, size, offset, scale));
}
