/* SPDX-License-Identifier: ISC
 * coroutines.c - functions that take turns; the contract is coroutines.h.
 */
#include "coroutines.h"

#include <stdint.h>

#define WORDS 1024
/* words that coroutine_switch keeps on a stack; the first is its return address */
#define SAVED 16

/* One more than there are coroutines, for calls: coroutine_switch.S. */
uint32_t coroutine_stacks[COROUTINES + 1][WORDS] __attribute__((aligned(4 * WORDS)));
static uint32_t *sp_of[COROUTINES], *sp_of_main;
static int running;

/* Leaves this stack, with what C preserves on it, for the one left at `sp`. */
void coroutine_switch(uint32_t **save, uint32_t *sp);

void coroutine_start(int i, void (*f)(void))
{
	sp_of[i] = &coroutine_stacks[i][WORDS - SAVED];
	sp_of[i][0] = (uint32_t)f;
}

void coroutine_resume(int i)
{
	running = i;
	coroutine_switch(&sp_of_main, sp_of[i]);
}

void coroutine_yield(void)
{
	coroutine_switch(&sp_of[running], sp_of_main);
}

int coroutine_running(void)
{
	return running;
}
