/* SPDX-License-Identifier: ISC
 * engine_test.c - the engine (rtl/tally_engine.v) on random samples, configurations
 * and memory; a bus with random waits and errors; channels that die at random.
 * Every access, every sample's end is compared with engine_oracle.c, and every kind
 * of event must have been seen.
 *
 * usage: engine [--build NAME] [--seed N] [--cycles N] [--trace CYCLE]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_oracle.h"

enum { IN = 14, OUT = 8, CONFIGS = 16, CHANNELS = 4, LONGEST = 80 /* clocks without bus or resolve */,
	MEMORY = 1 << 14, MANY = MEMORY / 2 /* words: then everything begins anew */ };

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

struct rtl {
	const char *name;
	struct engine_build b;
	void *(*create)(const char *);
	long long (*combo)(void *, const struct vec *, struct vec *);
	long long (*seq)(void *, bit, struct vec *);
};

#define ENGINE(n) \
	void *engine_##n##_protectlib_create(const char *); \
	long long engine_##n##_protectlib_combo_update(void *, const struct vec *, struct vec *); \
	long long engine_##n##_protectlib_seq_update(void *, bit, struct vec *);
#define CALLS(n) #n, ENGINE_##n, engine_##n##_protectlib_create, engine_##n##_protectlib_combo_update, \
	engine_##n##_protectlib_seq_update
#include "engine_builds.h"

/* what must have been seen at the end of a run, where the build can do it */
#define EVENTS(E) \
	E(refused) E(reset) E(dead_first) E(dead_later) E(dead_in_write) E(dead_lost) E(not_offered) \
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
static const char *const event_names[] = {
#define E(x) #x,
	EVENTS(E)
#undef E
};

struct sample { uint32_t pc, meta, weight; unsigned config, channel; };

/* what the sample at the head has done so far */
struct head {
	bool there, dead_first, dead_before, dead_now, error, spoiled, moved, closed;
	unsigned reads, writes, fulls, faults, quiet, clocks /* at the head, waits not counted */;
	bool again;			/* the ring began again at 0 */
	bool counted;			/* its counter was read */
	struct engine_add add;
	uint32_t pos, addr, read_addr;
	enum fate fate;
};

struct word { uint32_t addr, value; bool used; };

static struct {
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
	/* bus access under way */
	bool req, lock, we;
	uint32_t sel, addr, data;
	unsigned waits;
	unsigned bus_speed, ready_speed, error_rate, death_rate, load;
	uint64_t samples, accesses;
} t;

static void fail(const char *what)
{
	const struct engine_config *c = &t.config[t.queue[0].config];

	fprintf(stderr, "engine %s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", t.rtl->name, t.seed, t.cycle, what);
	fprintf(stderr, "pc %08x weight %u meta %08x mode %d system %d wide %d policy %d round %d wrap %d scale %05x offset %08x interval %08x\n"
		"base %08x size %08x limit %08x entries %08x pos %08x; reads %u writes %u hit %u lost %u outside %u full %u fault %u dead %d %d fate %d addr %08x\n",
		t.queue[0].pc, t.queue[0].weight, t.queue[0].meta, c->mode, c->system, c->wide, c->policy, c->round, c->wrap, c->scale,
		c->offset, c->interval, c->base, c->size, c->limit, c->entries, c->pos, t.h.reads, t.h.writes,
		t.out[6].value, t.out[7].value, t.out[0].value >> 8 & 1, t.h.fulls, t.h.faults,
		t.h.dead_first, t.h.dead_before, t.h.fate, t.h.addr);
	exit(1);
}

#define REQUIRE(x) ((x) ? (void)0 : fail("not so: " #x))
#define SEEN(x) (t.seen[seen_##x]++)

static uint32_t rnd(void)
{
	t.random ^= t.random << 13;
	t.random ^= t.random >> 7;
	t.random ^= t.random << 17;
	return (uint32_t)(t.random >> 16);
}

static bool one_in(unsigned n)
{
	return rnd() % n == 0;
}

/* 0 .. 2^n - 1 with n itself random */
static uint32_t any_size(void)
{
	return rnd() >> rnd() % 32;
}

