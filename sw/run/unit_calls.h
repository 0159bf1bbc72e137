/* SPDX-License-Identifier: ISC
 * unit_calls.h - the call tree of a simulated run as a unit keeps it: the RTL of rtl/context beside
 * the core.
 */
#pragma once

#include <stdbool.h>

#include "driver/tally.h"
#include "sim/context.h"
#include "sw/profile/call_tree.h"
#include "sw/profile/firmware.h"

struct unit_calls {
	struct context *context;	/* NULL: not open */
	struct tally_io io;
	struct tally unit;
	uint32_t first;			/* address of the ELF's code, and how many */
	uint64_t elsewhere;		/*   instructions were too far from it */
};

#define UNIT_CALLS_MOST UINT32_MAX	/* cycles: its words have 32 bits */

/* Begins to count; the core is held. u stays where it is until unit_calls_close. False: one line
 * was printed, and nothing is open. */
bool unit_calls_open(struct unit_calls *u, const struct firmware *f);
void unit_calls_cycle(struct unit_calls *u, const struct machine_cycle *c);

/* The run has ended: makes the tree. False: one line was printed; the tree may be empty. */
bool unit_calls_finish(struct unit_calls *u, const struct firmware *f, struct call_tree *tree);
void unit_calls_close(struct unit_calls *u);
