/* SPDX-License-Identifier: ISC
 * buses_ports.c - the three bus masters of tests/unit/buses.c, each with its own delays and skews.
 *
 * A port's drive() sets its bus signals for a cycle; its answer() reads the answer in that cycle.
 */
#include <string.h>

#include "buses.h"

enum { SLOWEST = 400 /* cycles a step may take */ };

/* The other words of buses_top.v's vectors; Verilator's are pairs (value, unknown). */
enum { OUT, WB_DATO, PRDATA, RDATA, OUTS };
enum {
	BIT_ACK,
	BIT_PREADY,
	BIT_PSLVERR,
	BIT_AWREADY,
	BIT_WREADY,
	BIT_BVALID,
	BIT_ARREADY,
	BIT_RVALID,
	BIT_BRESP,
	BIT_RRESP = 10
};
struct vec {
	uint32_t value, unknown;
};

void *buses_protectlib_create(const char *);
void buses_protectlib_final(void *);
long long buses_protectlib_combo_update(void *, const struct vec *in, struct vec *out);
long long buses_protectlib_seq_update(void *, unsigned char clk, struct vec *out);

static void *units;
static uint32_t out[OUTS];
uint32_t in[INS];
uint64_t rng, clocks;
struct seen seen;

uint32_t below(uint32_t n)
{
	uint64_t z = rng += 0x9e3779b97f4a7c15u; /* splitmix64 */

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (uint32_t)(((z ^ (z >> 31)) >> 32) * n >> 32);
}

uint32_t any(void)
{
	return below(0x10000) << 16 | below(0x10000);
}

/* in[] takes effect; out[] is what the buses see in this cycle; edge() ends it. */
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

/* One bus at work on a step: next access, cycles until it moves, its own state. */
struct port {
	unsigned at, wait, phase;
	bool done, aw, w, b, ar, r;
	struct result result;
};

static unsigned delay(void)
{
	return below(3) ? 0 : below(6);
}

static void next(struct port *p, const struct step *s)
{
	p->phase = 0;
	p->wait = delay();
	p->done = ++p->at == s->n;
}

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
	} else if (is(BIT_ACK)) {
		if (!s->a[p->at].we)
			p->result.data = out[WB_DATO];
		next(p, s);
	}
}

static void apb_drive(struct port *p, const struct step *s)
{
	const struct access *a = &s->a[p->at];
	bool asks = !p->done && !p->wait;

	in[APB] = asks ? 1u | p->phase << 1 | (uint32_t)a->we << 2 | (a->we ? a->sel << 4 : 0)
		       : below(2) << 1;
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
	} else if (is(BIT_PREADY)) {
		if (!s->a[p->at].we)
			p->result.data = out[PRDATA];
		p->result.refused |= is(BIT_PSLVERR);
		next(p, s);
	} else {
		seen.waited++;
	}
}

/* wait: cycles until the first half of a write; skew: until the second. Both accesses of a step at
 * once. */
struct axil {
	struct port p;
	unsigned aw_in, w_in, ar_in, b_in, r_in;
};

static void axil_begin(struct axil *x, const struct step *s)
{
	memset(x, 0, sizeof *x);
	x->aw_in = delay(), x->w_in = delay(), x->ar_in = delay(), x->b_in = delay(),
	x->r_in = delay();
	for (unsigned n = 0; n < s->n; n++)
		*(s->a[n].we ? &x->p.b : &x->p.r) = true; /* an answer is due */
	x->p.aw = x->p.w = x->p.b, x->p.ar = x->p.r;
	if (x->p.aw)
		(*(x->aw_in < x->w_in                ? &seen.aw_first
				: x->aw_in > x->w_in ? &seen.w_first
						     : &seen.together))++;
	seen.both += x->p.b && x->p.r;
}

static void axil_drive(const struct axil *x, const struct step *s)
{
	bool aw = x->p.aw && !x->aw_in, w = x->p.w && !x->w_in, ar = x->p.ar && !x->ar_in;
	const struct access *put = &s->a[s->a[0].we ? 0 : 1], *get = &s->a[s->a[0].we ? 1 : 0];

	in[AXIL] = (uint32_t)aw | (uint32_t)w << 1 | (uint32_t)!x->b_in << 2 | (uint32_t)ar << 3
		| (uint32_t)!x->r_in << 8;
	in[AXIL] |= (w ? put->sel : below(16)) << 4;
	in[WDATA] = w ? put->data : any();
	in[ADDR] = (aw ? put->addr : below(0x200)) | (ar ? get->addr : below(0x200)) << 16;
}

static void axil_answer(struct axil *x)
{
	bool aw = x->p.aw && !x->aw_in, w = x->p.w && !x->w_in, ar = x->p.ar && !x->ar_in;

	x->aw_in -= x->aw_in > 0, x->w_in -= x->w_in > 0, x->ar_in -= x->ar_in > 0;
	x->p.aw &= !(aw && is(BIT_AWREADY)), x->p.w &= !(w && is(BIT_WREADY)),
		x->p.ar &= !(ar && is(BIT_ARREADY));
	if (is(BIT_BVALID)) {
		seen.b_held += x->b_in > 0;
		if (!x->b_in && (!x->p.b || x->p.aw || x->p.w))
			x->p.result.refused = true; /* an answer without a request */
		if (!x->b_in) {
			x->p.b = false;
			x->p.result.refused |= bits(BIT_BRESP, 3) != 0;
		} else {
			x->b_in--;
		}
	}
	if (is(BIT_RVALID)) {
		seen.r_held += x->r_in > 0;
		if (!x->r_in && (!x->p.r || x->p.ar))
			x->p.result.refused = true;
		if (!x->r_in) {
			x->p.r = false;
			x->p.result.data = out[RDATA];
			x->p.result.refused |= bits(BIT_RRESP, 3) != 0;
		} else {
			x->r_in--;
		}
	}
	x->p.done = !x->p.b && !x->p.r;
}

bool buses_run(const struct step *s, struct result r[3])
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

void buses_idle(unsigned n)
{
	in[WB] = in[APB] = in[AXIL] = 0;
	for (; n; n--) {
		settle();
		edge();
	}
}

void buses_open(void)
{
	units = buses_protectlib_create("buses");
	in[TAP] = 1;
	buses_idle(3);
	in[TAP] = 0;
}

void buses_close(void)
{
	buses_protectlib_final(units);
}
