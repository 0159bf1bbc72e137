/* SPDX-License-Identifier: ISC
 * sprofil.c - sprofil(2) of CB-UNIX: profiles the kernel with a clock of its own, into a structure
 * of one process.
 *
 * The pages of the structure stay while it runs: a brk of the owner that would move or free them
 * fails; exec and exit of the owner end it.
 */
#include "parts.h"
#include "firmware/lib/tally_soft.h"

struct profile *sprof_owner;
static uint32_t spcnt, bytes; /* the owner's structure: user address; bytes in use */
static struct tally_config config;
static struct tally_counters before; /* the clock's counts at the start */

/* Does the table rise? copyin cannot fail: sprofil_plan has checked the memory. */
static int rises(const struct vm *vm, uint32_t va, uint32_t n)
{
	struct tally_symbol part[16];
	uint32_t last = 0;
	for (uint32_t i = 0, k; i < n; i += k) {
		k = n - i < 16 ? n - i : 16;
		if (copyin(vm, part, va + i * sizeof *part, k * sizeof *part)
			|| !sprofil_rising(part, k, &last))
			return 0;
	}
	return 1;
}

static void add(uint32_t va, uint64_t count)
{
	uint32_t total;
	copyin(sprof_owner->vm, &total, va, sizeof total);
	total += (uint32_t)count;
	copyout(sprof_owner->vm, va, &total, sizeof total);
}

/* Ends it and adds what was counted since the start to the totals. */
static void finish(void)
{
	struct tally_counters now;
	if (!prof_clocks[PROFCTL_SYSTEM].by_tick)
		unit_system_stop();
	prof_counts_read(PROFCTL_SYSTEM, &now);
	add(spcnt, now.user - before.user);
	add(spcnt + 4, now.privileged - before.privileged);
	add(spcnt + 8, now.idle - before.idle);
	vm_uncache(sprof_owner->vm, spcnt, bytes, 0);
	sprof_owner = NULL;
}

int prof_owns_system(const struct profile *f)
{
	return sprof_owner == f;
}

void sprof_end(struct profile *f)
{
	if (sprof_owner == f)
		finish();
}

int prof_holds(const struct profile *f, uint32_t end, int moves)
{
	return sprof_owner == f && (moves || end < spcnt + bytes);
}

void sprof_tick(uint32_t pc, int user, int idle, uint32_t n)
{
	struct tally_counters *k = &prof_clocks[PROFCTL_SYSTEM].soft;
	if (!sprof_owner)
		return;
	k->ticks += n;
	*(user ? &k->user : idle ? &k->idle : &k->privileged) += n;
	if (idle)
		return;
	if (user)
		k->filtered += n;
	else if (tally_soft_count(&config,
			 (volatile void *)user_pa(sprof_owner->vm, spcnt + SPCNT_HEAD), NULL, pc, n)
		== TALLY_SOFT_HIT)
		k->hits += n;
	else
		k->outside += n;
}

int prof_sprofil(struct profile *f, const struct sprofil_args *args)
{
	struct profil_memory memory = prof_memory(f);
	struct tally_config c = prof_sampler(PROFCTL_SYSTEM);

	if (sprof_owner && sprof_owner != f)
		return -EBUSY;
	if (!args->spcnt) {
		sprof_end(f);
		return 0;
	}
	int error = sprofil_plan(args, &memory, &c);
	if (error)
		return error == TALLY_EFAULT ? -EFAULT : -EINVAL;
	if (!args->intsize && !rises(f->vm, args->spcnt + SPCNT_HEAD, args->numents))
		return -EINVAL;
	sprof_end(f);
	spcnt = args->spcnt;
	bytes = sprofil_bytes(args->numents, args->intsize);
	config = c;
	vm_uncache(f->vm, spcnt, bytes, 1);
	prof_counts_read(PROFCTL_SYSTEM, &before);
	sprof_owner = f;
	if (!prof_clocks[PROFCTL_SYSTEM].by_tick)
		unit_system_start(&c);
	return 0;
}
