/* SPDX-License-Identifier: ISC
 * host.c - driver_test.c on the host, over the reference model: every mapper (one keeps 17 bits of the pc), and a unit
 * with everything else. A made-up core retires one instruction in three cycles.
 */
#include "driver_test.h"
#include "sim/model.h"

#include <stdio.h>
#include <stdlib.h>

#define LOW 0x80000000u
#define HIGH 0x80002000u
#define MEMORY 0x40000000u
#define NOWHERE 0x70000000u
#define WORDS 16384u
#define PATIENCE 2000	/* cycles for one access */

static struct model model;
static struct model_in in;
static unsigned retired;
static bool asleep;			/* the core retires nothing */
static uint32_t memory[WORDS];

static uint32_t *word_at(uint32_t addr)
{
	return addr >= MEMORY && addr - MEMORY < sizeof memory ? &memory[(addr - MEMORY) / 4] : NULL;
}

/* The unit's bus master. */
static void serve(unsigned cycle)
{
	static unsigned waited;
	uint32_t *word = word_at(model.out.sys_addr);
	in.sys_done = model.out.sys_req && ++waited > cycle % 4;
	in.sys_err = in.sys_done && !word;
	in.sys_stolen = model.out.sys_req && cycle % 8 == 0;
	in.sys_data = in.sys_done && word ? *word : 0xDEADBEEF;
	if (!in.sys_done)
		return;
	waited = 0;
	for (unsigned b = 0; word && model.out.sys_we && b < 4; b++)
		if (model.out.sys_sel >> b & 1)
			*word = (*word & ~(0xFFu << 8 * b)) | (model.out.sys_data & 0xFFu << 8 * b);
}

static void clock_edge(void)
{
	static unsigned cycle;
	serve(cycle);
	in.event = cycle % 16 == 0;
	in.ext = cycle / 5 % 2;
	in.tap_valid = !asleep && cycle % 3 == 0;
	cycle++;
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
	if (word_at(addr)) {
		*value = *word_at(addr);
		return 0;
	}
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

static int bad;
static void check_at(int line, bool ok)
{
	if (!ok)
		say("a core that retires nothing", line);
	bad += !ok;
}
#define CHECK(cond) check_at(__LINE__, cond)

/* Weight waits for a retirement that never comes: no call may hang. */
static void stuck(const struct tally_io *io)
{
	struct tally t;
	struct tally_config c = tally_exact(LOW, HIGH);
	struct tally_counters k;
	c.period = 300;
	CHECK(tally_probe(&t, 0, io) == 0 && tally_reset(&t, 0) == 0 && tally_drain(&t, 0) == 0 && tally_configure(&t, 0, &c) == 0 && tally_clear(&t, 0) == 0);
	CHECK(tally_start(&t, 0) == 0);
	asleep = true;
	for (int i = 0; i < 1000; i++)
		clock_edge();
	CHECK(tally_stop(&t, 0) == 0 && tally_drain(&t, 0) == TALLY_ETIMEDOUT && tally_drained(&t, 0) == 0);
	CHECK(tally_reset(&t, 0) == 0 && tally_drain(&t, 0) == 0);
	CHECK(tally_counters_read(&t, 0, &k) == 0 && k.lost >= 3 && k.lost == k.ticks - k.hits && k.pending == 0);
	asleep = false;
	CHECK(tally_drain(&t, 7) == TALLY_EINVAL && tally_drain(NULL, 0) == TALLY_EINVAL);
}

int main(void)
{
	static const char *const names[] = { "multiplier", "serial", "shift" };
	const struct tally_io io = { io_read, io_write, NULL };
	for (unsigned i = 0; i < 6; i++) {
		bool full = i >= 3;
		struct model_params p = { .mapper = (enum model_mapper)(i % 3), .bins_log2 = 12, .weight_w = 16,
			.period_w = 24, .queue_log2 = 2, .cnt_w = 32, .channels = full ? 2 : 1, .snapshot = full, .tag = full,
			.event = full, .ext = full, .system = full, .interval = full, .symbol = full, .ring = full,
			.pc_w = i % 3 == 1 ? 17 : 32, .pc_high = LOW };
		uint32_t *bins = calloc(1u << p.bins_log2, sizeof *bins);
		struct driver_place place = { .base = 0, .io = &io, .low = LOW, .high = HIGH, .work = work, .say = say,
			.memory = memory, .memory_at = MEMORY, .memory_bytes = sizeof memory, .nowhere = NOWHERE };
		if (!bins || !model_init(&model, &p, bins))
			return 1;
		int checks, failed = driver_test(&place, &checks);
		printf("driver over the model, %s%s: %d checks, %d failed\n", full ? "full, " : "", names[i % 3], checks, failed);
		bad += failed;
		stuck(&io);
		free(bins);
	}
	return bad ? 1 : 0;
}
