/* SPDX-License-Identifier: ISC
 * tally_calls.h - profil(2), pcsample(2) and sprofil(2) on bare metal: the program is the process,
 * the unit counts in its memory.
 *
 * profil and pcsample share one unit, and each replaces the other. sprofil has another. Both must
 * have system memory; pcsample and sprofil need all its modes. Each call returns once the unit no
 * longer uses the buffer of the call before. One caller at a time. Clause by clause:
 * tally_profil.h.
 *
 * A core with a data cache would read stale counters: pass the buffer's uncached alias, and access
 * it only through that.
 */
#ifndef TALLY_CALLS_H
#define TALLY_CALLS_H

#include "frames.h"
#include "tally_profil.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the calls must know about the machine. The firmware defines it; a program may change any
 * field before a call. */
struct tally_machine {
	/* addresses: for profil and pcsample; for sprofil; 0: none */
	uintptr_t unit, system_unit;
	const struct profil_memory *memory; /* the `ranges` ranges in which buffers may lie */
	unsigned ranges;
	uint32_t period, system_period; /* cycles per tick: profil and pcsample; sprofil */
	uint8_t jitter; /* for both clocks, as in struct tally_config */
};
extern struct tally_machine tally_machine;

/* The unit of profil and pcsample, or that of sprofil, to read its counts. The first call with
 * an address probes it. NULL: no unit answers. */
struct tally *tally_calls_unit(bool system);

/* Returns 0 or a negative errno value. TALLY_EINVAL, TALLY_EFAULT: as profil_plan. TALLY_ENODEV,
 * TALLY_ENOTSUP: no unit that can do it. */
int profil_call(enum profil_personality as, const volatile void *buf, uint32_t size,
	uint32_t offset, uint32_t scale);

/* Returns the number of samples that the previous pcsample() stored (0: there was none, or profil()
 * came between), or a negative errno value. */
int32_t pcsample_call(const volatile void *samples, int32_t n);

/* spcnt NULL stops. At a stop, and when another call replaces this one, the three totals are added
 * to the structure's. TALLY_EINVAL: too large, or the table does not rise. TALLY_EFAULT: not in
 * memory. After either, a running profile goes on. */
int sprofil_call(volatile void *spcnt, uint32_t numents, uint32_t lowpc, uint32_t intsize);

/* ---- for monitor.c */
/* The address at which the processor sees what the unit writes to this memory. */
void *calls_live(void *memory);

/* Counts that have gone into buffers since an arbitrary start: of this program; in a process, of
 * all profiled processes. *period: cycles per count. */
uint64_t calls_hits(uint32_t *period);

/* Leaves a file; on bare metal, a frame on the console. Returns 0 or a negative errno value. */
int calls_deliver(const char *name, file_bytes *give, void *of);

#ifdef __cplusplus
}
#endif

#endif
