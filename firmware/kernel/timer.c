/* SPDX-License-Identifier: ISC
 * timer.c - the CLINT timer: a tick every `tick` mtime units, sleep, time.
 *
 * The kernel runs with interrupts off. A tick that comes meanwhile is taken on the return to user
 * mode (start.S) or at timer_poll, and counts as kernel time. So does each tick that was missed.
 *
 * If handling a tick took longer than the time to the next one, user mode would never run. So the
 * interrupt comes ROOM after the return to user mode at the earliest, even if a tick is due before.
 */
#include "kernel.h"
#include "machine.h"

#define MTI (1u << 7) /* timer bit of mip and mie */

#define ROOM 2000u /* for the return to user mode and for user mode, mtime units */

static uint64_t due, returned; /* the next tick; the last return to user mode */
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

static void arm(uint64_t earliest)
{
	uint64_t at = due > earliest ? due : earliest;

	reg(CLINT_MTIMECMP)[1] = UINT32_MAX; /* no interrupt from a half-written compare value */
	reg(CLINT_MTIMECMP)[0] = (uint32_t)at;
	reg(CLINT_MTIMECMP)[1] = (uint32_t)(at >> 32);
}

void timer_room(void)
{
	returned = timer_now();
	arm(returned + ROOM);
}

/* Counts the ticks that came due before `until`, and wakes those whom they wake. */
static void take(uint64_t until, uint32_t pc, int user, int idle)
{
	uint32_t n = 0;

	for (; due < until; due += tick)
		n++;
	ticks += n;
	if (n) {
		prof_tick(current ? &current->proc->prof : NULL, pc, user, idle, n);
		thread_tick();
	}
}

void timer_interrupt(uint32_t pc, int user, int idle)
{
	take(returned, (uint32_t)__builtin_return_address(0), 0, idle);
	take(timer_now() + 1, pc, user, idle);
	console_poll();
	timer_room();
}

/* Ticks already due belong to the former length. The interrupt is armed for when the next tick is
 * due, not later: otherwise frequent calls would stop the clock. */
void timer_set(uint32_t units)
{
	timer_interrupt((uint32_t)__builtin_return_address(0), 0, 0);
	tick = units;
	if (timer_now() + tick < due)
		due = timer_now() + tick;
	arm(0);
}

uint32_t timer_tick(void)
{
	return tick;
}

static int is_due(void)
{
	uint32_t pending;

	__asm__ volatile("csrr %0, mip" : "=r"(pending));
	return pending & MTI;
}

void timer_init(void)
{
	due = timer_now() + tick;
	arm(0);
	__asm__ volatile("csrw mie, %0" : : "r"(MTI));
}

__attribute__((noinline)) void timer_poll(void)
{
	if (!is_due())
		return;
	timer_interrupt((uint32_t)__builtin_return_address(0), 0, !current);
	console_interrupt();
}

/* An idle machine needs no room for user mode. What is due already is not idle time. */
void timer_wait(void)
{
	int idle = due > timer_now(); /* mip may not know yet what arm() has changed */

	arm(0);
	if (idle)
		__asm__ volatile("wfi");
	timer_interrupt((uint32_t)__builtin_return_address(0), 0, idle);
	console_interrupt();
}

/* Sleeps longer than n - 1 ticks. n is at most 2^30: times are compared by their difference. */
int sys_sleep(uint32_t n)
{
	if (n > 1u << 30)
		return -EINVAL;
	take(timer_now(), (uint32_t)__builtin_return_address(0), 0, 0);
	current->wake = ticks + n;
	while ((int32_t)(current->wake - ticks) > 0)
		thread_sleep(&ticks);
	return 0;
}

int sys_time(uint32_t va)
{
	uint64_t now = timer_now();

	return copyout(&current->proc->vm, va, &now, sizeof now);
}
