/* SPDX-License-Identifier: ISC
 * tally.h - driver of the Tally unit. Freestanding C11, no allocation.
 *
 * A handle (struct tally) is the caller's; every function takes it by pointer,
 * checks its arguments before it touches the hardware ("refused" below: no
 * register was written) and returns 0 or a negative errno value. Addresses,
 * periods, weights: see rtl/REGISTERS.md, rtl/CONTRACT.md; mapping: profil(2), sprofil(2).
 *
 * Needs memcpy and memset, as GCC asks of every freestanding program.
 * A handle is not locked: one user at a time.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TALLY_MAX_CHANNELS 4u
#define TALLY_SCALE_ONE 0x10000u	/* one counter for every 2 bytes of text */

/* Errors, with the values of errno(3) on Linux, so that a freestanding build needs no errno.h. */
#define TALLY_EIO (-5)		/* the bus access failed, or hardware refused what the driver checked */
#define TALLY_EFAULT (-14)	/* that part of the buffer does not exist, or the caller gave no way to reach it */
#define TALLY_EBUSY (-16)	/* channel is running, not drained, or clearing */
#define TALLY_ENODEV (-19)	/* no unit answers at this address */
#define TALLY_EINVAL (-22)	/* an argument is out of its range */
#define TALLY_ENOTSUP (-95)	/* the unit was built without this feature */
#define TALLY_ETIMEDOUT (-110)	/* the unit did not finish in the polls allowed */

/* How to reach the unit when it is not memory-mapped (a simulation, a serial bridge).
 * addr is a byte address, a multiple of 4; of counters in system memory, that of the bus. Return 0 or a negative errno value. */
struct tally_io {
	int (*read)(void *ctx, uint32_t addr, uint32_t *value);
	int (*write)(void *ctx, uint32_t addr, uint32_t value);
	void *ctx;
};

enum tally_source { TALLY_SOURCE_CLK, TALLY_SOURCE_RETIRE, TALLY_SOURCE_EVENT, TALLY_SOURCE_EXT };
enum tally_attribution { TALLY_NEXT, TALLY_LAST };
enum tally_policy { TALLY_STOP, TALLY_SATURATE, TALLY_WRAP };
enum tally_mode {
	TALLY_MODE_PROFIL,		/* a counter for each 2 bytes of text * scale / 0x10000: profil(2) */
	TALLY_MODE_INTERVAL,		/* a counter for each `interval` bytes of text: sprofil */
	TALLY_MODE_SYMBOL,		/* a table of struct tally_symbol: hits of the last entry whose start is not above the pc */
	TALLY_MODE_RING,		/* the pcs themselves, 4 bytes each: pcsample */
};
enum tally_round { TALLY_ROUND_BSD, TALLY_ROUND_SYSV };	/* Solaris as BSD; V7 as System V */
enum tally_privilege { TALLY_PRIV_USER = 1u << 0, TALLY_PRIV_SUPERVISOR = 1u << 1, TALLY_PRIV_MACHINE = 1u << 3, TALLY_PRIV_ANY = 0xF };	/* added up: a mask */
enum tally_sink { TALLY_SINK_PRIVATE, TALLY_SINK_SYSTEM };	/* the unit's own bin memory, or the memory of the processor */
enum tally_mapper { TALLY_MAPPER_MUL, TALLY_MAPPER_SERIAL, TALLY_MAPPER_SHIFT };

/* What this unit can do, as its CAPS registers say. */
struct tally_caps {
	uint32_t version;	/* major << 16 | minor << 8 | patch */
	uint32_t bin_bytes;	/* private bin memory, bytes; 0: none */
	uint32_t window;	/* byte offset of the bin window from the unit's base */
	uint8_t channels;	/* 1..4 */
	uint8_t mapper;		/* enum tally_mapper */
	uint8_t pc_bits, period_bits, weight_bits, count_bits;
	uint32_t min_period;	/* the smallest PERIOD */
	uint32_t pc_base;	/* samples are mapped in the 2^pc_bits bytes from here on, elsewhere they are OUTSIDE */
	uint32_t lacks;		/* TALLY_CAPS_NO_* and TALLY_CAPS_WRAP_ONLY, as in CAPS; NO_FAR_OFFSET: an offset must lie in those bytes */
	uint32_t has;		/* TALLY_CAPS_PRIVATE .. TALLY_CAPS_SNAPSHOT, as in CAPS */
};

/* An entry of the symbol mode's table; starts rise. */
struct tally_symbol {
	uint32_t start, hits;
};

