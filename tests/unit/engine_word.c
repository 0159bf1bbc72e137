/* SPDX-License-Identifier: ISC
 * engine_word.c - counters in system memory: the unit on random samples, configurations, memories, waits and errors of
 * the bus, tables corrupted meanwhile, STOP and RESET in mid-sample. Every access is compared with an oracle written
 * from rtl/unit/CONTRACT.md in wide integers; words, TICKS, RING_POS and STATUS whenever the unit is drained.
 * Which sample finds the queue full is taken from the unit, that it then holds four is not.
 *
 * usage: engine_word [SEED [EPISODES]]
 *        engine_word cycles             how long a sample takes
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PC_W
#define PC_W 32
#endif
#ifndef PC_HIGH
#define PC_HIGH 0
#endif
#ifndef WEIGHT_W
#define WEIGHT_W 16
#endif
#ifndef MODES
#define MODES 15
#endif

enum { BINS = 512, MEMORY = 1 << 16 /* words; addresses repeat */, WINDOW = BINS * 4, LOG = 1 << 18,
	STOP = 1, SATURATE = 2, PROFIL = 0, INTERVAL, SYMBOL, RING };
enum { CTRL = 0x10, STATUS = 0x14, TICKS = 0x18, PENDING = 0x1C, PERIOD = 0x20, SETUP = 0x2C, OFFSET = 0x30, SCALE = 0x34,
	SIZE = 0x38, INTERVAL_AT = 0x44, BASE = 0x48, LIMIT = 0x4C, RING_POS = 0x54 };
enum { RUNNING = 1, DRAINED = 2, BUSY = 8, FULL = 16, FAULT = 32 };

struct vec { uint32_t value, unknown; };
void *engine_word_protectlib_create(const char *);
long long engine_word_protectlib_combo_update(void *, const struct vec *, struct vec *);
long long engine_word_protectlib_seq_update(void *, unsigned char, struct vec *);

struct config {
	uint32_t offset, scale, size, interval, base, limit, pos;
	unsigned mode, wide, policy, round, wrap, system;
};
struct access { bool we, lock; uint32_t addr, data; unsigned sel; };
struct answer { uint32_t data; bool err; };
struct sample { uint32_t pc, weight; bool user, dead; };
struct result { uint32_t outside, hit, lost; bool full, fault; uint32_t pos; };

static void *unit;
static struct vec in[6], out[6];
static uint32_t memory[MEMORY], words[BINS], pos, bus_data;
static struct config c;
static struct sample queue[8];
static unsigned held;
static struct answer answers[LOG];
static unsigned answered;
static bool accessing, locked_before, dead, fast;
static struct access now;
static uint32_t pcs[3];
static uint64_t cycles, accesses, samples, fulls, faults, refusals, expected_fulls, expected_faults, seed, stolen;
static unsigned waits, wait_rate, error_rate, corrupt_rate;
static bool taken;
static uint32_t corrupt_base, corrupt_words;
static uint64_t filled_at, pop_at, push_at, took, sample_bus;

static uint64_t state = 1;
static uint32_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}
static uint32_t below(uint32_t n) { return n ? rnd() % n : 0; }
static bool one_in(uint32_t n) { return below(n) == 0; }

static void fail(const char *what)
{
	fprintf(stderr, "engine_word, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", seed, cycles, what);
	fprintf(stderr, "mode %u wide %u policy %u round %u wrap %u system %u offset %08x scale %05x size %08x interval %08x base %08x "
		"limit %08x pos %08x\n", c.mode, c.wide, c.policy, c.round, c.wrap, c.system, c.offset, c.scale, c.size, c.interval, c.base,
		c.limit, pos);
	fprintf(stderr, "sample pc %08x weight %u user %d dead %d, %u answers; access we %d addr %08x data %08x sel %x\n", queue[0].pc,
		queue[0].weight, queue[0].user, queue[0].dead, answered, now.we, now.addr, now.data, now.sel);
	exit(1);
}
#define REQUIRE(x) do { if (!(x)) fail(#x); } while (0)

