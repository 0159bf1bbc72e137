/* SPDX-License-Identifier: ISC
 * small_test.c - the smallest unit, RTL against model in every cycle.
 *
 * usage: small_test random SEED PROGRAMS   random register programs, taps and bus traffic
 *        small_test vectors FILE           the rows of mapping.csv that it can express
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally.h"
#include "driver/tally_regs.h"
#include "sim/small_bench.h"

static struct small_bench b;
static unsigned gap, where, sleepy, users;

static uint32_t rnd(uint32_t below) { return small_random(&b, below); }

/* ---- random ---- */
static void random_core(struct small_bench *s)
{
	struct model_in *in = &s->in;
	const struct model_mapping *map = &s->model.map;

	in->tap_valid = gap == 0 || rnd(gap) == 0;
	in->tap_pc = where == 0 ? map->offset + rnd(4096) - 16 : where == 1 ? map->offset + 2 * rnd(8)
		: where == 2 ? rnd(0) : SMALL_BASE + rnd(1 << 17);
	in->tap_priv = users ? (uint8_t)rnd(4) : 3;
	in->tap_sleep = sleepy && rnd(sleepy) == 0;
	in->run = rnd(5000) != 0;
	in->rst = rnd(400000) == 0;
}

static uint32_t some_register(void)
{
	if (rnd(6) == 0)
		return TALLY_ERRORS;
	return rnd(3) ? TALLY_CTRL + 4 * rnd(19) : rnd(2) ? TALLY_TICKS + 4 * rnd(11) : 4 * rnd(1024);
}

static uint32_t some_value(uint32_t reg)
{
	if (rnd(12) == 0)
		return rnd(0);
	switch (reg) {
	case TALLY_CTRL: return rnd(8) ? 1u << rnd(5) : rnd(64);
	case TALLY_PERIOD: return rnd(8) ? 256 + rnd(rnd(2) ? 800 : 20) : rnd(300);
	case TALLY_ERRORS: return rnd(8);
	case TALLY_SAMPLER: return rnd(20) == 0;
	case TALLY_OFFSET: return SMALL_BASE + (rnd(2) ? rnd(1 << 17) : rnd(64));
	case TALLY_SCALE: return rnd(4) ? rnd(0x10001) : rnd(2) ? 0x10000 + rnd(2) * rnd(2) : rnd(3);
	case TALLY_MAPPING: return rnd(10) ? 0x20 + rnd(2) : rnd(64);
	case TALLY_BASE: return rnd(2) ? 0 : rnd(8) ? 2 * rnd(1024) : rnd(2060);
	case TALLY_SIZE: return rnd(3) ? rnd(2049) : 2048 - b.model.is.reg[TALLY_BASE / 4] + rnd(2);
	case TALLY_FILTER: return rnd(3) ? 0xf : rnd(16);
	default: return rnd(0);
	}
}

static void idle(unsigned n)
{
	while (n-- && small_clock(&b))
		;
}

static void write_reg(uint32_t reg, uint32_t value)
{
	small_access(&b, reg, true, value);
}

static void drain_and_read(void)
{
	write_reg(TALLY_CTRL, TALLY_CTRL_RESET_MASK);
	for (unsigned n = 0; n < 400 && !b.wrong; n++) {
		small_access(&b, TALLY_STATUS, false, 0);
		if (!(b.dat & TALLY_STATUS_CLEARING_MASK))
			break;
	}
	for (unsigned i = 0; i < 512 && !b.wrong; i++)
		small_access(&b, 4096 + 4 * i, false, 0);
	for (unsigned i = 0; i < 0x200 && !b.wrong; i += 4)
		small_access(&b, i, false, 0);
}

/* Cycles for which an access is held and then withdrawn: often up to those of the frame in which the bus writes. */
static unsigned until_given_up(void)
{
	enum { WRITES = 98 };

	if (rnd(2))
		return (unsigned)(WRITES - 6 + rnd(16) - b.model.now) % 256;
	return rnd(rnd(2) ? 8 : 900);
}

