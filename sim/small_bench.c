/* SPDX-License-Identifier: ISC
 * small_bench.c - see small_bench.h. Verilator orders arguments by width.
 */
#include "small_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

void *small_protectlib_create(const char *);
void small_protectlib_final(void *);
#ifdef MUTANTS			/* an input more: which mutant */
#define MUTSEL(word) &(const struct vec){ word, 0 },
#define MUTSEL_T const struct vec *mutsel,
#else
#define MUTSEL(word)
#define MUTSEL_T
#endif
long long small_protectlib_combo_update(void *, bit rst, bit run, bit valid, const struct vec *priv, bit sleep, bit cyc,
	bit stb, bit we, const struct vec *sel, bit *ack, bit *err, bit *irq, const struct vec *adr, MUTSEL_T const struct vec *pc,
	const struct vec *dat_i, struct vec *dat_o);
long long small_protectlib_seq_update(void *, bit clk, bit *ack, bit *err, bit *irq, struct vec *dat_o);

void small_open(struct small_bench *b)
{
	uint64_t rng = b->rng;
	const char *mutant = getenv("MUTANT");

	memset(b, 0, sizeof *b);
	b->rng = rng;
	b->mutant = mutant ? (uint32_t)strtoul(mutant, NULL, 10) : 0;
	b->rtl = small_protectlib_create("small");
	small_init(&b->model);
	b->in = (struct model_in){ .run = true, .sel = 0xf };
}

void small_close(struct small_bench *b)
{
	small_protectlib_final(b->rtl);
}

uint32_t small_random(struct small_bench *b, uint32_t below)
{
	b->rng = b->rng * 6364136223846793005u + 1442695040888963407u;
	uint32_t r = (uint32_t)(b->rng >> 32);
	return below ? (uint32_t)((uint64_t)r * below >> 32) : r;
}

static bool law(const struct small_model *m)
{
	const uint32_t *c = &m->is.reg[TALLY_TICKS / 4];

	return c[0] == c[1] + c[2] + c[3] + c[4] + c[5] + c[6] && c[7] + c[8] + c[9] == c[0] - c[6];
}

bool small_clock(struct small_bench *b)
{
	struct model_in *in = &b->in;
	bit ack, err, irq;
	struct vec dat;

	if (b->core)
		b->core(b);
	const struct vec priv = { in->tap_priv, 0 }, sel = { in->sel, 0 }, adr = { in->adr & 0x1fff, 0 }, pc = { in->tap_pc, 0 },
		dat_i = { in->dat, 0 };
	small_protectlib_combo_update(b->rtl, in->rst, in->run, in->tap_valid, &priv, in->tap_sleep, in->cyc, in->stb, in->we,
		&sel, &ack, &err, &irq, &adr, MUTSEL(b->mutant) &pc, &dat_i, &dat);
	small_protectlib_seq_update(b->rtl, 1, &ack, &err, &irq, &dat);
	small_protectlib_seq_update(b->rtl, 0, &ack, &err, &irq, &dat);
	small_step(&b->model, in);
	b->dat = dat.value;
	if (ack != b->model.ack || err || irq) {
		fprintf(stderr, "cycle %" PRIu64 " segment %u: ack %d, not %d\n", b->model.now, b->model.segment, ack, b->model.ack);
		b->wrong = true;
	} else if (ack && !in->we && !small_may_read(&b->model, in->adr, dat.value)) {
		uint32_t a = in->adr & 0x1ffc;

		fprintf(stderr, "cycle %" PRIu64 " segment %u: 0x%04x reads 0x%08x, not 0x%08x\n", b->model.now, b->model.segment, a,
			dat.value, a < 512 ? b->model.is.reg[a / 4]
			: (uint32_t)(b->model.is.bin[a / 2 % 1024 | 1] << 16 | b->model.is.bin[a / 2 % 1024 & ~1u]));
		b->wrong = true;
	} else if (b->model.now % 256 == 120 && !law(&b->model)) {
		fprintf(stderr, "cycle %" PRIu64 ": the law does not hold\n", b->model.now);
		b->wrong = true;
	}
	return !b->wrong;
}

/* Clocks an access may take from here on. */
static unsigned bound(const struct small_model *m, const struct model_in *in)
{
	uint32_t a = in->adr & 0x1ffc;

	if (m->posted || m->cm || m->ap || m->rk || m->half || in->rst)
		return SMALL_BOUND;
	if (in->we && in->sel == 0xf && (a == TALLY_CTRL || a == TALLY_STICKY || a == TALLY_ERRORS))
		return SMALL_BOUND_ACT;
	return in->we ? SMALL_BOUND_WRITE : SMALL_BOUND_READ;
}

bool small_access(struct small_bench *b, uint32_t adr, bool we, uint32_t dat)
{
	unsigned limit;

	b->in.cyc = b->in.stb = true;
	b->in.we = we;
	b->in.adr = adr;
	b->in.dat = dat;
	limit = bound(&b->model, &b->in);
	for (unsigned n = 1; n <= limit; n++) {
		if (!small_clock(b))
			return false;
		if (b->in.rst)
			limit = SMALL_BOUND;
		if (!b->model.ack)
			continue;
		uint32_t word = b->dat;
		b->reads++;
		if (n > b->longest[limit == SMALL_BOUND ? 3 : limit == SMALL_BOUND_ACT ? 2 : we])
			b->longest[limit == SMALL_BOUND ? 3 : limit == SMALL_BOUND_ACT ? 2 : we] = n;
		small_clock(b);		/* the master sees ack in this one */
		b->in.cyc = b->in.stb = false;
		small_clock(b);
		b->dat = word;
		return !b->wrong;
	}
	fprintf(stderr, "cycle %" PRIu64 ": no answer at 0x%04x\n", b->model.now, adr);
	b->wrong = true;
	return false;
}
