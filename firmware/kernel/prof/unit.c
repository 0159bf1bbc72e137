/* SPDX-License-Identifier: ISC
 * unit.c - the Tally unit: channel 0 counts for the running process, channel 1 for sprofil.
 *
 * Channel 0 runs from boot on, so that its divider favours no process. It keeps the mapping of one process, its
 * owner. While a process runs that is not profiled, the filter lets nothing pass; only the filter changes. Kernel
 * mode is always filtered: the kernel makes no samples, so what is in flight after COMMIT (OLD_BUSY) are the owner's
 * last ones.
 */
#include "parts.h"

#define NO_MODE 0x0u
#define START_TRIES 100
#define STOPPED (TALLY_STICKY_FAULT_MASK | TALLY_STICKY_FULL_MASK)

static struct tally unit;		/* no channels: there is no unit */
static struct profile *owner;		/* owner of channel 0; NULL: none */
static struct profile *running;		/* profile of the running process; NULL: none runs */
static uint8_t passes;			/* privilege mask of channel 0 */

int unit_here(void) { return unit.caps.channels != 0; }

/* A working unit never fails here. A unit that fails might write memory that now belongs to another process: panic. */
static void must(int error, const char *what)
{
	if (error < 0)
		panic("unit: %s: %s (error %d)", what,
			error == TALLY_ETIMEDOUT ? "times out" : "refused", error);
}

/* Restarts a channel that FULL or FAULT has stopped, once the samples behind are LOST. */
static void start(unsigned channel)
{
	int error, tries = START_TRIES;
	while ((error = tally_start(&unit, channel)) == TALLY_EBUSY && --tries)
		;
	must(error, "start");
}

/* Loads a mapping that counts nothing and clears the owner. */
static void load_nobody(void)
{
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	c.privileges = NO_MODE;
	c.width = 2;
	must(tally_configure(&unit, PROFCTL_PROCESS, &c), "configure");
	owner = NULL;
	passes = NO_MODE;
}

/* Without a unit, or with one that might refuse what a call asks for, timer ticks count. */
void unit_init(void)
{
	if (!board.unit || probe_byte(board.unit) < 0 || tally_probe(&unit, board.unit, NULL)
	    || !profil_unit_does_all(&unit.caps, PROF_PERIOD_BITS)) {
		unit.caps.channels = 0;
		return;
	}
	for (unsigned channel = 0; channel < 2; channel++)
		must(tally_reset(&unit, channel), "reset");
	load_nobody();
	start(PROFCTL_PROCESS);
}

static void filter(uint8_t privileges)
{
	if (passes == privileges)
		return;
	must(tally_filter(&unit, PROFCTL_PROCESS, privileges), "filter");
	passes = privileges;
}

/* Saves the owner's state once the unit is quiet: samples stored, and whether the channel stopped itself. Clears the
 * owner. */
static inline void leave(uint32_t sticky)
{
	struct profile *f = owner;
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_ring_position(&unit, PROFCTL_PROCESS, &f->position), "position");
	owner = NULL;
	if (!(sticky & STOPPED))
		return;
	f->state = sticky & TALLY_STICKY_FAULT_MASK ? PROFSTATE_FAULT : PROFSTATE_FULL;
	must(tally_acknowledge(&unit, PROFCTL_PROCESS, STOPPED), "acknowledge");
	start(PROFCTL_PROCESS);
}

void unit_forget(struct profile *f)
{
	uint32_t status, sticky;
	if (!unit_here() || !f || owner != f)
		return;
	filter(NO_MODE);
	must(tally_quiet(&unit, PROFCTL_PROCESS), "quiet");
	must(tally_status(&unit, PROFCTL_PROCESS, &status, &sticky), "status");
	leave(sticky);
}

void unit_collect(void)
{
	unit_forget(owner);
	unit_enter(running);
}

/* Gives channel 0 the mapping of f. On return nothing of the former owner is in flight. */
static void own(struct profile *f)
{
	uint32_t sticky;
	if (passes != PROF_USER)
		must(tally_filter_next(&unit, PROFCTL_PROCESS, PROF_USER), "filter");
	must(tally_map(&unit, PROFCTL_PROCESS, &f->mapping, owner ? &owner->mapping : NULL, &sticky), "map");
	passes = PROF_USER;
	if (owner)
		leave(sticky);
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_ring_seek(&unit, PROFCTL_PROCESS, f->position), "seek");
	owner = f;
}

void unit_enter(struct profile *f)
{
	if (!unit_here() || !f)
		return;				/* idle: nothing runs in user mode */
	if (!prof_live(f) || prof_clocks[PROFCTL_PROCESS].by_tick)
		filter(NO_MODE);
	else if (owner == f)
		filter(PROF_USER);
	else
		own(f);
}

void unit_clock(int clock)
{
	if (!unit_here())
		return;
	if (clock == PROFCTL_SYSTEM)
		return;				/* takes effect at sprofil's next start */
	unit_forget(owner);
	load_nobody();
	unit_enter(running);
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
	start(PROFCTL_SYSTEM);
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
	uint32_t status, sticky;
	if (!unit_here() || prof_clocks[PROFCTL_SYSTEM].by_tick)
		return 0;
	must(tally_status(&unit, PROFCTL_SYSTEM, &status, &sticky), "status");
	return (status & TALLY_STATUS_DEAD_MASK) != 0;
}

void prof_counts_read(int clock, struct tally_counters *out)
{
	if (prof_clocks[clock].by_tick)
		*out = prof_clocks[clock].soft;
	else
		unit_counts(clock, out);
}

void unit_switch(struct profile *f)
{
	running = f;
	unit_enter(f);
}

int unit_runs(const struct profile *f) { return f == running; }
