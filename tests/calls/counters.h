/* SPDX-License-Identifier: ISC
 * counters.h - the parts of tests/calls/counters.c. Each is fed the record of the raw core, cycle
 * by cycle.
 */
#ifndef KERNEL_WATCH_H
#define KERNEL_WATCH_H

#include "sim/rig.h"

/* A word of RAM, while the core is held. */
uint32_t ram_word(struct rig *r, uint32_t at);

/* ---- counters_users.c: processes, in user mode */
void users_begin(const char *kernel, const char *watched, uint32_t period);
void users_retire(uint64_t cycle, uint32_t pc, unsigned priv);
int users_judge(struct rig *r, const char *watched); /* returns the number of errors */
/* physical address of the first process's `watched`, after users_judge */
uint32_t users_structure(void);

/* ---- counters_system.c: sprofil, all other modes */
void system_begin(const char *kernel);
void system_cycle(uint64_t cycle, const struct machine_cycle *c);
int system_judge(struct rig *r, uint32_t structure);

#endif
