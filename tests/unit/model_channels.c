/* SPDX-License-Identifier: ISC
 * model_channels.c - the reference model with several channels, the engine and all
 * other parameters, under random software: the invariant after every edge, DRAINED, and,
 * where every counter has 4 bytes and wraps, HITS against the memories.
 */
#include "model_test.h"

enum { TEXT = 0x1000, EPISODES = 120, STEPS = 60, PATIENCE = 60000 };

static struct model_in in;
static bool exact;		/* this episode: every count is in a memory */
static uint64_t hits_before, bins_before, added_before;

static void step(void)
{
	clock_edge(&in);
	law_holds();
}

/* One access while the core runs. */
static uint32_t reach(bool we, uint32_t adr, uint32_t dat)
{
	in.cyc = in.stb = true;
	in.we = we;
	in.adr = adr;
	in.dat = dat;
	in.sel = 0xf;
	for (unsigned n = 0; !m.out.ack; n++) {
		CHECK(n < PATIENCE, "no ack at %x", adr);
		step();
	}
	dat = m.out.dat;
	step();
	in.cyc = in.stb = false;
	step();
	return dat;
}

static void set(unsigned channel, uint32_t reg, uint32_t value)
{
	reach(true, channel * TALLY_CH_STRIDE + reg, value);
}

static struct stimulus *r(void)
{
	return &around.r;
}

/* Starts of a table that a binary search can use, with old counts. */
static void table(uint32_t base, uint32_t entries)
{
	uint32_t start = TEXT - 8 + below(r(), 24);

	while (m.engine.state >= ENGINE_READ && m.engine.state <= ENGINE_WRITE)
		step();
	for (uint32_t i = 0; i < entries && i < 64; i++) {
		*memory_at(base + 8 * i) = start;
		*memory_at(base + 8 * i + 4) = exact ? 0 : 0x7fffffff - below(r(), 40);
		start += below(r(), 24);
	}
}

static uint32_t mapping_word(unsigned mode, bool sink)
{
	uint32_t w = below(r(), 2) << TALLY_MAPPING_ROUND_LSB | mode << TALLY_MAPPING_MODE_LSB |
		     below(r(), 2) << TALLY_MAPPING_RING_WRAP_LSB | (uint32_t)sink << TALLY_MAPPING_SINK_LSB;

	if (exact)
		return w | TALLY_MAPPING_WIDTH_MASK | 2u << TALLY_MAPPING_POLICY_LSB;
	return w | below(r(), 2) << TALLY_MAPPING_WIDTH_LSB | below(r(), 3) << TALLY_MAPPING_POLICY_LSB;
}

static void mapping(unsigned c)
{
	const struct model_params *p = &m.p;
	unsigned mode = below(r(), 5) % 4;
	bool sink = p->system && one_in(r(), 2);

	if ((mode == 1 && !p->interval) || (mode == 2 && !p->symbol) || (mode == 3 && !p->ring))
		mode = 0;
	if (mode > 1)
		sink = true;

	uint32_t room = sink ? 0x400 : WORDS * 4, base = below(r(), room) & ~3u, size = below(r(), room - base + 1);
	uint32_t entries = below(r(), size / 8 + 1 + !exact);

	if (sink)
		base = one_in(r(), 20) ? 0u - 4 * below(r(), 20) : base + 0x8000;	/* up to the end of addresses */
	set(c, TALLY_OFFSET, TEXT + below(r(), 32));
	set(c, TALLY_SCALE, one_in(r(), 8) ? 0x10000u >> below(r(), 17) : 0x10000);
	set(c, TALLY_MAPPING, mapping_word(mode, sink));
	set(c, TALLY_INTERVAL, one_in(r(), 20) ? 0 : 1 + below(r(), 20));
	set(c, TALLY_BASE, one_in(r(), 30) ? base + 1 : base);
	set(c, TALLY_SIZE, size);
	set(c, TALLY_LIMIT, one_in(r(), 3) ? below(r(), size + 1) : size);
	set(c, TALLY_ENTRIES, one_in(r(), 40) ? rnd32(r()) : entries);
	if (mode == 3 && one_in(r(), 3))
		set(c, TALLY_RING_POS, one_in(r(), 12) ? below(r(), 64) : below(r(), size / 4 + 1) * 4);
	if (mode == 2)
		table(base, entries);
	else if (sink && !exact && one_in(r(), 2))
		for (uint32_t i = 0; i < size / 4; i++)
			*memory_at(base + 4 * i) = one_in(r(), 2) ? 0x7fffffff - below(r(), 30) : 0x7ff87ff8 + below(r(), 8) * 0x10001;
}