/* ---- memory: random where nothing was written, rows of starts where a table is ---- */
static struct word *find_word(uint32_t addr)
{
	uint32_t i = (addr >> 2) * 2654435761u >> 18;

	while (t.memory[i].used && t.memory[i].addr != addr)
		i = (i + 1) & (MEMORY - 1);
	return &t.memory[i];
}

static void set_word(uint32_t addr, uint32_t value)
{
	struct word *w = find_word(addr);

	t.words += !w->used;
	*w = (struct word){ addr, value, true };
}

static uint32_t any_counter(void)
{
	switch (rnd() % 6) {
	case 0: return rnd();
	case 1: return 0x7FFF7FFF - (one_in(2) ? 0 : 1) - (one_in(2) ? 0 : 0x10000);
	case 2: return 0x7FFFFFFF - (any_size() & 0x1FFFF);
	case 3: return (0x7FFF - (any_size() & 0x7FFF)) << 16 | (0x7FFF - (any_size() & 0x7FFF));
	case 4: return 0xFFFFFFFF - (any_size() & 0xFFFF);
	default: return rnd() & 0xFF00FF;
	}
}

static uint32_t get_word(void *unused, uint32_t addr)
{
	struct word *w = find_word(addr);

	(void)unused;
	if (w->used)
		return w->value;
	for (unsigned i = 0; i < CONFIGS; i++) {
		const struct engine_config *c = &t.config[i];
		if (c->mode == SYMBOL && c->stride && addr >= c->base && (addr - c->base) / 8 < c->entries && (addr - c->base) % 8 == 0)
			return c->first_start + (addr - c->base) / 8 * c->stride;
	}
	set_word(addr, any_counter());
	return find_word(addr)->value;
}

static void taint(uint32_t addr)
{
	for (unsigned i = 0; i < CONFIGS; i++) {
		const struct engine_config *c = &t.config[i];
		if (c->mode == SYMBOL && addr >= c->base && (addr - c->base) / 8 < c->entries && (addr - c->base) % 8 == 0)
			t.tainted[i] = true;
	}
}

/* ---- stimulus ---- */
static void new_table(struct engine_config *c, unsigned number)
{
	uint32_t start = any_size();

	c->base = (uint32_t)number << 28 | (rnd() & 0x7FFFFFC);
	c->entries = one_in(8) ? 0 : one_in(3) ? any_size() & 0xFFFFFF : rnd() % 40;
	if (one_in(30))
		c->entries = any_size();
	if (one_in(30))
		c->base = 0u - any_size();
	c->size = c->entries << 3;
	c->size += one_in(8) ? any_size() : one_in(8) ? 0u - 1 - rnd() % 9 : 0;
	c->limit = one_in(8) ? c->size - 1 - rnd() % 9 : one_in(8) ? any_size() : c->size;
	c->first_start = start;
	c->stride = 0;
	if (c->entries > 40) {
		c->stride = (0xFFFFFFFF - start) / c->entries;
		c->stride = c->stride ? c->stride >> rnd() % 32 : 1;
		c->stride += !c->stride;
		if (((uint64_t)c->entries * c->stride + start) >> 32)
			c->first_start = 0, c->stride = 1;
		for (unsigned i = 0; i < sizeof t.memory / sizeof *t.memory; i++) {
			uint32_t at = t.memory[i].addr - c->base;
			if (t.memory[i].used && at / 8 < c->entries && at % 8 == 0)
				t.memory[i].value = c->first_start + at / 8 * c->stride;
		}
	}
	for (uint32_t i = 0; i < c->entries && !c->stride; i++) {
		uint32_t addr = c->base + i * 8;
		set_word(addr & ~3u, start);
		start = one_in(6) ? start : start + any_size() < start ? start : start + (any_size() & (0xFFFFFFFF - start));
	}
	c->offset = c->first_start;
	c->interval = c->entries ? 1 + (start - c->first_start) / c->entries : 1;
}

static bool overlap(const struct engine_config *a, const struct engine_config *b)
{
	return a->base - b->base < (uint64_t)b->entries * 8 || b->base - a->base < (uint64_t)a->entries * 8;
}

