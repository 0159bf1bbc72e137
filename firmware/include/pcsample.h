/* SPDX-License-Identifier: ISC
 * pcsample.h - pcsample(2) of Solaris: program counters, one after another, until the array is full.
 *
 * Returns the number of samples that the call before it stored (0 the first time, or after profil(), which it replaces and which
 * replaces it), or -1 with errno EINVAL: nsamples is negative. nsamples 0 stops.
 */
#ifndef PCSAMPLE_H
#define PCSAMPLE_H

#include <stdint.h>

long pcsample(uintptr_t samples[], long nsamples);

#endif
