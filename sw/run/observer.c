/* SPDX-License-Identifier: ISC
 * observer.c - what sees every cycle of a simulated core, into a profile.
 */
#include "observer.h"

#include <inttypes.h>

#include "trace.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/elf/instruction.h"
#include "sw/profile/collect.h"

/* Some cores show a compressed branch or jump expanded. The ELF knows its bytes, so where a call
 * returns to. */
static uint32_t fetched(const struct observer *o, const struct machine_cycle *c)
{
	bool leads = instruction_branches(c->insn) || instruction_jump(c->pc, c->insn).jump != NONE;
	uint32_t here =
		(c->insn & 3) == 3 && leads ? image_instruction(&o->firmware->image, c->pc) : 0;

	return here && (here & 3) != 3 ? here : c->insn;
}

static void time_latency(struct observer *o, uint64_t cycle, const struct machine_cycle *c)
{
	if (o->timed && (!o->window.end || cycle < o->window.end))
		stopwatch_cycle(&o->stopwatch, o->calls, cycle, c, o->profile);
}

/* What retires, with the cycles and causes since the retirement before. */
static void retire(struct observer *o, uint64_t cycle, const struct machine_cycle *c)
{
	const bool counts = !o->window.shut;
	struct profile *p = o->profile;
	uint32_t at = (c->pc - p->config.offset) >> 1;
	const struct waits *waits = p->waits_at && o->cycles > 1 ? &o->waits : NULL;
	if (counts && at < p->n_retired_at) {
		p->retired_at[at]++;
		if (waits)
			waits_add(&p->waits_at[at], waits);
	}
	if (counts && p->retired_at)
		branches_retire(&o->branches, c->pc, c->insn, 1);
	if (o->tasks && task_look(&o->task, c->insn) && o->calls)
		calls_task(o->calls, task_function(o->task.task));
	if (o->calls)
		calls_retire(o->calls, c, o->cycles, o->asleep, waits);
	time_latency(o, cycle, c);
	p->last[p->n_last++ % PROFILE_LAST] = c->pc;
	if (counts && o->data)
		data_retire(o->data, c, o->waits.of[CAUSE_DATA]);
	if (o->cycles > 1)
		o->waits = (struct waits){ { 0 } };
	o->cycles = o->asleep = 0;
	if (o->trace && instruction_mark(c->insn))
		trace_mark(o->trace, cycle, instruction_mark(c->insn));
	if (o->window.from.kind)
		window_look(&o->window, o->calls, cycle, c);
}

/* At the end of a cycle: the window is open from the next one on, or shut. */
static void turn_window(struct observer *o, uint64_t cycle)
{
	struct latency *l = &o->profile->latency;
	struct window *w = &o->window;

	if (w->shut != (w->begin && !w->end))
		return;
	w->shut = !w->shut;
	o->profile->calls.shut = w->shut;
	machine_pause(o->m);
	if (w->shut)
		return;
	durations_free(&o->profile->durations);
	if (o->trace)
		trace_restart(o->trace);
	l->n = 0;
	l->longest = (struct longest){ 0 };
	o->stopwatch.timing &= o->stopwatch.since == cycle;
}

/* The unit counts the cycles in which this line is 1. */
static unsigned drive_line(void *observer, uint64_t cycle)
{
	(void)cycle;
	return ((struct observer *)observer)->window.shut ? 0 : MACHINE_EVENT;
}

static void observe(void *observer, uint64_t cycle, const struct machine_cycle *c)
{
	struct observer *o = observer;
	struct machine_cycle seen = *c;

	seen.insn = instruction_of(c->insn, o->firmware->image.wide);
	c = &seen;
	/* a retirement counts in a cycle asleep, too, as in the unit: VexRiscv sleeps while a wfi
	 * that a branch will drop is on its way */
	if (c->retire || !c->sleep)
		o->cycles++;
	else
		o->asleep++;
	if (o->unit.context)
		unit_calls_cycle(&o->unit, c);
	if (c->causes)
		o->waits.of[__builtin_ctz(c->causes)]++;
	if (o->trace)
		trace_cycle(o->trace, c->retire + (c->retire && c->younger), c->sleep, c->causes);
	if (!c->retire) {
		time_latency(o, cycle, c);
		return;
	}
	seen.insn = fetched(o, c);
	retire(o, cycle, c);
	if (c->younger) {
		seen = machine_younger(seen);
		seen.insn = fetched(o, c);
		retire(o, cycle, c);
	}
	if (o->window.from.kind)
		turn_window(o, cycle);
}

bool observer_read(
	struct observer *o, const struct simulation *s, const struct firmware *f, struct profile *p)
{
	*o = (struct observer){ .profile = p,
		.firmware = f,
		.timed = s->latency,
		.tasks = s->task,
		.trace = s->trace };
	return (!s->after || window_read(&o->window, s, &f->symbols, p))
		&& (!s->latency
			|| stopwatch_set(&o->stopwatch, s->latency, &f->symbols, &p->latency))
		&& (!s->task || task_open(&o->task, s->task, firmware_symtab(f)));
}

