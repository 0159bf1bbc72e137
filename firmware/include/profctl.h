/* SPDX-License-Identifier: ISC
 * profctl.h - settings of the kernel's profiling clocks, and what they counted: int profctl(what, value), 0 or more, or a
 * negative errno value (EINVAL: no such thing, or out of range; EFAULT; ENODEV: there is no unit; EBUSY: PERIOD, JITTER or CLOCK
 * of a clock that counts for another process, or for sprofil at all; another TICK while ticks count for another process).
 *
 * Two clocks: PROFCTL_PROCESS counts for profil and pcsample, PROFCTL_SYSTEM for sprofil. `what` is one of the PROFCTL_* below | clock.
 */
#ifndef PROFCTL_H
#define PROFCTL_H

#include <stdint.h>

enum { PROFCTL_PROCESS, PROFCTL_SYSTEM };

/* After boot. A period near the timer's tick, or in a small ratio to it, would meet programs that wake by the tick at nearly the same
 * instruction each time: their short profiles were of one place. These divide the tick, and each other, by ratios near the golden one, so that
 * few samples are spread evenly over it, and over its multiples. */
#define PROFCTL_DEFAULT_PERIOD(clock) ((clock) == PROFCTL_SYSTEM ? 7321 : 6199)	/* cycles */
#define PROFCTL_DEFAULT_TICK 10000	/* mtime units */

enum {
	PROFCTL_PERIOD = 0x10,		/* value: cycles a tick, 1 .. 2^24 - 1 */
	PROFCTL_JITTER = 0x20,		/* value: J: each period varies over 2^J values (2^(J-1) < period); 0 after boot */
	PROFCTL_GET_PERIOD = 0x30,	/* -> cycles */
	PROFCTL_COUNTS = 0x40,		/* value: address of a struct profcounts: what the clock counted since boot. By the timer: not yet
					 * ticks that have come due while their interrupt waits; PROFCTL_TICK takes them */
	PROFCTL_CLOCK = 0x50,		/* value: 0 the unit counts, 1 the timer's ticks do; profiles that run go on with the other one */
	PROFCTL_GET_CLOCK = 0x60,	/* -> 0, 1; 1 as well where there is no unit */
	PROFCTL_STATE = 0x70,		/* -> enum profstate: of the caller's own profile (PROFCTL_SYSTEM: of sprofil's) */
	PROFCTL_HAS_UNIT = 0x80,	/* -> 1, 0 */
	PROFCTL_TICK = 0x90,		/* value: mtime units a timer tick, for all that the kernel does by it, 4,000 .. 10,000,000. After one that is
					 * shorter than 10,000, or that came before user mode ran again, the next one waits for 2,000 or more */
	PROFCTL_GET_TICK = 0xA0,	/* -> mtime units */
	PROFCTL_LATEST = 0xB0,		/* -> mtime units: the longest that the timer's interrupt waited since this was asked last */
};

enum profstate {
	PROFSTATE_OFF,			/* never on, or turned off by a call */
	PROFSTATE_PROFIL,
	PROFSTATE_PCSAMPLE,
	PROFSTATE_FULL,			/* turned itself off: a counter reached its maximum, or the samples' array is full */
	PROFSTATE_FAULT,		/* turned itself off: an update would have been a memory fault */
	PROFSTATE_SPROFIL,
};

/* The counts are the clock's, of all processes together and since boot: how long each mode ran and how many samples were
 * counted, for anybody to read, but no address and no process. Which code ran, only the owner of a buffer learns, from that.
 * The law: ticks = hits + outside + filtered + idle + lost + pending; user + system + idle_class = ticks - pending. */
struct profcounts {
	uint64_t ticks, hits, outside, filtered, idle, lost, pending;
	uint64_t user, system, idle_class;
	uint64_t stolen;		/* cycles in which the core waited for its bus because the unit had it */
};

#endif