struct tally_config {
	uint32_t period;	/* source events per tick, 1 .. 2^period_bits - 1 */
	uint32_t offset;	/* lowest pc of the region */
	uint32_t scale;		/* 1 .. 0x10000; 0: nothing is mapped, every sample OUTSIDE */
	uint32_t base;		/* of counter 0, a multiple of width: byte offset in the bin memory, or (TALLY_SINK_SYSTEM) address on the bus */
	uint32_t size;		/* bytes of the histogram, the table or the ring */
	uint16_t seed;		/* of the jitter's LFSR */
	uint8_t jitter;		/* J: each period varies over 2^J values; 0 none; 2^(J-1) < period; at most 16 */
	uint8_t source;		/* enum tally_source */
	uint8_t attribution;	/* enum tally_attribution */
	uint8_t policy;		/* enum tally_policy: what a full counter does */
	uint8_t width;		/* bytes of a counter: 2 or 4 */
	uint8_t round;		/* enum tally_round */
	uint8_t privileges;	/* enum tally_privilege, a mask: whose instructions count */
	bool count_idle;	/* ticks while the core sleeps are samples instead of IDLE */
	bool restart;		/* restart divider and LFSR even if period and seed stay as they were */
	uint8_t mode;		/* enum tally_mode */
	uint8_t sink;		/* enum tally_sink; symbol and ring: TALLY_SINK_SYSTEM, width 4 */
	bool ring_wrap;		/* TALLY_MODE_RING: begin again when full, instead of FULL and stop */
	uint32_t interval;	/* TALLY_MODE_INTERVAL: bytes of text a counter, 1 or more */
	uint32_t entries;	/* TALLY_MODE_SYMBOL: of the table; 8 bytes each, within size */
	uint32_t limit;		/* TALLY_SINK_SYSTEM: bytes that exist of size, beyond which a sample is FAULT; 0: all */
	uint32_t tag_value;	/* of the context: counted where the bits of tag_mask are equal; mask 0: every context */
	uint32_t tag_mask;
	const volatile void *memory;	/* TALLY_SINK_SYSTEM: base as the processor sees it, uncached; only for tally_histogram_read */
};

/* TICKS = HITS + OUTSIDE + FILTERED + IDLE + LOST + PENDING;  USER + SYSTEM + IDLE_CLASS = TICKS - PENDING */
struct tally_counters {
	uint64_t ticks, hits, outside, filtered, idle, lost, pending;
	uint64_t user, system, idle_class;
	uint64_t stolen;	/* cycles in which the core waited for its bus because the unit had it */
};

struct tally {
	uintptr_t base;
	const struct tally_io *io;	/* NULL: memory-mapped at base */
	struct tally_caps caps;
	struct tally_counters wide[TALLY_MAX_CHANNELS];	/* 64-bit extension, by tally_counters_read */
};

/* An exact profile of [lowpc, highpc): PERIOD 1 on the clock, scale 1:1, 32-bit counters that wrap. */
struct tally_config tally_exact(uint32_t lowpc, uint32_t highpc);

/* Looks for a unit at base and fills the handle. TALLY_ENODEV: ID or VERSION is not one this driver knows. Reads only. */
int tally_probe(struct tally *t, uintptr_t base, const struct tally_io *io);

/* tally_probe; then no channel counts, none has anything under way, no interrupt is enabled. Waiting weight becomes LOST. TALLY_ETIMEDOUT: the
 * unit does not come to rest. */
int tally_init(struct tally *t, uintptr_t base, const struct tally_io *io);

/* The same at the end: on return 0 the unit writes to no buffer any more, so all of them are the caller's again, and the handle is void:
 * every other function refuses it (TALLY_EINVAL). On an error it stays as it is. */
int tally_deinit(struct tally *t);

/* Checks config against caps, writes the shadow registers, COMMITs, waits (bounded) until it is applied.
 * A running channel keeps running. TALLY_EINVAL, TALLY_ENOTSUP: refused. TALLY_EIO: the unit refused it.
 * A buffer in system memory is the caller's: zero it, fill in a table, before; it must stay until tally_drained, or after another
 * configuration until STATUS says no more OLD_BUSY. While it counts, cores with a data cache use an uncached alias of it, nobody
 * writes its counters, and PERIOD should leave some 60 clocks a sample (90 for TALLY_MODE_SYMBOL): what is too much is LOST. */
int tally_configure(struct tally *t, unsigned channel, const struct tally_config *config);

/* Ticks begin at the edge after the write. TALLY_EBUSY: clearing, or still draining after a RESET, FULL or FAULT. */
int tally_start(struct tally *t, unsigned channel);

/* Ends the ticks. Samples in the pipeline finish; weight that waits stays PENDING until something retires. */
int tally_stop(struct tally *t, unsigned channel);

