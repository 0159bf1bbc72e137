/* SPDX-License-Identifier: ISC
 * torture.c - whatever makes calling contexts hard: recursion, tail calls, function pointers,
 * qsort's callbacks, longjmp out of depth, four coroutines, calls on another stack, routines that
 * call each other in turns through both link registers (link_swap.S). With interrupts
 * (interrupts.h) all of it a second time.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "coroutines.h"
#include "interrupts.h"

#define NOINLINE __attribute__((noinline))
#define NUMBERS 120
#define DEEP 600
#define JUMPS 40

static volatile unsigned sink;

NOINLINE static int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

NOINLINE static int ackermann(int m, int n)
{
	return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

/* Tail calls of each other: one frame, however often. */
NOINLINE static int is_odd(unsigned n);
NOINLINE static int is_even(unsigned n)
{
	sink += n;
	return n ? is_odd(n - 1) : 1;
}
NOINLINE static int is_odd(unsigned n)
{
	sink ^= n;
	return n ? is_even(n - 1) : 0;
}

unsigned link_swap(unsigned n);

NOINLINE unsigned leaf(unsigned x)
{
	for (int i = 0; i < 10; i++)
		x = x * 1664525u + 1013904223u;
	return x;
}

NOINLINE static unsigned tail_to_leaf(unsigned x)
{
	sink++;
	return leaf(x);
}

NOINLINE static unsigned around_leaf(unsigned x)
{
	return leaf(x) + 1;
}

static unsigned (*const operations[])(unsigned) = { leaf, tail_to_leaf, around_leaf };

/* A tail call through a pointer. */
NOINLINE static unsigned pick(unsigned x)
{
	return operations[x % 3](x);
}

NOINLINE static unsigned dispatch(unsigned n)
{
	unsigned x = n;

	for (unsigned i = 0; i < n; i++)
		x = i & 1 ? pick(x) : operations[x % 3](x);
	return x;
}

/* A switch by a table: an indirect jump that is no call. */
NOINLINE static unsigned step(unsigned state)
{
	switch (state % 7) {
	case 0: return around_leaf(state) | 1;
	case 1: return state * 3 + 1;
	case 2: sink += state; return state - 1;
	case 3: return tail_to_leaf(state);
	case 4: return state >> 1;
	case 5: sink ^= state; return leaf(state ^ 5);
	default: return state + 2;
	}
}

static int rising(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static int falling(const void *a, const void *b)
{
	return rising(b, a);
}

NOINLINE static void sort(void)
{
	int numbers[NUMBERS];

	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = (int)(leaf((unsigned)i) >> 8);
	qsort(numbers, NUMBERS, sizeof *numbers, rising);
	qsort(numbers, NUMBERS, sizeof *numbers, falling);
	sink += (unsigned)numbers[0];
}

static jmp_buf back;

NOINLINE static void dig(int n)
{
	sink += leaf((unsigned)n);
	if (n)
		dig(n - 1);
	/* always; gcc warns of an endless recursion without a condition */
	else if (sink)
		longjmp(back, 1);
	sink++;
}

/* longjmp to its caller; then it calls on, and returns. */
NOINLINE static int climb(int n)
{
	if (setjmp(back))
		return (int)(around_leaf((unsigned)n) & 1);
	dig(n);
	return 0;
}

/* longjmp's own frame is the only one that it leaves. */
NOINLINE static int climb_none(void)
{
	if (setjmp(back))
		return (int)(leaf(1) & 1);
	longjmp(back, 1);
}

NOINLINE static int deep(int n)
{
	volatile int a[2] = { n, n };

	return n ? deep(n - 1) + a[0] : a[1];
}

/* Two of the coroutines yield from depth. */
NOINLINE static void yield_below(int n)
{
	if (n)
		yield_below(n - 1);
	else
		coroutine_yield();
	sink++;
}

static void coroutine(void)
{
	for (unsigned i = 0;; i++) {
		sink += leaf(i);
		if (coroutine_running() & 1)
			yield_below((int)(i % 5));
		else
			coroutine_yield();
	}
}

NOINLINE static void here(unsigned x)
{
	sink += around_leaf(x);
}

/* A function on another stack, that returns to this one. */
NOINLINE static void elsewhere(unsigned x)
{
	sink++;
	if (interrupts.taken)
		coroutine_call(here, x);
	else
		coroutine_call_halves(here, x);
	sink++;
}

NOINLINE static void coroutines(void)
{
	for (int i = 0; i < COROUTINES; i++)
		coroutine_start(i, coroutine);
	for (int i = 0; i < 200; i++) {
		coroutine_resume(i % COROUTINES);
		if (i % 7 == 5)
			elsewhere((unsigned)i);
		else if (i % 11 == 7)
			coroutine_call(here, (unsigned)i);
	}
}

static void all(void)
{
	unsigned state = 1;

	sink += (unsigned)fibonacci(13);
	sink += (unsigned)ackermann(2, 20);
	sink += (unsigned)is_even(1000);
	sink += dispatch(300);
	for (int i = 0; i < 300; i++)
		state = step(state + (unsigned)i);
	sort();
	for (int i = 0; i < JUMPS; i++)
		sink += (unsigned)(climb(i) + climb_none());
	coroutines();
	sink += link_swap(8) + (unsigned)deep(DEEP);
}

int main(void)
{
	all();
	if (interrupts_start()) {
		all();
		interrupts_stop();
	}
	printf("%u, %u interrupts, %u of them nested\n", sink, interrupts.taken, interrupts.nested);
	return 0;
}
