/* SPDX-License-Identifier: ISC
 * export.c - what writers of formats share; the contract is export.h.
 */
#include "export.h"

#include <inttypes.h>

double export_seconds(const struct export *e, uint64_t count)
{
	return (double)count * e->profile->config.period / (double)e->hz;
}

const char *export_how(const struct profile *p, char *buffer, size_t size)
{
	if (p->config.period == 1)
		snprintf(buffer, size, "every %s", p->config.source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle");
	else
		snprintf(buffer, size, "one sample every %" PRIu32 " %s", p->config.period, profile_source(p));
	return buffer;
}
