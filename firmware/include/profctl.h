/* SPDX-License-Identifier: ISC
 * profctl.h - settings and counts of the kernel's profiling clocks: int profctl(what, value).
 *
 * Two clocks: PROFCTL_PROCESS counts for profil and pcsample, PROFCTL_SYSTEM for sprofil. `what` is
 * one of PROFCTL_* below, ORed with the clock. Returns 0 or more, or a negative errno value:
 *	EINVAL	no such setting, or value out of range
 *	EFAULT	value is not an address of the caller's memory
 *	ENODEV	there is no unit
 *	EBUSY	PERIOD, JITTER or CLOCK of a clock that counts for another process, or for sprofil
 *		at all; or another TICK while ticks count for another process
 */
#ifndef PROFCTL_H
#define PROFCTL_H

#include <stdint.h>

enum { PROFCTL_PROCESS, PROFCTL_SYSTEM };

/* Settings after boot. With a period near the timer tick, or in a small ratio to it, samples would
 * meet a program that wakes by the tick at nearly the same instruction each time: a short profile
 * would show one place. The ratios of the tick to these periods, and between them, are near the
 * golden ratio, so that few samples spread evenly over the tick and its multiples. */
#define PROFCTL_DEFAULT_PERIOD(clock) ((clock) == PROFCTL_SYSTEM ? 7321 : 6199) /* cycles */
#define PROFCTL_DEFAULT_TICK 10000 /* mtime units */

enum {
	PROFCTL_PERIOD = 0x10, /* value: cycles per tick, 1 .. 2^24 - 1 */
	/* value: J, 0 .. 16, 2^(J-1) < period: each period varies by up to 2^(J-1); 0 after boot */
	PROFCTL_JITTER = 0x20,
	PROFCTL_GET_PERIOD = 0x30, /* -> cycles */
	/* Value: address of a struct profcounts, for the clock's counts since boot. With the timer
	 * as source, ticks that are due but whose interrupt waits are missing; PROFCTL_TICK takes
	 * them. */
	PROFCTL_COUNTS = 0x40,
	/* value: 0 the unit counts, 1 timer ticks count; running profiles continue */
	PROFCTL_CLOCK = 0x50,
	PROFCTL_GET_CLOCK = 0x60, /* -> 0 or 1; 1 without a unit */
	/* -> enum profstate of the caller's own profile (PROFCTL_SYSTEM: of sprofil) */
	PROFCTL_STATE = 0x70,
	/* Value: length of the timer tick, which drives everything periodic in the kernel: 4,000 ..
	 * 100,000 mtime units. After a tick the next one waits for 2,000 units or more. */
	PROFCTL_TICK = 0x90,
	PROFCTL_GET_TICK = 0xA0, /* -> mtime units */
};

enum profstate {
	PROFSTATE_OFF, /* never on, or turned off by a call */
	PROFSTATE_PROFIL,
	PROFSTATE_PCSAMPLE,
	/* stopped itself: a counter reached its maximum, or the array of samples is full */
	PROFSTATE_FULL,
	PROFSTATE_FAULT, /* stopped itself: an update would have faulted */
	PROFSTATE_SPROFIL,
};

/* Counts of a clock since boot, summed over all processes: how long each mode ran, and how many
 * samples were counted. Anyone may read them. They contain no address and no process; only the
 * owner of a buffer learns which code ran. The accounting invariant: ticks = hits + outside +
 * filtered + idle + lost + pending. By mode: user + system + idle = ticks - pending. */
struct profcounts {
	uint64_t ticks, hits, outside, filtered, idle, lost, pending;
	uint64_t user, system;
	/* cycles in which the core waited because the unit held its bus */
	uint64_t stolen;
};

#endif
