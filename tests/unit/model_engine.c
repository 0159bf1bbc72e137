/* SPDX-License-Identifier: ISC
 * model_engine.c - the reference model's engine, one sample after another, against
 * engine_oracle.c, which knows rtl/DESIGN.md but no states: the outcome of the weight,
 * the counter, the ring's position, FULL and FAULT, and that nothing else was written.
 */
#include "tests/oracle/engine_oracle.h"
#include "model_test.h"

enum { TEXT = 0x4000, CONFIGURATIONS = 1500, SAMPLES = 8, PATIENCE = 2000 /* cycles */, TABLE = 120 /* entries, at most */ };

static struct engine_build build;
static struct engine_config cfg;
static uint32_t memory[MEMORY], private[WORDS];	/* expected contents */
static uint64_t fates[3], fulls, rings;

static struct stimulus *r(void)
{
	return &around.r;
}

static uint32_t word(void *unused, uint32_t address)
{
	(void)unused;
	return memory[address / 4 % MEMORY];
}

static uint32_t old_count(void)
{
	return one_in(r(), 2) ? rnd32(r()) & 0xff : one_in(r(), 2) ? 0x7fffffff - below(r(), 20) : 0x7ff87ff8 + below(r(), 16) * 0x10001;
}

/* Old counts, and a table of rising starts where one is needed. */
static void fill_memory(void)
{
	uint32_t start = TEXT + below(r(), 40);

	for (uint32_t i = 0; i < TABLE * 2; i++) {
		bool is_start = cfg.mode == SYMBOL && i % 2 == 0;

		*memory_at(cfg.base + 4 * i) = is_start ? start : old_count();
		start += is_start ? below(r(), 20) : 0;
	}
	for (unsigned i = 0; i < WORDS; i++)
		bins[i] = old_count();
	memcpy(memory, around.memory, sizeof memory);
	memcpy(private, bins, sizeof private);
}

static void choose(void)
{
	const struct model_params *p = &m.p;

	do {
		cfg.mode = below(r(), 4);
		cfg.system = p->system && (cfg.mode > INTERVAL || !one_in(r(), 3));
	} while (!engine_offered(&build, &cfg) || (cfg.mode == PROFIL && !cfg.system));
	cfg.wide = below(r(), 2);
	cfg.round = below(r(), 2);
	cfg.wrap = below(r(), 2);
	cfg.policy = below(r(), 3);
	cfg.scale = one_in(r(), 12) ? 0 : one_in(r(), 2) ? 0x10000 : 1 + below(r(), 0x10000);
	cfg.offset = one_in(r(), 4) ? 0 : TEXT - below(r(), 2) * below(r(), 64);
	cfg.interval = one_in(r(), 10) ? 1 + below(r(), 0x7fffffff) : 1 + below(r(), 40);
	cfg.size = one_in(r(), 4) ? below(r(), 16) : below(r(), TABLE * 8 + 1);
	cfg.base = rnd32(r());
	if (one_in(r(), 12))
		cfg.base = 0u - below(r(), 1000);
	cfg.base &= engine_width(&cfg) == 4 ? ~3u : ~1u;
	if (!cfg.system) {
		cfg.size = below(r(), WORDS * 4 + 1);
		cfg.base = below(r(), WORDS * 4 - cfg.size + 1) & (cfg.wide ? ~3u : ~1u);
	}
	cfg.limit = one_in(r(), 3) ? below(r(), cfg.size + 1) : cfg.size + below(r(), 2) * below(r(), 9);
	cfg.entries = one_in(r(), 12) ? rnd32(r()) & (one_in(r(), 2) ? 0xe000001f : 0xffffffff) : one_in(r(), 8) ? below(r(), TABLE + 1) : cfg.size / 8;
	cfg.pos = one_in(r(), 8) ? rnd32(r()) : below(r(), cfg.size / 4 + 2) * 4;
	cfg.stride = 0;
}