bool observer_open(struct observer *o, const struct simulation *s, struct machine *m)
{
	const struct symbols *symbols = &o->firmware->symbols;
	struct profile *p = o->profile;

	o->m = m;
	if (s->unit_calls ? !unit_calls_open(&o->unit, o->firmware)
			  : o->tasks && !task_start(&o->task, m, symbols, &p->tasks))
		return false;
	if (s->calls && !s->unit_calls) {
		call_tree_open(&p->calls);
		o->calls = calls_open(symbols, &p->calls, s->handlers);
		o->measure = (struct span_measure){ &p->calls, &p->durations };
		calls_listen(o->calls, span_measure(&o->measure));
		if (o->trace)
			calls_listen(o->calls, trace_listener(o->trace));
		if (o->tasks)
			calls_task(o->calls, task_function(o->task.task));
	}
	if (s->cpi) {
		p->n_retired_at = (uint32_t)((profile_bin_pc(p, p->slots) - p->config.offset) / 2);
		p->retired_at = allocate(p->n_retired_at, sizeof *p->retired_at);
		p->waits_at = s->causes ? allocate(p->n_retired_at, sizeof *p->waits_at) : NULL;
	}
	if (s->data)
		o->data = data_open(&p->accesses, o->firmware, o->calls);
	p->calls.shut = o->window.shut;
	if (s->after)
		machine_drive(m, drive_line, o);
	if (s->cpi || s->calls || o->timed)
		machine_observe(m, observe, o);
	return true;
}

bool observer_close(struct observer *o, bool ran)
{
	struct profile *p = o->profile;
	bool good = true;

	if (o->stopwatch.timing)
		p->latency.open =
			(o->window.end ? o->window.end : p->cycles) - 1 - o->stopwatch.since;
	if (p->retired_at)
		branches_close(&o->branches, p);
	if (o->data)
		data_close(o->data);
	if (o->unit.context) {
		good = !ran || unit_calls_finish(&o->unit, o->firmware, &p->calls);
		unit_calls_close(&o->unit);
	}
	if (o->calls) {
		struct calls_end end = calls_close(o->calls);
		p->stack_bytes = end.deepest;
		p->stack_pc = end.deepest_pc;
		call_tree_finish(&p->calls);
		durations_finish(&p->durations);
		p->calls.has_waits = p->waits_at != NULL;
	}
	return good && (!ran || !o->window.from.kind || window_close(&o->window, p, o->trace));
}

/* ---- the call tree as a unit keeps it */
#define LATENCY 16u /* cycles from the core to the unit's counts, and more */
#define MOST_POLLS (1u << 20) /* of BUSY: a full queue takes 2^18 cycles at most */

bool unit_calls_open(struct unit_calls *u, const struct firmware *f)
{
	struct tally_config config = tally_exact(0, 0);
	int error;

	*u = (struct unit_calls){ .context = context_open(),
		.first = f->image.code.n ? (uint32_t)f->image.code.at[0].lo : 0 };
	if (!u->context)
		return fail("--calls=unit: out of memory, or this build has no simulators");
	u->io = (struct tally_io){
		.read = context_read, .write = context_write, .ctx = u->context
	};
	if ((error = tally_probe(&u->unit, 0, &u->io))
		|| (error = tally_configure(&u->unit, &config))
		|| (error = tally_clear(&u->unit))) {
		unit_error("set up its call tree", error);
	} else if (unit_tree_begin(&u->unit, &f->image, &f->symbols)) {
		error = tally_start(&u->unit);
		if (!error)
			return true;
		unit_error("start", error);
	}
	unit_calls_close(u);
	return false;
}

void unit_calls_close(struct unit_calls *u)
{
	if (u->context)
		context_close(u->context);
	u->context = NULL;
}

void unit_calls_cycle(struct unit_calls *u, const struct machine_cycle *c)
{
	u->elsewhere += c->retire && (c->pc - u->first) >> u->unit.caps.pc_bits;
	context_cycle(u->context, c);
}

bool unit_calls_finish(struct unit_calls *u, const struct firmware *f, struct call_tree *tree)
{
	struct unit_tree read = { 0 };
	uint32_t status = TALLY_STATUS_BUSY_MASK, polls = 0;

	if (u->elsewhere)
		note("--calls=unit: %" PRIu64 " instructions ran outside of the ELF's code, and "
		     "the unit knows %u bits of a pc: they may stand under another function's name",
			u->elsewhere, u->unit.caps.pc_bits);
	/* what waits for a retirement stays PENDING: the core has ended */
	context_idle(u->context, LATENCY);
	int error = tally_stop(&u->unit);
	while (!error && status & TALLY_STATUS_BUSY_MASK)
		error = polls++ < MOST_POLLS ? tally_status(&u->unit, &status) : TALLY_ETIMEDOUT;
	if (error)
		return unit_error("stop", error);
	error = unit_tree_read(&read, &u->unit);
	bool good = (!error || unit_error("read its call tree", error))
		&& unit_tree_make(tree, &read, &f->image, &f->symbols, f->image.entry);
	if (good)
		unit_tree_note(&read);
	unit_tree_free(&read);
	return good;
}
