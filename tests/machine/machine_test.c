/* SPDX-License-Identifier: ISC
 * machine_test.c - the simulated machines: every way a run can end, host port, counting, on each
 * core, with the programs of tests/machine. What programs do there, the other tests show.
 * machine_test DIRECTORY-OF-PROGRAMS
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "bench.h"

static void finisher(void **state)
{
	struct bench b;
	(void)state;

	EACH_CORE(c)
	{
		for (int unit = 0; unit < 2; unit++) {
			struct machine_result r = go(c, unit, "finish-pass", &b, 100000);
			expect(c, r, MACHINE_FINISHER);
			assert_int_equal(r.exit_code, 0);
			assert_string_equal(b.out, "ok");
		}
		struct machine_result r = go(c, MACHINE_PLAIN, "finish-fail", &b, 100000);
		expect(c, r, MACHINE_FINISHER);
		assert_int_equal(r.exit_code, 7);
		r = go(c, MACHINE_PLAIN, "finish-reset", &b, 100000);
		expect(c, r, MACHINE_FINISHER);
		assert_int_equal(r.exit_code, 0);
	}
}

static void self_jump(void **state)
{
	struct bench b;
	(void)state;

	EACH_CORE(c)
	{
		struct machine_result r = go(c, MACHINE_PLAIN, "jump", &b, 100000);
		expect(c, r, MACHINE_SELF_JUMP);
		assert_string_equal(b.out, "j");
		if (strchr(c->isa, 'c') && strchr(c->isa, 'c') < c->isa + 7)
			expect(c, go(c, MACHINE_PLAIN, "jump-c", &b, 100000), MACHINE_SELF_JUMP);
	}
}

static void ebreak(void **state)
{
	struct bench b;
	(void)state;

	EACH_CORE(c)
	{
		struct machine_result r = go(c, MACHINE_PLAIN, "ebreak", &b, 100000);
		expect(c, r, MACHINE_EBREAK);
		assert_string_equal(b.out, "e");
		assert_int_equal(r.pc, 0x8000000c);
	}
}

static void illegal(void **state)
{
	struct bench b;
	(void)state;

	EACH_WHOLE_CORE(c)
	{
		struct machine_result r = go(c, MACHINE_PLAIN, "illegal", &b, 100000);
		expect(c, r, MACHINE_TRAP);
		assert_string_equal(b.out, "i");
		assert_int_equal(r.pc, 0x8000000c);
		assert_int_equal(r.cause, has_csrs(c) ? 2 : 0xffffffff);
	}
}

static void storm(void **state)
{
	struct bench b;
	(void)state;

	EACH_WHOLE_CORE(c)
	if (has_csrs(c)) {
		struct machine_result r = go(c, MACHINE_PLAIN, "storm", &b, 100000);
		expect(c, r, MACHINE_TRAP);
		assert_int_equal(r.pc, 0x60000000);
	}
}

static void timer(void **state)
{
	struct bench b;
	(void)state;

	EACH_WHOLE_CORE(c)
	if (has_csrs(c)) {
		struct machine_result r = go(c, MACHINE_PLAIN, "timer", &b, 100000);
		expect(c, r, MACHINE_SELF_JUMP);
		assert_string_equal(b.out, "ttt");
		assert_true(r.cycles > 1500 && r.cycles < 5000);
	}
}

static void host_port(void **state)
{
	static const uint8_t text[] = "unaligned bytes";
	(void)state;

	EACH_CORE(c)
	{
		struct machine *m = machine_open(c, MACHINE_PLAIN);
		uint32_t v;

		assert_int_equal(machine_load(m, MACHINE_RAM + 0x1001, text, sizeof text), 0);
		assert_int_equal(machine_read(m, 0x1004, &v), 0);
		assert_memory_equal(&v, text + 3, 4);
		assert_int_equal(machine_read(m, 0x40001000, &v), 0);
		assert_int_equal(v, (uint32_t)'u' << 8 | (uint32_t)'n' << 16 | (uint32_t)'a' << 24);
		assert_int_equal(machine_write(m, 0xb0001000, 0x12345678), 0);
		assert_int_equal(machine_read(m, MACHINE_RAM + 0x1000, &v), 0);
		assert_int_equal(v, 0x12345678);
		assert_int_equal(machine_write(m, MACHINE_RAM + MACHINE_RAM_BYTES - 4, 1), 0);
		assert_int_equal(machine_read(m, MACHINE_RAM + MACHINE_RAM_BYTES, &v), -EFAULT);
		assert_int_equal(machine_read(m, 0x00300000, &v), -EFAULT);
		assert_int_equal(
			machine_load(m, MACHINE_RAM + MACHINE_RAM_BYTES - 4, text, 5), -EFAULT);
		assert_int_equal(machine_load(m, 0x20000000, text, 5), -EFAULT);
		assert_int_equal(machine_load(m, 0xfffff, text, 2), -EFAULT);
		assert_int_equal(machine_read(m, MACHINE_UNIT, &v), 0);
		assert_int_equal(v, TALLY_ID_ID_RESET);
		assert_int_equal(machine_release(m, 0x80000001), -EINVAL);
		machine_close(m);

		m = machine_open(c, MACHINE_BARE);
		assert_int_equal(machine_read(m, MACHINE_UNIT, &v), -EFAULT);
		machine_close(m);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(host_port),
		cmocka_unit_test(finisher),
		cmocka_unit_test(self_jump),
		cmocka_unit_test(ebreak),
		cmocka_unit_test(illegal),
		cmocka_unit_test(storm),
		cmocka_unit_test(timer),
		cmocka_unit_test(limit_and_stop),
		cmocka_unit_test(ticks_are_cycles),
	};

	if (argc != 2) {
		fprintf(stderr, "machine_test DIRECTORY-OF-PROGRAMS\n");
		return 2;
	}
	programs = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
