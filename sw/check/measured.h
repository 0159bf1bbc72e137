/* SPDX-License-Identifier: ISC
 * measured.h - a capture that is asked for what budgets are about.
 *
 * Its profile counted every cycle of a run that came to its end and did not fail.
 */
#pragma once

#include "budget.h"
#include "sw/profile/firmware.h"
#include "sw/report/contexts.h"
#include "sw/report/table.h"

struct measured {
	const char *name;		/* of the capture */
	struct profile profile;
	struct firmware firmware;
	struct table functions;
	struct contexts contexts;	/* empty without a call tree */
};

/* endless: firmware that never ends is judged by the cycles that --cycles gave it. False: one line
 * was printed, and nothing is to be closed. */
bool measured_open(struct measured *m, const char *name, bool endless,
	const struct firmware_how *how);
void measured_close(struct measured *m);

/* A note for who leaves out the functions that share counters: table.h's `straddles`. */
void measured_note_shared(const struct measured *m);

/* Flags the functions that a name means (symbols_meant). Returns 1 if they are one of the source
 * with its clones; 0: none has the name; else how many have it. */
size_t measured_meant(const struct measured *m, const char *name, bool *functions);

/* What the thing of the budget took. `scope`, if not NULL, has a flag for each function of the
 * symbols: those whose code is a part of it are set. False: the capture does not know; one line was
 * printed, unless `path`, the budgets' file, is NULL. */
bool measure(const struct measured *m, const struct budget *b, const char *path, uint64_t *value,
	bool *scope);
