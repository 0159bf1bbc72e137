/* SPDX-License-Identifier: ISC
 * costs.h - the parts of tests/kernel/costs.c: what is known of a measurement, and the tables made of it.
 */
#ifndef COSTS_H
#define COSTS_H

#include "sim/rig.h"

enum {
	COSTS = 64,			/* measurements at most */
	SWITCHES = 1 << 15,		/* context switches of one, at most: of the others the cycles are not told */
	BLOCK = 16, BLOCKS = 2045,	/* as in tests/kernel/costs_user.c: bytes of the kernel's text a counter, counters */
};

enum cost_kind { PROFIL, SPROFIL, SWITCH, KINDS };

struct cost {
	enum cost_kind kind;
	char work[16], way[32];		/* what ran; what profiled */
	uint32_t tick, period;		/* timer; profiler, 0: none: cycles */

	/* by the core: cycles. total = user + kernel + idle, but for an instruction under way at either end */
	uint64_t user, kernel, idle, total, stolen;
	uint32_t switches, switch_cycles[SWITCHES];	/* of prof_switch */
	uint32_t blocks[BLOCKS];	/* the kernel's, by block of its text */

	/* by the profiler: samples */
	uint32_t ticks, hits, system, lost, unit_stolen;	/* profil's clock */
	uint32_t user_hits, idle_hits;	/* sprofil's totals; b_syhits is `system` */
	uint32_t hits_in[BLOCKS];	/* sprofil's counters */
};

/* costs_table.c: all as Markdown on stdout. clock_hz: cycles a second that the rates are told for. cycles: of the whole run. */
void costs_print(struct cost *c, unsigned n, uint32_t clock_hz, uint64_t cycles);

#endif