static void new_config(unsigned number)
{
	struct engine_config *c = &t.config[number];
	const struct engine_build *b = &t.rtl->b;
	uint64_t bins = (uint64_t)4 << b->bins_log2;

	do {
		c->mode = (enum mode)(rnd() % 4);
		c->system = c->mode >= SYMBOL ? !one_in(40) : one_in(2);
	} while (!engine_offered(b, c) && !one_in(10));
	c->wide = one_in(2);
	c->round = one_in(2);
	c->wrap = one_in(2);
	c->policy = (enum policy)(rnd() % 3);
	c->scale = one_in(16) ? 0 : one_in(4) ? 0x10000 : one_in(8) ? rnd() & 0x1FFFF : 1 + (any_size() & 0xFFFF);
	c->offset = one_in(4) ? 0 : any_size();
	c->interval = one_in(16) ? 0 : any_size();
	c->size = one_in(4) ? any_size() : rnd() % 200;
	c->limit = one_in(4) ? any_size() : one_in(4) ? c->size - rnd() % 40 : c->size;
	c->base = one_in(4) ? 0u - any_size() : (uint32_t)number << 28 | (rnd() & 0x7FFFFFF);
	if (!c->system && !one_in(8)) {
		c->base = (uint32_t)(rnd() % bins);
		c->size = (uint32_t)(bins - c->base) / (1 + rnd() % 4);
		c->limit = one_in(8) ? any_size() : c->size;
	}
	if (!one_in(16))
		c->base &= ~3u;
	c->stride = 0;
	t.tainted[number] = false;
	if (c->mode == SYMBOL) {
		new_table(c, number);
		for (unsigned i = 0; i < CONFIGS; i++)
			if (i != number && t.config[i].mode == SYMBOL && overlap(c, &t.config[i]))
				t.tainted[i] = t.tainted[number] = true;
	}
	c->pos = one_in(8) ? any_size() : one_in(2) ? 0 : (rnd() % (c->size ? c->size : 1)) & ~3u;
}

static bool config_used(unsigned number)
{
	for (unsigned i = 0; i < t.count; i++)
		if (t.queue[i].config == number)
			return true;
	return false;
}

static bool channel_used(unsigned channel)
{
	for (unsigned i = 0; i < t.count; i++)
		if (t.queue[i].channel == channel)
			return true;
	return false;
}

static struct sample new_sample(void)
{
	struct sample s = { .config = rnd() % CONFIGS, .channel = rnd() % CHANNELS };
	const struct engine_config *c = &t.config[s.config];
	const unsigned w = t.rtl->b.weight_w;
	uint64_t unit = c->mode == INTERVAL || c->mode == SYMBOL ? c->interval : c->scale ? 0x20000 / c->scale + 1 : 1;
	uint64_t slots = c->mode == SYMBOL ? c->entries : c->size / engine_width(c);

	s.weight = (c->mode == RING ? one_in(20) ? rnd() % 100 : rnd() % 6 : one_in(2) ? 1 : any_size()) & ((1u << w) - 1);
	s.weight += !s.weight;
	s.meta = s.weight << (32 - w) | (rnd() & ((1u << (32 - w)) - 1));
	s.pc = one_in(4) ? any_size() : one_in(16) ? c->offset - rnd() % 8
		: c->offset + (uint32_t)(unit * (rnd() % (slots + 1 + slots / 8)) + (one_in(2) ? 0 : rnd() % (unit ? unit : 1)));
	return s;
}

/* ---- checks ---- */
static void begin_head(void)
{
	const struct sample *s = &t.queue[0];
	const struct engine_config *c = &t.config[s->config];

	t.h = (struct head){ .there = true, .dead_first = t.dead[s->channel] };
	t.h.pos = c->pos;
	t.h.spoiled = t.tainted[s->config];
	t.h.fate = c->mode == RING && engine_offered(&t.rtl->b, c) ? ANY
		: engine_map(&t.rtl->b, c, s->pc, get_word, NULL, &t.h.addr);
}

