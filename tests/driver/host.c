/* SPDX-License-Identifier: ISC
 * host.c - driver_test.c on the host, over the unit's RTL: every mapper, and fewer bits of the pc.
 * A made-up core retires one instruction in three cycles.
 */
#include "driver_test.h"
#include "driver/tally_regs.h"
#include "sim/lockstep/lockstep.h"
#include "tests/check.h"

#include <stdio.h>

#define LOW 0x400u /* from the first pc of the build on */
#define BYTES 0x800u
#define PATIENCE 2000 /* cycles for one access */

static const struct build *build;
static void *rtl;
static struct inputs in;
static struct outputs out;
static unsigned retired;
static bool asleep; /* the core retires nothing, */
static bool dense; /* or in each cycle */

static uint32_t low(void)
{
	return build->params.pc_high + LOW;
}

static void clock_edge(void)
{
	static unsigned cycle;

	in.run = true;
	in.priv = 3;
	in.event = cycle % 16 < 8;
	in.valid = dense || (!asleep && cycle % 3 == 0);
	cycle++;
	if (in.valid)
		in.pc = low() + 4 * (++retired * 7 % (BYTES / 4));
	build->settle(rtl, &in, &out);
	build->clock(rtl);
}

static int access(uint32_t addr, bool we, uint32_t dat)
{
	in.cyc = in.stb = true;
	in.we = we;
	in.adr = addr;
	in.dat = dat;
	in.sel = 0xF;
	for (int n = 0; n < PATIENCE; n++) {
		clock_edge();
		if (out.ack) {
			in.cyc = in.stb = false;
			uint32_t read = out.dat;
			clock_edge();
			out.dat = read;
			return 0;
		}
	}
	return TALLY_EIO;
}

static int io_read(void *ctx, uint32_t addr, uint32_t *value)
{
	(void)ctx;
	int err = access(addr, false, 0);
	*value = out.dat;
	/* another master, whose handler clears what it finds in STATUS */
	if (dense && !err)
		err = access(TALLY_STATUS, true, 0xF0);
	return err;
}

static int io_write(void *ctx, uint32_t addr, uint32_t value)
{
	(void)ctx;
	return access(addr, true, value);
}

static void work(unsigned n)
{
	for (unsigned until = retired + n; retired < until;)
		clock_edge();
}

/* Weight waits for a retirement that never comes, or words for a slot: no call may hang. */
static void stuck(const struct tally_io *io)
{
	struct tally t;
	struct tally_config c = tally_exact(low(), low() + BYTES / 32);
	struct tally_counters k;
	uint32_t word = 0;

	c.period = 300;
	CHECK(tally_probe(&t, 0, io) == 0 && tally_reset(&t) == 0 && tally_drain(&t) == 0);
	CHECK(tally_configure(&t, &c) == 0 && tally_clear(&t) == 0 && tally_start(&t) == 0);
	asleep = true;
	for (int i = 0; i < 1000; i++)
		clock_edge();
	CHECK(tally_stop(&t) == 0 && tally_drain(&t) == TALLY_ETIMEDOUT && tally_drained(&t) == 0);
	CHECK(tally_configure(&t, &c) == TALLY_ETIMEDOUT);
	CHECK(tally_reset(&t) == 0 && tally_drain(&t) == 0);
	CHECK(tally_counters_read(&t, &k) == 0 && k.lost >= 3 && k.lost <= k.ticks
		&& k.pending == 0);
	asleep = false;
	/* a word that finds no slot of the memory is no count, whatever other masters do */
	c.period = 1;
	CHECK(tally_configure(&t, &c) == 0 && tally_clear(&t) == 0 && tally_start(&t) == 0);
	work(BYTES / 4);
	dense = true;
	CHECK(tally_bins_read(&t, 2, 1, &word) == TALLY_ETIMEDOUT);
	dense = false;
	CHECK(tally_bins_read(&t, 2, 1, &word) == 0 && word > 0 && word < BYTES * PATIENCE);
	CHECK(tally_stop(&t) == 0);
	CHECK(tally_drain(NULL) == TALLY_EINVAL);
}

int main(void)
{
	const struct tally_io io = { .read = io_read, .write = io_write };

	for (const struct build *const *b = lockstep_builds; *b; b++) {
		build = *b;
		rtl = build->open();
		in = (struct inputs){ .rst = true };
		for (int i = 0; i < 64; i++)
			clock_edge();
		in.rst = false;
		struct driver_place place = { .base = 0,
			.io = &io,
			.low = low(),
			.high = low() + BYTES,
			.work = work,
			.events = 1 };
		printf("driver over %s\n", build->name);
		driver_test(&place);
		stuck(&io);
		build->close(rtl);
	}
	return checks_failed();
}
