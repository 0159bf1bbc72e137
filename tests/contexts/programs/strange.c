/* SPDX-License-Identifier: ISC
 * strange.c - what programs rarely do with stacks and links: a coroutine whose stack is an array in a frame, one that
 * begins where another one has ended, routines that call each other in turns through both link registers
 * (strange_swap.S), and coroutines on ever new stacks.
 */
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#define WORDS 256
#define SAVED 16		/* words that coroutine_switch keeps on a stack; the first is its return address */
#define NEW 40			/* stacks */

void coroutine_switch(uint32_t **save, uint32_t *sp);
unsigned strange_swap(unsigned n);

static uint32_t kept[WORDS] __attribute__((aligned(16))), ever[NEW][WORDS] __attribute__((aligned(16)));
static uint32_t *sp_of_main, *sp_of_other;
static volatile unsigned sink;

/* coroutine_switch's: no calls are slipped in here */
uint32_t coroutine_stacks[5][1024] __attribute__((aligned(4096)));

NOINLINE unsigned strange_work(unsigned n)
{
	unsigned x = n;

	while (n--)
		x = x * 1664525u + 1013904223u;
	return x;
}

NOINLINE static void yield(void)
{
	coroutine_switch(&sp_of_other, sp_of_main);
}

static void first(void)
{
	for (;;) {
		sink += strange_work(20);
		yield();
	}
}

static void second(void)
{
	for (;;) {
		sink += strange_work(30) + 1;
		yield();
	}
}

NOINLINE static void begin(uint32_t *end, void (*f)(void))
{
	sp_of_other = end - SAVED;
	*sp_of_other = (uint32_t)f;
	coroutine_switch(&sp_of_main, sp_of_other);
	sink += strange_work(5);
}

NOINLINE static void again(void)
{
	coroutine_switch(&sp_of_main, sp_of_other);
	sink += strange_work(6);
}

/* The array stands in this frame, above all that this one calls. */
NOINLINE static void inside(void)
{
	uint32_t stack[WORDS] __attribute__((aligned(16)));

	begin(stack + WORDS, first);
	for (int i = 0; i < 5; i++)
		again();
	sink += strange_work(7);
}

/* The second begins with the sp that the first one was left with. */
NOINLINE static void reused(void)
{
	begin(kept + WORDS, first);
	again();
	uint32_t *dead = sp_of_other;
	begin(dead + SAVED, second);
	again();
	begin(kept + WORDS, second);
	again();
}

NOINLINE static void forgotten(void)
{
	for (int i = 0; i < NEW; i++)
		begin(ever[i] + WORDS, i % 2 ? first : second);
}

int main(void)
{
	inside();
	reused();
	forgotten();
	sink += strange_swap(8);
	inside();
	return 0;
}
