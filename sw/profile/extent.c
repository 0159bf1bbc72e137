/* SPDX-License-Identifier: ISC
 * extent.c - what a profile is of: a whole run, or something else; the contract is profile.h.
 */
#include "profile.h"

#include <inttypes.h>
#include <stdio.h>

#include "sw/base/error.h"

const char *const profile_extents[] = { "whole", "recorded", "cut off", "faulted", "simulated" };

/* Cycles in no cell of a tree are those behind the last instruction, or more: then it slept. */
#define LONGEST_WAIT 4096u

/* The unit counts from the core's first cycle to its last, unless the firmware stops it. Samples
 * lack the periods that were cut off at both ends of the run, and jitter has a mean of 0. */
static bool counted_the_run(const struct profile *p)
{
	const struct tally_config *c = &p->config;
	double all = (double)(c->source == TALLY_SOURCE_RETIRE ? p->retired : p->cycles);
	double apart = (double)p->counters.ticks * c->period - all;

	if (c->period == 1)
		return apart == 0;
	apart = ((apart < 0 ? -apart : apart) - 2.0 * c->period) / (double)(4ull << c->jitter);
	return apart <= 0 || (c->jitter && apart * apart <= (double)p->counters.ticks + 1);
}

void profile_find_extent(struct profile *p)
{
	p->extent = p->sticky & PROFILE_FAULT ? PROFILE_FAULTED
		: p->sticky & PROFILE_USED ? PROFILE_SIMULATED
		: p->end == END_RECORDED ? PROFILE_RECORDED
		: p->end == END_LIMIT || p->end == END_INTERRUPT ? PROFILE_CUT_OFF : PROFILE_WHOLE;
}

static void count_by_tree(struct profile *p)
{
	uint64_t tree = call_tree_cycles(&p->calls), rest = p->cycles - tree;

	profile_count_cells(p);
	p->counters = (struct tally_counters){ .ticks = p->cycles, .hits = profile_bin_sum(p),
		.idle = rest > LONGEST_WAIT ? rest : 0, .pending = rest > LONGEST_WAIT ? 0 : rest };
	p->counters.outside = tree - p->counters.hits;
	p->sticky |= PROFILE_USED;
}

bool profile_end_run(struct profile *p, const char *name)
{
	bool good = counted_the_run(p);

	if (!good && (!p->calls.n_nodes || p->calls.of_unit))
		return fail("%s: no count is of the run: the firmware used the unit itself; `tally "
			"run --no-profile` leaves it to the firmware", name);
	if (!good)
		count_by_tree(p);
	profile_find_extent(p);
	return true;
}

const char *profile_extent_text(const struct profile *p, char *buffer, size_t size)
{
	switch (p->extent) {
	case PROFILE_SIMULATED:
		snprintf(buffer, size, "the firmware used the unit itself: counts are the "
			"simulator's own, of all %" PRIu64 " cycles; `tally run --no-profile` "
			"leaves the unit to the firmware", p->cycles);
		break;
	case PROFILE_CUT_OFF:
		snprintf(buffer, size, "its run was cut off by %s after %" PRIu64 " cycles", p->end
			== END_LIMIT ? "--cycles" : "a signal", p->cycles);
		break;
	case PROFILE_FAULTED:
		snprintf(buffer, size, "the unit stopped at a fault: what came after it is not "
			"counted");
		break;
	default:
		return NULL;
	}
	return buffer;
}

const char *profile_ticks_word(const struct profile *p)
{
	return p->extent == PROFILE_SIMULATED ? "cycles" : "TICKS";
}

void profile_note_extent(const struct profile *p, const char *name)
{
	char text[256];

	if (profile_extent_text(p, text, sizeof text))
		note("%s: %s", name, text);
}
