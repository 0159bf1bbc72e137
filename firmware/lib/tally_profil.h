/* SPDX-License-Identifier: ISC
 * tally_profil.h - what profil(2), pcsample(2) and sprofil(2) ask of the unit: arguments and
 * personality in, configuration out.
 *
 * Pure functions, without hardware or state. The calls on bare metal (tally_calls.h) and the
 * kernel's system calls share them. Sources: the manual pages of System V, Solaris and illumos,
 * OpenBSD, and CB-UNIX. firmware/lib/README.md has a table of the differences.
 *
 * They fill in the mapping of a configuration: mode, offset, scale, width, policy, interval,
 * entries, base, size, limit. The caller owns the rest: period, jitter, source and
 * filter stay as they
 * are.
 *
 * Addresses are the caller's (its process's); `base` becomes a bus address.
 */
#ifndef TALLY_PROFIL_H
#define TALLY_PROFIL_H

#include "driver/tally.h"

#ifdef __cplusplus
extern "C" {
#endif

enum profil_personality { PROFIL_SYSV, PROFIL_SOLARIS, PROFIL_BSD };

#define PROFIL_OFF 1 /* the plan turns profiling off */
#define PROFIL_FULL_SCALE 0xFFFFu /* "the maximal value of scale" in the System V pages */

#define SPCNT_BYTES 8192u /* struct SPCNT takes at most one page of the PDP-11/70 */
#define SPCNT_HEAD 12u /* its three totals */
/* 1,022 */
#define SPCNT_SYMBOLS ((SPCNT_BYTES - SPCNT_HEAD) / (unsigned)sizeof(struct tally_symbol))
/* 2,045 */
#define SPCNT_INTERVALS ((SPCNT_BYTES - SPCNT_HEAD) / 4u)

/* The one range that the unit may write for the caller: [low, high) as the caller sees it, low !=
 * 0. `bus` is the bus address of its first byte, equal to low modulo 4. Empty: low == high. */
struct profil_memory {
	uint32_t low, high, bus;
};

struct profil_args {
	uint32_t buf, size; /* address; bytes */
	uint32_t offset, scale;
};

struct sprofil_args {
	uint32_t spcnt, numents; /* address; number of symbols or intervals */
	uint32_t lowpc, intsize; /* intsize: bytes of text per counter; 0: symbols */
};

/* Can a unit do all that any of the calls may ask for: every mode, counter and offset? If so, it
 * refuses no configuration made below. t: from tally_probe. */
bool profil_unit_does_all(const struct tally *t);

/* profil(). 0: profile with *out. PROFIL_OFF: turn it off. BSD only: TALLY_EINVAL: leave all as it
 * was; TALLY_EFAULT: turn it off. *out is set only if 0 is returned. If the first byte of the
 * buffer is not in memory, or the buffer is not aligned to 2 bytes, the plan accepts it where the
 * manual page does, with a limit below one counter: the first sample that maps is a FAULT, before
 * any write. */
int profil_plan(enum profil_personality as, const struct profil_args *args,
	const struct profil_memory *memory, struct tally_config *out);

/* pcsample(). 0: sample with *out, into a ring that stops when full. PROFIL_OFF: stop.
 * TALLY_EINVAL: n is negative; leave all as it was. An illegal or misaligned array: as profil_plan.
 * n is cut to what 32 bits of bytes hold. */
int pcsample_plan(
	uint32_t samples, int32_t n, const struct profil_memory *memory, struct tally_config *out);

/* sprofil() with spcnt != 0. 0: profile with *out. TALLY_EINVAL: the structure would exceed
 * SPCNT_BYTES. TALLY_EFAULT: part of it is not in memory, or it is not aligned to 4 bytes. Counters
 * have 32 bits and wrap. With intsize 0 the caller must check that the table rises (sprofil_rising)
 * before it starts. */
int sprofil_plan(const struct sprofil_args *args, const struct profil_memory *memory,
	struct tally_config *out);

/* Sets base and limit of a configuration that has width and size: `size` bytes at buf, of
 * which only those in memory exist. For use after the memory has changed since the plan. If the
 * buffer is gone, the first sample that maps is a FAULT. */
void profil_place(struct tally_config *c, uint32_t buf, const struct profil_memory *memory);

/* Bytes of the structure that these arguments use; UINT32_MAX if more than SPCNT_BYTES. */
uint32_t sprofil_bytes(uint32_t numents, uint32_t intsize);

/* Do the starts of n entries never fall, and is the first one >= *last? Sets *last to the start of
 * the last entry read, so that the caller may check a table piece by piece. Start with *last 0. */
bool sprofil_rising(const volatile struct tally_symbol *entries, uint32_t n, uint32_t *last);

#ifdef __cplusplus
}
#endif

#endif