static void begin_write(const struct engine_config *c)
{
	const unsigned low = t.sel & 1 ? 0 : 2, bytes = t.sel == 0xF ? 4 : 2;

	REQUIRE(t.sel == 0xF || t.sel == 0x3 || t.sel == 0xC);
	REQUIRE(engine_within(c, t.addr + low, bytes));
	REQUIRE(!t.h.dead_before);
	if (c->mode == RING) {
		uint32_t pos = t.h.pos;

		REQUIRE(t.sel == 0xF && !t.lock && t.h.writes < t.queue[0].weight && t.data == t.queue[0].pc);
		if (!t.h.moved) {
			REQUIRE(engine_ring(c, &pos, 1) == RING_WRITE);
			REQUIRE(t.addr == c->base + pos);
			t.h.again |= pos != t.h.pos;
			t.h.pos = pos;
		}
		return;
	}
	REQUIRE(t.h.writes == 0 && t.h.counted && t.lock);
	REQUIRE(t.addr == (t.h.read_addr & ~3u) && low == (t.h.read_addr & 2));
	REQUIRE(t.h.add.write);
	REQUIRE(bytes == 4 ? t.data == t.h.add.value : (t.data >> 8 * low & 0xFFFF) == t.h.add.value);
}

static void begin_read(const struct engine_config *c)
{
	REQUIRE(c->mode != RING && !t.h.counted);
	if (c->mode == SYMBOL && !t.lock) {
		REQUIRE(t.sel == 0xF && t.addr >= c->base && (t.addr - c->base) % 8 == 0 && (t.addr - c->base) / 8 < c->entries);
		REQUIRE(++t.h.reads <= 30);
		if (t.h.reads > 8)
			SEEN(deep_search);
		return;
	}
	REQUIRE(t.lock);
	t.h.read_addr = t.addr + (t.sel == 0xC ? 2 : 0);
	if (c->mode == SYMBOL && (t.h.spoiled || t.h.fate == ANY)) {
		REQUIRE(t.sel == 0xF && engine_within(c, t.addr, 4) && (t.addr - c->base) % 8 == 4);
	} else {
		REQUIRE(t.h.fate == COUNTER && t.h.read_addr == t.h.addr);
		REQUIRE(t.sel == (engine_width(c) == 4 ? 0xF : t.addr == t.h.addr ? 0x3 : 0xC));
	}
}

/* The bus in this cycle, before its inputs are chosen. */
static void look_at_bus(void)
{
	const uint32_t f = t.out[0].value;
	const bool req = f >> 9 & 1, lock = f >> 10 & 1, we = f >> 11 & 1;
	const uint32_t sel = f >> 12 & 0xF;

	if (t.req) {
		REQUIRE(req && lock == t.lock && we == t.we && sel == t.sel && t.addr == t.out[3].value);
		REQUIRE(!we || t.data == t.out[4].value);
		return;
	}
	if (t.h.counted && !t.h.closed && !t.h.writes && t.h.there && req)
		REQUIRE(lock && we);
	t.lock = lock;
	if (!req)
		return;
	REQUIRE(t.h.there && t.queue[0].weight && t.config[t.queue[0].config].system && !t.h.closed && !t.h.error && !t.h.dead_first);
	REQUIRE(!t.h.fulls && !t.h.faults);
	t.req = true;
	t.we = we;
	t.sel = sel;
	t.addr = t.out[3].value;
	t.data = t.out[4].value;
	t.waits = t.bus_speed ? rnd() % t.bus_speed : 0;
	t.accesses++;
	REQUIRE(t.addr % 4 == 0);
	(we ? begin_write : begin_read)(&t.config[t.queue[0].config]);
}

