/* SPDX-License-Identifier: ISC
 * tally.h - driver of the Tally unit. Freestanding C11, no allocation.
 *
 * The caller owns the handle, one for each unit. Every function takes it by pointer, checks its
 * arguments before it touches the hardware, and returns 0 or a negative errno value. "Refused"
 * below means: no register was written.
 *
 * The driver does not lock a handle: one user at a time. It needs memcpy and memset, which GCC
 * requires of every freestanding program. Registers: rtl/regs/REGISTERS.md.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TALLY_SCALE_ONE 0x10000u /* one counter per 2 bytes of text */
#define TALLY_PERIOD_MAX 0xFFFFFFu

/* Error values of errno(3) on Linux, so that a freestanding build needs no errno.h. */
#define TALLY_EIO (-5) /* bus access failed, or the unit refused what it should accept */
/* that part of the buffer does not exist, or the caller gave no access to it */
#define TALLY_EFAULT (-14)
#define TALLY_EBUSY (-16) /* the unit runs, is not drained, or is clearing */
#define TALLY_ENODEV (-19) /* no unit answers at this address */
#define TALLY_EINVAL (-22) /* argument out of range */
#define TALLY_ENOTSUP (-95) /* the unit was built without this feature */
#define TALLY_ETIMEDOUT (-110) /* the unit did not finish within the poll limit */

/* Access to a unit that is not memory-mapped (a simulation, a serial bridge). addr is a byte
 * address, a multiple of 4; for counters in system memory it is the bus address. Returns 0 or a
 * negative errno value. */
struct tally_io {
	int (*read)(void *ctx, uint32_t addr, uint32_t *value);
	int (*write)(void *ctx, uint32_t addr, uint32_t value);
	void *ctx;

	/* NULL, or reads n words of the memory of the unit at `unit` at once. TALLY_ETIMEDOUT: one
	 * of them may have found no free slot (tally_no_slot). */
	int (*words)(void *ctx, uint32_t unit, uint32_t addr, uint32_t n, uint32_t *out);
};

enum tally_source { TALLY_SOURCE_CLK, TALLY_SOURCE_RETIRE, TALLY_SOURCE_EVENT };
enum tally_policy { TALLY_WRAP, TALLY_STOP, TALLY_SATURATE };
/* Where a sample is counted: TALLY_MODE_BINS in the unit's memory, others in system memory. */
enum tally_mode {
	TALLY_MODE_BINS, /* one counter per 2 bytes of text * scale / 0x10000 */
	TALLY_MODE_PROFIL, /* the same: profil(2) */
	TALLY_MODE_INTERVAL, /* one counter per `interval` bytes of text: sprofil(2) */
	/* table of struct tally_symbol; the last entry with start <= pc gets the hit */
	TALLY_MODE_SYMBOL,
	TALLY_MODE_RING, /* the pcs themselves, 4 bytes each: pcsample(2) */
};
/* Bits of a mask. */
enum tally_privilege {
	TALLY_PRIV_USER = 1u << 0,
	TALLY_PRIV_SUPERVISOR = 1u << 1,
	TALLY_PRIV_MACHINE = 1u << 3,
	TALLY_PRIV_ANY = 0xF
};
enum tally_mapper { TALLY_MAPPER_MUL, TALLY_MAPPER_SHIFT };
/* what is counted: pcs, addresses of loads and stores, call paths (rtl/context/CONTEXT.md) */
enum tally_kind { TALLY_KIND_CODE, TALLY_KIND_DATA, TALLY_KIND_CALLS };
/* which modes in system memory */
enum tally_system { TALLY_SYSTEM_NONE, TALLY_SYSTEM_PROFIL, TALLY_SYSTEM_ALL };

/* What a unit can do, from its registers ID to WIDTHS. */
struct tally_caps {
	uint32_t version; /* major << 16 | minor << 8 | patch */
	uint32_t bin_bytes; /* private bin memory */
	/* byte offset of the unit's memory from its registers, and bytes of either; 0: void */
	uint32_t window;
	uint8_t system; /* enum tally_system */
	uint8_t mapper; /* enum tally_mapper */
	uint8_t kind; /* enum tally_kind */
	uint8_t lines; /* of event_i; 0: no TALLY_SOURCE_EVENT */
	uint8_t pc_bits;
	uint32_t pc_base; /* samples outside [pc_base, pc_base + 2^pc_bits) are OUTSIDE */
};

/* One entry of the symbol mode's table. Starts must not fall. */
struct tally_symbol {
	uint32_t start, hits;
};

