/* SPDX-License-Identifier: ISC
 * fuzz_plan.h - the random register programs of fuzz_regs.c: driver sequences with random faults, and fully random
 * accesses.
 */
#ifndef FUZZ_PLAN_H
#define FUZZ_PLAN_H

#include "sim/stimulus.h"

enum { FUZZ_REGS = 0x1000 };	/* bytes of the register space */

struct fuzz_plan {
	unsigned left;		/* programs not yet started */
	bool begun, over;
	unsigned rst_in;	/* cycles until a reset; 0: none */
};

/* Puts the next program into the stimulus's queue; the queue's owner is a struct fuzz_plan. */
void fuzz_plan(struct stimulus *s);

#endif