static void finish_access(bool err, uint32_t read)
{
	struct engine_config *c = &t.config[t.queue[0].config];
	uint32_t mask = 0;

	t.req = false;
	t.h.error = err;
	if (err) {
		if (c->mode == RING)
			SEEN(ring_error);
		else if (t.we)
			SEEN(write_error);
		else if (c->mode == SYMBOL && !t.lock)
			SEEN(probe_error);
		else
			SEEN(read_error);
		return;
	}
	if (!t.we) {
		if (t.lock) {
			const unsigned width = t.sel == 0xF ? 4 : 2;
			t.h.counted = true;
			t.h.add = engine_add(c->policy, width, width == 4 ? read : t.sel == 0xC ? read >> 16 : read & 0xFFFF, t.queue[0].weight);
			t.h.closed = !t.h.add.write;
		}
		return;
	}
	for (unsigned i = 0; i < 4; i++)
		mask |= (t.sel >> i & 1) * 0xFFu << 8 * i;
	set_word(t.addr, (get_word(NULL, t.addr) & ~mask) | (t.data & mask));
	taint(t.addr);
	t.h.writes++;
	if (c->mode == RING) {
		t.h.pos = (uint32_t)(t.addr - c->base + 4);
		SEEN(ring_write);
	} else {
		t.h.closed = true;
	}
}

static void end_ring(const struct engine_config *c, uint32_t hit, bool outside)
{
	const uint32_t weight = t.queue[0].weight;
	uint32_t pos = t.h.pos;
	enum ring next;

	REQUIRE(!outside && hit == t.h.writes);
	if (t.h.moved)
		return;
	next = engine_ring(c, &pos, weight - hit);
	if (t.h.error) {
		REQUIRE(t.h.faults == 1 && !t.h.fulls && c->pos == t.h.pos);
		return;
	}
	if (t.h.dead_before || t.h.dead_now) {
		REQUIRE(c->pos == pos || c->pos == t.h.pos);
		if (!t.h.fulls && !t.h.faults)
			return;
	}
	REQUIRE(next != RING_END || pos != t.h.pos || t.h.again || t.h.clocks == 4 + 7 * hit);
	REQUIRE(next != RING_WRITE && t.h.fulls == (next == RING_FULL) && t.h.faults == (next == RING_FAULT));
	REQUIRE(c->pos == pos);
	if (pos != t.h.pos)
		SEEN(ring_again);
	if (next == RING_FULL)
		SEEN(ring_full);
	if (next == RING_FULL && c->wrap)
		SEEN(ring_none);
	if (next == RING_FAULT)
		SEEN(ring_fault);
	if (hit > 20)
		SEEN(ring_heavy);
}

static void note_counter(const struct engine_config *c, uint32_t hit)
{
	const uint32_t weight = t.queue[0].weight;

	if (c->mode == SYMBOL)
		SEEN(symbol_hit);
	else if (t.h.read_addr & 2 && !c->wide)
		SEEN(narrow_high);
	else if (!c->wide)
		SEEN(narrow_low);
	else
		SEEN(counter_wide);
	if (c->policy == WRAP && t.h.add.value < weight)
		SEEN(wrapped);
	else if (t.h.add.full && t.h.add.write && hit == weight)
		SEEN(stop_exactly);
	else if (t.h.add.full && t.h.add.write)
		SEEN(stop_reached);
	else if (t.h.add.full)
		SEEN(stop_found);
	else if (!t.h.add.write)
		SEEN(saturate_found);
	else if (hit < weight)
		SEEN(saturated);
	else
		SEEN(plain_add);
}

static void note_fate(const struct engine_config *c)
{
	if (!engine_offered(&t.rtl->b, c)) {
		SEEN(not_offered);
	} else if (t.h.fate == OUTSIDE) {
		if (c->mode == SYMBOL)
			SEEN(outside_symbol);
		else if (c->mode == PROFIL)
			SEEN(outside_profil);
		else
			SEEN(outside_interval);
		if (c->mode == PROFIL && c->scale == 0)
			SEEN(scale_0);
		if (c->mode == INTERVAL && c->interval == 0)
			SEEN(interval_0);
		if (c->mode == SYMBOL && c->entries == 0)
			SEEN(entries_0);
	} else if (t.h.fate == FAULT) {
		if (c->mode == SYMBOL)
			SEEN(table_fault);
		else if (c->limit < c->size)
			SEEN(limit_fault);
		else
			SEEN(address_fault);
	} else if (c->mode == PROFIL && t.h.fate == COUNTER) {
		if (c->round)
			SEEN(round_1);
		if (c->scale == 0x10000)
			SEEN(scale_one);
	}
}