static void program_unit(void)
{
	put(TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	put(TALLY_OFFSET, cfg.offset);
	put(TALLY_SCALE, cfg.scale);
	put(TALLY_MAPPING, (uint32_t)cfg.round << TALLY_MAPPING_ROUND_LSB | (uint32_t)cfg.wide << TALLY_MAPPING_WIDTH_LSB |
	    cfg.policy << TALLY_MAPPING_POLICY_LSB | cfg.mode << TALLY_MAPPING_MODE_LSB |
	    (uint32_t)cfg.wrap << TALLY_MAPPING_RING_WRAP_LSB | (uint32_t)cfg.system << TALLY_MAPPING_SINK_LSB);
	put(TALLY_INTERVAL, cfg.interval);
	put(TALLY_BASE, cfg.base);
	put(TALLY_SIZE, cfg.size);
	put(TALLY_LIMIT, cfg.limit);
	put(TALLY_ENTRIES, cfg.entries);
	put(TALLY_RING_POS, cfg.pos);
	put(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
	put(TALLY_CTRL, TALLY_CTRL_START_MASK);
	CHECK(!(get(TALLY_STICKY) & (TALLY_STICKY_CFG_ERR_MASK | TALLY_STICKY_CMD_ERR_MASK)), "configuration refused, mode %u", cfg.mode);
}

/* What one sample must do; updates memory, private and cfg.pos. */
struct expected {
	uint32_t hit, lost, outside;
	bool full, fault, any;
};

static struct expected ring_sample(uint32_t pc, uint32_t w)
{
	struct expected e = { 0 };

	for (;;) {
		enum ring next = engine_ring(&cfg, &cfg.pos, w - e.hit);

		e.full = next == RING_FULL;
		e.fault = next == RING_FAULT;
		if (next != RING_WRITE)
			break;
		memory[(cfg.base + cfg.pos) / 4 % MEMORY] = pc;
		cfg.pos += 4;
		e.hit++;
		rings++;
	}
	e.lost = w - e.hit;
	return e;
}

static struct expected counter_sample(uint32_t pc, uint32_t w)
{
	uint32_t address = 0;
	enum fate fate = engine_map(&build, &cfg, pc, word, NULL, &address);

	if (fate == ANY)
		return (struct expected){ .any = true };
	fates[fate]++;
	if (fate == OUTSIDE)
		return (struct expected){ .outside = w };
	if (fate == FAULT)
		return (struct expected){ .lost = w, .fault = true };

	uint32_t *counter = cfg.system ? &memory[address / 4 % MEMORY] : &private[address / 4];
	unsigned width = engine_width(&cfg), shift = address % 4 * 8;
	uint32_t mask = width == 4 ? 0xffffffff : 0xffffu << shift;
	struct engine_add add = engine_add(cfg.policy, width, (*counter & mask) >> shift, w);

	if (add.write)
		*counter = (*counter & ~mask) | add.value << shift;
	return (struct expected){ .hit = add.hit, .lost = w - add.hit, .full = add.full };
}

/* w ticks, the last one with the instruction that all are charged to; then the core is paused. */
static void feed(uint32_t pc, uint32_t w)
{
	struct model_in in = still;

	in.run = true;
	in.tap_pc = pc;
	for (uint32_t i = 1; i <= w; i++) {
		in.tap_valid = i == w;
		clock_edge(&in);
	}
	in = still;
	for (unsigned n = 0; n < 4 || m.ch[0].law.pending; n++) {
		CHECK(n < PATIENCE + 40 * w, "a sample does not end");
		clock_edge(&in);
		law_holds();
	}
	clock_edge(&in);
}

static uint32_t some_weight(void)
{
	uint32_t most = (1u << m.p.weight_w) - 1;

	return one_in(r(), 2) ? 1 : 1 + below(r(), most > 40 && !one_in(r(), 200) ? 40 : most);
}

/* False: the channel has stopped, or the result is undefined. */
static bool one_sample(void)
{
	uint32_t w = some_weight(), pc = TEXT - 16 + below(r(), one_in(r(), 3) ? 4000 : 200);
	struct model_law before = m.ch[0].law;

	if (one_in(r(), 20))
		pc = one_in(r(), 2) ? 0u - 1 - below(r(), 4) : 0x80000000 + below(r(), 200);	/* sums that overflow 32 bits */

	pc = perhaps_elsewhere(pc);

	struct expected e = engine_elsewhere(&build, pc) ? (struct expected){ .outside = w } :
			    cfg.mode == RING ? ring_sample(pc, w) : counter_sample(pc, w);

	if (e.any)
		return false;
	feed(pc, w);

	const struct model_law *l = &m.ch[0].law;
	uint32_t sticky = m.ch[0].sticky;

	CHECK(l->hits - before.hits == e.hit && l->lost - before.lost == e.lost && l->outside - before.outside == e.outside,
	      "mode %u: fate of weight %u: hit %u lost %u outside %u", cfg.mode, w, e.hit, e.lost, e.outside);
	CHECK(!(sticky & TALLY_STICKY_FULL_MASK) == !e.full && !(sticky & TALLY_STICKY_FAULT_MASK) == !e.fault,
	      "mode %u: STICKY %x, full %d fault %d", cfg.mode, sticky, e.full, e.fault);
	CHECK(m.ch[0].dead == (e.full || e.fault) && m.ch[0].running == !m.ch[0].dead, "mode %u: stopped", cfg.mode);
	CHECK(memcmp(memory, around.memory, sizeof memory) == 0, "mode %u: system memory", cfg.mode);
	CHECK(memcmp(private, bins, sizeof private) == 0, "mode %u: private memory", cfg.mode);
	CHECK(cfg.mode != RING || m.ch[0].ring_pos == cfg.pos, "RING_POS is %x, not %x", m.ch[0].ring_pos, cfg.pos);
	fulls += e.full;
	return !m.ch[0].dead;
}

static void run(const struct model_params *p)
{
	open_params(p);
	memset(&around, 0, sizeof around);
	around.r.rng = 1973 + p->system;
	build = (struct engine_build){
		.bins_log2 = p->bins_log2, .weight_w = p->weight_w, .system = p->system, .pc_w = p->pc_w, .pc_high = p->pc_high,
		.mode = { p->system, p->interval, p->symbol, p->ring },
	};
	for (unsigned n = 0; n < CONFIGURATIONS; n++) {
		around.waits = one_in(r(), 2) ? 0 : below(r(), 6);
		choose();
		fill_memory();
		program_unit();
		for (unsigned i = 0; i < SAMPLES && one_sample(); i++)
			;
	}
}

/* Cycles of a sample from its first at the head, added up as in the contract. */
static void clocks(void)
{
	static const struct { enum mode mode; bool system, wide; unsigned clocks; } row[] = {
		{ PROFIL, true, false, 33 }, { PROFIL, true, true, 34 }, { INTERVAL, true, false, 50 }, { INTERVAL, true, true, 51 },
		{ INTERVAL, false, false, 43 }, { INTERVAL, false, true, 44 }, { RING, true, true, 21 }, { SYMBOL, true, true, 57 },
	};
	static const struct model_params p = {
		MODEL_MUL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 32, .channels = 1, .system = 1, .interval = 1, .symbol = 1, .ring = 1,
	};

	for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
		unsigned n = 0;

		open_params(&p);
		memset(&around, 0, sizeof around);
		cfg = (struct engine_config){
			.mode = row[i].mode, .system = row[i].system, .wide = row[i].wide, .scale = 0x10000, .interval = 2,
			.size = 8, .limit = 8, .entries = 1, .policy = WRAP,
		};
		program_unit();
		for (struct model_in in = { .run = true, .tap_valid = true }; m.ch[0].in_engine == 0; in.run = in.tap_valid = false)
			clock_edge(&in);
		for (struct model_in in = still; m.ch[0].in_engine; n++)
			clock_edge(&in);
		CHECK(n == row[i].clocks, "mode %u takes %u clocks, not %u", row[i].mode, n, row[i].clocks);
	}
}

void engine_and_oracle(void)
{
	static const struct model_params sets[] = {
		{ MODEL_MUL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 32, .channels = 1, .system = 1, .interval = 1, .symbol = 1, .ring = 1 },
		{ MODEL_SERIAL, BINS_LOG2, 16, 24, 0, 32, .pc_w = 24, .channels = 1, .system = 1, .interval = 1, .symbol = 1, .ring = 1 },
		{ MODEL_SHIFT, BINS_LOG2, 4, 24, 1, 32, .pc_w = 16, .channels = 1, .interval = 1 },
	};

	for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
		run(&sets[i]);
	CHECK(fates[OUTSIDE] && fates[FAULT] && fates[COUNTER] && fulls && rings, "some fate was never seen");
	clocks();
	printf("model: the engine agrees with its oracle: %" PRIu64 " counters, %" PRIu64 " OUTSIDE, %" PRIu64 " FAULT, %" PRIu64 " ring entries, %" PRIu64 " FULL\n",
	       fates[COUNTER], fates[OUTSIDE], fates[FAULT], rings, fulls);
}
