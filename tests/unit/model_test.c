/* SPDX-License-Identifier: ISC
 * model_test.c - the reference model against what rtl/DESIGN.md says of any unit:
 * the invariant after every edge, histograms against a brute-force account of the
 * same tap, the jitter's mean, and the latencies that rtl/CONTRACT.md promises.
 */
#include "model_test.h"

uint32_t bins[WORDS];
struct model m;
const struct model_in still = { .sel = 0xf };

void open_params(const struct model_params *p)
{
	memset(bins, 0, sizeof bins);
	CHECK(model_init(&m, p, bins), "parameters");
}

void open_model(enum model_mapper mapper, unsigned weight_w, unsigned cnt_w)
{
	const struct model_params p = {
		.mapper = mapper, .bins_log2 = BINS_LOG2, .weight_w = weight_w, .period_w = 24, .queue_log2 = 2, .cnt_w = cnt_w,
		.channels = 1, .pc_w = 32,
	};

	open_params(&p);
}

/* One access alone on the bus; returns the cycles until ack was seen. */
static unsigned bus(bool we, uint32_t adr, uint32_t *dat)
{
	struct model_in in = still;
	unsigned n = 0;

	in.cyc = in.stb = true;
	in.we = we;
	in.adr = adr;
	in.dat = *dat;
	do {
		clock_edge(&in);
		n++;
	} while (!m.out.ack);
	*dat = m.out.dat;
	clock_edge(&in);	/* the master sees ack in this cycle */
	return n;
}

void put(uint32_t reg, uint32_t value)
{
	bus(true, reg, &value);
}

uint32_t get(uint32_t reg)
{
	uint32_t value = 0;

	bus(false, reg, &value);
	return value;
}

/* What an observer of the core would note: no pipeline, no unit. */
struct account {
	uint64_t ticks, outside, filtered, idle, lost, waiting, slot[WORDS * 2];
};

struct plan {
	uint32_t period, offset, scale, size;
	uint8_t width, round, priv_mask;
	bool last, count_idle;
	unsigned gap;
};

static void charge(struct account *a, const struct plan *p, uint32_t pc, uint8_t priv)
{
	unsigned __int128 byte = pc < p->offset ? 0 : (unsigned __int128)(pc - p->offset) * p->scale / 65536;
	unsigned __int128 slot = (byte + p->round) / 2;

	if (!(p->priv_mask >> priv & 1))
		a->filtered += a->waiting;
	else if ((uint64_t)(pc ^ m.p.pc_high) >> m.p.pc_w || pc < p->offset || p->scale == 0 || slot >= p->size / p->width)
		a->outside += a->waiting;
	else
		a->slot[(uint64_t)slot] += a->waiting;
	a->waiting = 0;
}

