/* SPDX-License-Identifier: ISC
 * clause.h - for the programs that show the manual pages' clauses, one line each on the console:
 *	ok SV-1			not ok SV-1 line 77: sum > 0
 * They run as processes of the kernel. System V's runs on bare metal, too (-DBARE_METAL), without
 * what needs processes.
 */
#ifndef CLAUSE_H
#define CLAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "abi.h"
#include "driver/tally.h"
#include "profctl.h"

#ifdef BARE_METAL
/* The address by which the processor must access a live buffer. */
#define LIVE(buffer) ((void *)((uintptr_t)(buffer) + 0x30000000u))
#define TEXT_LOW 0x80000000u
#else
#define LIVE(buffer) ((void *)(buffer))
#define TEXT_LOW ((uint32_t)USER_TEXT)
#endif
extern char text_end[]; /* work.S */
#define TEXT_HIGH ((uint32_t)text_end)

void clause_begin(const char *id);
void clause_check(int line, const char *what, int ok);
void clause_end(void);
int clauses_failed(void);
#define CHECK(cond) clause_check(__LINE__, #cond, (cond) ? 1 : 0)
#define CLAUSE(id) for (int once = (clause_begin(id), 1); once; once = (clause_end(), 0))

/* ---- from the platform: the unit (bare metal), or the kernel (clause_process.c) ---- */
int prof_setting(int what, uintptr_t value); /* profctl */
struct profcounts prof_counts(int clock);
static inline enum profstate prof_state(void)
{
	return (enum profstate)prof_setting(PROFCTL_STATE | PROFCTL_PROCESS, 0);
}
bool by_tick(void); /* the timer's ticks count, not the unit */
void fast_clock(unsigned period); /* both clocks; no effect on ticks */

/* ---- work.S ---- */
void spin(unsigned n); /* n turns of a loop of two instructions: */
extern char spin_loop[]; /* the first of them */
void spin_far(unsigned n); /* the same, more than 64 KiB above it */
extern char spin_far_loop[];

/* Spins for at least this many samples of the process clock. */
void work(unsigned samples);
void work_far(unsigned samples);
/* The same, until one of the loop's two counters counts. On a busy host the timer's few ticks may
 * all fall around the loop. */
void work_seen(unsigned samples, const volatile uint16_t *first, const volatile uint16_t *second);
unsigned spins(unsigned samples); /* the n for it */

/* Were both instructions of the loop seen? One suffices with the timer's ticks: QEMU may take them
 * only between turns. */
static inline bool loop_seen(uint32_t first, uint32_t second)
{
	return by_tick() ? first || second : first && second;
}

/* Sum of the n counters. */
uint32_t sum_of(const volatile uint16_t *counters, size_t n);

uint32_t text_sum(void); /* of the program's text */

/* Is every byte of it this one? */
bool all_bytes(const volatile void *at, size_t n, uint8_t byte);

#endif
