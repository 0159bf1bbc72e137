/* SPDX-License-Identifier: ISC
 * tally_profil.h - what profil(2), pcsample(2) and sprofil(2) ask of the unit: arguments and personality in, configuration out.
 *
 * Pure functions, without hardware or state: the calls on bare metal (tally_calls.h) and a kernel's system calls both
 * use them. The manual pages of System V, Solaris and illumos, OpenBSD and CB-UNIX are the source; SPEC.md 9 their differences.
 *
 * They fill in a configuration's mapping: mode, offset, scale, round, width, policy, interval, entries, sink, base, size,
 * limit. Period, jitter, seed, source, attribution, filter are the caller's, and stay as they are.
 *
 * Addresses are the caller's (of its process); `base` becomes an address on the bus.
 */
#ifndef TALLY_PROFIL_H
#define TALLY_PROFIL_H

#include "tally.h"

enum profil_personality { PROFIL_SYSV, PROFIL_SOLARIS, PROFIL_BSD };

#define PROFIL_OFF 1			/* a plan that turns profiling off */
#define PROFIL_FULL_SCALE 0xFFFFu	/* "the maximal value of scale" of the System V pages */

#define SPCNT_BYTES 8192u		/* a struct SPCNT has at most one page of the PDP-11/70 */
#define SPCNT_HEAD 12u			/* its three totals */
#define SPCNT_SYMBOLS ((SPCNT_BYTES - SPCNT_HEAD) / (unsigned)sizeof(struct tally_symbol))	/* 1,022 */
#define SPCNT_INTERVALS ((SPCNT_BYTES - SPCNT_HEAD) / 4u)					/* 2,045 */

/* The one range of memory that the caller may let the unit write: [low, high) as the caller sees it, low != 0;
 * `bus` is the address of its first byte on the bus, equal to low modulo 4. Empty: low == high. */
struct profil_memory {
	uint32_t low, high, bus;
};

struct profil_args {
	uint32_t buf, size;		/* address, bytes */
	uint32_t offset, scale;
};

struct sprofil_args {
	uint32_t spcnt, numents;	/* address; symbols or intervals */
	uint32_t lowpc, intsize;	/* intsize 0: symbols */
};

/* Can a unit with these caps do all that the calls may ask of it: profil and sprofil at once, every mode, counter and offset, jitter, periods of
 * 1 to 2^period_bits - 1, and counts of 32 bits? Then no configuration made below is refused. */
bool profil_unit_does_all(const struct tally_caps *caps, unsigned period_bits);

/* profil(): 0: profile with *out; PROFIL_OFF: turn it off. BSD alone: TALLY_EINVAL: leave all as it was;
 * TALLY_EFAULT: turn it off. *out is set only where 0 is returned.
 * A buffer of which the first byte is not in memory, or that is not aligned to 2, is accepted where the page accepts it,
 * with a limit below one counter: the first sample that maps is FAULT, before anything is written. */
int profil_plan(enum profil_personality as, const struct profil_args *args, const struct profil_memory *memory, struct tally_config *out);

/* pcsample(): 0: sample with *out, a ring that stops when full; PROFIL_OFF: stop; TALLY_EINVAL: n is negative, leave all as it was.
 * An illegal or misaligned array: as profil_plan. More samples than 32 bits of bytes hold are cut to what they hold. */
int pcsample_plan(uint32_t samples, int32_t n, const struct profil_memory *memory, struct tally_config *out);

/* sprofil(), spcnt != 0: 0: profile with *out. TALLY_EINVAL: the structure would be larger than SPCNT_BYTES.
 * TALLY_EFAULT: a byte of it is not in memory, or it is not aligned to 4. Counters have 32 bits and wrap.
 * With intsize 0 the caller checks the order of the table (sprofil_rising) before it starts. */
int sprofil_plan(const struct sprofil_args *args, const struct profil_memory *memory, struct tally_config *out);

/* Sets sink, base and limit of a configuration with width and size: `size` bytes at buf, of which those in memory exist. For where
 * the memory has changed since the plan; a buffer that is not there any more is FAULT at the first sample that maps. */
void profil_place(struct tally_config *c, uint32_t buf, const struct profil_memory *memory);

/* Bytes of the structure from spcnt on that these arguments use; UINT32_MAX if more than SPCNT_BYTES. */
uint32_t sprofil_bytes(uint32_t numents, uint32_t intsize);

/* Do n entries rise (equal ones may follow each other), the first not below *last? *last becomes the start of the last one,
 * so that a table may be checked piece by piece, beginning with *last 0. */
bool sprofil_rising(const volatile struct tally_symbol *entries, uint32_t n, uint32_t *last);

#endif