static void configure(unsigned c)
{
	static const uint32_t periods[] = { 1, 1, 1, 2, 3, 7, 19, 40 };

	if (one_in(r(), 2)) {
		set(c, TALLY_PERIOD, periods[below(r(), 8)]);
		set(c, TALLY_SAMPLER, below(r(), 4) << TALLY_SAMPLER_SOURCE_LSB |
		    below(r(), 4) << TALLY_SAMPLER_ATTRIBUTION_LSB);
	}
	if (one_in(r(), 4)) {
		set(c, TALLY_FILTER, one_in(r(), 2) ? 0xf : below(r(), 16));
		set(c, TALLY_TAG_MASK, below(r(), 4));
		set(c, TALLY_TAG_VALUE, below(r(), 4));
	}
	mapping(c);
	set(c, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
}

static void begin(unsigned c)
{
	set(c, TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	for (unsigned n = 0; m.ch[c].law.pending != 0; n++) {
		CHECK(n < PATIENCE, "RESET of channel %u does not end", c);
		step();
	}
	configure(c);
	set(c, TALLY_CTRL, TALLY_CTRL_START_MASK);
}

static void snapshot(unsigned c)
{
	struct model_law before;

	in.cyc = in.stb = in.we = true;
	in.adr = c * TALLY_CH_STRIDE + TALLY_CTRL;
	in.dat = TALLY_CTRL_SNAPSHOT_MASK;
	in.sel = 0xf;
	do
		step();
	while (!m.out.ack);
	before = m.ch[c].law;
	step();
	in.cyc = in.stb = false;
	step();
	if (m.p.snapshot)
		CHECK(memcmp(&before, &m.ch[c].snap, sizeof before) == 0 &&
		      reach(false, c * TALLY_CH_STRIDE + TALLY_SNAP_TICKS, 0) == before.ticks, "SNAPSHOT");
}

static void something(void)
{
	unsigned c = below(r(), m.p.channels);

	switch (below(r(), 12)) {
	case 0: case 1: case 2:
		configure(c);
		break;
	case 3:
		begin(c);
		break;
	case 4:
		set(c, TALLY_CTRL, one_in(r(), 2) ? TALLY_CTRL_STOP_MASK : TALLY_CTRL_RESET_MASK);
		break;
	case 5:
		set(c, TALLY_CTRL, exact ? TALLY_CTRL_START_MASK : TALLY_CTRL_CLEAR_MASK);
		break;
	case 6:
		snapshot(c);
		break;
	case 7:
		set(c, TALLY_TAG, below(r(), 4));
		for (unsigned n = below(r(), 12); n > 0; n--)	/* until it meets the engine's */
			set(c, TALLY_RING_POS, below(r(), 16) * 4);
		break;
	case 8:
		reach(false, below(r(), 0x600) & ~3u, 0);
		reach(false, model_window(&m.p) + 4 * below(r(), WORDS), 0);
		break;
	case 9:
		set(below(r(), 4), TALLY_STICKY, 0x1f);
		break;
	default:
		around.retire = below(r(), 4) ? 1 + below(r(), 3) : below(r(), 40);
		around.sleep = one_in(r(), 3) ? 1 + below(r(), 4) : 0;
		around.halt = one_in(r(), 6) ? 1 + below(r(), 4) : 0;
		for (unsigned n = below(r(), 400); n > 0; n--)
			step();
		break;
	}
}

static uint64_t sum_of_hits(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < m.p.channels; i++)
		sum += m.ch[i].law.hits;
	return sum;
}

static uint64_t sum_of_bins(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < WORDS; i++)
		sum += bins[i];
	return sum;
}

/* Every channel stopped and empty; no more writes. */
static void drain(void)
{
	for (unsigned c = 0; c < m.p.channels; c++)
		set(c, TALLY_CTRL, one_in(r(), 3) ? TALLY_CTRL_RESET_MASK : TALLY_CTRL_STOP_MASK);
	around.retire = 1;
	around.halt = 0;
	for (unsigned c = 0; c < m.p.channels; c++)
		for (unsigned n = 0; !(model_status(&m, c) & TALLY_STATUS_DRAINED_MASK) || m.ch[c].clearing; n++) {
			CHECK(n < PATIENCE, "channel %u does not drain", c);
			step();
		}
	for (unsigned n = 0; n < 4; n++)	/* the last zeros of a sweep */
		step();

	uint64_t sum = sum_of_bins(), writes = around.writes;

	for (unsigned n = 0; n < 40; n++)
		step();
	CHECK(sum_of_bins() == sum && around.writes == writes && !m.out.sys_req, "a write after DRAINED");
}

/* CLEAR of a drained channel: its counts, and its own bins if they are private. */
static void clear(unsigned c)
{
	static const struct model_law nothing;
	const struct model_mapping *map = &m.ch[c].mapping[m.ch[c].bank];
	uint32_t end = map->sink ? 0 : map->base + map->size / map->width * map->width;
	uint8_t before[WORDS * 4], after[WORDS * 4];

	memcpy(before, bins, sizeof before);
	set(c, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK);
	CHECK(memcmp(&m.ch[c].law, &nothing, sizeof nothing) == 0, "counts after CLEAR");
	for (unsigned n = 0; n < WORDS + 4; n++)
		step();
	memcpy(after, bins, sizeof after);
	for (uint32_t i = 0; i < sizeof after; i++)
		CHECK(after[i] == (!map->sink && i >= map->base && i < end ? 0 : before[i]), "CLEAR: byte %u", i);
}