/* ---- the oracle ---- */
#define KEPT ((uint32_t)(~0ull >> (64 - PC_W)))
static bool elsewhere(uint32_t pc) { return PC_W < 32 && (uint64_t)(pc ^ (uint32_t)PC_HIGH) >> PC_W; }

static struct result lost(const struct sample *s, bool fault, bool full)
{
	return (struct result){ .lost = s->weight, .fault = fault, .full = full, .pos = pos };
}

/* Replays the sample with the bus's answers so far. True: it has ended, in r. False: next is its next access. */
static bool oracle(const struct sample *s, struct access *next, struct result *r)
{
	unsigned k = 0;
	const bool four = c.wide || c.mode >= SYMBOL;
	const uint64_t bytes = c.mode == SYMBOL ? 8 : four ? 4 : 2, base = c.base & ~(four ? 3ull : 1ull);
	uint64_t slot = 0, addr;
	const uint32_t pc = s->pc & KEPT, offset = c.offset & KEPT, delta = pc - offset;

#define READ(a, l) \
	do { \
		if ((a) >> 32) { *r = lost(s, true, false); return true; } \
		*next = (struct access){ false, l, (uint32_t)(a) & ~3u, 0, four ? 15 : (a) & 2 ? 12 : 3 }; \
		if (k == answered) return false; \
		if (answers[k++].err) { *r = lost(s, true, false); return true; } \
	} while (0)

	*r = (struct result){ .pos = pos };
	if (s->dead) {
		*r = lost(s, false, false);
		return true;
	}
	if (!(MODES >> c.mode & 1)) {
		*r = lost(s, true, false);
		return true;
	}
	if (elsewhere(s->pc) || (c.mode <= INTERVAL && pc < offset)) {
		r->outside = s->weight;
		return true;
	}
	if (c.mode == RING) {
		bool again = false;

		for (uint32_t left = s->weight; left;) {
			if (r->pos >= c.size) {
				if (c.wrap && !again) {
					r->pos = 0;
					again = true;
					continue;
				}
				r->full = true;
				r->lost = left;
				return true;
			}
			addr = base + (uint64_t)r->pos * 4;
			if ((r->pos + 1ull) * 4 > c.limit || addr >> 32) {
				r->fault = true;
				r->lost = left;
				return true;
			}
			*next = (struct access){ true, false, (uint32_t)addr, s->pc, 15 };
			if (k == answered) return false;
			if (answers[k++].err) {
				r->fault = true;
				r->lost = left;
				return true;
			}
			again = false;
			r->hit++;
			left--;
			if (++r->pos == c.size) {
				if (c.wrap)
					r->pos = 0;
				else {
					r->full = true;
					r->lost = left;
					return true;
				}
			}
		}
		return true;
	}
	if (c.mode == SYMBOL) {
		uint64_t behind = (uint64_t)c.size - 1;		/* entries behind the slot that may be it */

		if (c.size == 0) {
			r->outside = s->weight;
			return true;
		}
		if (c.size > 1u << 29) {
			*r = lost(s, true, false);
			return true;
		}
		READ(base, false);
		if (answers[k - 1].data > s->pc) {
			r->outside = s->weight;
			return true;
		}
		while (behind) {
			const uint64_t half = (behind + 1) / 2;

			READ(base + (slot + half) * 8, false);
			if (answers[k - 1].data <= s->pc)
				slot += half;
			behind /= 2;
		}
		REQUIRE(slot < c.size);
	} else if (c.mode == INTERVAL)
		slot = c.interval ? delta / c.interval : UINT64_MAX >> 8;
	else
		slot = (((uint64_t)delta * c.scale >> 16) + c.round) >> 1;
	if (slot >= c.size) {
		r->outside = s->weight;
		return true;
	}
	if ((slot + 1) * bytes > c.limit) {
		*r = lost(s, true, false);
		return true;
	}
	addr = base + slot * bytes + (c.mode == SYMBOL ? 4 : 0);
	READ(addr, true);

	const unsigned shift = !four && addr & 2 ? 16 : 0;
	const uint64_t mask = four ? UINT32_MAX : 0xFFFF, max = mask >> 1, old = answers[k - 1].data >> shift & mask;
	const bool limits = c.policy == STOP || c.policy == SATURATE;
	uint64_t sum = old + s->weight;

	if (limits && old >= max) {
		*r = lost(s, false, c.policy == STOP);
		return true;
	}
	r->full = c.policy == STOP && sum >= max;
	if (limits && sum > max) {
		r->lost = (uint32_t)(sum - max);
		sum = max;
	}
	r->hit = s->weight - r->lost;
	*next = (struct access){ true, true, (uint32_t)addr & ~3u, (uint32_t)((sum & mask) << shift), four ? 15 : shift ? 12 : 3 };
	if (k == answered) return false;
	if (answers[k++].err)
		*r = lost(s, true, false);
	REQUIRE(k == answered);
	return true;
}

