/* SPDX-License-Identifier: ISC
 * sprofil.c - sprofil(2) of CB-UNIX 2.1.
 */
#include "calls.h"
#include "sys/sprof.h"

_Static_assert(
	sizeof(struct SPCNT) == SPCNT_BYTES && sizeof(struct NHIT) == sizeof(struct tally_symbol),
	"the unit's table");

int sprofil(struct SPCNT *spcnt, unsigned numents, caddr_t lowpc, unsigned intsize)
{
	return (int)call_result(sprofil_call(spcnt, numents, (uint32_t)lowpc, intsize));
}
