/* SPDX-License-Identifier: ISC
 * lockstep.c - the RTL against the reference model: the same stimulus into
 * both, every output and every register compared after every clock edge, the
 * whole bin memory when the unit has drained.
 */
#include "lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep_state.h"
#include "stimulus.h"

struct bench {
	const struct run *run;
	void *handle;
	struct model model;
	struct stimulus stimulus;
	struct history history;
	struct model_in in;
	uint64_t cycle;
	uint64_t looked;	/* the memory is compared when it has drained more often than this */
	unsigned look_every;	/* drains; a large memory takes long to compare */
};

static int differ(const struct bench *b, uint64_t cycle, const char *signal, uint32_t expected, uint32_t got)
{
	report_difference(b->run, cycle, &b->history, &b->in, signal, expected, got);
	return 1;
}

static int compare_outputs(const struct bench *b, uint64_t cycle, const struct model_out *got)
{
	const struct model_out *want = &b->model.out;

	if (want->ack != got->ack)
		return differ(b, cycle, "wb_ack_o", want->ack, got->ack);
	if (want->err != got->err)
		return differ(b, cycle, "wb_err_o", want->err, got->err);
	if (want->irq != got->irq)
		return differ(b, cycle, "irq_o", want->irq, got->irq);
	if (want->dat != got->dat)
		return differ(b, cycle, "wb_dat_o", want->dat, got->dat);
	return 0;
}

static int compare_state(const struct bench *b, uint64_t cycle, const uint32_t *got)
{
	const uint32_t *left = b->run->rtl->mask;
	uint32_t want[STATE_WORDS], masked[STATE_WORDS];

	state_pack(&b->model, want);
	if (left) {
		for (unsigned i = 0; i < STATE_WORDS; i++) {
			want[i] &= left[i];
			masked[i] = got[i] & left[i];
		}
		got = masked;
	}
	if (memcmp(want, got, sizeof want) == 0)
		return 0;
	for (size_t i = 0; i < sizeof state_fields / sizeof *state_fields; i++) {
		const struct state_field *f = &state_fields[i];
		uint32_t mask = f->bits == 32 ? 0xffffffff : (1u << f->bits) - 1;
		uint32_t w = want[f->word] >> f->lsb & mask, g = got[f->word] >> f->lsb & mask;

		if (w != g)
			return differ(b, cycle, f->name, w, g);
	}
	return differ(b, cycle, "a value wider than its field", 0, 0);
}

/* One cycle of both with the bus's part of in; the core is silent. */
static int quiet_cycle(struct bench *b, bool rst, bool reads, uint32_t adr)
{
	uint32_t state[STATE_WORDS];
	struct model_out out;

	b->in = (struct model_in){ .rst = rst, .cyc = reads, .stb = reads, .sel = 0xf, .adr = adr };
	b->run->rtl->step(b->handle, &b->in, b->run->mutant, &out, state);
	return bench_edge(b, &out, state);
}

/* Reset leaves the memory as it is, so the bus can read all of it. */
static int read_back(struct bench *b)
{
	uint32_t words = 1u << b->model.p.bins_log2, window = model_window(&b->model.p);

	if (quiet_cycle(b, true, false, 0))
		return 1;
	for (uint32_t i = 0; i < words; i++) {
		do {
			if (quiet_cycle(b, false, true, window + 4 * i))
				return 1;
		} while (!b->model.out.ack);
		if (quiet_cycle(b, false, false, 0))
			return 1;
	}
	return 0;
}

static int compare_memory(const struct bench *b, uint64_t cycle)
{
	uint32_t words = 1u << b->model.p.bins_log2;

	for (uint32_t i = 0; i < words; i++) {
		uint32_t got = b->run->rtl->peek(b->handle, i);
		char name[32];

		if (got != b->model.bins[i]) {
			snprintf(name, sizeof name, "bin memory word %u", i);
			return differ(b, cycle, name, b->model.bins[i], got);
		}
	}
	return 0;
}

struct bench *bench_open(const struct run *r)
{
	struct bench *b = calloc(1, sizeof *b);
	uint32_t *bins = calloc((size_t)1 << r->rtl->params.bins_log2, sizeof *bins);

	if (!b || !bins || !model_init(&b->model, &r->rtl->params, bins)) {
		free(bins);
		free(b);
		return NULL;
	}
	b->run = r;
	b->look_every = 1 + (1u << r->rtl->params.bins_log2) / 256;
	stimulus_init(&b->stimulus, r->seed, &b->model);
	return b;
}

void bench_close(struct bench *b)
{
	free(b->model.bins);
	free(b);
}

const struct model_in *bench_inputs(struct bench *b)
{
	stimulus_next(&b->stimulus, &b->in);
	return &b->in;
}

int bench_edge(struct bench *b, const struct model_out *out, const uint32_t *state)
{
	uint64_t cycle = b->cycle++;
	int rc;

	model_step(&b->model, &b->in);
	history_note(&b->history, cycle, &b->in, out);
	if (cycle >= b->run->from)
		report_cycle(cycle, &b->in, &b->model);
	rc = compare_outputs(b, cycle, out);
	if (rc == 0)
		rc = compare_state(b, cycle, state);
	return rc;
}

/* 0, or 1 at the first difference. */
static int loop(struct bench *b)
{
	const struct rtl *rtl = b->run->rtl;

	while (b->cycle < b->run->cycles) {
		uint32_t state[STATE_WORDS];
		struct model_out out;

		rtl->step(b->handle, bench_inputs(b), b->run->mutant, &out, state);
		if (bench_edge(b, &out, state))
			return 1;
		if (rtl->peek && b->model.seen[MODEL_DRAINED] > b->looked) {
			b->looked = b->model.seen[MODEL_DRAINED] + b->look_every - 1;
			if (compare_memory(b, b->cycle - 1))
				return 1;
		}
	}
	return rtl->peek ? compare_memory(b, b->cycle) : read_back(b);
}

int lockstep_run(const struct run *r)
{
	struct bench *b = bench_open(r);
	int rc;

	if (!b)
		return 3;
	b->handle = r->rtl->open();
	rc = loop(b);
	if (rc == 0 && r->rtl->note)
		printf("lockstep %s: %s\n", r->rtl->name, r->rtl->note);
	if (rc == 0 && !report_coverage(r, &b->model))
		rc = 2;
	r->rtl->close(b->handle);
	bench_close(b);
	return rc;
}