/* How long it took, by CONTRACT.md. */
static void check_clocks(const struct engine_config *c)
{
	static const unsigned slots[] = { 27, 44 };
	unsigned clocks = c->mode == SYMBOL ? 42 + 3 * t.h.reads : slots[c->mode] + c->wide;

	REQUIRE(t.h.clocks == (c->system ? clocks : clocks - 5 + t.rtl->b.limit_private));
	SEEN(timed);
}

/* The sample at the head is resolved in this cycle. */
static void end_head(bool map)
{
	const struct sample *s = &t.queue[0];
	const struct engine_config *c = &t.config[s->config];
	const uint32_t f = t.out[0].value, hit = t.out[6].value, lost = t.out[7].value;
	const bool outside = f >> 8 & 1, died = t.h.dead_before || t.h.dead_now;

	REQUIRE(t.h.there && !t.req && t.out[1].value == s->meta && t.h.fulls + t.h.faults <= 1);
	if (map) {
		REQUIRE(!t.h.dead_first && t.h.fate == COUNTER && !c->system && !t.h.fulls && !t.h.faults);
		REQUIRE(t.out[5].value == t.h.addr >> 2);
		REQUIRE((f >> 6 & 1) == (!c->wide && t.h.addr & 2));
		check_clocks(c);
		SEEN(mapped);
		if (f >> 6 & 1)
			SEEN(mapped_half);
		note_fate(c);
		return;
	}
	REQUIRE(outside ? hit == 0 && lost == 0 : hit + lost == s->weight);
	if (t.h.dead_first) {
		REQUIRE(!outside && hit == 0 && !t.h.fulls && !t.h.faults);
		SEEN(dead_first);
		return;
	}
	if (died)
		SEEN(dead_later);
	if (c->mode == RING && t.h.fate == ANY) {
		end_ring(c, hit, outside);
	} else if (t.h.error) {
		REQUIRE(!outside && hit == 0 && t.h.faults == 1);
	} else if (t.h.counted) {
		REQUIRE(!outside);
		if (died && !t.h.writes && !t.h.fulls) {
			REQUIRE(hit == 0);
			SEEN(dead_lost);
			return;
		}
		REQUIRE(t.h.writes == t.h.add.write && hit == t.h.add.hit && t.h.fulls == t.h.add.full && !t.h.faults);
		if (t.h.dead_before && t.h.writes)
			SEEN(dead_in_write);
		if (t.h.writes)
			check_clocks(c);
		note_counter(c, hit);
	} else if (died && !outside && !t.h.faults) {
		REQUIRE(hit == 0);
		SEEN(dead_lost);
		return;
	} else if (t.h.fate == ANY || (t.h.spoiled && t.h.fate != FAULT)) {
		REQUIRE(hit == 0 && outside == !t.h.faults);
	} else {
		REQUIRE(hit == 0 && t.h.fate != COUNTER && outside == (t.h.fate == OUTSIDE) && t.h.faults == (t.h.fate == FAULT));
	}
	note_fate(c);
}

/* ---- one cycle ---- */
static void new_episode(void)
{
	memset(t.memory, 0, sizeof t.memory);
	t.words = 0;
	for (unsigned i = 0; i < CONFIGS; i++)
		new_config(i);
	t.bus_speed = one_in(2) ? 0 : 1 + rnd() % 6;
	t.ready_speed = one_in(2) ? 1 : 1 + rnd() % 6;
	t.error_rate = one_in(2) ? 0 : 4 << rnd() % 6;
	t.death_rate = one_in(2) ? 0 : 4 << rnd() % 6;
	t.load = 1u << rnd() % 8;
}