struct tally_config {
	uint32_t period; /* source events per tick, 1 .. TALLY_PERIOD_MAX */
	uint32_t offset; /* lowest pc of the region */
	uint32_t scale; /* 1 .. 0x10000; 0 maps nothing: every sample is OUTSIDE */
	uint32_t size; /* bytes of the histogram, table or ring */
	/* J, 0 .. 16, 2^(J-1) < period: each period varies by up to 2^(J-1); 0: none */
	uint8_t jitter;
	uint8_t source; /* enum tally_source */
	/* TALLY_SOURCE_EVENT: lines of event_i, a bit each; a cycle with one of them 1 counts */
	uint8_t lines;
	/* enum tally_policy: what happens at a full counter; SATURATE in system memory only */
	uint8_t policy;
	uint8_t privileges; /* mask of enum tally_privilege: which are counted */
	/* TALLY_STATUS_FULL_MASK, _FAULT_: the interrupt's line is up while STATUS holds one */
	uint8_t interrupts;
	uint8_t mode; /* enum tally_mode */
	uint8_t width; /* bytes per counter: 4, or 2 in modes PROFIL and INTERVAL */
	uint32_t interval; /* TALLY_MODE_INTERVAL: bytes of text per counter, 1 or more */
	uint32_t entries; /* TALLY_MODE_SYMBOL: of the table; 8 bytes each, within size */

	/* In system memory: bus address of counter 0, a multiple of width; bytes of size that
	 * exist, 0: all, beyond which a sample is a FAULT; base as the processor sees it,
	 * uncached, for tally_histogram_read alone. */
	uint32_t base, limit;
	const volatile void *memory;
};

/* Ticks by category, and by the privilege in which they fell. Once the unit is drained
 *	TICKS = HITS + OUTSIDE + FILTERED + IDLE + LOST + PENDING	(the invariant)
 *	USER + PRIVILEGED + IDLE = TICKS - PENDING
 * In TALLY_MODE_BINS hits is 0; the sum of the bins takes its place, and both sums lack it. */
struct tally_counters {
	uint64_t ticks, hits, outside, filtered, idle, lost, pending;
	uint64_t user, privileged;
	uint64_t stolen; /* cycles in which the core waited because the unit held its bus */
};

struct tally {
	uintptr_t base;
	const struct tally_io *io; /* NULL: memory-mapped at base */
	struct tally_caps caps;
	struct tally_counters wide; /* 64-bit extension, kept by tally_counters_read */
	int error; /* tally_access.h */
};

/* Exact profile of [lowpc, highpc): PERIOD 1 on the clock, scale 1:1, 32-bit counters that wrap. */
struct tally_config tally_exact(uint32_t lowpc, uint32_t highpc);

/* Looks for a unit at base and fills the handle. Reads only. TALLY_ENODEV: this driver does not
 * know that ID or VERSION, or no unit can be built as its CAPS and WIDTHS say. */
int tally_probe(struct tally *t, uintptr_t base, const struct tally_io *io);

/* tally_probe, then stops and drains the unit and disables its interrupts. Waiting weight becomes
 * LOST. TALLY_ETIMEDOUT: the unit does not come to rest. */
int tally_init(struct tally *t, uintptr_t base, const struct tally_io *io);

/* Brings the unit to rest in the same way at the end. On return 0 the unit writes no buffer any
 * more, so the caller may reuse it; the handle is void and every other function refuses it
 * (TALLY_EINVAL). On an error the handle stays as it is. */
int tally_deinit(struct tally *t);

/* Checks config against caps; stops the unit, waits (bounded) until it is drained, writes the
 * registers, and starts it again if it ran and has not stopped by itself meanwhile. The divider
 * goes on unless period or jitter change. TALLY_EINVAL, TALLY_ENOTSUP, TALLY_EBUSY (clearing):
 * refused. TALLY_ETIMEDOUT: it does not drain, as in tally_drain, and stays stopped. TALLY_EIO: the
 * unit refused a register.
 *
 * A buffer in system memory is the caller's. Before the call it is zeroed, or the table filled in;
 * it stays until another configuration, or tally_drained returns 1. While the unit counts, cores
 * with a data cache use an uncached alias of it, and nobody writes its counters. A sample takes
 * some 30 cycles (TALLY_MODE_INTERVAL: 90; TALLY_MODE_SYMBOL: 8 more for each doubling of the
 * table): what comes faster is LOST. */
int tally_configure(struct tally *t, const struct tally_config *config);

/* 1: the unit has this configuration. 0: another. */
int tally_configured(struct tally *t, const struct tally_config *config);

/* Why a configuration is refused. */
struct tally_refusal {
	int error; /* TALLY_EINVAL or TALLY_ENOTSUP */
	const char *field; /* of struct tally_config, by name: "width" */
	const char *fault; /* "this unit was built without jitter" */
	const char *remedy; /* "give 0" */
};

/* The check of tally_configure, in words: the first thing that a unit with these caps refuses;
 * NULL: it accepts the configuration. A program that does not call it carries no texts. */