static uint32_t lanes(unsigned sel) { return (sel & 3 ? 0xFFFF : 0) | (sel & 12 ? 0xFFFF0000 : 0); }

/* ---- one cycle ---- */
enum { F_ACK = 8, F_IRQ = 16, F_REQ = 32, F_LOCK = 64, F_WE = 128, F_PUSH = 256, F_POP = 512, F_TAKES = 1024, F_FULL = 2048,
	F_FAULT = 4096, F_E = 8192, F_START = 1 << 17, F_WAITS = 1 << 18 };

static void corrupt(void)
{
	if (corrupt_rate && corrupt_words && one_in(corrupt_rate) && !(out[0].value & F_LOCK))
		memory[((corrupt_base >> 2) + below(corrupt_words)) % MEMORY] = one_in(2) ? rnd() : memory[below(MEMORY)];
}

static void look_at_engine(uint32_t f, bool done, bool err, uint32_t data)
{
	struct access next;
	struct result r;

	if (f & F_TAKES) {
		REQUIRE(held > 0);
		queue[0].dead = dead || f & (F_FULL | F_FAULT) || cycles == filled_at;
		answered = 0;
		taken = true;
		took = cycles;
		sample_bus = 0;
	}
	if (f & F_REQ) {
		const struct access a = { f >> 7 & 1, f >> 6 & 1, out[2].value, out[3].value, f >> 19 & 15 };

		REQUIRE(taken);
		sample_bus++;
		if (!accessing) {
			accessing = true;
			if (oracle(&queue[0], &next, &r)) {
				now = a;
				fail("an access more");
			}
			REQUIRE(a.we == next.we && a.addr == next.addr && a.sel == next.sel && a.lock == next.lock);
			REQUIRE(!a.we || (a.data & lanes(a.sel)) == next.data);
			REQUIRE(!a.we || !a.lock || locked_before);
		} else
			REQUIRE(a.we == now.we && a.lock == now.lock && a.addr == now.addr && a.sel == now.sel && (!a.we || a.data == now.data));
		now = a;
		if (done) {
			accesses++;
			accessing = false;
			REQUIRE(answered < LOG);
			answers[answered++] = (struct answer){ data, err };
			if (a.we && !err) {
				uint32_t *w = &memory[(a.addr >> 2) % MEMORY];

				*w = (*w & ~lanes(a.sel)) | (a.data & lanes(a.sel));
			}
		}
	} else
		REQUIRE(!accessing);
	locked_before = f & F_LOCK;
	fulls += !!(f & F_FULL);
	faults += !!(f & F_FAULT);
	if (f & F_POP) {
		REQUIRE(held > 0 && taken && !accessing);
		REQUIRE(oracle(&queue[0], &next, &r));
		words[BINS - 16 + queue[0].user] += r.outside;
		words[BINS - 16 + 4 + queue[0].user] += r.lost;
		words[BINS - 16 + 8 + queue[0].user] += r.hit;
		REQUIRE(r.outside + r.lost + r.hit == queue[0].weight);
		expected_fulls += r.full;
		expected_faults += r.fault;
		pos = r.pos;
		filled_at = fulls < expected_fulls ? cycles + 1 : 0;	/* of a write FULL shows a cycle later */
		samples++;
		taken = false;
		pop_at = cycles;
	}
	dead = (dead && !(f & F_START)) || f & (F_FULL | F_FAULT);
}

