/* SPDX-License-Identifier: ISC
 * counters_cost.c - cycles of prof_switch, from its first to its last instruction, as the core retires them.
 */
#include "counters.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
	uint32_t entry, caller, caller_end;
	bool inside;
	uint64_t since, last;
	uint32_t cycles[100000];
	unsigned n;
} cost;

void cost_begin(const char *kernel)
{
	cost.entry = rig_symbol(kernel, "prof_switch", NULL);
	cost.caller = rig_symbol(kernel, "schedule", &cost.caller_end);
	cost.caller_end += cost.caller;
}

void cost_retire(uint64_t cycle, uint32_t pc, unsigned priv)
{
	if (priv == 3 && pc == cost.entry) {
		cost.inside = true;
		cost.since = cycle;
	} else if (cost.inside && pc - cost.caller < cost.caller_end - cost.caller) {
		cost.inside = false;
		if (cost.n < sizeof cost.cycles / sizeof *cost.cycles)
			cost.cycles[cost.n++] = (uint32_t)(cost.last - cost.since);
	}
	cost.last = cycle;
}

static int by_value(const void *a, const void *b)
{
	return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : *(const uint32_t *)a > *(const uint32_t *)b;
}

void cost_print(void)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < cost.n; i++)
		sum += cost.cycles[i];
	qsort(cost.cycles, cost.n, sizeof *cost.cycles, by_value);
	if (cost.n)
		printf("prof_switch: %u calls, cycles: least %u, median %u, 9 of 10 within %u, most %u, mean %.1f\n", cost.n, cost.cycles[0],
			cost.cycles[cost.n / 2], cost.cycles[cost.n * 9 / 10], cost.cycles[cost.n - 1], (double)sum / cost.n);
}