const struct tally_refusal *tally_config_error(
	const struct tally_config *config, const struct tally_caps *caps);

/* Registers SETUP and SIZE of a configuration that tally_configure accepts, for who writes them
 * himself, as a kernel does at a context switch. */
uint32_t tally_setup_of(const struct tally_config *config);
uint32_t tally_size_of(const struct tally_config *config);

/* Ticks begin with the cycle after the write. TALLY_EBUSY: clearing. FULL and FAULT of an earlier
 * stop stand until tally_acknowledge, and while they do nobody can tell another stop. */
int tally_start(struct tally *t);

/* Stops the ticks. Samples in the pipeline finish; waiting weight stays PENDING until an
 * instruction retires. */
int tally_stop(struct tally *t);

/* Stops. Moves waiting weight and samples in flight to LOST. Restarts divider and LFSR. Clears the
 * sticky bits. */
int tally_reset(struct tally *t);

/* Zeroes the counts and bins. Waits (bounded) for the end. TALLY_EBUSY: not drained. */
int tally_clear(struct tally *t);

/* 1: stopped and PENDING 0, so the unit writes nothing any more. 0: not yet. */
int tally_drained(struct tally *t);

/* Waits (bounded) after tally_stop until the unit is drained. TALLY_ETIMEDOUT: weight waits for a
 * retirement because the core does nothing (tally_reset gives it up), or the unit hangs. */
int tally_drain(struct tally *t);

/* Register STATUS (TALLY_STATUS_* in tally_regs.h). FAULT: the unit stopped because a sample in
 * system memory met a bus error, the end of `limit`, or an impossible table. FULL: a counter of the
 * histogram is full: a bin passed 2^31 (TALLY_STOP: the unit stopped), or (system memory; the unit
 * stopped) a counter or the ring. A category never sets it. Of a call-tree unit any counter does,
 * and FAULT says that calls were dropped. They stand until tally_acknowledge. */
int tally_status(struct tally *t, uint32_t *status);

/* Clears these of FULL, FAULT and ERROR in STATUS, and with them the interrupt. */
int tally_acknowledge(struct tally *t, uint32_t status);

/* Counts since the last tally_clear, extended to 64 bits. They are exact if the caller reads at
 * least once every 2^32 ticks and nobody else clears or resets the unit meanwhile (tally_probe
 * starts again from the registers). While the unit counts, each is right for an instant of its own.
 * TALLY_ETIMEDOUT: a count found no free slot of the memory. */
int tally_counters_read(struct tally *t, struct tally_counters *out);

/* Copies n bins, from number `first` on, even while the unit counts: it costs no tick. Nobody may
 * clear it meanwhile. TALLY_ETIMEDOUT: a bin found no free slot of the memory in eight tries; out
 * is valid up to it. TALLY_EINVAL: beyond the bins. */
int tally_bins_read(struct tally *t, uint32_t first, uint32_t n, uint32_t *out);

/* Copies n counters (TALLY_MODE_SYMBOL: hits, TALLY_MODE_RING: words), from number `first` on, of
 * the histogram that `config` describes, wherever it is: as tally_bins_read, by config->memory,
 * or at config->base through struct tally_io. TALLY_EINVAL: beyond the histogram. TALLY_EFAULT:
 * beyond its limit, or memory is NULL. */
int tally_histogram_read(struct tally *t, const struct tally_config *config, uint32_t first,
	uint32_t n, uint32_t *out);

/* Number of counters, entries or words of that histogram. */
uint32_t tally_histogram_length(const struct tally_config *config);

/* Bytes of bins that [low, high) needs at a scale with offset `low`: a sample of every pc in it is
 * a HIT. width 2 or 4. 0: the range is empty or scale is 0. UINT32_MAX: more than any memory, or
 * the scale is above TALLY_SCALE_ONE; tally_configure refuses it. */
uint32_t tally_bins_size(uint32_t low, uint32_t high, uint32_t scale, unsigned width);

/* TALLY_MODE_RING: byte offset of the next word that the unit writes; 0 at power-up.
 * tally_ring_seek sets it. TALLY_ENOTSUP: no ring mode. TALLY_EINVAL: not a multiple of 4.
 * TALLY_EBUSY: seek while the unit is not drained. */
int tally_ring_position(struct tally *t, uint32_t *bytes);
int tally_ring_seek(struct tally *t, uint32_t bytes);

/* The mapping of rtl/unit/CONTRACT.md in C: slot of pc, or -1 for OUTSIDE. width 2 or 4, scale
 * 0 .. 0x10000. */
int64_t tally_slot(uint32_t pc, uint32_t offset, uint32_t scale, uint32_t size, unsigned width);

#ifdef __cplusplus
}
#endif

#endif