static void program_unit(const struct plan *p)
{
	put(TALLY_PERIOD, p->period);
	put(TALLY_SAMPLER, (uint32_t)p->last << TALLY_SAMPLER_ATTRIBUTION_LSB |
			   (uint32_t)p->count_idle << TALLY_SAMPLER_COUNT_IDLE_LSB);
	put(TALLY_FILTER, p->priv_mask);
	put(TALLY_OFFSET, p->offset);
	put(TALLY_SCALE, p->scale);
	put(TALLY_SIZE, p->size);
	put(TALLY_MAPPING, p->round | (p->width == 4 ? TALLY_MAPPING_WIDTH_MASK : 0) | 2u << TALLY_MAPPING_POLICY_LSB);
	put(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
	put(TALLY_CTRL, TALLY_CTRL_START_MASK);
	CHECK((get(TALLY_STICKY) & TALLY_STICKY_CFG_ERR_MASK) == 0, "configuration refused");
}

static void compare_account(const struct account *a, const struct plan *p)
{
	uint32_t full = (1u << m.p.weight_w) - 1;

	for (uint32_t i = 0; i < p->size / p->width; i++) {
		uint32_t got = p->width == 4 ? bins[i] : bins[i / 2] >> i % 2 * 16 & 0xffff;

		CHECK(got == (p->width == 4 ? (uint32_t)a->slot[i] : (uint16_t)a->slot[i]), "slot %u", i);
	}
	CHECK(m.ch[0].law.ticks == a->ticks && m.ch[0].law.outside == a->outside && m.ch[0].law.filtered == a->filtered &&
	      m.ch[0].law.idle == a->idle && m.ch[0].law.lost == a->lost && m.ch[0].law.pending == a->waiting, "sums");
	CHECK(a->waiting <= full, "account");
}

/* 3000 cycles of a random core, then 400 while it is paused: every count must match the account. */
static void one_histogram(enum model_mapper mapper, unsigned weight_w, struct stimulus *r)
{
	struct plan p = {
		.period = one_in(r, 2) ? 1 : 1 + below(r, 9), .offset = below(r, 2) ? rnd32(r) & 0x7ffffffe : 0x1000,
		.scale = 0x10000u >> below(r, 4), .size = below(r, WORDS * 4 + 1), .width = one_in(r, 2) ? 2 : 4,
		.round = below(r, 2), .priv_mask = rnd32(r) & 0xf, .last = one_in(r, 3), .count_idle = below(r, 2),
		.gap = mapper == MODEL_SERIAL ? 19 : one_in(r, 3) ? 0 : below(r, 6),
	};
	struct account a = { 0 };
	struct model_in in = still;
	uint32_t full = (1u << weight_w) - 1;
	uint32_t last_pc = 0, left = 0, div;
	uint8_t last_priv = 0;
	bool have = false;

	if (mapper == MODEL_MUL && one_in(r, 2))
		p.scale = 1 + below(r, 0x10000);
	if (mapper == MODEL_SERIAL && p.last)
		p.period += 18;		/* LAST takes one sample per tick */
	open_model(mapper, weight_w, 32);
	if (one_in(r, 2)) {
		m.p.pc_w = 16 + below(r, 16);
		m.p.pc_high = p.offset;
	}
	program_unit(&p);
	div = p.period - 1;
	in.run = true;
	for (unsigned cycle = 0; cycle < 3000; cycle++) {
		in.tap_valid = left == 0;
		left = left ? left - 1 : p.gap ? p.gap - (mapper != MODEL_SERIAL && one_in(r, 2)) : 0;
		in.tap_pc = p.offset + below(r, p.size * 4) - 8;
		if (m.p.pc_w < 32 && one_in(r, 8))
			in.tap_pc ^= 1u << (m.p.pc_w + below(r, 32 - m.p.pc_w));
		in.tap_priv = below(r, 4);
		in.tap_sleep = !in.tap_valid && one_in(r, 8);
		model_step(&m, &in);

		bool tick = div == 0;

		div = tick ? p.period - 1 : div - 1;
		a.ticks += tick;
		if (tick && in.tap_sleep && !p.count_idle)
			a.idle++;
		else if (tick && a.waiting == full)
			a.lost++;
		else if (tick)
			a.waiting++;
		if (a.waiting && (p.last ? have : in.tap_valid))
			charge(&a, &p, p.last ? last_pc : in.tap_pc, p.last ? last_priv : in.tap_priv);
		if (in.tap_valid) {
			have = true;
			last_pc = in.tap_pc;
			last_priv = in.tap_priv;
		}
	}
	for (unsigned cycle = 0; cycle < 400; cycle++)
		model_step(&m, &still);
	compare_account(&a, &p);
}

static void histograms(void)
{
	struct stimulus r = { .rng = 1973 };

	for (unsigned n = 0; n < 600; n++)
		one_histogram(n % 3, n % 2 ? 4 : 16, &r);
	printf("model: 600 random histograms equal a brute-force account, NEXT and LAST, all mappers\n");
}

static void jitter(void)
{
	static uint8_t seen[65536];

	for (unsigned j = 1; j <= 8; j++) {
		struct plan p = { .period = (1u << (j - 1)) + 1, .width = 4, .priv_mask = 0xf };
		uint64_t start, low = UINT64_MAX, high = 0, before;
		struct model_in in = still;

		open_model(MODEL_MUL, 4, 32);
		put(TALLY_PERIOD, p.period);
		put(TALLY_SAMPLER, j << TALLY_SAMPLER_JITTER_LSB);
		put(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
		put(TALLY_CTRL, TALLY_CTRL_START_MASK);
		in.run = true;
		while (m.ch[0].law.ticks == 0)
			model_step(&m, &in);
		start = before = m.now;
		memset(seen, 0, sizeof seen);
		for (uint32_t ticks = 1; ticks <= 65536; ticks++) {
			CHECK(!seen[m.ch[0].lfsr], "LFSR repeats after %u ticks", ticks);
			seen[m.ch[0].lfsr] = 1;
			while (m.ch[0].law.ticks == ticks)
				model_step(&m, &in);
			low = m.now - before < low ? m.now - before : low;
			high = m.now - before > high ? m.now - before : high;
			before = m.now;
		}
		CHECK(m.now - start == 65536ull * p.period, "J %u: 65536 ticks took %" PRIu64, j, m.now - start);
		CHECK(low == p.period - (1u << (j - 1)) && high == p.period + (1u << (j - 1)), "J %u: range", j);
	}
	printf("model: with J 1..8, 65,536 ticks take exactly 65,536 PERIODs; the LFSR visits every state\n");
}

/* COMMIT acts in a+1, the walk takes a+2 .. a+17, and it takes effect in a+18; a read waits for that. */
static void dates_of_commit(void)
{
	uint32_t dat = TALLY_CTRL_COMMIT_MASK;

	open_model(MODEL_MUL, 16, 32);
	put(TALLY_OFFSET, 0x1234);
	bus(true, TALLY_CTRL, &dat);	/* up to and including a+1 */
	for (unsigned cycle = 2; cycle <= 18; cycle++) {
		CHECK(m.ch[0].commit_busy == (cycle < 18) && m.ch[0].bank == (cycle == 18), "COMMIT in cycle a+%u", cycle);
		model_step(&m, &still);
	}
	CHECK(m.ch[0].mapping[1].offset == 0x1234, "COMMIT");
	dat = TALLY_CTRL_COMMIT_MASK;
	bus(true, TALLY_CTRL, &dat);
	CHECK(bus(false, TALLY_STATUS, &dat) == 18 && !(dat & TALLY_STATUS_COMMIT_BUSY_MASK), "a read waits for the walk");
	put(TALLY_PERIOD, 0);
	put(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
	CHECK(get(TALLY_STICKY) == TALLY_STICKY_CFG_ERR_MASK && m.ch[0].bank == 0 && m.ch[0].sampling.period == 1, "a refused COMMIT");
}

static void dates(void)
{
	uint32_t window, dat = 0;

	open_model(MODEL_MUL, 16, 32);
	window = model_window(&m.p);
	CHECK(bus(false, TALLY_ID, &dat) == 2 && dat == TALLY_ID_ID_RESET, "a register read");
	dat = 0x12345678;
	CHECK(bus(true, window + 8, &dat) == 4 && dat == 0, "a bin write");
	CHECK(bus(false, window + 8, &dat) == 1 && dat == 0x12345678 && bins[2] == dat, "a read of the newest word");
	CHECK(bus(false, window + 4, &dat) == 5 && dat == bins[1], "a bin read");

	/* A retirement at the tap in cycle 0 is in T in 1, E in 2, U0 in 6, U4 in 10, then in memory; in U5 in 11, then in
	 * HITS. */
	const struct plan p = { .period = 1, .scale = 0x10000, .size = 64, .width = 4, .priv_mask = 0xf };
	struct model_in in = still;

	program_unit(&p);
	bins[0] = 0;
	in.run = in.tap_valid = true;
	for (unsigned cycle = 0; cycle <= 11; cycle++) {
		CHECK(bins[0] == (cycle > 10) && m.ch[0].law.hits == 0, "counted too early or too late, in cycle %u", cycle);
		model_step(&m, &in);
		in.tap_valid = in.run = false;
	}
	CHECK(bins[0] == 1 && m.ch[0].law.hits == 1, "not counted in cycle 11");

	/* No idle slot: the newest word is available at once; for another word the 256th cycle answers 0. */
	in.run = in.tap_valid = true;
	for (unsigned i = 0; i < 20; i++)
		model_step(&m, &in);
	in.cyc = in.stb = true;
	in.adr = window;
	model_step(&m, &in);
	CHECK(m.out.ack && m.out.dat == bins[0], "the newest word");
	model_step(&m, &in);
	in.adr = window + 4;
	for (unsigned i = 0; i < 256; i++) {
		CHECK(!m.out.ack, "answered in cycle %u", i);
		model_step(&m, &in);
	}
	CHECK(m.out.ack && m.out.dat == 0 && m.errors == TALLY_ERRORS_BIN_MISS_MASK, "BIN_MISS");

	/* A read with a slot that turns into a write in c+3 restarts, and is refused while the unit runs. */
	in.run = in.tap_valid = in.cyc = false;
	for (unsigned i = 0; i < 20; i++)
		model_step(&m, &in);
	in.cyc = true;
	in.adr = window + 20;
	dat = bins[5];
	in.dat = ~dat;
	for (unsigned i = 0; i < 3; i++)
		model_step(&m, &in);
	CHECK(m.ch[0].running && m.granted == 3 && !m.out.ack, "no slot");
	in.we = true;
	model_step(&m, &in);
	CHECK(m.out.ack && m.errors & TALLY_ERRORS_BIN_WRITE_MASK, "a read turned into a write");
	in.cyc = false;
	for (unsigned i = 0; i < 8; i++)
		model_step(&m, &in);
	CHECK(bins[5] == dat, "the slot of a read wrote");
	printf("model: dates of bus and pipeline are those of the contract\n");
}

int main(void)
{
	law_under_random_stimulus();
	histograms();
	jitter();
	dates();
	dates_of_commit();
	several_channels();
	engine_and_oracle();
	return 0;
}
