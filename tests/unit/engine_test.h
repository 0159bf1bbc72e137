/* SPDX-License-Identifier: ISC
 * engine_test.h - the state of a run of engine_test.c, shared by its parts:
 * engine_stimulus.c (samples, configurations, memory) and engine_check.c (what the
 * engine must and must not do).
 */
#ifndef ENGINE_TEST_H
#define ENGINE_TEST_H

#include "tests/oracle/engine_oracle.h"

enum { IN = 14, OUT = 8, CONFIGS = 16, CHANNELS = 4, LONGEST = 80 /* cycles without bus access or resolve */,
	MEMORY = 1 << 14, MANY = MEMORY / 2 /* words: after so many, everything starts afresh */ };

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

struct rtl {
	const char *name;
	struct engine_build b;
	void *(*create)(const char *);
	long long (*combo)(void *, const struct vec *, struct vec *);
	long long (*seq)(void *, bit, struct vec *);
};

/* events that must have occurred by the end of a run, where the build can have them */
#define EVENTS(E) \
	E(elsewhere) E(elsewhere_counter) E(refused) E(reset) E(dead_first) E(dead_later) E(dead_in_write) E(dead_lost) E(not_offered) \
	E(outside_profil) E(outside_interval) E(outside_symbol) E(scale_0) E(interval_0) E(entries_0) \
	E(limit_fault) E(address_fault) E(table_fault) E(mapped) E(mapped_half) E(waited) \
	E(read_error) E(probe_error) E(write_error) E(narrow_low) E(narrow_high) E(counter_wide) E(symbol_hit) \
	E(plain_add) E(stop_reached) E(stop_exactly) E(stop_found) E(saturated) E(saturate_found) E(wrapped) \
	E(timed) E(spoiled) E(deep_search) E(round_1) E(scale_one) \
	E(ring_write) E(ring_full) E(ring_again) E(ring_fault) E(ring_none) E(ring_heavy) E(ring_error) E(ring_moved)
enum {
#define E(x) seen_##x,
	EVENTS(E) EVENT_COUNT
#undef E
};
struct sample { uint32_t pc, meta, weight; unsigned config, channel; };

/* what the sample at the head has done so far */
struct head {
	bool there, dead_first, dead_before, dead_now, error, spoiled, moved, closed;
	unsigned reads, writes, fulls, faults, quiet, clocks /* at the head, without waits */;
	bool again;			/* the ring restarted at 0 */
	bool counted;			/* its counter was read */
	struct engine_add add;
	uint32_t pos, addr, read_addr;
	enum fate fate;
};

struct word { uint32_t addr, value; bool used; };

struct test {
	const struct rtl *rtl;
	void *unit;
	uint64_t random, cycle, seed, trace;
	uint64_t seen[EVENT_COUNT];
	struct vec in[IN], out[OUT];
	struct engine_config config[CONFIGS];
	struct sample queue[1 << 6];
	unsigned count;
	bool dead[CHANNELS], dies[CHANNELS], tainted[CONFIGS];
	struct head h;
	struct word memory[MEMORY];
	unsigned words;
	/* bus access in flight */
	bool req, lock, we;
	uint32_t sel, addr, data;
	unsigned waits;
	unsigned bus_speed, ready_speed, error_rate, death_rate, load;
	uint64_t samples, accesses;
};
extern struct test t;

void engine_fail(const char *what);
#define REQUIRE(x) ((x) ? (void)0 : engine_fail("not so: " #x))
#define SEEN(x) (t.seen[seen_##x]++)

/* engine_stimulus.c */
uint32_t rnd(void);
bool one_in(unsigned n);
void set_word(uint32_t addr, uint32_t value);
uint32_t get_word(void *unused, uint32_t addr);
void taint(uint32_t addr);	/* this word was written: a table may be corrupt */
struct sample new_sample(void);
void new_episode(void);
void disturb(void);		/* before each cycle: other configurations, deaths, corrupt tables */

/* engine_check.c */
void begin_head(void);
void look_at_bus(void);		/* in each cycle, before its inputs are set */
void finish_access(bool err, uint32_t read);
void end_head(bool map);	/* the sample at the head is resolved in this cycle */

#endif
