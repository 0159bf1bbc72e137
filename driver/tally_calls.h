/* SPDX-License-Identifier: ISC
 * tally_calls.h - profil(2), pcsample(2) and sprofil(2) on bare metal: the program is the process, the unit counts in its memory.
 *
 * Channel 0 is profil's and pcsample's, which replace one another, channel 1 sprofil's: it needs a unit with system memory,
 * ring, interval and symbol modes and two channels. Each call returns when the unit has done with the buffer of the call before it.
 * Clause by clause: tally_profil.h. One caller at a time.
 *
 * A core with a data cache reads old counters there: pass the buffer's uncached alias, and touch it by that alias only.
 */
#ifndef TALLY_CALLS_H
#define TALLY_CALLS_H

#include "tally_profil.h"

/* What the calls must know of the machine; the firmware defines it, a program may change what it likes before a call. */
struct tally_machine {
	uintptr_t unit;				/* address of its registers */
	const struct profil_memory *memory;	/* what buffers may be in: `ranges` of them */
	unsigned ranges;
	uint32_t period, system_period;		/* cycles a tick: of profil and pcsample, of sprofil */
	uint8_t jitter;				/* of both, as in struct tally_config */
};
extern struct tally_machine tally_machine;

/* The unit of the calls, to read counts: probed at the first call. NULL: no unit answers. */
struct tally *tally_calls_unit(void);

/* 0, or a negative errno value. TALLY_EINVAL, TALLY_EFAULT: as profil_plan; TALLY_ENODEV, TALLY_ENOTSUP: no unit that can do it. */
int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size, uint32_t offset, uint32_t scale);

/* Samples that the pcsample() before this call stored, 0 if there was none or profil() came between; or a negative errno value. */
int32_t pcsample_call(const volatile void *samples, int32_t n);

/* spcnt NULL: stop. At a stop, and where another call follows, the three totals are added to the structure's.
 * TALLY_EINVAL: too large, or the table does not rise; TALLY_EFAULT: not in memory: what ran goes on. */
int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize);

#endif
