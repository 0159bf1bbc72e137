/* SPDX-License-Identifier: ISC
 * profile.c - one profile: how it was taken, the counts, how the run ended; the contract is profile.h.
 */
#include "profile.h"

#include <stdlib.h>

void profile_free(struct profile *p)
{
	free(p->core);
	free(p->bins);
	free(p->retired_at);
	free(p->elf_path);
	*p = (struct profile){ 0 };
}

const char *profile_source(const struct profile *p)
{
	return p->config.source == TALLY_SOURCE_RETIRE ? "instructions" : "cycles";
}

const char *profile_unit(const struct profile *p)
{
	return p->config.period > 1 ? "samples" : profile_source(p);
}

/* The smallest delta with (((delta * scale) >> 16) + round) >> 1 == slot. */
uint64_t profile_bin_pc(const struct profile *p, uint32_t slot)
{
	uint64_t byte = 2ull * slot;
	uint64_t delta, end = 1ull << 32;

	byte = byte > p->config.round ? byte - p->config.round : 0;
	delta = p->config.scale ? ((byte << 16) + p->config.scale - 1) / p->config.scale : end;
	return delta < end - p->config.offset ? p->config.offset + delta : end;
}

uint64_t profile_bin_sum(const struct profile *p)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->slots; i++)
		sum += p->bins[i];
	return sum;
}

bool profile_law_holds(const struct tally_counters *c)
{
	return c->ticks == c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
}

bool profile_classes_hold(const struct tally_counters *c)
{
	return c->ticks - c->pending == c->user + c->system + c->idle_class;
}

bool profile_failed(const struct profile *p)
{
	return p->end == END_TRAP || (p->end == END_FINISHER && p->exit_code != 0);
}