static void disturb(void)
{
	const unsigned number = rnd() % CONFIGS;
	const unsigned channel = rnd() % CHANNELS;

	if (!config_used(number) && t.words < MANY && one_in(30))
		new_config(number);
	if (t.death_rate && one_in(t.death_rate))
		t.dead[rnd() % CHANNELS] = true;
	if (!channel_used(channel) && one_in(4))
		t.dead[channel] = false;
	if (t.h.there && t.config[t.queue[0].config].mode == SYMBOL && one_in(200)) {
		const struct engine_config *c = &t.config[t.queue[0].config];
		uint32_t addr = c->base + (c->entries ? rnd() % c->entries : 0) * 8;
		set_word(addr & ~3u, any_size());
		taint(addr & ~3u);
		t.h.spoiled = true;
		SEEN(spoiled);
	}
	if (t.h.there && t.config[t.queue[0].config].mode == RING && one_in(400)) {
		t.config[t.queue[0].config].pos = any_size();
		t.h.moved = true;
		SEEN(ring_moved);
	}
}

static void cycle(void)
{
	const unsigned depth = 1u << t.rtl->b.queue_log2;
	struct sample s = { 0 };
	const bool reset = t.cycle < 2 || one_in(20000), valid = one_in(t.load) && t.words < MANY;
	bool done = false, err = false, map_ready, end_ready, map, end;
	uint32_t data = 0, f;

	for (unsigned i = 0; i < CHANNELS; i++) {
		t.dead[i] = t.dead[i] || t.dies[i];
		t.dies[i] = false;
	}
	if (t.count == 0 && (t.words >= MANY || one_in(3000)))
		new_episode();
	disturb();
	if (t.count && !t.h.there)
		begin_head();
	else if (t.h.there)
		t.h.dead_before |= t.h.dead_now;
	t.h.spoiled = t.h.there && (t.h.spoiled || t.tainted[t.queue[0].config]);
	t.h.dead_now = t.h.there && t.dead[t.queue[0].channel];
	if (t.cycle > 2)
		look_at_bus();
	if (t.req) {
		done = t.waits == 0;
		t.waits -= !done;
		err = done && t.error_rate && one_in(t.error_rate);
		data = done && !t.we && !err ? get_word(NULL, t.addr) : rnd();
	} else {
		data = rnd();
		done = false;
	}
	map_ready = one_in(t.ready_speed);
	end_ready = one_in(t.ready_speed);
	if (valid)
		s = new_sample();

	const struct engine_config none = { .size = rnd(), .limit = rnd() }, *c = t.count ? &t.config[t.queue[0].config] : &none;
	t.in[0].value = reset | valid << 1 | (t.count ? t.h.dead_now : one_in(2)) << 2 | map_ready << 3 | end_ready << 4 | done << 5
		| (err || (!done && one_in(4))) << 6;
	t.in[1].value = s.pc;
	t.in[2].value = s.meta;
	t.in[3].value = (uint32_t)(c->mode | c->system << 2 | c->wide << 3 | c->policy << 4 | c->round << 6 | c->wrap << 7);
	t.in[4].value = c->scale;
	t.in[5].value = c->offset;
	t.in[6].value = c->interval;
	t.in[7].value = c->base;
	t.in[8].value = c->size;
	t.in[9].value = c->limit;
	t.in[10].value = c->entries;
	t.in[11].value = c->pos;
	t.in[12].value = data;
	t.rtl->combo(t.unit, t.in, t.out);
	f = t.out[0].value;

	if (t.cycle >= t.trace)
		printf("%" PRIu64 ": flags %04x dead %d done %d err %d addr %08x data %08x/%08x hit %u lost %u count %u\n", t.cycle, f,
			t.h.dead_now, done, err, t.out[3].value, t.out[4].value, data, t.out[6].value, t.out[7].value, t.count);
	map = f >> 5 & 1;
	end = f >> 7 & 1;
	if (t.cycle > 2) {
		REQUIRE((f & 1) == (valid && t.count == depth));
		REQUIRE((f >> 1 & 1) == (t.count == 0));
		REQUIRE(!(map && end) && (t.count || !(map || end)));
		t.h.fulls += f >> 3 & 1;
		t.h.faults += f >> 4 & 1;
		REQUIRE(t.h.there || !(f >> 3 & 3));
		if (f >> 2 & 1) {
			REQUIRE(t.h.there && c->mode == RING);
			t.config[t.queue[0].config].pos = t.out[2].value;
		}
		if ((f >> 3 & 3) && !one_in(8))
			t.dies[t.queue[0].channel] = true;
		t.h.clocks += !(t.req && !done) && !(map && !map_ready) && !(end && !end_ready);
		t.h.quiet = !t.h.there || t.req || map || end || f >> 2 & 1 ? 0 : t.h.quiet + 1;
		REQUIRE(t.h.quiet <= LONGEST);
		if (done)
			finish_access(err, data);
		if ((map && !map_ready) || (end && !end_ready))
			SEEN(waited);
		if ((map && map_ready) || (end && end_ready)) {
			end_head(map);
			t.samples++;
			t.h.there = false;
			memmove(t.queue, t.queue + 1, (--t.count) * sizeof *t.queue);
		}
	}
	if (f & 1)
		SEEN(refused);
	else if (valid)
		t.queue[t.count++] = s;
	if (reset) {
		t.count = 0;
		t.h = (struct head){ 0 };
		t.req = false;
		SEEN(reset);
	}
	t.rtl->seq(t.unit, 1, t.out);
	t.rtl->seq(t.unit, 0, t.out);
	t.cycle++;
}

