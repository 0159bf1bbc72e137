/* SPDX-License-Identifier: ISC
 * observer.c - what sees every cycle of a simulated core; the contract is observer.h.
 */
#include "observer.h"

#include "sw/base/error.h"
#include "sw/elf/instruction.h"
#include "stopwatch.h"
#include "task.h"

/* Some cores show a compressed branch expanded; the ELF knows its bytes. */
static uint32_t branch_of(const struct observer *o, const struct machine_cycle *c)
{
	uint32_t here = (c->insn & 3) == 3 && instruction_branches(c->insn)
		? image_instruction(&o->firmware->image, c->pc) : 0;

	return here && (here & 3) != 3 ? here : c->insn;
}

static void count_retired(struct observer *o, const struct machine_cycle *c)
{
	struct profile *p = o->profile;
	uint32_t at = (c->pc - p->config.offset) >> 1;
	const struct waits *waits = p->waits_at && o->cycles > 1 ? &o->waits : NULL;

	if (at < p->n_retired_at) {
		p->retired_at[at]++;
		if (waits)
			waits_add(&p->waits_at[at], waits);
	}
	if (p->retired_at)
		branches_retire(&o->branches, c->pc, branch_of(o, c), 1);
	p->last[p->n_last++ % PROFILE_LAST] = c->pc;
	if (o->task && task_look(o->task, o->m, c->insn, &o->firmware->symbols, &o->profile->tasks)
		&& o->calls)
		calls_task(o->calls, task_function(o->task->task));
	if (o->calls)
		calls_retire(o->calls, c, o->cycles, waits);
	if (o->data)
		data_retire(o->data, c, o->waits.of[CAUSE_DATA]);
	if (o->cycles > 1)
		o->waits = (struct waits){ { 0 } };
	o->cycles = 0;
}

static void observe(void *observer, uint64_t cycle, const struct machine_cycle *c)
{
	struct observer *o = observer;

	if (o->stopwatch)
		stopwatch_cycle(o->stopwatch, cycle, c, o->profile);
	/* a retirement counts in a cycle asleep, too, as in the unit: VexRiscv sleeps while a wfi
	 * that a branch will drop is on its way */
	o->cycles += c->retire || !c->sleep;
	if (o->unit.context)
		unit_calls_cycle(&o->unit, c);
	if (c->causes)
		o->waits.of[__builtin_ctz(c->causes)]++;
	if (c->retire)
		count_retired(o, c);
}

static void open_calls(struct observer *o, const struct simulation *s)
{
	call_tree_open(&o->profile->calls);
	o->calls = calls_open(&o->firmware->symbols, &o->profile->calls, s->handlers);
	if (o->task)
		calls_task(o->calls, task_function(o->task->task));
}

static void open_counts(struct profile *p, bool causes)
{
	p->n_retired_at = (uint32_t)((profile_bin_pc(p, p->slots) - p->config.offset) / 2);
	p->retired_at = allocate(p->n_retired_at, sizeof *p->retired_at);
	if (causes)
		p->waits_at = allocate(p->n_retired_at, sizeof *p->waits_at);
}

bool observer_open(struct observer *o, const struct simulation *s, const struct firmware *f,
	struct machine *m, struct profile *p)
{
	*o = (struct observer){ .profile = p, .m = m, .firmware = f,
		.stopwatch = s->stopwatch, .task = s->task };
	if (s->unit_calls && !unit_calls_open(&o->unit, f))
		return false;
	if (o->task && !task_start(o->task, m, &o->firmware->symbols, &o->profile->tasks)) {
		unit_calls_close(&o->unit);
		return false;
	}
	if (s->calls && !s->unit_calls)
		open_calls(o, s);
	if (s->cpi)
		open_counts(p, s->causes);
	if (s->data)
		o->data = data_open(&p->accesses, f, o->calls);
	if (s->cpi || s->calls || s->stopwatch)
		machine_observe(m, observe, o);
	return true;
}

static bool close_unit(struct observer *o, bool ran)
{
	bool good = !ran || !o->unit.context
		|| unit_calls_finish(&o->unit, o->firmware, &o->profile->calls);

	unit_calls_close(&o->unit);
	return good;
}

bool observer_close(struct observer *o, bool ran)
{
	struct profile *p = o->profile;

	if (o->stopwatch)
		stopwatch_stop(o->stopwatch, p);
	branches_close(&o->branches, &p->taken);
	if (o->data)
		data_close(o->data);
	if (!o->calls)
		return close_unit(o, ran);
	p->stack_bytes = calls_deepest(o->calls, &p->stack_pc);
	calls_close(o->calls);
	call_tree_finish(&p->calls);
	p->calls.has_waits = p->waits_at != NULL;
	return true;
}
