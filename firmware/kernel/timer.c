/* SPDX-License-Identifier: ISC
 * timer.c - the CLINT's timer: a tick every `tick` units of mtime, sleep, time.
 *
 * The kernel runs with interrupts off: a tick that comes due meanwhile is taken on the way back to user mode
 * (start.S) or at timer_poll, as one of the kernel's time, and so is each that was missed.
 */
#include "kernel.h"
#include "firmware/machine.h"

#define MTI (1u << 7)			/* of mip and mie: the timer */

#define SHORT 10000u			/* mtime units: of a tick */
#define SHARE 3000u			/* until the next one: for the way back to user mode, and for that */

uint32_t ticks;
static uint64_t due;
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

static void arm(void)
{
	reg(CLINT_MTIMECMP)[1] = UINT32_MAX;	/* no interrupt from a half-written time */
	reg(CLINT_MTIMECMP)[0] = (uint32_t)due;
	reg(CLINT_MTIMECMP)[1] = (uint32_t)(due >> 32);
}

void timer_set(uint32_t units)
{
	uint64_t soonest;

	timer_poll();			/* what is due was the former tick's */
	tick = units;
	soonest = timer_now() + tick;
	if (soonest < due)
		due = soonest;
	arm();
}

uint32_t timer_tick(void) { return tick; }

void timer_init(void)
{
	due = timer_now() + tick;
	arm();
	__asm__ volatile("csrw mie, %0" : : "r"(MTI));
}

static void next_tick(void)
{
	ticks++;
	due += tick;
}

/* One that is short may be over when all that it asks for is done, so that user mode never ran: the next one is taken with it if it is near. */
void timer_interrupt(uint32_t pc, int user, int idle)
{
	struct proc *p = idle ? NULL : current->proc;
	uint32_t here = (uint32_t)__builtin_return_address(0);
	uint64_t now = timer_now();

	prof_tick(p, pc, user, idle);
	for (next_tick(); due <= now; next_tick())
		prof_tick(p, here, 0, idle);
	console_poll();
	thread_tick();
	if (tick < SHORT && due < timer_now() + SHARE) {
		prof_tick(p, here, 0, idle);
		next_tick();
	}
	arm();
}

__attribute__((noinline)) void timer_poll(void)
{
	uint32_t pending;

	__asm__ volatile("csrr %0, mip" : "=r"(pending));
	if (pending & MTI)
		timer_interrupt((uint32_t)__builtin_return_address(0), 0, !current);
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

	return copyout(current->proc, va, &now, sizeof now);
}
