/* SPDX-License-Identifier: ISC
 * collect.c - the tool's collector on the reference model of the unit.
 *
 * It needs long runs, in which counters and bins wrap several times. So it
 * fast-forwards the model: it adds to the state what many ticks of one
 * instruction would add. Between these jumps the model runs normally.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#undef fail		/* sw/base/error.h defines its own */

#include "sim/model.h"
#include "sw/profile/collect.h"
#include "sw/profile/profile.h"

#define LOW 0x80000000u
#define HIGH 0x80000040u
#define BASE 0x1000u		/* the unit's bus address */

static struct model model;
static uint32_t memory[1 << 10];
static struct model_in in;
static uint32_t pc;
static bool stalled, tight;

/* One cycle: an instruction retires in every second one, or in each, at two alternating places: then no slot is left
 * for the bus. */
static void clock_model(void)
{
	in.tap_valid = !stalled && (tight || (model.now & 1));
	in.tap_pc = tight && (model.now & 1) ? LOW : pc;
	in.tap_priv = 3;
	model_step(&model, &in);
}

static int access_model(uint32_t address, bool write, uint32_t *value)
{
	in.cyc = in.stb = true;
	in.we = write;
	in.sel = 0xF;
	in.adr = address - BASE;
	in.dat = *value;
	do
		clock_model();
	while (!model.out.ack);
	*value = model.out.dat;
	in.cyc = in.stb = false;
	clock_model();
	return 0;
}

static int read_model(void *ctx, uint32_t address, uint32_t *value)
{
	(void)ctx;
	*value = 0;
	return access_model(address, false, value);
}

static int write_model(void *ctx, uint32_t address, uint32_t value)
{
	(void)ctx;
	return access_model(address, true, &value);
}

static const struct tally_io io = { .read = read_model, .write = write_model };

static int open_model(void **state)
{
	static const struct model_params params = { .mapper = MODEL_MUL, .bins_log2 = 10, .weight_w = 16, .period_w = 24, .cnt_w = 32, .channels = 1, .pc_w = 32 };

	(void)state;
	memset(&in, 0, sizeof in);
	tight = stalled = false;
	assert_true(model_init(&model, &params, memory));
	in.rst = true;
	clock_model();
	in.rst = false;
	return 0;
}

static struct profile profile_for(unsigned width, unsigned policy)
{
	struct profile p = { .config = tally_exact(LOW, HIGH), .slots = (HIGH - LOW) / 2 };

	p.config.width = (uint8_t)width;
	p.config.policy = (uint8_t)policy;
	p.config.size = p.slots * width;
	return p;
}

static void begin(struct collector *c, struct profile *p)
{
	assert_true(collect_open(c, p, BASE, &io) && collect_start(c));
	in.run = true;
	pc = LOW + 8;
}

static void end(struct collector *c)
{
	in.run = false;
	assert_true(collect_stop(c));
	for (int i = 0; i < 100; i++)
		clock_model();
	assert_true(collect_finish(c));
	collect_close(c);
}

/* Adds what `ticks` ticks charged to pc would leave behind; during a stall, with no update in flight. */
static void put_forward(uint32_t ticks)
{
	stalled = true;
	for (int i = 0; i < 10; i++)
		clock_model();
	stalled = false;
	model.ch[0].law.ticks += ticks;
	model.ch[0].law.hits += ticks;
	model.ch[0].law.system += ticks;
	memory[(pc - LOW) / 2] += ticks;
}

