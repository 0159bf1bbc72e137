/* SPDX-License-Identifier: ISC
 * ran.c - how often each instruction ran; the contract is ran.h.
 *
 * An instruction that runs has a cycle of its own, so cycles tell whether it did, if each is a
 * tick.
 */
#include "ran.h"

#include <inttypes.h>

#include "sw/base/error.h"

/* Has each instruction a counter of its own? */
static bool is_fine(const struct profile *p, const struct image *im)
{
	uint64_t least = im->flags & EF_RISCV_RVC ? 2 : 4;	/* bytes of an instruction */

	return least * p->config.scale >= 2 * TALLY_SCALE_ONE;
}

static void note_lost(const struct profile *p)
{
	uint64_t lost = p->counters.lost + p->counters.filtered;

	if (lost || p->sticky & PROFILE_FULL)
		note("%" PRIu64 " ticks were LOST or FILTERED%s: what has no count may have run "
			"in them", lost, p->sticky & PROFILE_FULL ? ", and the unit stopped" : "");
}

bool ran_open(struct ran *r, const struct profile *p, const struct image *im)
{
	*r = (struct ran){ .profile = p, .often = true, .each = true };
	if (profile_in_turns(p))
		return fail("export: lcov: this profile counted instructions and causes in turns, "
			"so what has no count may have run; record it without --why");
	if (p->retired_at)
		return true;
	if (p->config.period != 1 || p->config.source == TALLY_SOURCE_EVENT)
		return fail("export: lcov: this profile has %s, so what has no count may have run; "
			"count every cycle or instruction (--period 1)",
			p->config.period != 1 ? "samples" : "only some cycles");
	r->each = is_fine(p, im);
	r->often = p->config.source == TALLY_SOURCE_RETIRE && r->each;
	note_lost(p);
	return true;
}

uint64_t ran_at(const struct ran *r, uint32_t pc)
{
	const struct profile *p = r->profile;
	uint32_t at = (pc - p->config.offset) / 2;

	if (p->retired_at)
		return at < p->n_retired_at ? p->retired_at[at] : RAN_UNKNOWN;
	int64_t slot = tally_slot(pc, p->config.offset, p->config.scale,
		p->slots * PROFILE_BIN_BYTES, PROFILE_BIN_BYTES);
	return slot < 0 ? RAN_UNKNOWN : p->bins[slot];
}
