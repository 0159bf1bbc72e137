/* SPDX-License-Identifier: ISC
 * buses.c - the same unit behind each slave adapter answers the same.
 *
 * A random program of register and bin accesses, and of stretches in which the core
 * runs, goes to three units at one tap (sim/buses_top.v). Each bus takes its accesses with
 * delays and skews of its own; the units are compared after each step, while the core
 * stands still, so that no answer depends on when it was asked for.
 *
 * usage: buses [steps [seed]]
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"

enum { BIN_BYTES = 256, WINDOW = 0x1000, SLOWEST = 400 /* clocks an access may take */ };

/* Words of buses_top.v's vectors; Verilator's are pairs (value, unknown). */
enum { TAP, PC, WB, WB_ADR, WB_DAT, APB, PADDR, PWDATA, AXIL, WDATA, ADDR, INS };
enum { OUT, WB_DATO, PRDATA, RDATA, OUTS };
struct vec { uint32_t value, unknown; };

void *buses_protectlib_create(const char *);
void buses_protectlib_final(void *);
long long buses_protectlib_combo_update(void *, const struct vec *in, struct vec *out);
long long buses_protectlib_seq_update(void *, unsigned char clk, struct vec *out);

static void *units;
static uint32_t in[INS], out[OUTS];
static uint64_t rng, clocks;

static uint32_t below(uint32_t n)
{
	uint64_t z = rng += 0x9e3779b97f4a7c15u;	/* splitmix64 */

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (uint32_t)(((z ^ (z >> 31)) >> 32) * n >> 32);
}

static uint32_t any(void)
{
	return below(0x10000) << 16 | below(0x10000);
}

/* in[] takes effect, out[] is what the buses see in this clock; edge() ends it. */
static void settle(void)
{
	struct vec i[INS] = { 0 }, o[OUTS];

	for (unsigned n = 0; n < INS; n++)
		i[n].value = in[n];
	buses_protectlib_combo_update(units, i, o);
	for (unsigned n = 0; n < OUTS; n++)
		out[n] = o[n].value;
}

static void edge(void)
{
	struct vec o[OUTS];

	buses_protectlib_seq_update(units, 1, o);
	buses_protectlib_seq_update(units, 0, o);
	clocks++;
}

static bool is(unsigned bit)
{
	return out[OUT] >> bit & 1;
}

static unsigned bits(unsigned lsb, unsigned mask)
{
	return out[OUT] >> lsb & mask;
}

struct access { uint32_t addr, data; unsigned sel; bool we; };

/* One step of the program: one access, or a write and a read of which neither minds the other. */
struct step { struct access a[2]; unsigned n; };

/* What a bus made of a step: the reads' data; refused: it gave an error. */
struct result { uint32_t data; bool refused; };

/* One bus at work on a step: next access, clocks until it moves, state of its own. */
struct port { unsigned at, wait, phase; bool done, aw, w, b, ar, r; struct result result; };

static unsigned delay(void)
{
	return below(3) ? 0 : below(6);
}

static struct { uint64_t w_first, aw_first, together, b_held, r_held, both, waited; } seen;

static void next(struct port *p, const struct step *s)
{
	p->phase = 0;
	p->wait = delay();
	p->done = ++p->at == s->n;
}

/* Each bus's master: before the clock, what it drives; after settle(), what it makes of the answer. */
static void wb_drive(struct port *p, const struct step *s)
{
	const struct access *a = &s->a[p->at];
	bool asks = !p->done && !p->wait;

	in[WB] = asks ? 3u | (uint32_t)a->we << 2 | a->sel << 4 : below(2);
	in[WB_ADR] = asks ? a->addr : any();
	in[WB_DAT] = asks && a->we ? a->data : any();
}

static void wb_answer(struct port *p, const struct step *s)
{
	if (p->done)
		return;
	if (p->wait) {
		p->wait--;
	} else if (is(0) || is(1)) {
		if (!s->a[p->at].we)
			p->result.data = out[WB_DATO];
		p->result.refused |= is(1);
		next(p, s);
	}
}

static void apb_drive(struct port *p, const struct step *s)
{
	const struct access *a = &s->a[p->at];
	bool asks = !p->done && !p->wait;

	in[APB] = asks ? 1u | p->phase << 1 | (uint32_t)a->we << 2 | (a->we ? a->sel << 4 : 0) : below(2) << 1;
	in[PADDR] = asks ? a->addr : any();
	in[PWDATA] = !asks ? any() : a->we ? a->data : 0;
}

static void apb_answer(struct port *p, const struct step *s)
{
	if (p->done)
		return;
	if (p->wait) {
		p->wait--;
	} else if (p->phase == 0) {
		p->phase = 1;
	} else if (is(3)) {
		if (!s->a[p->at].we)
			p->result.data = out[PRDATA];
		p->result.refused |= is(4);
		next(p, s);
	} else {
		seen.waited++;
	}
}

