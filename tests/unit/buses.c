/* SPDX-License-Identifier: ISC
 * buses.c - the same unit behind each slave adapter gives the same answers.
 *
 * Three units at one tap (tests/unit/buses_top.v) run one random program of register and bin
 * accesses, with stretches in between in which the core runs. Each bus has its own
 * delays and skews. The units are compared after each step, while the core is
 * paused, so no answer depends on the time of its request.
 *
 * usage: buses [steps [seed]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "buses.h"
#include "driver/tally_regs.h"

enum { WORDS = 64, WINDOW = 4 * WORDS };

/* The core runs for n cycles, then everything in flight lands. */
static void core(unsigned n)
{
	for (; n; n--) {
		in[TAP] = 2u | below(2) << 2 | (below(8) == 0) << 3 | below(4) << 4;
		in[PC] = 0x80000000u + below(0x100) * 2;
		buses_idle(1);
	}
	in[TAP] = 0;
	buses_idle(24);
}

/* A register, its mirror, or nothing. */
static uint32_t reg(void)
{
	return below(8) ? below(32) * 4 : below(WINDOW / 4) * 4;
}

/* A write that usually makes sense: a configuration that runs. */
static struct access write(void)
{
	static const uint32_t commands[] = { TALLY_CTRL_START_MASK, TALLY_CTRL_START_MASK,
		TALLY_CTRL_STOP_MASK, TALLY_CTRL_STOP_MASK, TALLY_CTRL_CLEAR_MASK,
		TALLY_CTRL_RESET_MASK, 3, 0 };
	struct access a = { .we = true, .sel = below(12) ? 15 : below(16), .data = any() };

	switch (below(16)) {
	case 0: a.addr = TALLY_PERIOD, a.data = below(8); break;
	case 1: a.addr = TALLY_OFFSET, a.data = 0x80000000u + below(32) * 2; break;
	case 2: a.addr = TALLY_SCALE, a.data = below(0x10001); break;
	case 3: a.addr = TALLY_SIZE, a.data = below(WORDS); break;
	case 4:
	case 5: a.addr = TALLY_SETUP, a.data = any() & ~3u; break;
	case 6: a.addr = TALLY_STATUS; break;
	case 7: a.addr = reg(); break;
	case 8: a.addr = WINDOW + below(WORDS) * 4; break;
	default:
		a.addr = TALLY_CTRL, a.data = commands[below(sizeof commands / sizeof *commands)];
		break;
	}
	return a;
}

static struct access read(void)
{
	return (struct access){ .sel = below(16),
		.data = any(),
		.addr = below(3) == 0 ? WINDOW + below(WORDS) * 4 : reg() };
}

static struct step any_step(void)
{
	struct step s = { .n = 1, .a[0] = below(2) ? write() : read() };

	if (s.a[0].we && s.a[0].addr >= TALLY_PERIOD && s.a[0].addr <= TALLY_LIMIT) {
		s.n = 1 + below(2);
		s.a[1] = read();
		/* a parallel pair must not depend on its order */
		if (s.a[1].addr % 128 == s.a[0].addr % 128 || s.a[1].addr % 128 == TALLY_STATUS)
			s.n = 1;
	}
	return s;
}

int main(int argc, char **argv)
{
	uint64_t steps = argc > 1 ? strtoull(argv[1], NULL, 0) : 200000, counted = 0, words = 0;

	rng = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	buses_open();
	for (uint64_t n = 0; n < steps; n++) {
		struct step s = any_step();
		struct result r[3];

		if (below(16) == 0)
			core(1 + below(60));
		if (!buses_run(&s, r)) {
			printf("step %" PRIu64 ": a bus does not acknowledge %s 0x%x\n", n,
				s.a[0].we ? "write" : "read", s.a[0].addr);
			return 1;
		}
		if (s.a[0].we && s.a[0].addr % 128 == TALLY_CTRL)
			buses_idle(WORDS + 16); /* a sweep ends, or the unit drains */
		if (r[0].data != r[1].data || r[0].data != r[2].data || r[0].refused || r[1].refused
			|| r[2].refused) {
			for (unsigned k = 0; k < s.n; k++)
				printf("step %" PRIu64 ": %s 0x%x, data 0x%x, strobes 0x%x\n", n,
					s.a[k].we ? "write" : "read", s.a[k].addr, s.a[k].data,
					s.a[k].sel);
			for (unsigned k = 0; k < 3; k++)
				printf("  %s: 0x%08x%s\n",
					(const char *[]){ "wb  ", "apb ", "axil" }[k], r[k].data,
					r[k].refused ? " error" : "");
			return 1;
		}
		const struct access *get = &s.a[s.n - 1];
		counted += !get->we && get->addr % 128 == TALLY_TICKS && get->addr < WINDOW
			&& r[0].data;
		words += !get->we && get->addr >= WINDOW && r[0].data;
	}
	buses_close();
	printf("%" PRIu64 " steps, %" PRIu64
	       " clocks: three buses answer alike; TICKS not 0 %" PRIu64 " times, words %" PRIu64
	       "\n",
		steps, clocks, counted, words);
	printf("AXI4-Lite: address first %" PRIu64 ", data first %" PRIu64 ", together %" PRIu64
	       ", with a read %" PRIu64 "; B held %" PRIu64 ", R held %" PRIu64
	       "; APB wait states %" PRIu64 "\n",
		seen.aw_first, seen.w_first, seen.together, seen.both, seen.b_held, seen.r_held,
		seen.waited);
	if (!counted || !words || !seen.aw_first || !seen.w_first || !seen.both || !seen.b_held
		|| !seen.r_held || !seen.waited) {
		printf("not everything was tried\n");
		return 1;
	}
	return 0;
}