static void program(void)
{
	static const uint32_t config[] = { TALLY_PERIOD, TALLY_SAMPLER, TALLY_FILTER, TALLY_OFFSET, TALLY_SCALE, TALLY_MAPPING,
		TALLY_BASE, TALLY_SIZE };
	bool all = rnd(3) == 0;

	gap = rnd(3) ? rnd(6) : rnd(600);
	where = rnd(4);
	sleepy = rnd(3) ? 0 : 1 + rnd(20);
	users = rnd(2);
	for (unsigned i = 0; i < 8; i++)
		if (all || rnd(4) == 0)
			write_reg(config[i], some_value(config[i]));
	if (rnd(4))
		write_reg(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
	if (rnd(6) == 0)
		write_reg(TALLY_CTRL, TALLY_CTRL_CLEAR_MASK);
	if (rnd(3))
		write_reg(TALLY_CTRL, TALLY_CTRL_START_MASK);
	for (unsigned n = rnd(24); n && !b.wrong; n--) {
		uint32_t reg = some_register(), bin = 4096 + 4 * rnd(1024);

		idle(rnd(rnd(8) ? 20 : 1500));
		switch (rnd(8)) {
		case 0:
			write_reg(reg, some_value(reg));
			break;
		case 1:
			b.in.sel = (uint8_t)rnd(16);
			write_reg(rnd(2) ? reg : bin, rnd(0));
			b.in.sel = 0xf;
			break;
		case 2:
			write_reg(bin, rnd(0));
			break;
		case 3:		/* withdrawn */
			b.in.cyc = b.in.stb = true;
			b.in.we = rnd(2);
			b.in.adr = rnd(2) ? (rnd(2) ? TALLY_CTRL : reg) : bin;
			b.in.dat = some_value(b.in.adr);
			for (unsigned i = until_given_up(); i && !b.model.ack && small_clock(&b); i--)
				;
			b.in.cyc = b.in.stb = false;
			b.in.adr = rnd(8192);
			small_clock(&b);
			if (rnd(2))	/* another one immediately */
				write_reg(rnd(2) ? reg : bin, rnd(0));
			break;
		case 4: case 5:
			small_access(&b, bin, false, 0);
			break;
		default:
			small_access(&b, reg, false, 0);
		}
	}
}

static int run_random(uint64_t seed, unsigned programs)
{
	const struct small_model *m = &b.model;
	unsigned n;

	b.rng = seed;
	small_open(&b);
	b.core = random_core;
	for (n = 0; n < programs && !b.wrong; n++) {
		program();
		if (n % 64 == 63)
			drain_and_read();
	}
	printf("small: %u programs, %" PRIu64 " cycles, %" PRIu64 " accesses (longest %u %u %u %u), %" PRIu64 " hits, %" PRIu64
	       " outside, %" PRIu64 " filtered, %" PRIu64 " lost, %" PRIu64 " idle, %" PRIu64 " commits, %" PRIu64 " killed, %"
	       PRIu64 " refused\n", n, m->now, b.reads, b.longest[0], b.longest[1], b.longest[2], b.longest[3], m->seen_hits, m->seen_outside, m->seen_filtered, m->seen_lost,
	       m->seen_idle, m->seen_commits, m->seen_kills, m->seen_refused);
	if (!b.wrong && programs >= 200 && !(m->seen_hits && m->seen_outside && m->seen_filtered && m->seen_lost && m->seen_idle
	    && m->seen_commits && m->seen_kills && m->seen_refused)) {
		fprintf(stderr, "something important never happened\n");
		b.wrong = true;
	}
	if (b.wrong)
		fprintf(stderr, "seed %" PRIu64 "\n", seed);
	small_close(&b);
	return b.wrong;
}

/* ---- vectors ---- */
static uint32_t read_reg(uint32_t reg)
{
	small_access(&b, reg, false, 0);
	return b.dat;
}

/* The counter that the RTL chose for this pc; -1 outside, -2 none or another count. */
static int64_t counted(uint32_t pc, uint32_t slot_word, uint32_t slot_half)
{
	uint32_t outside = read_reg(TALLY_OUTSIDE), hits = read_reg(TALLY_HITS), ticks = read_reg(TALLY_TICKS);
	uint32_t old = slot_word < 512 ? read_reg(4096 + 4 * slot_word) : 0;

	b.in.tap_pc = pc;
	b.in.tap_valid = true;
	write_reg(TALLY_CTRL, TALLY_CTRL_START_MASK);
	for (unsigned n = 0; n < 100 && !b.wrong && read_reg(TALLY_TICKS) == ticks; n++)
		;
	write_reg(TALLY_CTRL, TALLY_CTRL_STOP_MASK);
	while (!b.wrong && !(read_reg(TALLY_STATUS) & TALLY_STATUS_DRAINED_MASK))
		;
	uint32_t more = read_reg(TALLY_TICKS) - ticks;
	if (read_reg(TALLY_OUTSIDE) - outside == more)
		return -1;
	if (slot_word >= 512 || read_reg(TALLY_HITS) - hits != more)
		return -2;
	uint32_t now = read_reg(4096 + 4 * slot_word), step = slot_half ? more << 16 : more;
	return now == old + step ? (int64_t)slot_word * 2 + slot_half : -2;
}

static int run_vectors(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[128];
	unsigned ran = 0, wrong = 0, number = 0;

	if (!f) {
		perror(path);
		return 1;
	}
	b.rng = 1;
	small_open(&b);
	write_reg(TALLY_PERIOD, 512);
	write_reg(TALLY_SEED, 1);
	while (fgets(line, sizeof line, f) && !b.wrong) {
		uint32_t pc, offset, scale, size, width, round;
		int64_t slot;

		number++;
		if (sscanf(line, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNd64, &pc, &offset,
			   &scale, &size, &width, &round, &slot) != 7)
			continue;
		if (width != 2 || pc >> 17 || offset >> 17)
			continue;
		if (size > 2048) {
			size = 2048;
			slot = slot < 1024 ? slot : -1;
		}
		ran++;
		write_reg(TALLY_OFFSET, SMALL_BASE + offset);
		write_reg(TALLY_SCALE, scale);
		write_reg(TALLY_SIZE, size);
		write_reg(TALLY_MAPPING, 0x20 | round);
		write_reg(TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);
		if (counted(SMALL_BASE + pc, slot < 0 ? 512 : (uint32_t)slot / 2, slot & 1) != slot) {
			if (wrong++ < 5)
				fprintf(stderr, "row %u: not %" PRId64 ": %s", number, slot, line);
		}
	}
	fclose(f);
	printf("small: %u rows of %s, %u wrong, %" PRIu64 " cycles\n", ran, path, wrong, b.model.now);
	small_close(&b);
	return wrong || b.wrong || ran < 1000;
}

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "random") == 0)
		return run_random(strtoull(argv[2], NULL, 0), (unsigned)strtoul(argv[3], NULL, 0));
	if (argc == 3 && strcmp(argv[1], "vectors") == 0)
		return run_vectors(argv[2]);
	fprintf(stderr, "usage: small_test random SEED PROGRAMS | vectors FILE\n");
	return 2;
}
