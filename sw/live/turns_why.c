/* SPDX-License-Identifier: ISC
 * turns_why.c - what cycles waited for, one cause at a time; the contract is turns.h.
 */
#include <inttypes.h>

#include "sw/base/error.h"
#include "sw/elf/symbols.h"
#include "turns.h"

/* As of the turns of all cycles. */
static uint64_t scaled(const struct turns *t, unsigned kind, uint32_t bin)
{
	return turns_scaled(t, kind, t->bins[kind][bin], t->ms[TURN_ALL]);
}

static void keep(const struct turns *t, struct profile *p)
{
	uint32_t n = (uint32_t)((profile_bin_pc(p, p->slots) - p->config.offset + 1) / 2);

	p->n_retired_at = n;
	p->retired_at = allocate(n, sizeof *p->retired_at);
	p->waits_at = allocate(n, sizeof *p->waits_at);
	for (uint32_t i = 0; i < p->slots; i++) {
		uint64_t pc = symbols_code(&t->live->firmware.symbols, profile_bin_pc(p, i),
			profile_bin_pc(p, i + 1));
		uint32_t at = (uint32_t)(pc - p->config.offset) / 2;
		p->bins[i] = t->bins[TURN_ALL][i];
		p->retired_at[at] += scaled(t, TURN_RETIRED, i);
		p->retired += scaled(t, TURN_RETIRED, i);
		for (unsigned c = 0; c < CAUSES; c++)
			p->waits_at[at].of[c] += scaled(t, TURN_CAUSE + c, i);
	}
	p->config.source = TALLY_SOURCE_CLK;
	p->config.lines = 0;
	p->counters = t->all;
	p->cycles = t->all.ticks;
	p->sticky = t->sticky;
}

static bool is_whole(const struct turns *t)
{
	const char *path = t->live->port.path;
	const struct profile *p = &t->live->profile;
	struct waits waits = profile_waits(p);
	double sum = (double)(waits_sum(&waits) + p->retired + p->counters.idle);

	if (waits_sum(&waits) && p->cycles && (sum < 0.9 * (double)p->cycles
		|| sum > 1.1 * (double)p->cycles))
		note("%s: the parts add up to %.0f%% of all cycles: the program does not repeat "
			"itself so soon; record for longer", path, 100 * sum / (double)p->cycles);
	return waits_sum(&waits) || fail("%s: no cause was counted: does this board wire its "
		"core's causes to event_i? (rtl/tap/CAUSES.md)", path);
}

bool turns_why(struct live *v, uint64_t seconds)
{
	struct turns t = { .live = v, .n = TURN_KINDS };

	for (unsigned i = 0; i < TURN_KINDS; i++)
		t.kinds[i] = i;
	bool good = turns_take(&t, seconds);
	if (good) {
		keep(&t, &v->profile);
		good = is_whole(&t);
	}
	turns_free(&t);
	return good;
}
