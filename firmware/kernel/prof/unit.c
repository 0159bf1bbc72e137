/* SPDX-License-Identifier: ISC
 * unit.c - the Tally units: the first counts for the running process, the second for sprofil.
 *
 * The process's unit runs while a profiled process does, and keeps the mapping of one, its owner.
 * Its divider runs on while it is stopped, so that it favours no process. Kernel mode is always
 * filtered: the kernel makes no samples, so the stopped unit drains at once.
 */
#include "parts.h"

#include "driver/tally_access.h"

#define STOPPED (TALLY_STATUS_FAULT_MASK | TALLY_STATUS_FULL_MASK)
#define DRAIN_POLLS 1000u /* only samples under way are waited for */

static struct tally units[2]; /* PROFCTL_PROCESS, PROFCTL_SYSTEM */
static struct tally *const process = &units[PROFCTL_PROCESS],
			   *const kernel = &units[PROFCTL_SYSTEM];

/* The process's unit. Together, for a context switch pays for each line of the cache. */
static struct {
	struct profile *owner; /* whose mapping it has; NULL: nobody's */
	struct profile *running; /* profile of the running process; NULL: none runs */
	uint8_t here; /* there are the units */
	uint8_t on; /* and the process clock is the unit's */
	uint8_t counts; /* it runs, or has stopped by itself since it did */
} ch;

int unit_here(void)
{
	return ch.here;
}

/* A working unit never fails here. A unit that fails might write memory that now belongs to another
 * process: panic. */
static void must(int error, const char *what)
{
	if (error < 0)
		panic("unit: %s: %s (error %d)", what,
			error == TALLY_ETIMEDOUT ? "times out" : "refused", error);
}

struct mapping unit_mapping(const struct tally_config *c)
{
	return (struct mapping){ tally_setup_of(c), c->offset, c->scale, tally_size_of(c), c->base,
		c->limit ? c->limit : c->size };
}

/* Stops the process's unit and gives it another mapping; clock and INTERVAL stay. On return
 * nothing is in flight. Answers STATUS before that: FULL or FAULT in it say that the unit had
 * stopped by itself. */
static uint32_t remap(const struct mapping *to)
{
	unsigned polls = DRAIN_POLLS;
	uint32_t status;

	tally_put(process, TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	do
		status = tally_get(process, TALLY_STATUS);
	while (!(status & TALLY_STATUS_DRAINED_MASK) && --polls);
	must(polls ? 0 : TALLY_ETIMEDOUT, "stop");
	tally_put(process, TALLY_SETUP, to->setup);
	tally_put(process, TALLY_OFFSET, to->offset);
	tally_put(process, TALLY_SCALE, to->scale);
	tally_put(process, TALLY_SIZE, to->size);
	tally_put(process, TALLY_BASE, to->base);
	tally_put(process, TALLY_LIMIT, to->limit);
	return status;
}

static inline void halt(void)
{
	if (ch.counts)
		must(tally_stop(process), "stop");
	ch.counts = 0;
}

/* Loads a configuration without a mapping and clears the owner. Its mode says from the start that
 * the unit is a kernel's: a host at its pins leaves it alone. */
static void load_nobody(void)
{
	struct tally_config c = prof_sampler(PROFCTL_PROCESS);
	c.width = 4;
	c.mode = TALLY_MODE_PROFIL;
	must(tally_configure(process, &c), "configure");
	ch.owner = NULL;
}

/* A unit at this address that can do all that a call may ask for, at rest. */
static int found(struct tally *t, uint32_t address)
{
	if (probe_byte(address) < 0 || tally_probe(t, address, NULL) || !profil_unit_does_all(t))
		return 0;
	must(tally_reset(t), "reset");
	must(tally_drain(t), "drain");
	return 1;
}

/* Without the units, timer ticks count. The second stands behind the first. */
void unit_init(void)
{
	ch.here = board.unit && found(process, board.unit)
		&& found(kernel, board.unit + 2 * process->caps.window);
	if (!ch.here)
		return;
	load_nobody();
	ch.on = 1;
}

/* Saves the owner's state once the unit is drained: samples stored, and whether the unit stopped
 * itself. Clears the owner. */
static void leave(uint32_t status)
{
	struct profile *f = ch.owner;
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_ring_position(process, &f->position), "position");
	ch.owner = NULL;
	ch.counts = 0;
	if (!(status & STOPPED))
		return;
	f->state = status & TALLY_STATUS_FAULT_MASK ? PROFSTATE_FAULT : PROFSTATE_FULL;
	must(tally_acknowledge(process, STOPPED), "acknowledge");
}

void unit_forget(struct profile *f)
{
	if (unit_here() && f && ch.owner == f)
		leave(remap(&f->mapping));
}

void unit_collect(void)
{
	unit_forget(ch.owner);
	unit_enter(ch.running);
}

static inline void begin(struct profile *f)
{
	must(tally_start(process), "start");
	ch.owner = f;
	ch.counts = 1;
}

/* What is left where more than the mapping changes. Not inline: the others then need no stack. */
__attribute__((noinline)) static void hand_over(struct profile *f, uint32_t status)
{
	if (ch.owner)
		leave(status);
	if (f->state == PROFSTATE_PCSAMPLE)
		must(tally_ring_seek(process, f->position), "position");
	begin(f);
}

/* Gives the process's unit the mapping of f. On return nothing of the former owner is in flight. */
static inline void own(struct profile *f)
{
	const uint32_t status = remap(&f->mapping);

	if (f->state == PROFSTATE_PCSAMPLE
		|| (ch.owner && (ch.owner->state == PROFSTATE_PCSAMPLE || status & STOPPED)))
		hand_over(f, status);
	else
		begin(f);
}

/* The owner runs again, unless its last samples have stopped the unit. */
static inline void resume(void)
{
	uint32_t status;
	must(tally_status(process, &status), "status");
	if (status & STOPPED) {
		leave(status);
		return;
	}
	must(tally_start(process), "start");
	ch.counts = 1;
}

/* Not inline: one copy, for the cache and for the kernel's size. */
__attribute__((noinline)) void unit_enter(struct profile *f)
{
	if (!f)
		return; /* idle: nothing runs in user mode */
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
		return; /* takes effect at sprofil's next start */
	unit_forget(ch.owner);
	load_nobody();
	ch.on = !prof_clocks[PROFCTL_PROCESS].by_tick;
	unit_enter(ch.running);
}

void unit_counts(int clock, struct tally_counters *out)
{
	must(tally_counters_read(&units[clock], out), "counters");
}

void unit_system_start(const struct tally_config *c)
{
	if (!unit_here())
		return;
	must(tally_configure(kernel, c), "configure");
	must(tally_acknowledge(kernel, STOPPED), "acknowledge");
	must(tally_start(kernel), "start");
}

void unit_system_stop(void)
{
	if (!unit_here())
		return;
	must(tally_stop(kernel), "stop");
	must(tally_drain(kernel), "drain");
}

int unit_system_dead(void)
{
	uint32_t status;
	if (!unit_here() || prof_clocks[PROFCTL_SYSTEM].by_tick)
		return 0;
	must(tally_status(kernel, &status), "status");
	return !(status & TALLY_STATUS_RUNNING_MASK) && status & STOPPED;
}

void prof_counts_read(int clock, struct tally_counters *out)
{
	if (prof_clocks[clock].by_tick)
		*out = prof_clocks[clock].soft;
	else
		unit_counts(clock, out);
}

int unit_runs(const struct profile *f)
{
	return f == ch.running;
}
