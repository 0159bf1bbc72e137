/* SPDX-License-Identifier: ISC
 * context.h - the unit that keeps the call tree (rtl/context/CONTEXT.md), Verilated, beside a
 * simulated core: it sees what the core did in each cycle.
 *
 * Registers, words and rows are read and written while the core does nothing, at byte addresses
 * from the unit's.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "machine.h"

struct context;

/* NULL: this build has no simulators, or out of memory. */
struct context *context_open(void);
void context_close(struct context *c);

/* One clock edge, with run_i 1. */
void context_cycle(struct context *c, const struct machine_cycle *cycle);

/* n clock edges with run_i 0. */
void context_idle(struct context *c, unsigned n);

/* As struct tally_io has them: 0, or -ETIMEDOUT. */
int context_read(void *context, uint32_t addr, uint32_t *value);
int context_write(void *context, uint32_t addr, uint32_t value);

#endif
