/* SPDX-License-Identifier: ISC
 * prof.c - the profile of a process: profil(2) of three systems, and what fork, exec, exit and brk do to it.
 * What arguments mean: driver/tally_profil.c.
 */
#include "kernel.h"

void prof_init(void)
{
	unit_init();
	prof_clocks[PROFCTL_PROCESS].by_tick = prof_clocks[PROFCTL_SYSTEM].by_tick = !unit_here();
}

struct profil_memory prof_memory(const struct proc *p)
{
	return (struct profil_memory){ USER_BLOCK, USER_BLOCK + p->vm.pages * PAGE, p->vm.pa };
}

/* The configuration is final: pages that counters are in, as far as they exist, go to the uncached alias, and come back by recache. */
static void uncache(struct proc *p)
{
	struct profile *f = &p->prof;
	f->mapping = tally_mapping_of(&f->config);
	if (user_ok(p, f->buf, f->config.limit, 1))
		f->uncached = f->config.limit;
	vm_uncache(p, f->buf, f->uncached, 1);
}

static void recache(struct proc *p)
{
	vm_uncache(p, p->prof.buf, p->prof.uncached, 0);
	p->prof.uncached = 0;
}

/* Puts a profile that is live to where p's memory is. */
static void settle(struct proc *p)
{
	struct profil_memory memory = prof_memory(p);
	profil_place(&p->prof.config, p->prof.buf, &memory);
	uncache(p);
}

void prof_begin(struct proc *p, enum profstate state, const struct tally_config *c, uint32_t buf)
{
	p->prof = (struct profile){ .state = state, .config = *c, .buf = buf };
	uncache(p);
	unit_enter(p);
}

void prof_stop(struct proc *p)
{
	unit_forget(p);
	recache(p);
	if (prof_live(&p->prof))
		p->prof.state = PROFSTATE_OFF;
}

int sys_profil(uint32_t personality, uint32_t buf, uint32_t size, uint32_t offset, uint32_t scale)
{
	struct proc *p = current->proc;
	struct profil_memory memory = prof_memory(p);
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	const struct profil_args args = { buf, size, offset, scale };

	if (personality > PROFIL_BSD)
		return -EINVAL;
	int plan = profil_plan(personality, &args, &memory, &c);
	if (plan == TALLY_EINVAL)
		return -EINVAL;
	prof_stop(p);
	p->prof = (struct profile){ 0 };
	if (plan == 0)
		prof_begin(p, PROFSTATE_PROFIL, &c, buf);
	return plan == TALLY_EFAULT ? -EFAULT : 0;
}

/* Landmarks for who watches the core's program counter from outside: which process runs is seen by the one that is called, 0 for all
 * whose id is MARKS or more. */
#define MARKS 32
extern char prof_marks[];
__asm__(".text\n.globl prof_marks\n.balign 4\nprof_marks:\n.rept 32\nret\n.endr");

static void mark(const struct proc *p)
{
	((void (*)(void))(prof_marks + (p->pid < MARKS ? 4 * p->pid : 0)))();
}

void prof_switch(struct proc *to)
{
	if (to)
		mark(to);
	unit_enter(to);
}

/* The child's profile counts into its own copy of the buffer. */
int prof_fork(struct proc *parent, struct proc *child)
{
	unit_collect();
	child->prof = parent->prof;
	child->prof.uncached = 0;
	if (prof_live(&child->prof))
		settle(child);
	return 0;
}

void prof_exit(struct proc *p)
{
	prof_stop(p);
	sprof_end(p);
	p->prof = (struct profile){ 0 };
}

void prof_exec(struct proc *p)
{
	prof_exit(p);
}

int prof_brk(struct proc *p, uint32_t end, int moves)
{
	if (sprof_holds(p, end, moves))
		return -ENOMEM;
	unit_forget(p);
	recache(p);
	return 0;
}

void prof_moved(struct proc *p)
{
	if (!prof_live(&p->prof))
		return;
	settle(p);
	if (p == current->proc)
		unit_enter(p);
}
