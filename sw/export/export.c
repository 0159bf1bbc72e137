/* SPDX-License-Identifier: ISC
 * export.c - what writers of formats share; the contract is export.h.
 */
#include "export.h"

#include <inttypes.h>

#define ADDRESS(name) &export_##name,
const struct export_format *const export_formats[] = { EXPORTS(ADDRESS) NULL };

/* The counters may contradict each other, and a unit's call tree has its own. */
uint64_t export_largest(const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	const struct call_rest rest = profile_call_rest(p);
	unsigned __int128 most = 0, retired = 0;

	for (uint32_t i = 0; i < p->n_retired_at; i++)
		retired += p->retired_at[i];
	const unsigned __int128 sums[] = { retired, c->ticks, rest.ticks,
		(unsigned __int128)profile_bin_sum(p) + c->outside + c->filtered + c->idle + c->lost
			+ c->pending,
		(unsigned __int128)call_tree_cycles(&p->calls) + call_rest_ticks(&rest) };
	for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
		most = sums[i] > most ? sums[i] : most;
	return most < UINT64_MAX ? (uint64_t)most : UINT64_MAX;
}

double export_seconds(const struct export *e, uint64_t count)
{
	return (double)count * e->profile->config.period / (double)e->hz;
}

const char *export_how(const struct profile *p, char *buffer, size_t size)
{
	char events[128];

	if (p->config.period == 1)
		snprintf(buffer, size, "every %s%s",
			p->config.source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle",
			profile_events(p, events, sizeof events));
	else
		snprintf(buffer, size, "one sample every %" PRIu32 " %s", p->config.period,
			profile_source(p));
	return buffer;
}

void export_invariant(FILE *f, const struct profile *p)
{
	struct outcome all[OUTCOMES];

	profile_outcomes(&p->counters, all);
	fprintf(f, "TICKS %" PRIu64 " = HITS %" PRIu64, p->counters.ticks, p->counters.hits);
	for (size_t i = 0; i < OUTCOMES; i++)
		fprintf(f, " + %s %" PRIu64, all[i].name, all[i].count);
}
