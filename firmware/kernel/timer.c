/* SPDX-License-Identifier: ISC
 * timer.c - the CLINT timer: a tick every `tick` mtime units, sleep, time.
 *
 * The kernel runs with interrupts off. A tick that comes meanwhile is taken on the return to user
 * mode (start.S) or at timer_poll, and counts as kernel time. So does each tick that was missed.
 *
 * If handling a tick took longer than the time to the next one, user mode would never run. So the
 * interrupt is armed for ROOM later at the least, even if a tick is due before.
 */
#include "kernel.h"
#include "machine.h"

#define MTI (1u << 7)			/* timer bit of mip and mie */

#define ROOM 2000u	/* for the return to user mode and for user mode, mtime units */

static uint64_t due;
/* at `held`, the interrupt was armed for `asked`, which may be later than `due` */
static uint64_t held, asked;
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

static void arm(uint32_t at_least)
{
	held = at_least ? timer_now() : 0;
	asked = due < held + at_least ? held + at_least : due;
	reg(CLINT_MTIMECMP)[1] = UINT32_MAX;	/* no interrupt from a half-written compare value */
	reg(CLINT_MTIMECMP)[0] = (uint32_t)asked;
	reg(CLINT_MTIMECMP)[1] = (uint32_t)(asked >> 32);
}

/* Takes the ticks that came due up to `until`. Returns how many. */
static uint32_t taken(uint64_t until)
{
	uint32_t n = 0;

	for (; due <= until; due += tick)
		n++;
	ticks += n;
	return n;
}

/* Takes ticks that are due although their interrupt is armed for later, as kernel time. Returns how
 * many. */
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

/* Ticks already due belong to the former length. The interrupt is armed for when the next tick is
 * due, not later: otherwise frequent calls would stop the clock. Ends no process. */
void timer_set(uint32_t units)
{
	uint64_t soonest;

	take_overdue((uint32_t)__builtin_return_address(0));
	tick = units;
	soonest = timer_now() + tick;
	if (soonest < due)
		due = soonest;
	arm(0);
}

uint32_t timer_tick(void) { return tick; }

/* Longest interrupt latency since timer_latest was last called, mtime units. */
static uint32_t latest;

uint32_t timer_latest(void)
{
	uint32_t was = latest;

	latest = 0;
	return was;
}

/* Ticks that came due before the last return to user mode, or after the armed time, are the
 * kernel's; the one between is the interrupted code's. */
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
	arm(idle ? 0 : ROOM);
}

void timer_room(void) { arm(ROOM); }

static int is_due(void)
{
	uint32_t pending;

	__asm__ volatile("csrr %0, mip" : "=r"(pending));
	return pending & MTI;
}

/* Runs in the middle of kernel work. ^C ends processes, so it waits for the return to user mode or
 * the next tick. */
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

__attribute__((noinline)) void timer_poll(void)
{
	if (!is_due())
		return;
	timer_interrupt((uint32_t)__builtin_return_address(0), 0, !current);
	console_interrupt();
}

/* An idle machine needs no room for user mode, so arm the next tick when it is due. Ticks due
 * already are not idle time. */
void timer_wait(void)
{
	if (asked > due) {
		uint32_t n = take_overdue((uint32_t)__builtin_return_address(0));

		arm(0);
		if (n)
			return;			/* a thread may be ready */
	}
	__asm__ volatile("wfi");
	timer_poll();
}

/* Sleeps longer than n - 1 ticks. n is at most 2^30: times are compared by their difference. */
int sys_sleep(uint32_t n)
{
	if (n > 1u << 30)
		return -EINVAL;
	/* the tick last taken; may lie ahead */
	uint64_t now = timer_now(), last = due - tick;
	/* ticks due, not yet taken */
	uint32_t late = now > last ? (uint32_t)(now - last) / tick : 0;
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
