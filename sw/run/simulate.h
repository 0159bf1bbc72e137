/* SPDX-License-Identifier: ISC
 * simulate.h - one run of an ELF on a simulated machine, into a profile.
 *
 * The unit is programmed while the core is held in reset, so that counting
 * begins with the first clock edge after it; the core and the firmware see nothing of it.
 * With no_profile the unit is the firmware's own: the machine has the full one, the tool neither sets nor reads it,
 * and the profile holds only how the run ended.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "calls.h"
#include "sim/machine.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

struct simulation {
	const struct core *core;
	uint64_t max_cycles;		/* 0: no limit */
	bool no_profile;
	bool keys;			/* pass on all keys of a terminal: see console_terminal */
	const char *files;		/* NULL: the files the firmware sends stay in its output; else the directory for them */
	unsigned pty_baud;		/* of the serial bridge on a pseudo-terminal; then as no_profile; 0: no bridge */
	bool pty_wait;			/* hold the core until the unit is started over the line */
	bool cpi;			/* count retired instructions per pc; slower */
	bool calls;			/* follow calls; what is counted must be every cycle */
	enum calls_handlers handlers;
	const char *from, *to;		/* NULL: not narrowed */
	const volatile int *stop;	/* nonzero ends the run */
};

/* p->config holds the settings (all but offset, base and size); the rest of p is filled. false: one line was printed. */
bool simulate(const struct simulation *s, const struct firmware *f, struct profile *p);

#endif