/* Events that this build cannot have. */
static bool possible(unsigned event)
{
	const struct engine_build *b = &t.rtl->b;
	const char *n = event_names[event];
	static const char *const wide_weights[] = { "ring_heavy", "stop_reached" }, *const systems[] = {
		"address_fault_system", "read_error", "write_error", "narrow_low", "narrow_high", "counter_wide", "plain_add", "stop_reached",
		"stop_exactly", "stop_found", "saturated", "saturate_found", "wrapped", "dead_in_write" };

	for (unsigned i = 0; i < 2; i++)
		if (b->weight_w < 5 && strcmp(n, wide_weights[i]) == 0 && i == 0)
			return false;
	for (unsigned i = 0; i < sizeof systems / sizeof *systems; i++)
		if (!b->system && strcmp(n, systems[i]) == 0)
			return false;
	if (!b->limit_private && !b->system && strcmp(n, "limit_fault") == 0)
		return false;
	if (!b->mode[SYMBOL] && (strstr(n, "symbol") || strstr(n, "probe") || strstr(n, "table") || strstr(n, "spoil") || strstr(n, "deep")
		|| strstr(n, "entries")))
		return false;
	if (!b->mode[RING] && strstr(n, "ring_"))
		return false;
	if (!b->mode[PROFIL] && (strstr(n, "profil") || strstr(n, "scale_") || strstr(n, "round")))
		return false;
	return b->mode[INTERVAL] || !strstr(n, "interval");
}

static int run(const struct rtl *rtl, uint64_t seed, uint64_t cycles, uint64_t trace)
{
	unsigned missing = 0;

	memset(&t, 0, sizeof t);
	t.rtl = rtl;
	t.seed = seed;
	t.trace = trace;
	t.random = seed * 0x9E3779B97F4A7C15u + 0x1234567;
	t.unit = rtl->create("engine");
	new_episode();
	while (t.cycle < cycles)
		cycle();
	for (unsigned i = 0; i < EVENT_COUNT; i++)
		if (t.seen[i] == 0 && possible(i)) {
			fprintf(stderr, "engine %s: %s never happened\n", rtl->name, event_names[i]);
			missing++;
		}
	printf("engine: %-8s %" PRIu64 " cycles, %" PRIu64 " samples, %" PRIu64 " bus accesses, %u kinds of event\n",
		rtl->name, cycles, t.samples, t.accesses, (unsigned)EVENT_COUNT);
	return missing != 0;
}

int main(int argc, char **argv)
{
	const char *build = NULL;
	uint64_t seed = 1, cycles = 2000000, trace = UINT64_MAX;
	int worst = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--build") == 0)
			build = argv[i + 1];
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--cycles") == 0)
			cycles = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--trace") == 0)
			trace = strtoull(argv[i + 1], NULL, 0);
	}
	for (unsigned i = 0; i < sizeof builds / sizeof *builds; i++)
		if (!build || strcmp(build, builds[i].name) == 0)
			worst |= run(&builds[i], seed, cycles, trace);
	return worst;
}
