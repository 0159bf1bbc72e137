/* SPDX-License-Identifier: ISC
 * simulate.h - one run of an ELF on a simulated machine, into a profile.
 *
 * The unit is programmed while the core is held in reset, so that counting begins with the first
 * clock edge after it; the core and the firmware see nothing of it. With no_profile the unit is the
 * firmware's own: the machine has the full one, the tool neither sets nor reads it, and the profile
 * holds only how the run ended.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "calls.h"
#include "sim/machine.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

struct simulation {
	const struct core *core;
	uint64_t max_cycles;		/* 0: no limit */
	/* and all keys of a terminal to the firmware, see console_all_keys */
	bool no_profile;
	/* NULL: the files the firmware sends stay in its output; else the directory for them */
	const char *files;
	const char *outputs[2];		/* that the caller writes afterwards; NULL: none */
	/* of the serial bridge on a pseudo-terminal; then as no_profile; 0: no bridge */
	unsigned pty_baud;
	bool pty_wait;			/* hold the core until the unit is started over the line */
	bool cpi;			/* count retired instructions per pc; slower */
	bool causes;			/* count causes, too; as calls, and cpi is set */
	bool data;			/* follow loads and stores, too; as causes and calls */
	bool calls;			/* follow calls; what is counted must be every cycle */
	/* the tree is a unit's (unit_calls.h), of so many cycles at most; without cpi, task */
	bool unit_calls;
	enum calls_handlers handlers;
	const char *latency, *task;	/* as the options' texts, see observer.h; NULL: none */
	const char *from, *to;		/* NULL: not narrowed */
	const volatile int *stop;	/* nonzero ends the run */
};

/* p->config holds the settings (all but offset, base and size); the rest of p is filled. False: one
 * line was printed. */
bool simulate(const struct simulation *s, const struct firmware *f, struct profile *p);
