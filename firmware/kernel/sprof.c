/* SPDX-License-Identifier: ISC
 * sprof.c - sprofil(2) of CB-UNIX: the kernel profiled by its own clock, into a structure of one process.
 *
 * Its pages stay where they are while it runs: brk of the owner that would move or free them fails, its exec and exit end it.
 */
#include "kernel.h"
#include "driver/tally_soft.h"

struct proc *sprof_owner;
static uint32_t spcnt, bytes;		/* of the owner's structure: user address, length in use */
static struct tally_config config;
static struct tally_counters before;	/* as the clock's counts were at the start */

/* Do the table's entries rise? -EFAULT cannot be: it is in p's memory. */
static int rises(struct proc *p, uint32_t va, uint32_t n)
{
	struct tally_symbol part[16];
	uint32_t last = 0;
	for (uint32_t i = 0, k; i < n; i += k) {
		k = n - i < 16 ? n - i : 16;
		if (copyin(p, part, va + i * sizeof *part, k * sizeof *part) || !sprofil_rising(part, k, &last))
			return 0;
	}
	return 1;
}

static void add(uint32_t va, uint64_t count)
{
	uint32_t total;
	copyin(sprof_owner, &total, va, sizeof total);
	total += (uint32_t)count;
	copyout(sprof_owner, va, &total, sizeof total);
}

/* Ends it: the totals have what was counted since the start. */
static void finish(void)
{
	struct tally_counters now;
	if (!prof_clocks[PROFCTL_SYSTEM].by_tick)
		unit_system_stop();
	prof_counts_read(PROFCTL_SYSTEM, &now);
	add(spcnt, now.user - before.user);
	add(spcnt + 4, now.system - before.system);
	add(spcnt + 8, now.idle_class - before.idle_class);
	vm_uncache(sprof_owner, spcnt, bytes, 0);
	sprof_owner = NULL;
}

void sprof_end(struct proc *p)
{
	if (sprof_owner == p)
		finish();
}

int sprof_holds(const struct proc *p, uint32_t end, int moves)
{
	return sprof_owner == p && (moves || end < spcnt + bytes);
}

void sprof_tick(uint32_t pc, int user, int idle, uint32_t n)
{
	struct tally_counters *k = &prof_clocks[PROFCTL_SYSTEM].soft;
	if (!sprof_owner)
		return;
	k->ticks += n;
	*(user ? &k->user : idle ? &k->idle_class : &k->system) += n;
	if (user)
		k->filtered += n;
	else if (idle)
		k->idle += n;
	else if (tally_soft_count(&config, (volatile void *)user_pa(sprof_owner, spcnt + SPCNT_HEAD), NULL, pc, n) == TALLY_SOFT_HIT)
		k->hits += n;
	else
		k->outside += n;
}

int sys_sprofil(uint32_t va, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	struct proc *p = current->proc;
	struct profil_memory memory = prof_memory(p);
	struct tally_config c = prof_sampler(PROFCTL_SYSTEM);
	const struct sprofil_args args = { va, numents, lowpc, intsize };

	if (sprof_owner && sprof_owner != p)
		return -EBUSY;
	if (!va) {
		sprof_end(p);
		return 0;
	}
	int error = sprofil_plan(&args, &memory, &c);
	if (error)
		return error == TALLY_EFAULT ? -EFAULT : -EINVAL;
	if (!intsize && !rises(p, va + SPCNT_HEAD, numents))
		return -EINVAL;
	sprof_end(p);
	spcnt = va;
	bytes = sprofil_bytes(numents, intsize);
	config = c;
	vm_uncache(p, spcnt, bytes, 1);
	prof_counts_read(PROFCTL_SYSTEM, &before);
	sprof_owner = p;
	if (!prof_clocks[PROFCTL_SYSTEM].by_tick)
		unit_system_start(&c);
	return 0;
}
