/* SPDX-License-Identifier: ISC
 * threads.c - threads as a small RTOS has them: the timer's interrupt keeps a thread's registers on
 * its own stack and goes on with another's (threads_trap.S); a thread may also yield by a system
 * call. The stacks are small and side by side; a thread that ends leaves its stack to a new one.
 */
#include <stdint.h>
#include <stdio.h>

#include "machine.h"

#define NOINLINE __attribute__((noinline))
#define THREADS 4
#define WORDS 256 /* of a stack */
#define SAVED 32 /* words of a thread's registers; the first is its pc */
#define RA 1 /* their place */
#define ENDS 24 /* threads that must have ended before the program does */

#define CAUSE_ECALL 11u
#define MIE_TIMER 0x80u
#define MSTATUS_MIE 8u
#define EVERY 1500u /* cycles */
#define CLINT_WORD(offset) (*(volatile uint32_t *)(CLINT + (offset)))

extern void threads_trap(void);

static uint32_t stacks[THREADS][WORDS] __attribute__((aligned(16)));
static uint32_t *sp_of[THREADS + 1]; /* the last is main's */
static unsigned running = THREADS;
/* what an RTOS has: a pointer to the control block of who runs; a name in there, or what is none */
static struct slot {
	uint32_t state;
	char name[28];
} slots[THREADS + 1] = {
	{ 0, "thread 0" },
	{ 0, "\177" },
	{ 0, "thread 2" },
	{ 0, "thread 0" },
	{ 0, "main" },
};
static struct slot *volatile current;
static volatile unsigned ended;
static volatile unsigned sink;

static void due(void)
{
	CLINT_WORD(CLINT_MTIMECMP) = CLINT_WORD(CLINT_MTIME) + EVERY;
	CLINT_WORD(CLINT_MTIMECMP + 4) = 0;
}

NOINLINE static void yield(void)
{
	register unsigned what __asm__("a0") = 0;

	__asm__ volatile("ecall" : : "r"(what) : "memory");
}

NOINLINE static void end(void)
{
	register unsigned what __asm__("a0") = 1;

	__asm__ volatile("ecall" : : "r"(what) : "memory");
}

NOINLINE static unsigned work(unsigned x)
{
	for (int i = 0; i < 30; i++)
		x = x * 1664525u + 1013904223u;
	return x;
}

NOINLINE static unsigned recurse(unsigned n, unsigned x)
{
	unsigned y = n ? recurse(n - 1, work(x)) : work(x);

	if (n == 2)
		yield();
	return y + work(n);
}

static void worker(void)
{
	for (unsigned i = 0; i < 20; i++)
		sink += recurse(i % 4, i);
}

static void spinner(void)
{
	for (unsigned i = 0; i < 60; i++)
		sink ^= work(i);
}

static void start(unsigned i)
{
	static void (*const functions[])(void) = { worker, spinner };
	static unsigned n;
	uint32_t *sp = &stacks[i][WORDS - SAVED];

	sp[0] = (uint32_t)functions[n++ % 3 == 1];
	sp[RA] = (uint32_t)end;
	sp_of[i] = sp;
}

/* The trap of the thread whose registers are at sp; answers whose are to be loaded. */
uint32_t *threads_next(uint32_t *sp, uint32_t cause, uint32_t ends)
{
	sp_of[running] = sp;
	if (cause == CAUSE_ECALL) {
		sp[0] += 4;
		if (ends) {
			ended++;
			start(running);
		}
	} else
		due();
	/* down in memory: a stack below may be taken for more of this one */
	running = running ? running - 1 : THREADS;
	current = &slots[running];
	return sp_of[running];
}

int main(void)
{
	for (unsigned i = 0; i < THREADS; i++)
		start(i);
	current = &slots[running];
	due();
	__asm__ volatile("csrw mtvec, %0" : : "r"(threads_trap));
	__asm__ volatile("csrs mie, %0" : : "r"(MIE_TIMER));
	__asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MIE));
	while (ended < ENDS)
		sink += recurse(3, ended);
	__asm__ volatile("csrc mstatus, %0" : : "r"(MSTATUS_MIE));
	printf("%u threads have ended\n", ended);
	return 0;
}
