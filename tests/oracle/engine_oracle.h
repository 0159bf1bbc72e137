/* SPDX-License-Identifier: ISC
 * engine_oracle.h - what is required of one sample: its counter, the new value, the ring's next step.
 * Pure functions of values, without time.
 */
#ifndef ENGINE_ORACLE_H
#define ENGINE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum mode { PROFIL, INTERVAL, SYMBOL, RING };
enum policy { STOP, SATURATE, WRAP };
enum fate { OUTSIDE, FAULT, COUNTER, ANY /* a table that wraps past 2^32: only safety is promised */ };

struct engine_build {
	unsigned bins_log2, weight_w, queue_log2;
	bool mode[4], system, limit_private;
	unsigned pc_w;			/* kept bits of the pc, */
	uint32_t pc_high;		/* the other bits of a pc whose samples are mapped */
};

struct engine_config {
	enum mode mode;
	bool system, wide, round, wrap;
	enum policy policy;
	uint32_t scale, offset, interval, base, size, limit, entries, pos;
	uint32_t first_start, stride;	/* symbol: the table is this row of starts unless stride is 0 */
};

typedef uint32_t (*engine_word)(void *memory, uint32_t addr);

bool engine_elsewhere(const struct engine_build *b, uint32_t pc);	/* OUTSIDE, whatever the configuration */
unsigned engine_width(const struct engine_config *c);
bool engine_offered(const struct engine_build *b, const struct engine_config *c);
/* Are these bytes in [BASE, BASE + min(SIZE, LIMIT)), where the sample's counters may lie? */
bool engine_within(const struct engine_config *c, uint32_t addr, unsigned bytes);
enum fate engine_map(const struct engine_build *b, const struct engine_config *c, uint32_t pc,
	engine_word word, void *memory, uint32_t *addr);

struct engine_add { bool write, full; uint32_t value, hit; };
struct engine_add engine_add(enum policy policy, unsigned width, uint32_t old, uint32_t weight);

/* The ring's next step at *pos, which it may set to 0, with `left` of the weight still to store. */
enum ring { RING_WRITE, RING_END, RING_FULL, RING_FAULT };
enum ring engine_ring(const struct engine_config *c, uint32_t *pos, uint32_t left);

#endif