static void look_at_queue(uint32_t f)
{
	const unsigned code = f >> 14 & 7, full = held == 4;
	const uint32_t weight = (out[5].value >> 1) + (out[5].value & 1);

	if (f & F_POP)
		memmove(queue, queue + 1, --held * sizeof *queue);
	if (!(f & F_E))
		return;
	REQUIRE(weight > 0);
	if (c.system && code < 2) {
		REQUIRE(!!(f & F_PUSH) == !full);
		if (full) {
			words[BINS - 16 + 4 + (code & 1)] += weight;
			refusals++;
		} else {
			push_at = cycles;
			queue[held++] = (struct sample){ pcs[2], weight, code & 1, false };
		}
		return;
	}
	REQUIRE(!(f & F_PUSH));
	if (code < 2) {
		const uint32_t pc = pcs[2] & KEPT, offset = c.offset & KEPT;
		const uint64_t slot = (((uint64_t)(pc - offset) * c.scale >> 16) + c.round) >> 1;
		const bool inside = !elsewhere(pcs[2]) && pc >= offset && slot < c.size && slot < BINS - 16;

		words[inside ? slot : BINS - 16 + code] += weight;
	} else
		words[BINS - 16 + code] += weight;
}

/* The tap as flags and pc are, and an access of the bus; returns the flags out. */
static uint32_t cycle(uint32_t flags, uint32_t pc, uint32_t adr, uint32_t dat)
{
	bool done = false, err = false;
	uint32_t data = rnd(), f;

	corrupt();
	f = out[0].value;
	if (f & F_REQ) {
		done = waits == 0;
		waits = done ? (wait_rate ? below(wait_rate) : 0) : waits - 1;
		err = done && error_rate && one_in(error_rate);
		if (done && !(f & F_WE) && !err)
			data = memory[(out[2].value >> 2) % MEMORY];
	}
	flags |= (uint32_t)done << 8 | (uint32_t)(err || (!done && one_in(3))) << 9;
	if (!fast && f & (F_REQ | F_LOCK) && one_in(2)) {
		flags |= 1 << 10;
		stolen++;
	}
	in[0].value = flags;
	in[1].value = pc;
	in[2].value = adr;
	in[3].value = dat;
	in[4].value = data;
	engine_word_protectlib_combo_update(unit, in, out);
	f = out[0].value;
	bus_data = out[1].value;
	pcs[2] = pcs[1];
	pcs[1] = pcs[0];
	pcs[0] = pc;
	/* e_ is of the pc two cycles ago */
	if (!(flags & 1)) {
		look_at_engine(f, done, err, data);
		look_at_queue(f);
	}
	engine_word_protectlib_seq_update(unit, 1, out);
	engine_word_protectlib_seq_update(unit, 0, out);
	cycles++;
	return f;
}

/* ---- stimulus ---- */
static unsigned gap, gap_rate, pc_span, user_rate, sleep_rate, bubble;
static uint32_t pc_base;
static uint32_t tap(uint32_t *pc)
{
	uint32_t flags = 2;

	*pc = one_in(30) ? rnd() : pc_base + below(pc_span);
	if (PC_W < 32 && !one_in(20))
		*pc = (*pc & KEPT) | PC_HIGH;
	if (gap)
		gap--;
	else {
		flags |= 4;
		gap = gap_rate ? below(gap_rate) : 0;
	}
	flags |= (uint32_t)(sleep_rate && one_in(sleep_rate)) << 3;
	flags |= (one_in(user_rate) ? 0u : one_in(3) ? 1u : 3u) << 4;
	if (bubble && one_in(bubble))
		flags &= ~2u;
	return flags;
}

