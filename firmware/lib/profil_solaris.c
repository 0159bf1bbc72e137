/* SPDX-License-Identifier: ISC
 * profil_solaris.c - profil(2) of Solaris 11.4 and illumos.
 */
#define SOLARIS_PROFIL
#include "calls.h"
#include "profil.h"

void profil(unsigned short *buff, unsigned int bufsiz, unsigned int offset, unsigned int scale)
{
	profil_call(PROFIL_SOLARIS, buff, bufsiz, offset, scale);
}