static void bins_and_counters_go_round(void **state)
{
	struct profile p = profile_for(4, TALLY_WRAP);
	struct collector c;
	uint64_t added[2] = { 0, 0 };

	(void)state;
	begin(&c, &p);
	for (int i = 0; i < 70; i++) {
		pc = i < 50 ? LOW + 8 : LOW + 0x20;
		for (int j = 0; j < 20; j++)
			clock_model();
		put_forward(COLLECT_EVERY);
		added[i >= 50] += COLLECT_EVERY;
		assert_true(collect_poll(&c));
	}
	end(&c);
	assert_true(added[0] > 3ull << 32 && added[1] > 1ull << 32);
	assert_true(p.bins[4] >= added[0] && p.bins[4] < added[0] + 100000);
	assert_true(p.bins[16] >= added[1] && p.bins[16] < added[1] + 100000);
	assert_int_equal(profile_bin_sum(&p), p.counters.hits);
	assert_true(profile_law_holds(&p.counters));
	free(p.bins);
}

/* While no slot is left, polls continue and miss bins; at the end nothing is missing. */
static void starved_reads_cost_nothing(void **state)
{
	struct profile p = profile_for(4, TALLY_WRAP);
	struct collector c;
	uint64_t added = 0;

	(void)state;
	begin(&c, &p);
	for (int i = 0; i < 60; i++) {
		tight = i % 20 < 12;
		for (int j = 0; j < 30; j++)
			clock_model();
		put_forward(COLLECT_EVERY);
		added += COLLECT_EVERY;
		assert_true(collect_poll(&c));
	}
	assert_true(model.seen[MODEL_BIN_MISS] > 100);		/* otherwise the test proves nothing */
	tight = false;
	end(&c);
	assert_true(p.bins[0] > 1000 && p.bins[4] >= added && p.bins[4] < added + 10000000);
	assert_int_equal(profile_bin_sum(&p), p.counters.hits);
	free(p.bins);
}

/* Without fast-forward every count is the model's own. */
static void short_run_is_exact(void **state)
{
	static const unsigned widths[] = { 2, 4 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct profile p = profile_for(widths[i], TALLY_WRAP);
		struct collector c;
		open_model(state);
		begin(&c, &p);
		for (int j = 0; j < 5000; j++)
			clock_model();
		end(&c);
		assert_int_equal(p.counters.ticks, model.ch[0].law.ticks);
		assert_int_equal(p.counters.hits, model.ch[0].law.hits);
		assert_true(p.bins[4] >= 5000 - 10);
		assert_int_equal(profile_bin_sum(&p), p.counters.hits);
		free(p.bins);
	}
}

/* 16 bits: the sum falls short of HITS by a multiple of 65536, and the report says so. */
static void narrow_bins_go_round(void **state)
{
	struct profile p = profile_for(2, TALLY_WRAP);
	struct collector c;

	(void)state;
	begin(&c, &p);
	for (int i = 0; i < 200000; i++)
		clock_model();
	end(&c);
	assert_true(profile_bin_sum(&p) < 65536);
	assert_true(p.counters.hits > 199900);
	assert_int_equal((p.counters.hits - profile_bin_sum(&p)) % 65536, 0);
	free(p.bins);
}

static void full_counter_stops(void **state)
{
	struct profile p = profile_for(2, TALLY_STOP);
	struct collector c;

	(void)state;
	begin(&c, &p);
	for (int i = 0; i < 50000; i++)
		clock_model();
	end(&c);
	assert_int_equal(p.bins[4], 32767);
	assert_true(p.sticky & 1);
	assert_true(profile_law_holds(&p.counters));
	free(p.bins);
}

static void no_unit_there(void **state)
{
	struct profile p = profile_for(4, TALLY_WRAP);
	struct collector c;

	(void)state;
	assert_false(collect_open(&c, &p, BASE + 0x100, &io));
	p.config.period = 0;
	assert_true(collect_open(&c, &p, BASE, &io));
	assert_false(collect_start(&c));
	collect_close(&c);
	free(p.bins);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(bins_and_counters_go_round, open_model), cmocka_unit_test_setup(short_run_is_exact, open_model),
		cmocka_unit_test_setup(starved_reads_cost_nothing, open_model),
		cmocka_unit_test_setup(narrow_bins_go_round, open_model), cmocka_unit_test_setup(full_counter_stops, open_model),
		cmocka_unit_test_setup(no_unit_there, open_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