static uint32_t idle_cycle(void)
{
	uint32_t pc, flags = tap(&pc);

	return cycle(flags, pc, 0, 0);
}

static uint32_t bus(bool we, uint32_t adr, uint32_t dat)
{
	uint32_t value;

	for (unsigned n = 0;; n++) {
		uint32_t pc, flags = tap(&pc), f;

		f = cycle(flags | 64 | (uint32_t)we << 7, pc, adr, dat);
		value = bus_data;
		REQUIRE(n < 100000);
		if (f & F_ACK)
			break;
	}
	return value;
}

static uint32_t any(uint32_t usual)
{
	switch (below(12)) {
	case 0: return rnd();
	case 1: return rnd() >> below(32);
	case 2: return UINT32_MAX - below(64);
	default: return usual;
	}
}

static void new_config(void)
{
	static const uint32_t scales[] = { 0x10000, 0x8000, 0x4000, 0xFFFF, 0x5555, 2, 1, 0x1FFFF };
	unsigned four;

	c = (struct config){ .mode = below(4), .wide = below(2), .policy = below(3), .round = below(2), .wrap = below(2),
		.system = !one_in(8) };
	if (one_in(60))
		c.policy = 3;
	four = c.wide || c.mode >= SYMBOL;
	pc_base = one_in(3) ? rnd() : 0x1000;
	if (PC_W < 32)
		pc_base = (pc_base & KEPT) | PC_HIGH;
	pc_span = one_in(3) ? 1 + below(4000) : 1 + below(100);
	c.offset = one_in(4) ? rnd() : pc_base + below(pc_span) / 4;
	c.scale = one_in(3) ? rnd() >> 15 : scales[below(8)];
	c.interval = one_in(12) ? 0 : one_in(4) ? rnd() >> below(32) : 1 + below(40);
	c.size = any(one_in(3) ? below(2000) : below(pc_span + 8));
	c.base = any(below(1 << 18));
	if (!one_in(20))
		c.base &= ~(c.mode == PROFIL && !four ? 1u : 3u);
	c.limit = one_in(3) ? UINT32_MAX : any((uint32_t)(c.size * (c.mode == SYMBOL ? 8 : four ? 4 : 2)) + below(16) - 8);
	c.pos = 0;
	corrupt_words = 0;
	if (c.mode == SYMBOL) {
		const unsigned n = one_in(10) ? 0 : one_in(4) ? 1 + below(1022) : 1 + below(20);
		uint32_t start = pc_base - below(20);

		if (!one_in(8))
			c.size = n;
		if (!one_in(4))
			c.limit = n * 8 + (one_in(4) ? below(20) - 10 : 0);
		for (unsigned i = 0; i < n; i++) {
			memory[((c.base >> 2) + 2 * i) % MEMORY] = start;
			memory[((c.base >> 2) + 2 * i + 1) % MEMORY] = below(5);
			start += one_in(3) ? 0 : below(2 * pc_span / n + 2);
		}
		corrupt_words = n * 2;
	} else if (c.mode == RING) {
		c.size = any(below(30));
		c.pos = any(below(c.size < 40 ? c.size + 1 : 40));
		if (!one_in(5))
			c.limit = c.size * 4;
	} else
		corrupt_words = 64;
	corrupt_base = c.base;
	if (c.mode <= INTERVAL)
		for (unsigned i = 0; i < 2000; i++) {
			const uint32_t edge = (uint32_t[]){ 0x7FF0, 0x7FF07FF0, 0x7FFFFFF0, 0xFFFFFFF0, 0xFFF07FF0, 0 }[below(6)];

			memory[((c.base >> 2) + i) % MEMORY] = edge + (one_in(3) ? below(32) : below(16)) + (below(16) << 16);
		}
	gap_rate = (unsigned[]){ 0, 2, 5, 20, 60, 300 }[below(6)];
	if (c.mode == RING && gap_rate > 60)
		gap_rate = 40;
	user_rate = 1 + below(3);
	sleep_rate = one_in(2) ? 0 : 2 + below(6);
	bubble = one_in(2) ? 0 : 2 + below(6);
	wait_rate = (unsigned[]){ 0, 2, 5, 30 }[below(4)];
	error_rate = one_in(3) ? 50 + below(200) : 0;
	corrupt_rate = one_in(3) ? 1 + below(10) : 0;
}

