/* SPDX-License-Identifier: ISC
 * timer.c - the CLINT's timer: a tick every `tick` units of mtime, sleep, time.
 *
 * The kernel runs with interrupts off: a tick that comes due meanwhile is taken on the way back to user mode
 * (start.S) or at timer_poll, as one of the kernel's time, and so is each that was missed.
 *
 * Where a tick takes longer to be dealt with than until the next one (a short tick; QEMU on a busy host), user mode would never run:
 * then the interrupt is asked for later than the tick comes due, and more so each time that this was not enough.
 */
#include "kernel.h"
#include "machine.h"

#define MTI (1u << 7)			/* of mip and mie: the timer */

#define SHORT 10000u			/* mtime units: of a tick */
#define ROOM 2000u			/* mtime units for the way back to user mode, and for that, at least; twice as many for each try */
#define TRIES 12u

uint32_t timer_tries;
static uint64_t due;
static uint64_t held, asked;		/* the interrupt was asked for at `held` to come at `asked`, later than `due` */
static uint32_t tick = PROFCTL_DEFAULT_TICK;

static volatile uint32_t *reg(uint32_t offset)
{
	return (volatile uint32_t *)(board.clint + offset);
}

uint64_t timer_now(void)
{
	uint32_t high, low;

	do {
		high = reg(CLINT_MTIME)[1];
		low = reg(CLINT_MTIME)[0];
	} while (reg(CLINT_MTIME)[1] != high);
	return (uint64_t)high << 32 | low;
}

static uint32_t room(void)
{
	return timer_tries > 1 ? ROOM << (timer_tries - 1) : tick < SHORT ? ROOM : 0;
}

static void arm(uint32_t at_least)
{
	held = at_least ? timer_now() : 0;
	asked = due < held + at_least ? held + at_least : due;
	reg(CLINT_MTIMECMP)[1] = UINT32_MAX;	/* no interrupt from a half-written time */
	reg(CLINT_MTIMECMP)[0] = (uint32_t)asked;
	reg(CLINT_MTIMECMP)[1] = (uint32_t)(asked >> 32);
}

/* Ticks that came due until then, some: they are behind us now. */
static uint32_t taken(uint64_t until)
{
	uint32_t n = 0;

	for (; due <= until; due += tick)
		n++;
	ticks += n;
	return n;
}

/* Ticks that are due though their interrupt was asked for later: the kernel's. How many. */
static uint32_t take_overdue(uint32_t here)
{
	uint64_t now = timer_now();
	uint32_t n = 0;

	if (due <= now) {
		n = taken(now);
		prof_tick(current ? &current->proc->prof : NULL, here, 0, 0, n);
		thread_tick();
	}
	return n;
}

/* What is due was the former tick's. The interrupt is asked for when the next tick comes due, not later: else who calls this often would stop the clock. */
void timer_set(uint32_t units)
{
	uint64_t soonest;

	timer_poll();
	take_overdue((uint32_t)__builtin_return_address(0));
	tick = units;
	soonest = timer_now() + tick;
	if (soonest < due)
		due = soonest;
	arm(0);
}

uint32_t timer_tick(void) { return tick; }

/* The longest that the interrupt waited since this was asked last, mtime units. */
static uint32_t latest;

uint32_t timer_latest(void)
{
	uint32_t was = latest;

	latest = 0;
	return was;
}

/* Those that came due before the way back to user mode, or after the interrupt was to come, are the kernel's. */
void timer_interrupt(uint32_t pc, int user, int idle)
{
	struct profile *p = idle ? NULL : &current->proc->prof;
	uint32_t here = (uint32_t)__builtin_return_address(0);
	uint64_t now = timer_now();

	if (now > asked && now - asked > latest)
		latest = (uint32_t)(now - asked);
	if (due < held)				/* not the interrupted code's */
		prof_tick(p, here, 0, idle, taken(held - 1));
	if (due <= asked)
		prof_tick(p, pc, user, idle, taken(asked));
	if (due <= now)
		prof_tick(p, here, 0, idle, taken(now));
	console_poll();
	thread_tick();
	arm(idle ? 0 : room());
}

static int is_due(void)
{
	uint32_t pending;

	__asm__ volatile("csrr %0, mip" : "=r"(pending));
	return pending & MTI;
}

/* In the middle of whatever the kernel does: ^C, which ends processes, waits for the way back to user mode or the next tick. */
static void pause(void)
{
	if (is_due())
		timer_interrupt((uint32_t)__builtin_return_address(0), 0, !current);
}

void timer_init(void)
{
	due = timer_now() + tick;
	arm(0);
	bulk_pause = pause;
	__asm__ volatile("csrw mie, %0" : : "r"(MTI));
}

/* On the way back to user mode, which will be free if enough tries have failed. */
void timer_late(void)
{
	if (timer_tries < TRIES)
		timer_tries++;
	timer_poll();
}

__attribute__((noinline)) void timer_poll(void)
{
	if (!is_due())
		return;
	timer_interrupt((uint32_t)__builtin_return_address(0), 0, !current);
	console_interrupt();
}

/* The interrupt of the next tick needs no room for a user any more; those that came due before are not idle time. */
void timer_wait(void)
{
	timer_tries = 0;
	if (asked > due) {
		uint32_t n = take_overdue((uint32_t)__builtin_return_address(0));

		arm(0);
		if (n)
			return;			/* somebody may be ready */
	}
	__asm__ volatile("wfi");
	timer_poll();
}

/* Longer than n - 1 ticks; n at most 2^30: times are compared by their difference. */
int sys_sleep(uint32_t n)
{
	if (n > 1u << 30)
		return -EINVAL;
	uint64_t now = timer_now(), last = due - tick;			/* tick that was taken, which may lie ahead */
	uint32_t late = now > last ? (uint32_t)(now - last) / tick : 0;	/* ticks that have passed, not yet taken */
	current->wake = ticks + late + n;
	while ((int32_t)(current->wake - ticks) > 0)
		thread_sleep(&ticks);
	return 0;
}

int sys_time(uint32_t va)
{
	uint64_t now = timer_now();

	return copyout(&current->proc->vm, va, &now, sizeof now);
}