static void episode(void)
{
	exact = one_in(r(), 2);
	around.waits = one_in(r(), 2) ? 0 : below(r(), 12);
	around.errors = one_in(r(), 4) ? 20 : 0;
	for (unsigned i = 0; i < WORDS && !exact; i++)
		bins[i] = one_in(r(), 2) ? 0x7fffffff - below(r(), 30) : 0x7ff87ff8 + below(r(), 8) * 0x10001;
	hits_before = sum_of_hits();
	bins_before = sum_of_bins();
	added_before = around.added;
	for (unsigned c = 0; c < m.p.channels; c++)
		begin(c);
	for (unsigned n = 0; n < STEPS; n++)
		something();
	drain();
	if (exact)
		CHECK((uint32_t)(sum_of_hits() - hits_before) ==
		      (uint32_t)(sum_of_bins() - bins_before + around.added - added_before), "HITS and what was added");
	for (unsigned c = 0; c < m.p.channels; c++)
		clear(c);
}

static void reset_somewhen(void)
{
	around.live = true;
	for (unsigned c = 0; c < m.p.channels; c++)
		begin(c);
	for (unsigned n = below(r(), 200); n > 0; n--)
		step();
	in.rst = true;
	step();
	in.rst = false;
	CHECK(!m.out.sys_req && (get(TALLY_STATUS) & TALLY_STATUS_DRAINED_MASK), "after rst");
}

static uint64_t run(const struct model_params *p, uint64_t *seen)
{
	open_params(p);
	in = still;
	memset(&around, 0, sizeof around);
	around.r.rng = 2027 + p->channels;
	around.live = true;
	around.low = TEXT;
	around.bytes = 0x140;
	for (unsigned n = 0; n < EPISODES; n++) {
		episode();
		reset_somewhen();
	}
	for (unsigned e = 0; e < MODEL_EVENT_COUNT; e++)
		seen[e] += m.seen[e];
	return m.now;
}

/* Events this software never causes, or too rarely; lockstep looks for all. */
static bool demanded(enum model_event e)
{
	switch (e) {
	case MODEL_WIDE_JITTER_TICK: case MODEL_JITTERED_TICK: case MODEL_LONG_RELOAD: case MODEL_WEIGHT_FULL: case MODEL_WRAPPED_32:
	case MODEL_BIN_MISS: case MODEL_BIN_WRITE: case MODEL_BIN_WRITE_ABANDONED: case MODEL_PARTIAL_WRITE: case MODEL_ABANDONED:
	case MODEL_BIN_READ_FORWARDED: case MODEL_BIN_WRITE_REFUSED: case MODEL_CMD_MALFORMED: case MODEL_READ_TURNED_WAITING: case MODEL_READ_TURNED_GRANTED:
	case MODEL_READ_TURNED_RUNNING: case MODEL_WRITE_TURNED_GRANTED: case MODEL_SLOT_OF_ANOTHER_WORD:
	case MODEL_STICKY_RACE: case MODEL_IRQ_RISE: case MODEL_START_AT_FULL: case MODEL_RESET_AT_FULL: case MODEL_START_AT_ENGINE: case MODEL_SWEEP_WAITED:
		return false;
	default:
		return e < MODEL_ILLEGAL_PERIOD || e > MODEL_ILLEGAL_SIZE;
	}
}

void several_channels(void)
{
	static const struct model_params sets[] = {
		{ MODEL_MUL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 32, .channels = 2, .snapshot = 1, .tag = 1, .event = 1, .ext = 1 },
		{ MODEL_MUL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 32, .channels = 4, .snapshot = 1, .tag = 2, .event = 1, .ext = 1,
		  .system = 1, .interval = 1, .symbol = 1, .ring = 1 },
		{ MODEL_SERIAL, BINS_LOG2, 16, 24, 1, 32, .pc_w = 24, .channels = 3, .system = 1, .interval = 1, .symbol = 1, .ring = 1 },
		{ MODEL_SHIFT, BINS_LOG2, 4, 16, 3, 32, .pc_w = 20, .channels = 2, .interval = 1, .ext = 1 },
		{ MODEL_MUL, BINS_LOG2, 3, 24, 0, 32, .pc_w = 16, .channels = 1, .snapshot = 1, .system = 1, .interval = 1, .symbol = 1, .ring = 1 },
		{ MODEL_SERIAL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 32, .channels = 1, .interval = 1 },
		{ MODEL_MUL, BINS_LOG2, 4, 24, 2, 32, .pc_w = 31, .channels = 1, .snapshot = 1, .tag = 2, .event = 1, .ext = 1 },
	};
	uint64_t seen[MODEL_EVENT_COUNT] = { 0 }, edges = 0;
	const unsigned n = sizeof sets / sizeof *sets;

	for (unsigned i = 0; i < n; i++)
		edges += run(&sets[i], seen);
	for (unsigned e = 0; e < MODEL_EVENT_COUNT; e++)
		if (demanded(e))
			CHECK(seen[e], "%s was never seen", model_event_name[e]);
	around.live = false;
	printf("model: law and sums hold after each of %" PRIu64 " edges with 1 to 4 channels and the engine, %u sets of parameters\n", edges, n);
}