static void set_config(void)
{
	bus(true, PERIOD, one_in(4) ? below(20) : 0);
	bus(true, OFFSET, c.offset);
	bus(true, SCALE, c.scale);
	bus(true, SIZE, c.size);
	bus(true, INTERVAL_AT, c.interval);
	bus(true, BASE, c.base);
	bus(true, LIMIT, c.limit);
	bus(true, RING_POS, c.pos);
	pos = c.pos;
	bus(true, SETUP, c.round << 2 | c.policy << 3 | (one_in(3) ? 11u : rnd() & 15) << 8 | (uint32_t)c.system << 16 | c.wide << 17
		| c.mode << 18 | c.wrap << 20);
}

static void drain(bool more)
{
	for (unsigned n = 0; !(bus(false, STATUS, 0) & DRAINED); n++)
		REQUIRE(n < 200000);
	REQUIRE(held == 0 && !taken);
	uint32_t status = bus(false, STATUS, 0), sum = 0;

	REQUIRE(fulls == expected_fulls && faults == expected_faults);
	if (c.system) {
		REQUIRE(!!(status & FULL) == (fulls != 0));
		REQUIRE(!!(status & FAULT) == (faults != 0));
	}
	REQUIRE(!(status & BUSY));
	words[BINS - 16 + 10] = (uint32_t)stolen;
	for (unsigned i = c.system && !more ? BINS - 16 : 0; i < BINS; i++) {
		const uint32_t w = bus(false, WINDOW + 4 * i, 0);

		if (i == BINS - 16 + 10 && (gap_rate < 2 || WEIGHT_W < 6) && w <= stolen)
			words[i] = w;	/* without free slots some are missed */

		if (w != words[i]) {
			fprintf(stderr, "word %u is %u, not %u\n", i, w, words[i]);
			fail("word");
		}
	}
	for (unsigned i = c.system ? BINS - 16 : 0; i < BINS - 6; i++)
		sum += words[i];
	if (c.system) {
		REQUIRE(bus(false, RING_POS, 0) == pos);
		sum -= words[BINS - 16 + 6 + 1];
	}
	const uint32_t law = bus(false, TICKS, 0) - bus(false, PENDING, 0);

	if (law != sum) {
		fprintf(stderr, "TICKS - PENDING %u, words %u\n", law, sum);
		fail("law");
	}
}

static void clear(void)
{
	bus(true, CTRL, 8);
	while (!(bus(false, STATUS, 0) & DRAINED))
		;
	memset(words, 0, sizeof words);
	stolen = 0;
}

static void episode(void)
{
	const unsigned parts = 1 + below(4);

	new_config();
	set_config();
	clear();
	bus(true, STATUS, 0xF0);
	fulls = faults = expected_fulls = expected_faults = 0;
	for (unsigned i = 0; i < parts; i++) {
		unsigned n = 50 + below(c.mode == INTERVAL ? 6000 : 2500);

		bus(true, CTRL, 1);
		while (n--) {
			if (one_in(400))
				bus(false, WINDOW + 4 * (one_in(2) ? BINS - 16 + below(16) : below(BINS)), 0);
			if (one_in(300))
				REQUIRE(c.mode != RING || bus(false, RING_POS, 0) <= UINT32_MAX);
			if (one_in(1500))
				bus(true, CTRL, 1u << below(3));
			idle_cycle();
		}
		if (one_in(50)) {	/* a heavy sample, one more than 65536, to counters as full as can be */
			for (unsigned k = 0; c.mode <= INTERVAL && k < 2000; k++)
				memory[((c.base >> 2) + k) % MEMORY] = UINT32_MAX;
			gap = WEIGHT_W == 16 && c.mode != RING ? 70000 : 600;
			while (gap)
				idle_cycle();
			for (unsigned k = 0; k < 100; k++)
				idle_cycle();
		}
		bus(true, CTRL, one_in(3) ? 4 : 2);
		drain(one_in(4));
	}
}

