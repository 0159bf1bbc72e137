/* SPDX-License-Identifier: ISC
 * unit.c - the real unit behind port and bridge.
 *
 * usage: link_unit-N quiet			reading it takes no cycle from the core
 *        link_unit-N refresh RATE N ELF	the tool updates its N counters so often at 1 Mbaud
 */
#include "bench.h"

#include <errno.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/live/live.h"
#include "sw/profile/capture.h"

enum { RETIRES = 16, ASKS = 32, WRITES = 64, ALONE = 128, SLEEPS = 256 }; /* of in[0] */
#define CLOCKS 4000000u

static struct bench b;
static unsigned dense = 3; /* the core retires in one clock of so many; 0: it sleeps */
static struct {
	bool asks, done, writes, script;
	uint32_t address, value, wait;
} core;
static uint64_t accesses;
static uint32_t bins; /* words of the unit's memory */

static uint32_t tap(struct bench *u)
{
	u->in[0].is |= !dense ? SLEEPS : bench_random(dense) ? 0 : RETIRES;
	return bench_random(65536) << 16;
}

static void alone(struct bench *u)
{
	u->in[2].is = tap(u);
	u->in[0].is |= ALONE;
}

/* Any register or word; writes leave the configuration. CTRL stops the unit and starts it again. */
static void choose(void)
{
	core.writes = bench_random(4) == 0;
	core.address = bins + bench_random(bins);
	if (bench_random(2))
		core.address = bench_random(core.writes ? 8 : 32);
	core.address *= 4;
	core.value = core.address == TALLY_CTRL ? 1 + !bench_random(4) : bench_word();
	core.wait = bench_random(8) ? bench_random(12) : bench_random(300);
	core.asks = true;
}

/* The core on the bus of both units: they answer in the same clock, and registers with the same. */
static void master(struct bench *u)
{
	bool ack = u->out[0].is & 2;

	REQUIRE(ack == !!(u->out[0].is & 4));
	if (core.done)
		core.asks = false;
	core.done = core.asks && ack;
	if (core.done) {
		accesses++;
		REQUIRE(core.writes || core.address >= 4 * bins || u->out[1].is == u->out[2].is);
	} else if (!core.asks && !core.script && !core.wait--) {
		choose();
	}
	u->in[0].is |= core.asks ? ASKS | (core.writes ? WRITES : 0) : 0;
	u->in[1].is = core.value;
	u->in[2].is = tap(u) | core.address;
}

static uint32_t use(uint32_t address, bool writes, uint32_t value)
{
	uint32_t got;

	while (core.asks)
		bench_clock(&b);
	core.asks = true;
	core.writes = writes;
	core.address = address;
	core.value = value;
	do {
		got = b.out[1].is;
		bench_clock(&b);
	} while (!core.done);
	bench_clock(&b);
	return got;
}

static void quiet(void)
{
	static uint32_t words[4096];
	uint32_t sum = 0;
	uint64_t readings = 0, begin;
	struct wire w;

	core.script = true;
	bench_open(&b, master);
	bins = 1u << (use(TALLY_WIDTHS, false, 0) & 31);
	use(TALLY_SETUP, true, 0xb << 8);
	use(TALLY_OFFSET, true, 0x80000000);
	use(TALLY_SCALE, true, 0x10000);
	use(TALLY_SIZE, true, bins - 16);
	use(TALLY_CTRL, true, 8);
	bench_bits(&b, bins);
	use(TALLY_CTRL, true, 1);
	core.script = false;
	REQUIRE(wire_open(&w, &b.host, BENCH_BAUD) == 0);
	for (begin = b.clocks; b.clocks < begin + CLOCKS; readings++) {
		uint32_t at = bench_random(2) ? bench_random(32) : bins + bench_random(bins);

		dense = bench_random(10) ? 2 + bench_random(9) : 0;
		REQUIRE(wire_read(&w, at, 1 + bench_random(256) % (2 * bins - at), words) == 0);
	}
	REQUIRE(w.retries == 0);
	core.script = true;
	use(TALLY_CTRL, true, 2);
	REQUIRE(wire_read(&w, bins, bins, words) == 0);
	for (uint32_t i = 0; i < bins - 8; i++)
		sum += words[i];
	REQUIRE(sum && wire_read(&w, TALLY_TICKS / 4, 2, words) == 0 && words[0] == sum + words[1]);
	dense = 1; /* no word can be read */
	use(TALLY_CTRL, true, 1);
	REQUIRE(wire_read(&w, bins, 1, words) == -EAGAIN);
	printf("quiet: %" PRIu64 " accesses of a core in the same clocks with %" PRIu64 " readings "
	       "of the line and with none\n",
		accesses, readings);
	REQUIRE(accesses > 50000 && readings > 40);
}

static void refresh(unsigned rate, unsigned counters, const char *elf)
{
	static struct live v = { .options = LIVE_DEFAULTS, .port.path = "the line" };
	uint64_t most = 0, before;

	bench_open(&b, alone);
	REQUIRE(firmware_open(&v.firmware, elf));
	REQUIRE(region_choose(&v.profile, &v.firmware.image, &v.firmware.symbols, NULL, NULL));
	v.profile.code_hi = v.profile.code_lo + 2 * (counters - 16);
	REQUIRE(live_begin(&v, &b.host) && v.profile.slots == counters - 16);
	for (unsigned i = 0; i < 2; i++) {
		before = b.clocks;
		REQUIRE(live_refresh(&v));
		most = b.clocks - before > most ? b.clocks - before : most;
	}
	REQUIRE(live_finish(&v) && v.profile.counters.ticks);
	printf("refresh: %u counters, %.1f a second at 1 Mbaud\n", v.profile.slots,
		1e6 * b.clocks_a_bit / (double)most);
	REQUIRE(most * rate <= 1000000ull * b.clocks_a_bit);
}

int main(int argc, char **argv)
{
	if (argc == 5 && !strcmp(argv[1], "refresh"))
		refresh((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]), argv[4]);
	else
		quiet();
	return 0;
}
