/* SPDX-License-Identifier: ISC
 * clause_process.h - the parts of the clauses that need a kernel.
 */
#ifndef CLAUSE_PROCESS_H
#define CLAUSE_PROCESS_H

#include "clause.h"
#include "sys/sprof.h"

/* The first address behind this program's memory; the 16 bytes below it are free to use. */
uint32_t memory_end(void);

#ifndef BARE_METAL
void system_work(unsigned samples); /* system calls, for this many samples */
/* an address in the kernel where that time is spent */
uint32_t system_loop(void);
void idle_work(unsigned samples); /* idle time, for this many samples */
/* Call it first in main(). In the part of a program that another part exec'ed, it does not
 * return. */
bool process_part(int argc, char **argv);
/* A process that never runs for a whole period is sampled in proportion to its time. two[0], two[1]
 * are 0. */
bool process_short_turns(volatile uint16_t *two);
void process_exec(const char *id); /* exec turns profiling off */
/* it continues in both, each with its own buffer */
void process_fork(const char *id);
/* no sample of the kernel or of other processes in the buffer */
void process_alone(const char *id);
/* one call for all threads */
void process_threads(const char *all, const char *later, volatile uint16_t *two);
/* across fork and exec; part of a clause */
void process_pcsample(volatile uintptr_t *samples, long n);
/* another process: EBUSY; part of a clause */
void process_busy(struct SPCNT *sp);
/* code in interrupt handlers is seen; part of a clause */
void process_interrupts(struct SPCNT *sp);
void process_locked(const char *id); /* its memory stays */
/* code in step with the tick: only the clock of its own sees it */
void process_clock(const char *id, struct SPCNT *sp);
#endif

#endif