static void reset(void)
{
	for (unsigned i = 0; i < 3; i++)
		cycle(1, 0, 0, 0);
	held = answered = 0;
	accessing = taken = dead = locked_before = false;
	for (unsigned i = 0; i < 4; i++)
		cycle(0, 0, 0, 0);
}

/* ---- how long a sample takes ---- */
static void measure(const char *name, unsigned mode, unsigned wide, unsigned size, unsigned policy, bool ring_weight)
{
	uint64_t alone = 0, bus_of = 0, apart = 0, last, n = 0;

	c = (struct config){ .mode = mode, .wide = wide, .policy = policy, .size = size, .limit = UINT32_MAX, .scale = 0x10000,
		.interval = 7, .base = 0x1000, .wrap = 1, .system = 1, .offset = 0x1000 };
	pc_base = 0x1000;
	pc_span = size * 2;
	for (unsigned i = 0; i < MEMORY; i++)
		memory[i] = mode == SYMBOL && !(i & 1) ? 0x1000 + (i - 0x400) : 0;
	user_rate = 2;
	gap_rate = 0;
	set_config();
	bus(true, SETUP, c.policy << 3 | 0xB00u | 1u << 16 | c.wide << 17 | c.mode << 18 | c.wrap << 20);
	bus(true, PERIOD, 0);
	bus(true, CTRL, 1);
	for (unsigned i = 0; i < 2000; i++)
		idle_cycle();
	for (last = pop_at; n < 200;) {
		const uint64_t before = pop_at;

		idle_cycle();
		if (pop_at != before) {
			alone += pop_at - took + 1;
			bus_of += sample_bus;
			apart += pop_at - before;
			n++;
		}
	}
	bus(true, CTRL, 2);
	drain(false);
	clear();
	printf("%-28s %6.1f cycles, %4.1f of them the bus's; one sample in %6.1f cycles\n", name, (double)alone / n, (double)bus_of / n,
		(double)apart / n);
	(void)last;
	(void)ring_weight;
}

int main(int argc, char **argv)
{
	const unsigned episodes = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 300;

	unit = engine_word_protectlib_create("engine_word");
	gap_rate = 3;
	user_rate = pc_span = 2;
	reset();
	if (argc > 1 && strcmp(argv[1], "cycles") == 0) {
		fast = true;
		measure("profil, 2 bytes", PROFIL, 0, 400, 0, false);
		measure("profil, 4 bytes", PROFIL, 1, 400, 0, false);
		measure("profil, 2 bytes, STOP", PROFIL, 0, 400, STOP, false);
		measure("interval, 2 bytes", INTERVAL, 0, 400, 0, false);
		measure("interval, 4 bytes", INTERVAL, 1, 400, 0, false);
		measure("symbol, 1 entry", SYMBOL, 1, 1, 0, false);
		measure("symbol, 64 entries", SYMBOL, 1, 64, 0, false);
		measure("symbol, 1022 entries", SYMBOL, 1, 1022, 0, false);
		measure("ring", RING, 1, 400, 0, false);
		return 0;
	}
	seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	state = seed * 0x9E3779B97F4A7C15u + 12345;
	for (unsigned i = 0; i < episodes; i++) {
		episode();
		if (one_in(20)) {	/* in mid-sample */
			bus(true, CTRL, 1);
			for (unsigned n = below(60); n--;)
				idle_cycle();
			reset();
			clear();
		}
	}
	printf("engine_word: seed %" PRIu64 ", %" PRIu64 " cycles, %" PRIu64 " samples, %" PRIu64 " accesses, %" PRIu64 " refused\n", seed, cycles,
		samples, accesses, refusals);
	return 0;
}
