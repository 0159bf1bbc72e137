/* SPDX-License-Identifier: ISC
 * pcsample.c - pcsample(2) of Solaris.
 */
#include "calls.h"
#include "pcsample.h"

long pcsample(uintptr_t samples[], long nsamples)
{
	return call_result(pcsample_call(samples, nsamples));
}