/* wait: clocks until the first half of a write; skew: until the second. Both accesses of a step at once. */
struct axil { struct port p; unsigned aw_in, w_in, ar_in, b_in, r_in; };

static void axil_begin(struct axil *x, const struct step *s)
{
	memset(x, 0, sizeof *x);
	x->aw_in = delay(), x->w_in = delay(), x->ar_in = delay(), x->b_in = delay(), x->r_in = delay();
	for (unsigned n = 0; n < s->n; n++)
		*(s->a[n].we ? &x->p.b : &x->p.r) = true;		/* an answer is due */
	x->p.aw = x->p.w = x->p.b, x->p.ar = x->p.r;
	if (x->p.aw)
		(*(x->aw_in < x->w_in ? &seen.aw_first : x->aw_in > x->w_in ? &seen.w_first : &seen.together))++;
	seen.both += x->p.b && x->p.r;
}

static void axil_drive(const struct axil *x, const struct step *s)
{
	bool aw = x->p.aw && !x->aw_in, w = x->p.w && !x->w_in, ar = x->p.ar && !x->ar_in;
	const struct access *put = &s->a[s->a[0].we ? 0 : 1], *get = &s->a[s->a[0].we ? 1 : 0];

	in[AXIL] = (uint32_t)aw | (uint32_t)w << 1 | (uint32_t)!x->b_in << 2 | (uint32_t)ar << 3 | (uint32_t)!x->r_in << 8;
	in[AXIL] |= (w ? put->sel : below(16)) << 4;
	in[WDATA] = w ? put->data : any();
	in[ADDR] = (aw ? put->addr : below(0x2000)) | (ar ? get->addr : below(0x2000)) << 16;
}

static void axil_answer(struct axil *x)
{
	bool aw = x->p.aw && !x->aw_in, w = x->p.w && !x->w_in, ar = x->p.ar && !x->ar_in;

	x->aw_in -= x->aw_in > 0, x->w_in -= x->w_in > 0, x->ar_in -= x->ar_in > 0;
	x->p.aw &= !(aw && is(6)), x->p.w &= !(w && is(7)), x->p.ar &= !(ar && is(11));
	if (is(8)) {
		seen.b_held += x->b_in > 0;
		if (!x->b_in && (!x->p.b || x->p.aw || x->p.w))
			x->p.result.refused = true;		/* an answer to nothing */
		if (!x->b_in) {
			x->p.b = false;
			x->p.result.refused |= bits(9, 3) != 0;
		} else {
			x->b_in--;
		}
	}
	if (is(12)) {
		seen.r_held += x->r_in > 0;
		if (!x->r_in && (!x->p.r || x->p.ar))
			x->p.result.refused = true;
		if (!x->r_in) {
			x->p.r = false;
			x->p.result.data = out[RDATA];
			x->p.result.refused |= bits(13, 3) != 0;
		} else {
			x->r_in--;
		}
	}
	x->p.done = !x->p.b && !x->p.r;
}

/* All three through one step; false: one did not come back. */
static bool run(const struct step *s, struct result r[3])
{
	struct port wb = { .wait = delay() }, apb = { .wait = delay() };
	struct axil axil;

	axil_begin(&axil, s);
	for (unsigned n = 0; n < SLOWEST && !(wb.done && apb.done && axil.p.done); n++) {
		wb_drive(&wb, s);
		apb_drive(&apb, s);
		axil_drive(&axil, s);
		settle();
		wb_answer(&wb, s);
		apb_answer(&apb, s);
		axil_answer(&axil);
		edge();
	}
	in[WB] = in[APB] = in[AXIL] = 0;
	r[0] = wb.result, r[1] = apb.result, r[2] = axil.p.result;
	return wb.done && apb.done && axil.p.done;
}

static void idle(unsigned n)
{
	in[WB] = in[APB] = in[AXIL] = 0;
	for (; n; n--) {
		settle();
		edge();
	}
}

/* The core runs for n clocks, then what is in flight lands. */
static void core(unsigned n)
{
	for (; n; n--) {
		in[TAP] = 2u | below(2) << 2 | (below(8) == 0) << 3 | below(4) << 4;
		in[PC] = 0x80000000u + below(0x100) * 2;
		idle(1);
	}
	in[TAP] = 0;
	idle(24);
}

static uint32_t reg(void)
{
	return below(8) ? TALLY_CTRL + below(40) * 4 : below(3) ? below(12) * 4 : below(0x400) * 4;
}

/* A write that makes sense more often than not: a configuration that runs. */
static struct access write(void)
{
	static const uint32_t commands[] = { TALLY_CTRL_START_MASK, TALLY_CTRL_STOP_MASK, TALLY_CTRL_COMMIT_MASK,
		TALLY_CTRL_COMMIT_MASK, TALLY_CTRL_CLEAR_MASK, TALLY_CTRL_RESET_MASK, 3, 0 };
	struct access a = { .we = true, .sel = below(12) ? 15 : below(16), .data = any() };

