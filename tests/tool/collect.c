/* SPDX-License-Identifier: ISC
 * collect.c - the tool's collector on the unit's RTL.
 *
 * It needs long runs, in which counters and bins wrap several times. So it fast-forwards: what is
 * read of TICKS and of a bin is larger by what many ticks of one instruction would add. Between
 * these jumps the RTL runs normally.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sim/lockstep/lockstep.h"
#include "tests/check.h"
#include "sw/profile/collect.h"
#include "sw/profile/profile.h"

#define LOW 0x80000000u
#define HIGH 0x80000040u
#define BASE 0x1000u /* the unit's bus address */
#define BINS 32u

static void *rtl;
static struct inputs in;
static struct outputs out;
static uint32_t pc, ticks_forward, bins_forward[BINS];
static unsigned cycle;
static bool stalled, tight;

static void clock_rtl(void)
{
	lockstep_builds[0]->settle(rtl, &in, &out);
	lockstep_builds[0]->clock(rtl);
}

/* One cycle: an instruction retires in every second one, or in each, at two alternating places:
 * then no slot is left for the bus. */
static void cycle_of_core(void)
{
	cycle++;
	in.valid = !stalled && (tight || (cycle & 1));
	in.pc = tight && (cycle & 1) ? LOW : pc;
	in.priv = 3;
	clock_rtl();
}

static int access(uint32_t address, bool write, uint32_t *value)
{
	in.cyc = in.stb = true;
	in.we = write;
	in.sel = 0xF;
	in.adr = address - BASE;
	in.dat = *value;
	do
		cycle_of_core();
	while (!out.ack);
	*value = out.dat;
	in.cyc = in.stb = false;
	cycle_of_core();
	return 0;
}

static int io_read(void *ctx, uint32_t address, uint32_t *value)
{
	uint32_t window = BASE + (4u << lockstep_builds[0]->params.bins_log2);

	(void)ctx;
	*value = 0;
	access(address, false, value);
	if (address == BASE + TALLY_TICKS)
		*value += ticks_forward;
	if (address >= window && address < window + 4 * BINS)
		*value += bins_forward[(address - window) / 4];
	return 0;
}

static int io_write(void *ctx, uint32_t address, uint32_t value)
{
	(void)ctx;
	return access(address, true, &value);
}

static const struct tally_io io = { .read = io_read, .write = io_write };

static void open_unit(void)
{
	if (rtl)
		lockstep_builds[0]->close(rtl);
	rtl = lockstep_builds[0]->open();
	in = (struct inputs){ .rst = true };
	tight = stalled = false;
	ticks_forward = 0;
	memset(bins_forward, 0, sizeof bins_forward);
	clock_rtl();
	in.rst = false;
}

static struct profile exact_profile(void)
{
	return (struct profile){ .config = tally_exact(LOW, HIGH), .slots = BINS };
}

static void begin(struct collector *c, struct profile *p)
{
	CHECK(collect_open(c, p, BASE, &io) && collect_start(c));
	in.run = true;
	pc = LOW + 8;
}

static void end(struct collector *c)
{
	in.run = false;
	CHECK(collect_stop(c));
	for (int i = 0; i < 100; i++)
		cycle_of_core();
	CHECK(collect_finish(c));
	collect_close(c);
}

/* Adds what `ticks` ticks charged to pc would leave behind. */
static void put_forward(uint32_t ticks)
{
	ticks_forward += ticks;
	bins_forward[(pc - LOW) / 2] += ticks;
}

static void bins_and_counters_go_round(void)
{
	struct profile p = exact_profile();
	struct collector c;
	uint64_t added[2] = { 0, 0 };

	begin(&c, &p);
	for (int i = 0; i < 70; i++) {
		pc = i < 50 ? LOW + 8 : LOW + 0x20;
		for (int j = 0; j < 20; j++)
			cycle_of_core();
		put_forward(COLLECT_EVERY);
		added[i >= 50] += COLLECT_EVERY;
		CHECK(collect_poll(&c));
	}
	end(&c);
	CHECK(added[0] > 3ull << 32 && added[1] > 1ull << 32);
	CHECK(p.bins[4] >= added[0] && p.bins[4] < added[0] + 100000);
	CHECK(p.bins[16] >= added[1] && p.bins[16] < added[1] + 100000);
	CHECK_EQUAL(profile_bin_sum(&p), p.counters.hits);
	CHECK(profile_invariant_holds(&p.counters));
	free(p.bins);
}

/* While no slot is left, polls continue and miss bins; at the end nothing is missing. */
static void starved_reads_cost_nothing(void)
{
	struct profile p = exact_profile();
	struct collector c;
	uint64_t added = 0;
	unsigned missed = 0;

	begin(&c, &p);
	for (int i = 0; i < 60; i++) {
		tight = i % 20 < 8;
		for (int j = 0; j < 30; j++)
			cycle_of_core();
		put_forward(COLLECT_EVERY);
		added += COLLECT_EVERY;
		CHECK(collect_poll(&c));
		missed += c.bins_ticks != p.counters.ticks;
	}
	CHECK(missed > 10); /* otherwise the test proves nothing */
	tight = false;
	end(&c);
	CHECK(p.bins[0] > 1000 && p.bins[4] >= added && p.bins[4] < added + 10000000);
	CHECK_EQUAL(profile_bin_sum(&p), p.counters.hits);
	free(p.bins);
}

int main(void)
{
	static void (*const tests[])(
		void) = { bins_and_counters_go_round, starved_reads_cost_nothing };

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		open_unit();
		tests[i]();
	}
	lockstep_builds[0]->close(rtl);
	return checks_failed();
}
