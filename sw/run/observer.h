/* SPDX-License-Identifier: ISC
 * observer.h - what sees every cycle of a simulated core, into a profile: instructions, causes,
 * branches, calls, tasks, loads and stores, a latency.
 */
#pragma once

#include "branches.h"
#include "calls.h"
#include "data.h"
#include "simulate.h"
#include "unit_calls.h"

struct observer {
	struct profile *profile;
	struct machine *m;
	const struct firmware *firmware;
	struct calls *calls;		/* these four: NULL, not asked for */
	struct data *data;
	struct stopwatch *stopwatch;
	struct task_watch *task;
	struct unit_calls unit;		/* in place of calls, if it is open */
	struct branches branches;	/* with the profile's retired_at */
	/* since the last retirement: cycles awake, and why those passed in which none retired */
	uint64_t cycles;
	struct waits waits;
};

/* What s asks for; the core is held. o stays where it is until observer_close. False: one line was
 * printed, and nothing is open. */
bool observer_open(struct observer *o, const struct simulation *s, const struct firmware *f,
	struct machine *m, struct profile *p);

/* The run has ended, well if it `ran`: then the profile has its cycles. False: one line was
 * printed. */
bool observer_close(struct observer *o, bool ran);