	switch (below(16)) {
	case 0: a.addr = TALLY_PERIOD, a.data = 1 + below(8); break;
	case 1: a.addr = TALLY_OFFSET, a.data = 0x80000000u + below(32) * 2; break;
	case 2: a.addr = TALLY_SCALE, a.data = below(0x10001); break;
	case 3: a.addr = TALLY_BASE, a.data = below(8) * 4; break;
	case 4: a.addr = TALLY_SIZE, a.data = below(BIN_BYTES - 32); break;
	case 5: a.addr = TALLY_MAPPING, a.data = any() & below(16); break;
	case 6: a.addr = TALLY_SAMPLER, a.data = below(4); break;
	case 7: a.addr = below(2) ? TALLY_IRQ_ENABLE : TALLY_STICKY; break;
	case 8: a.addr = TALLY_ERRORS; break;
	case 9: a.addr = reg(); break;
	case 10: case 11: a.addr = WINDOW + below(BIN_BYTES / 4) * 4 + below(4); break;
	default: a.addr = TALLY_CTRL, a.data = commands[below(sizeof commands / sizeof *commands)]; break;
	}
	return a;
}

static struct access read(void)
{
	return (struct access){ .sel = below(16), .data = any(),
		.addr = below(3) == 0 ? WINDOW + below(WINDOW / 4) * 4 : reg() };
}

static struct step any_step(void)
{
	struct step s = { .n = 1, .a[0] = below(2) ? write() : read() };

	if (s.a[0].we && s.a[0].addr >= TALLY_PERIOD && s.a[0].addr <= TALLY_LIMIT) {
		s.n = 1 + below(2);
		s.a[1] = read();
		if (s.a[1].addr / 4 == s.a[0].addr / 4 || s.a[1].addr / 4 == TALLY_ERRORS / 4)
			s.n = 1;		/* they would mind */
	}
	return s;
}

int main(int argc, char **argv)
{
	uint64_t steps = argc > 1 ? strtoull(argv[1], NULL, 0) : 200000, counted = 0, bins = 0, irqs = 0;

	rng = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	units = buses_protectlib_create("buses");
	in[TAP] = 1;
	idle(3);
	in[TAP] = 0;
	for (uint64_t n = 0; n < steps; n++) {
		struct step s = any_step();
		struct result r[3];

		if (below(16) == 0)
			core(1 + below(60));
		if (!run(&s, r)) {
			printf("step %" PRIu64 ": a bus gives no answer to %s 0x%x\n", n, s.a[0].we ? "write" : "read", s.a[0].addr);
			return 1;
		}
		if (s.a[0].we && s.a[0].addr / 4 == TALLY_CTRL / 4)
			idle(BIN_BYTES / 4 + 8);		/* a sweep ends */
		settle();
		if (memcmp(&r[0].data, &r[1].data, 4) || memcmp(&r[0].data, &r[2].data, 4) ||
		    r[0].refused || r[1].refused || r[2].refused || is(2) != is(5) || is(2) != is(15)) {
			for (unsigned k = 0; k < s.n; k++)
				printf("step %" PRIu64 ": %s 0x%x, data 0x%x, strobes 0x%x\n", n, s.a[k].we ? "write" : "read",
				       s.a[k].addr, s.a[k].data, s.a[k].sel);
			for (unsigned k = 0; k < 3; k++)
				printf("  %s: 0x%08x%s, irq %d\n", (const char *[]){ "wb  ", "apb ", "axil" }[k], r[k].data,
				       r[k].refused ? " error" : "", is((const unsigned[]){ 2, 5, 15 }[k]));
			return 1;
		}
		const struct access *get = &s.a[s.n - 1];
		counted += !get->we && get->addr / 4 == TALLY_HITS / 4 && r[0].data;
		bins += !get->we && get->addr >= WINDOW && r[0].data;
		irqs += is(2);
	}
	buses_protectlib_final(units);
	printf("%" PRIu64 " steps, %" PRIu64 " clocks: three buses answer alike; HITS not 0 %" PRIu64 " times, bins %" PRIu64
	       ", irq %" PRIu64 "\n", steps, clocks, counted, bins, irqs);
	printf("AXI4-Lite: address first %" PRIu64 ", data first %" PRIu64 ", together %" PRIu64 ", with a read %" PRIu64
	       "; B held %" PRIu64 ", R held %" PRIu64 "; APB wait states %" PRIu64 "\n", seen.aw_first, seen.w_first,
	       seen.together, seen.both, seen.b_held, seen.r_held, seen.waited);
	if (!counted || !bins || !irqs || !seen.aw_first || !seen.w_first || !seen.both || !seen.b_held || !seen.r_held ||
	    !seen.waited) {
		printf("not everything was tried\n");
		return 1;
	}
	return 0;
}
