/* SPDX-License-Identifier: ISC
 * pcsample.h - pcsample(2) of Solaris: stores program counters in order until the array is full.
 *
 * Returns the number of samples that the previous call stored: 0 the first time and after profil(),
 * since each call replaces the other. Returns -1 with errno EINVAL if nsamples is negative.
 * nsamples 0 stops.
 */
#ifndef PCSAMPLE_H
#define PCSAMPLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

long pcsample(uintptr_t samples[], long nsamples);

#ifdef __cplusplus
}
#endif

#endif
