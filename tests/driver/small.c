/* SPDX-License-Identifier: ISC
 * small.c - driver_test.c on the host, over the smallest unit's RTL and its model in lockstep.
 * A made-up core retires one instruction in three cycles.
 */
#include <stdio.h>

#include "driver_test.h"
#include "sim/small_bench.h"

enum { LOW = SMALL_BASE + 0x400, HIGH = LOW + 0x800 };

static struct small_bench bench;
static unsigned retired;

static void core(struct small_bench *b)
{
	b->in.tap_valid = b->model.now % 3 == 0;
	b->in.tap_priv = 3;
	if (b->in.tap_valid)
		b->in.tap_pc = LOW + 4 * (++retired * 7 % ((HIGH - LOW) / 4));
}

static int io_read(void *ctx, uint32_t addr, uint32_t *value)
{
	(void)ctx;
	bool ok = small_access(&bench, addr, false, 0);
	*value = bench.dat;
	return ok ? 0 : TALLY_EIO;
}

static int io_write(void *ctx, uint32_t addr, uint32_t value)
{
	(void)ctx;
	return small_access(&bench, addr, true, value) ? 0 : TALLY_EIO;
}

static void work(unsigned n)
{
	for (unsigned until = retired + n; retired < until && small_clock(&bench); )
		;
}

static void say(const char *line, int value)
{
	printf("FAILED line %d: %s\n", value, line);
}

int main(void)
{
	const struct tally_io io = { io_read, io_write, NULL };
	const struct driver_place place = { .base = 0, .io = &io, .low = LOW, .high = HIGH, .work = work, .say = say };
	int checks;

	small_open(&bench);
	bench.core = core;
	int failed = driver_test(&place, &checks);
	printf("driver over the smallest unit: %d checks, %d failed\n", checks, failed);
	return failed || bench.wrong;
}
