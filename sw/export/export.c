/* SPDX-License-Identifier: ISC
 * export.c - what writers of formats share; the contract is export.h.
 */
#include "export.h"

#include <inttypes.h>

#define ADDRESS(name) &export_##name,
const struct export_format *const export_formats[] = { EXPORTS(ADDRESS) NULL };

static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* The counters may contradict each other, and a unit's call tree has its own. */
uint64_t export_largest(const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	const struct call_rest rest = profile_call_rest(p);
	uint64_t retired = 0, counts = add(profile_bin_sum(p), add(add(c->outside, c->filtered),
		add(add(c->idle, c->lost), c->pending)));
	const uint64_t others[] = { c->ticks, rest.ticks,
		add(call_tree_cycles(&p->calls), call_rest_ticks(&rest)) };

	for (uint32_t i = 0; i < p->n_retired_at; i++)
		retired = add(retired, p->retired_at[i]);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		counts = others[i] > counts ? others[i] : counts;
	return retired > counts ? retired : counts;
}

double export_seconds(const struct export *e, uint64_t count)
{
	return (double)count * e->profile->config.period / (double)e->hz;
}

const char *export_how(const struct profile *p, char *buffer, size_t size)
{
	char events[128];

	if (p->config.period == 1)
		snprintf(buffer, size, "every %s%s", p->config.source == TALLY_SOURCE_RETIRE
			? "instruction" : "cycle", profile_events(p, events, sizeof events));
	else
		snprintf(buffer, size, "one sample every %" PRIu32 " %s", p->config.period,
			profile_source(p));
	return buffer;
}

void export_law(FILE *f, const struct profile *p)
{
	struct outcome all[OUTCOMES];

	profile_outcomes(&p->counters, all);
	fprintf(f, "TICKS %" PRIu64 " = HITS %" PRIu64, p->counters.ticks, p->counters.hits);
	for (size_t i = 0; i < OUTCOMES; i++)
		fprintf(f, " + %s %" PRIu64, all[i].name, all[i].count);
}