/* Stops; moves what waits and what is in flight to LOST; restarts divider and LFSR; clears the sticky bits. */
int tally_reset(struct tally *t, unsigned channel);

/* Zeroes counts, and the bins if they are private. TALLY_EBUSY: not drained. Waits (bounded) for the end of the sweep. */
int tally_clear(struct tally *t, unsigned channel);

/* 1: stopped and PENDING 0, nothing will be written any more; 0: not yet. */
int tally_drained(struct tally *t, unsigned channel);

/* After tally_stop: waits (bounded) until drained: 0. TALLY_ETIMEDOUT: weight waits for a retirement, for the core does nothing (tally_reset gives it up), or the unit hangs. */
int tally_drain(struct tally *t, unsigned channel);

/* STATUS and STICKY as the registers hold them (TALLY_STATUS_*, TALLY_STICKY_* of tally_regs.h). STICKY's FAULT: the channel stopped
 * for a sample in system memory met a bus error, the end of `limit`, or a table or ring position that cannot be; FULL: for a counter or the ring is full. */
int tally_status(struct tally *t, unsigned channel, uint32_t *status, uint32_t *sticky);

/* Which events of the channel raise the unit's interrupt: TALLY_STICKY_*_MASK together, 0 none (as after tally_init). The line stays up while one
 * of them is set in STICKY: the handler asks tally_irq_pending, then tally_status, and clears what it has dealt with by tally_acknowledge.
 * TALLY_ENOTSUP: built without an interrupt. TALLY_EINVAL: no such event. */
int tally_irq_enable(struct tally *t, unsigned channel, uint32_t events);

/* Channels that raise it now: bit c is channel c. TALLY_ENOTSUP: built without an interrupt. */
int tally_irq_pending(struct tally *t, uint32_t *channels);

/* Clears events in STICKY (TALLY_STICKY_*_MASK), and with them the interrupt. */
int tally_acknowledge(struct tally *t, unsigned channel, uint32_t events);

/* Counts since the last tally_clear, extended to 64 bits: exact if called at least once every 2^count_bits ticks, and if
 * nobody else clears or resets the unit meanwhile (tally_probe begins anew).
 * With TALLY_CAPS_SNAPSHOT they are of one clock edge, so that they obey the law; without it: stop first for that. */
int tally_counters_read(struct tally *t, unsigned channel, struct tally_counters *out);

/* Copies n counters of `width` bytes, from number `first`, of the histogram at byte address base. Works while counting, costs no tick;
 * TALLY_ETIMEDOUT: a counter found no idle slot of the memory in eight tries; out is good up to it. (LAST with PERIOD 1 makes a
 * sample in every clock: stop first.) TALLY_EINVAL: beyond the bin memory. */
int tally_bins_read(struct tally *t, uint32_t base, unsigned width, uint32_t first, uint32_t n, uint32_t *out);

/* Copies n counters, from number `first`, of the histogram that `config` describes, wherever it is: counters of TALLY_MODE_PROFIL and
 * TALLY_MODE_INTERVAL, hits of the entries of TALLY_MODE_SYMBOL, words of TALLY_MODE_RING. Private memory: as tally_bins_read, with its errors.
 * System memory is read by config->memory, or at config->base by struct tally_io. TALLY_EINVAL: beyond the histogram.
 * TALLY_EFAULT: beyond its limit, or memory is NULL. */
int tally_histogram_read(struct tally *t, const struct tally_config *config, uint32_t first, uint32_t n, uint32_t *out);

/* How many counters, entries or words that histogram has. */
uint32_t tally_histogram_length(const struct tally_config *config);

/* TALLY_MODE_RING: byte offset in the ring of the next word to be written; tally_ring_seek sets it, at once (before tally_start: a sample
 * under way may replace it). It is 0 after a hardware reset, and nothing else but the ring moves it.
 * TALLY_ENOTSUP: no ring mode. TALLY_EINVAL: not a multiple of 4. */
int tally_ring_position(struct tally *t, unsigned channel, uint32_t *bytes);
int tally_ring_seek(struct tally *t, unsigned channel, uint32_t bytes);

/* The context that runs from here on, for all channels: what retires up to a few clocks later is still of the old one.
 * TALLY_ENOTSUP: no tag filter, or the unit gets the tag from the core. */
int tally_set_tag(struct tally *t, uint32_t tag);

/* The mapping of SPEC.md 5 in C: slot of pc, or -1 for OUTSIDE. width 2 or 4, round 0 or 1, scale 0..0x10000. */
int64_t tally_slot(uint32_t pc, uint32_t offset, uint32_t scale, uint32_t size, unsigned width, unsigned round);

#endif
