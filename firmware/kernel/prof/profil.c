/* SPDX-License-Identifier: ISC
 * profil.c - the profile of a process: profil(2) of three systems, pcsample(2), and what fork,
 * exec, exit and brk do to it. Meaning of the arguments: firmware/lib/tally_profil.c.
 */
#include "parts.h"

void prof_init(void)
{
	unit_init();
	prof_clocks[PROFCTL_PROCESS].by_tick = prof_clocks[PROFCTL_SYSTEM].by_tick = !unit_here();
}

/* The configuration is final: maps the pages of the counters that exist to the uncached alias.
 * recache undoes it. */
static void uncache(struct profile *f)
{
	f->mapping = unit_mapping(&f->config);
	if (user_ok(f->vm, f->buf, f->config.limit, 1))
		f->uncached = f->config.limit;
	vm_uncache(f->vm, f->buf, f->uncached, 1);
}

static void recache(struct profile *f)
{
	vm_uncache(f->vm, f->buf, f->uncached, 0);
	f->uncached = 0;
}

/* Places a live profile where its process's memory is now. */
static void settle(struct profile *f)
{
	struct profil_memory memory = prof_memory(f);
	profil_place(&f->config, f->buf, &memory);
	uncache(f);
}

static void clear(struct profile *f)
{
	*f = (struct profile){ .vm = f->vm };
}

void prof_begin(struct profile *f, enum profstate state, const struct tally_config *c, uint32_t buf)
{
	*f = (struct profile){ .vm = f->vm, .state = state, .config = *c, .buf = buf };
	uncache(f);
	unit_enter(f);
}

void prof_brk(struct profile *f)
{
	unit_forget(f);
	recache(f);
}

void prof_stop(struct profile *f)
{
	prof_brk(f);
	if (prof_live(f))
		f->state = PROFSTATE_OFF;
}

int prof_profil(struct profile *f, uint32_t personality, const struct profil_args *args)
{
	struct profil_memory memory = prof_memory(f);
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);

	if (personality > PROFIL_BSD)
		return -EINVAL;
	int plan = profil_plan(personality, args, &memory, &c);
	if (plan == TALLY_EINVAL)
		return -EINVAL;
	prof_stop(f);
	clear(f);
	if (plan == 0)
		prof_begin(f, PROFSTATE_PROFIL, &c, args->buf);
	return plan == TALLY_EFAULT ? -EFAULT : 0;
}

/* pcsample(2) of Solaris: stores the pcs themselves until the array is full. */
int prof_pcsample(struct profile *f, uint32_t buf, uint32_t n)
{
	struct profil_memory memory = prof_memory(f);
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	int plan = pcsample_plan(buf, (int32_t)n, &memory, &c);

	if (plan == TALLY_EINVAL)
		return -EINVAL;
	prof_stop(f);
	uint32_t stored = f->position / 4; /* 0 after profil */
	clear(f);
	if (plan == 0)
		prof_begin(f, PROFSTATE_PCSAMPLE, &c, buf);
	return (int)stored;
}

int prof_by_unit(void)
{
	return unit_here();
}

/* The child's profile counts into the child's own copy of the buffer. */
void prof_fork(struct profile *parent, struct profile *child)
{
	struct vm *vm = child->vm;

	unit_collect();
	*child = *parent;
	child->vm = vm;
	child->uncached = 0;
	if (prof_live(child))
		settle(child);
}

void prof_exit(struct profile *f)
{
	prof_stop(f);
	sprof_end(f);
	clear(f);
}

void prof_moved(struct profile *f)
{
	if (!prof_live(f))
		return;
	settle(f);
	if (unit_runs(f))
		unit_enter(f);
}
