/* SPDX-License-Identifier: ISC
 * tick.c - profiles counted by timer ticks: without a unit, or where profctl asks for it.
 *
 * A tick that comes due in the kernel is taken on the return to user mode, as kernel time; where in
 * the kernel it fell is unknown.
 */
#include "parts.h"
#include "firmware/lib/tally_soft.h"

static void count(struct profile *f, uint32_t pc, struct tally_counters *k)
{
	/* not accessed if nothing of the buffer exists */
	volatile void *memory = (volatile void *)user_pa(f->vm, f->buf);

	enum tally_soft fate = tally_soft_count(&f->config, memory, &f->position, pc, 1);

	if (fate == TALLY_SOFT_HIT || fate == TALLY_SOFT_HIT_FULL)
		k->hits++;
	else if (fate == TALLY_SOFT_OUTSIDE)
		k->outside++;
	else
		k->lost++;
	if (fate == TALLY_SOFT_FULL || fate == TALLY_SOFT_HIT_FULL)
		f->state = PROFSTATE_FULL;
	else if (fate == TALLY_SOFT_FAULT)
		f->state = PROFSTATE_FAULT;
}

/* The driver extends the unit's 32-bit counts to 64 bits if it reads often enough. 256 of the
 * longest ticks are below 2^32 cycles. */
static void look(uint32_t n)
{
	static uint32_t ticks_since;
	struct tally_counters k;
	if ((ticks_since += n) < 256 || !unit_here())
		return;
	ticks_since = 0;
	unit_counts(PROFCTL_PROCESS, &k);
	unit_counts(PROFCTL_SYSTEM, &k);
}

void prof_tick(struct profile *f, uint32_t pc, int user, int idle, uint32_t n)
{
	struct tally_counters *k = &prof_clocks[PROFCTL_PROCESS].soft;

	look(n);
	if (prof_clocks[PROFCTL_SYSTEM].by_tick)
		sprof_tick(pc, user, idle, n);
	if (!prof_clocks[PROFCTL_PROCESS].by_tick)
		return;
	k->ticks += n;
	*(user ? &k->user : idle ? &k->idle : &k->privileged) += n;
	if (idle)
		return;
	if (!user)
		k->filtered += n;
	else
		for (; n; n--)
			if (prof_live(f))
				count(f, pc, k);
			else
				k->filtered++;
}
