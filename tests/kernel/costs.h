/* SPDX-License-Identifier: ISC
 * costs.h - the parts of tests/kernel/costs.c: the record of a measurement, and the tables made of it.
 */
#ifndef COSTS_H
#define COSTS_H

#include "sim/rig.h"

enum {
	COSTS = 64,			/* at most */
	SWITCHES = 1 << 15,		/* recorded context switches, at most; further ones are counted without their cycles */
	BLOCK = 16, BLOCKS = 2045,	/* as in tests/kernel/costs_user.c: bytes of kernel text per counter, counters */
};

enum cost_kind { PROFIL, SPROFIL, SWITCH, KINDS };

struct cost {
	enum cost_kind kind;
	char work[16], way[32];		/* what ran; what profiled */
	uint32_t tick, period;		/* of the timer, of the profiler (0: none), in cycles */

	/* by the core, in cycles. total = user + kernel + idle, except for an instruction in flight at either end */
	uint64_t user, kernel, idle, total, stolen;
	uint32_t switches, switch_cycles[SWITCHES];	/* of prof_switch */
	uint32_t blocks[BLOCKS];	/* kernel cycles by block of its text */

	/* by the profiler, in samples */
	uint32_t ticks, hits, system, lost, unit_stolen;	/* profil's clock */
	uint32_t user_hits, idle_hits;	/* sprofil's totals; b_syhits is `system` */
	uint32_t hits_in[BLOCKS];	/* sprofil's counters */
};

/* costs_table.c: prints all as Markdown. clock_hz: cycles per second, for the rates. cycles: of the whole run. */
void costs_print(struct cost *c, unsigned n, uint32_t clock_hz, uint64_t cycles);

#endif
