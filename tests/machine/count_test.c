/* SPDX-License-Identifier: ISC
 * count_test.c - which cycles count: limits, TICKS.
 * Part of machine_test.
 */
#include <errno.h>

#include "bench.h"
#include "driver/tally.h"

void limit_and_stop(void **state)
{
	struct bench b;
	(void)state;

	EACH_WHOLE_CORE(c)
	{
		int stop = 0;
		uint32_t v;
		struct machine_result r, whole = go(c, MACHINE_PLAIN, "work", &b, 1000000);

		expect(c, whole, MACHINE_FINISHER);
		set_up(&b, c, MACHINE_PLAIN, "work");
		assert_int_equal(machine_release(b.r.m, b.r.entry), 0);
		assert_int_equal(machine_release(b.r.m, b.r.entry), -EBUSY);
		r = machine_run(b.r.m, 1000, NULL);
		expect(c, r, MACHINE_LIMIT);
		assert_int_equal(r.cycles, 1000);
		stop = 1;
		r = machine_run(b.r.m, 1000, &stop);
		expect(c, r, MACHINE_STOPPED);
		assert_int_equal(r.cycles, 1000);
		assert_int_equal(machine_read(b.r.m, MACHINE_RAM, &v), -EBUSY);
		r = machine_run(b.r.m, 1000000, NULL);
		expect(c, r, MACHINE_FINISHER);
		assert_int_equal(r.cycles, whole.cycles);
		assert_int_equal(r.retired, whole.retired);
		rig_close(&b.r);

		set_up(&b, c, MACHINE_PLAIN, "work");
		assert_int_equal(machine_release(b.r.m, b.r.entry), 0);
		machine_run(b.r.m, 777, NULL);
		machine_hold(b.r.m);
		r = machine_run(b.r.m, 1000, NULL);
		expect(c, r, MACHINE_LIMIT);
		assert_int_equal(r.cycles, 777);
		assert_int_equal(machine_read(b.r.m, MACHINE_RAM, &v), 0);
		assert_int_not_equal(v, 0);
		rig_close(&b.r);
	}
}

/* PERIOD 1, started during reset: TICKS is the number of cycles, whatever ends the run. */
void ticks_are_cycles(void **state)
{
	static const char *const ends[] = { "work", "jump", "ebreak", "illegal" };
	(void)state;

	EACH_CORE(c)
	for (size_t i = 0; i < 4; i++) {
		struct tally_config config = tally_exact(0x80000000, 0x80000100);
		struct tally_counters k;
		struct machine_result r;
		struct bench b;
		uint32_t v;

		set_up(&b, c, MACHINE_PLAIN, ends[i]);
		rig_probe(&b.r);
		rig_program(&b.r, &config);
		assert_int_equal(machine_release(b.r.m, b.r.entry), 0);
		machine_run(b.r.m, 500, NULL);
		/* The host reads while the core runs: those cycles count. */
		assert_int_equal(machine_read(b.r.m, MACHINE_UNIT, &v), 0);
		r = machine_run(b.r.m, 1000000, NULL);
		assert_int_not_equal(r.end, MACHINE_LIMIT);
		machine_idle(b.r.m, 64);
		assert_int_equal(tally_stop(&b.r.t), 0);
		assert_int_equal(tally_counters_read(&b.r.t, &k), 0);
		assert_int_equal(k.ticks, r.cycles);
		assert_int_equal(k.lost, 0);
		rig_read(&b.r, &config);
		rig_close(&b.r);
	}
}
