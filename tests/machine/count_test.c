/* SPDX-License-Identifier: ISC
 * count_test.c - which cycles count: limits, TICKS, and the observer's record.
 * Part of machine_test.
 */
#include <errno.h>
#include <string.h>

#include "bench.h"
#include "driver/tally.h"

void limit_and_stop(void **state)
{
	struct bench b;
	(void)state;

	EACH_CORE(c) {
		int stop = 0;
		uint32_t v;
		struct machine_result r, whole = go(c, MACHINE_PLAIN, "work", NULL, &b, 1000000);

		expect(c, whole, MACHINE_FINISHER);
		set_up(&b, c, MACHINE_PLAIN, "work");
		assert_int_equal(machine_release(b.m, b.entry), 0);
		assert_int_equal(machine_release(b.m, b.entry), -EBUSY);
		r = machine_run(b.m, 1000, NULL);
		expect(c, r, MACHINE_LIMIT);
		assert_int_equal(r.cycles, 1000);
		stop = 1;
		r = machine_run(b.m, 1000, &stop);
		expect(c, r, MACHINE_STOPPED);
		assert_int_equal(r.cycles, 1000);
		assert_int_equal(machine_read(b.m, MACHINE_RAM, &v), -EBUSY);
		r = machine_run(b.m, 1000000, NULL);
		expect(c, r, MACHINE_FINISHER);
		assert_int_equal(r.cycles, whole.cycles);
		assert_int_equal(r.retired, whole.retired);
		machine_close(b.m);

		set_up(&b, c, MACHINE_PLAIN, "work");
		assert_int_equal(machine_release(b.m, b.entry), 0);
		machine_run(b.m, 777, NULL);
		machine_hold(b.m);
		r = machine_run(b.m, 1000, NULL);
		expect(c, r, MACHINE_LIMIT);
		assert_int_equal(r.cycles, 777);
		assert_int_equal(machine_read(b.m, MACHINE_RAM, &v), 0);
		assert_int_not_equal(v, 0);
		machine_close(b.m);
	}
}

static int io_read(void *ctx, uint32_t addr, uint32_t *value) { return machine_read(ctx, addr, value); }
static int io_write(void *ctx, uint32_t addr, uint32_t value) { return machine_write(ctx, addr, value); }

/* PERIOD 1, started during reset: TICKS is the number of cycles, after every kind of end. */
void ticks_are_cycles(void **state)
{
	static const char *const ends[] = { "work", "jump", "ebreak", "illegal" };
	(void)state;

	EACH_CORE(c)
		for (size_t i = 0; i < 4; i++) {
			struct tally_config config = tally_exact(0x80000000, 0x80000100);
			struct tally_counters k;
			struct machine_result r;
			struct tally_io io;
			struct tally t;
			struct bench b;
			uint32_t v;

			set_up(&b, c, MACHINE_PLAIN, ends[i]);
			io = (struct tally_io){ io_read, io_write, b.m };
			assert_int_equal(tally_probe(&t, MACHINE_UNIT, &io), 0);
			assert_int_equal(tally_configure(&t, 0, &config), 0);
			assert_int_equal(tally_start(&t, 0), 0);
			assert_int_equal(machine_release(b.m, b.entry), 0);
			machine_run(b.m, 500, NULL);
			/* The host reads while the core runs: its time counts. */
			assert_int_equal(machine_read(b.m, MACHINE_UNIT, &v), 0);
			r = machine_run(b.m, 1000000, NULL);
			assert_int_not_equal(r.end, MACHINE_LIMIT);
			machine_idle(b.m, 64);
			assert_int_equal(tally_stop(&t, 0), 0);
			assert_int_equal(tally_counters_read(&t, 0, &k), 0);
			assert_int_equal(k.ticks, r.cycles);
			assert_int_equal(k.ticks, k.hits + k.outside + k.filtered + k.idle + k.lost + k.pending);
			assert_int_equal(k.lost, 0);
			machine_close(b.m);
		}
}

struct trace {
	uint64_t cycles, retired, slept, hash;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct trace *t = ctx;

	assert_int_equal(cycle, t->cycles);
	t->cycles++;
	t->retired += c->retire;
	t->slept += c->sleep;
	t->hash = (t->hash ^ (c->retire ? c->pc : 1)) * 0x100000001b3u + c->priv;
}

/* The observer sees every cycle; the unit costs none of them, whatever the build. */
void observer(void **state)
{
	(void)state;

	EACH_CORE(c) {
		struct trace with[MACHINE_FULL + 1];

		for (enum machine_build unit = MACHINE_BARE; unit <= MACHINE_FULL; unit++) {
			struct machine_result r;
			struct bench b;

			memset(&with[unit], 0, sizeof with[unit]);
			set_up(&b, c, unit, has_csrs(c) ? "interrupt" : "work");
			b.in = "y";
			machine_observe(b.m, record, &with[unit]);
			assert_int_equal(machine_release(b.m, b.entry), 0);
			r = machine_run(b.m, 1000000, NULL);
			expect(c, r, MACHINE_FINISHER);
			assert_int_equal(with[unit].cycles, r.cycles);
			assert_int_equal(with[unit].retired, r.retired);
			machine_close(b.m);
		}
		assert_memory_equal(&with[MACHINE_BARE], &with[MACHINE_PLAIN], sizeof with[0]);
		assert_memory_equal(&with[MACHINE_BARE], &with[MACHINE_FULL], sizeof with[0]);
		if (!strcmp(c->name, "vexriscv-linux"))
			assert_true(with[0].slept > 100);
	}
}
