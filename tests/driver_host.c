/* SPDX-License-Identifier: ISC
 * driver_host.c - driver_test.c on the host, over the reference model: every
 * mapper, with a made-up core that retires one instruction in three clocks.
 */
#include "driver_test.h"
#include "sim/model.h"

#include <stdio.h>
#include <stdlib.h>

#define LOW 0x80000000u
#define HIGH 0x80002000u
#define PATIENCE 2000	/* clocks for one access */

static struct model model;
static struct model_in in;
static unsigned retired;

static void clock_edge(void)
{
	static unsigned cycle;
	in.tap_valid = cycle++ % 3 == 0;
	in.run = true;
	in.tap_priv = 3;
	if (in.tap_valid) {
		retired++;
		in.tap_pc = LOW + 4 * (retired * 7 % ((HIGH - LOW) / 4));
	}
	model_step(&model, &in);
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
		if (model.out.ack) {
			in.cyc = in.stb = false;
			clock_edge();
			return 0;
		}
	}
	return TALLY_EIO;
}

static int io_read(void *ctx, uint32_t addr, uint32_t *value)
{
	(void)ctx;
	int err = access(addr, false, 0);
	*value = model.out.dat;
	return err;
}

static int io_write(void *ctx, uint32_t addr, uint32_t value)
{
	(void)ctx;
	return access(addr, true, value);
}

static void work(unsigned n)
{
	for (unsigned until = retired + n; retired < until; )
		clock_edge();
}

static void say(const char *line, int value)
{
	printf("FAILED line %d: %s\n", value, line);
}

int main(void)
{
	static const char *const names[] = { "multiplier", "serial", "shift" };
	const struct tally_io io = { io_read, io_write, NULL };
	int bad = 0;
	for (int mapper = MODEL_MUL; mapper <= MODEL_SHIFT; mapper++) {
		struct model_params p = { .mapper = (enum model_mapper)mapper, .bins_log2 = 12, .weight_w = 16,
			.period_w = 24, .queue_log2 = 2, .cnt_w = 32 };
		uint32_t *bins = calloc(1u << p.bins_log2, sizeof *bins);
		struct driver_place place = { .base = 0, .io = &io, .low = LOW, .high = HIGH, .work = work, .say = say };
		if (!bins || !model_init(&model, &p, bins))
			return 1;
		int checks, failed = driver_test(&place, &checks);
		printf("driver over the model, %s: %d checks, %d failed\n", names[mapper], checks, failed);
		bad += failed;
		free(bins);
	}
	return bad ? 1 : 0;
}
