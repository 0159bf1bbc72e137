/* SPDX-License-Identifier: ISC
 * unit.c - the Tally unit: channel 0 counts for the running process, channel 1 for sprofil.
 *
 * Channel 0 runs while a profiled process does, and keeps the mapping of one, its owner. Its divider runs on while it
 * is stopped, so that it favours no process. Kernel mode is always filtered: the kernel makes no samples, so a stopped
 * channel drains at once.
 */
#include "parts.h"

#define STOPPED (TALLY_STATUS_FAULT_MASK | TALLY_STATUS_FULL_MASK)

static struct tally unit;		/* no channels: there is no unit */

/* Channel 0. Together, for a context switch pays for each line of the cache. */
static struct {
	struct profile *owner;		/* whose mapping it has; NULL: nobody's */
	struct profile *running;	/* profile of the running process; NULL: none runs */
	uint8_t on;			/* there is a unit, and the process clock is the unit's */
	uint8_t counts;			/* it runs, or has stopped by itself since it did */
} ch;

int unit_here(void) { return unit.caps.channels != 0; }

/* A working unit never fails here. A unit that fails might write memory that now belongs to another process: panic. */
static void must(int error, const char *what)
{
	if (error < 0)
		panic("unit: %s: %s (error %d)", what,
			error == TALLY_ETIMEDOUT ? "times out" : "refused", error);
}

static inline void halt(void)
{
	if (ch.counts)
		must(tally_pause(&unit, PROFCTL_PROCESS), "stop");
	ch.counts = 0;
}

/* Loads a configuration without a mapping and clears the owner. */
static void load_nobody(void)
{
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	c.width = 4;
	must(tally_configure(&unit, PROFCTL_PROCESS, &c), "configure");
	ch.owner = NULL;
}

/* Without a unit, or with one that might refuse what a call asks for, timer ticks count. */
void unit_init(void)
{
	if (!board.unit || probe_byte(board.unit) < 0 || tally_probe(&unit, board.unit, NULL)
	    || !profil_unit_does_all(&unit, PROF_PERIOD_BITS)) {
		unit.caps.channels = 0;
		return;
	}
	for (unsigned channel = 0; channel < 2; channel++) {
		must(tally_reset(&unit, channel), "reset");
		must(tally_drain(&unit, channel), "drain");
	}
	load_nobody();
	ch.on = 1;
}

/* Saves the owner's state once the unit is drained: samples stored, and whether the channel stopped itself. Clears
 * the owner. */
static void leave(uint32_t status)
{
	struct profile *f = ch.owner;
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_mapped_position(&unit, PROFCTL_PROCESS, &f->position), "position");
	ch.owner = NULL;
	ch.counts = 0;
	if (!(status & STOPPED))
		return;
	f->state = status & TALLY_STATUS_FAULT_MASK ? PROFSTATE_FAULT : PROFSTATE_FULL;
	must(tally_acknowledge(&unit, PROFCTL_PROCESS, STOPPED), "acknowledge");
}

void unit_forget(struct profile *f)
{
	uint32_t status;
	if (!unit_here() || !f || ch.owner != f)
		return;
	must(tally_map(&unit, PROFCTL_PROCESS, &f->mapping, &status), "stop");
	leave(status);
}

void unit_collect(void)
{
	unit_forget(ch.owner);
	unit_enter(ch.running);
}

static inline void begin(struct profile *f)
{
	must(tally_go(&unit, PROFCTL_PROCESS), "start");
	ch.owner = f;
	ch.counts = 1;
}

/* What is left where more than the mapping changes. Not inline: the others then need no stack. */
__attribute__((noinline)) static void hand_over(struct profile *f, uint32_t status)
{
	if (ch.owner)
		leave(status);
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_map_position(&unit, PROFCTL_PROCESS, f->position), "position");
	begin(f);
}

/* Gives channel 0 the mapping of f. On return nothing of the former owner is in flight. */
static inline void own(struct profile *f)
{
	uint32_t status;
	must(tally_map(&unit, PROFCTL_PROCESS, &f->mapping, &status), "map");
	if (f->state == PROFSTATE_PCSAMPLE
	    || (ch.owner && (ch.owner->state == PROFSTATE_PCSAMPLE || status & STOPPED)))
		hand_over(f, status);
	else
		begin(f);
}

/* The owner runs again, unless its last samples have stopped the channel. */
static inline void resume(void)
{
	uint32_t status;
	must(tally_resume(&unit, PROFCTL_PROCESS, &status), "start");
	ch.counts = 1;
	if (status & STOPPED)
		leave(status);
}

/* Not inline: one copy, for the cache and for the kernel's size. */
__attribute__((noinline)) void unit_enter(struct profile *f)
{
	if (!f)
		return;				/* idle: nothing runs in user mode */
	if (!ch.on || !prof_live(f))
		halt();
	else if (ch.owner != f)
		own(f);
	else if (!ch.counts)
		resume();
}

void prof_switch(struct profile *to)
{
	ch.running = to;
	unit_enter(to);
}

void unit_clock(int clock)
{
	if (!unit_here())
		return;
	if (clock == PROFCTL_SYSTEM)
		return;				/* takes effect at sprofil's next start */
	unit_forget(ch.owner);
	load_nobody();
	ch.on = !prof_clocks[PROFCTL_PROCESS].by_tick;
	unit_enter(ch.running);
}

void unit_counts(int clock, struct tally_counters *out)
{
	must(tally_counters_read(&unit, (unsigned)clock, out), "counters");
}

void unit_system_start(const struct tally_config *c)
{
	if (!unit_here())
		return;
	must(tally_configure(&unit, PROFCTL_SYSTEM, c), "configure");
	must(tally_acknowledge(&unit, PROFCTL_SYSTEM, STOPPED), "acknowledge");
	must(tally_start(&unit, PROFCTL_SYSTEM), "start");
}

void unit_system_stop(void)
{
	if (!unit_here())
		return;
	must(tally_stop(&unit, PROFCTL_SYSTEM), "stop");
	must(tally_drain(&unit, PROFCTL_SYSTEM), "drain");
}

int unit_system_dead(void)
{
	uint32_t status;
	if (!unit_here() || prof_clocks[PROFCTL_SYSTEM].by_tick)
		return 0;
	must(tally_status(&unit, PROFCTL_SYSTEM, &status), "status");
	return !(status & TALLY_STATUS_RUNNING_MASK) && status & STOPPED;
}

void prof_counts_read(int clock, struct tally_counters *out)
{
	if (prof_clocks[clock].by_tick)
		*out = prof_clocks[clock].soft;
	else
		unit_counts(clock, out);
}

int unit_runs(const struct profile *f) { return f == ch.running; }
