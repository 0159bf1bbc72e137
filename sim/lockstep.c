/* SPDX-License-Identifier: ISC
 * lockstep.c - the RTL against the reference model: the same stimulus into
 * both, every output and every register compared after every clock edge, the
 * whole bin memory when the unit has drained.
 */
#include "lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus.h"

struct bench {
	const struct run *run;
	void *handle;
	struct model model;
	struct stimulus stimulus;
	struct history history;
	struct guard guard;
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

void wires_set(struct wires *w, const struct model_in *in, unsigned mutant)
{
	w->in[0] = in->rst | in->run << 1 | in->tap_valid << 2 | in->tap_sleep << 3 | in->event << 4 | in->ext << 5 |
		   in->cyc << 6 | in->stb << 7 | in->we << 8 | in->sys_done << 9 | in->sys_err << 10 | in->sys_stolen << 11 |
		   (in->tap_priv & 3u) << 12 | (in->sel & 0xfu) << 14;
	w->in[1] = in->tap_pc;
	w->in[2] = in->tap_tag;
	w->in[3] = in->adr;
	w->in[4] = in->dat;
	w->in[5] = in->sys_data;
	w->in[6] = mutant;
}

/* Of the bus that the unit masters only what means something. */
struct model_out wires_get(const struct wires *w)
{
	struct model_out o = {
		.ack = w->out[0] & 1, .err = w->out[0] >> 1 & 1, .irq = w->out[0] >> 2 & 1, .dat = w->out[1],
		.sys_req = w->out[0] >> 3 & 1, .sys_lock = w->out[0] >> 4 & 1,
	};

	if (!o.sys_req)
		return o;
	o.sys_we = w->out[0] >> 5 & 1;
	o.sys_sel = w->out[0] >> 6 & 0xf;
	o.sys_addr = w->out[2];
	o.sys_data = w->out[3];
	return o;
}

/* The bytes of sys_data that are written. */
static uint32_t written(const struct model_out *o)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < 4; i++)
		if (o->sys_req && o->sys_we && o->sys_sel >> i & 1)
			mask |= 0xffu << 8 * i;
	return o->sys_data & mask;
}

static int compare_outputs(const struct bench *b, uint64_t cycle, const struct model_out *got)
{
	const struct model_out *want = &b->model.out;
	const struct { const char *name; uint32_t want, got; } port[] = {
		{ "wb_ack_o", want->ack, got->ack },
		{ "wb_err_o", want->err, got->err },
		{ "irq_o", want->irq, got->irq },
		{ "wb_dat_o", want->dat, got->dat },
		{ "sys_req_o", want->sys_req, got->sys_req },
		{ "sys_lock_o", want->sys_lock, got->sys_lock },
		{ "sys_we_o", want->sys_we, got->sys_we },
		{ "sys_sel_o", want->sys_sel, got->sys_sel },
		{ "sys_addr_o", want->sys_addr, got->sys_addr },
		{ "sys_data_o", written(want), written(got) },
	};

	for (unsigned i = 0; i < sizeof port / sizeof *port; i++)
		if (port[i].want != port[i].got)
			return differ(b, cycle, port[i].name, port[i].want, port[i].got);
	return 0;
}

static int compare_state(const struct bench *b, uint64_t cycle, const uint32_t *got)
{
	const struct rtl *rtl = b->run->rtl;
	uint32_t want[STATE_MOST], masked[STATE_MOST];

	rtl->pack(&b->model, want);
	if (rtl->mask) {
		for (unsigned i = 0; i < rtl->words; i++) {
			want[i] &= rtl->mask[i];
			masked[i] = got[i] & rtl->mask[i];
		}
		got = masked;
	}
	if (memcmp(want, got, rtl->words * sizeof *want) == 0)
		return 0;
	for (const struct state_field *f = rtl->fields; f->name; f++) {
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
	struct wires w;

	b->in = (struct model_in){ .rst = rst, .cyc = reads, .stb = reads, .sel = 0xf, .adr = adr };
	return bench_cycle(b, &w);
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

int bench_memory(const struct bench *b)
{
	uint32_t words = 1u << b->model.p.bins_log2;

	for (uint32_t i = 0; i < words; i++) {
		uint32_t got = b->run->rtl->peek(b->handle, i);
		char name[32];

		if (got != b->model.bins[i]) {
			snprintf(name, sizeof name, "bin memory word %u", i);
			return differ(b, b->cycle - 1, name, b->model.bins[i], got);
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
	guard_open(&b->guard, &r->rtl->params);
	stimulus_init(&b->stimulus, r->seed, &b->model);
	return b;
}

void bench_attach(struct bench *b)
{
	b->handle = b->run->rtl->open();
}

void *bench_handle(const struct bench *b)
{
	return b->handle;
}

struct stimulus *bench_stimulus(struct bench *b)
{
	return &b->stimulus;
}

const struct model *bench_model(const struct bench *b)
{
	return &b->model;
}

void bench_close(struct bench *b)
{
	if (b->handle)
		b->run->rtl->close(b->handle);
	free(b->model.bins);
	free(b);
}

const struct model_in *bench_inputs(struct bench *b)
{
	stimulus_next(&b->stimulus, &b->in);
	return &b->in;
}

int bench_edge(struct bench *b, const struct wires *w)
{
	const char *wrong = guard_look(&b->guard, &b->model, &b->in);
	const struct model_out out = wires_get(w);
	uint64_t cycle = b->cycle++;
	int rc;

	model_step(&b->model, &b->in);
	guard_edge(&b->guard, &b->model, &b->in);
	history_note(&b->history, cycle, &b->in, &out);
	if (cycle >= b->run->from)
		report_cycle(cycle, &b->in, &b->model);
	if (wrong)
		return differ(b, cycle, wrong, 0, 1);
	rc = compare_outputs(b, cycle, &out);
	if (rc == 0)
		rc = compare_state(b, cycle, w->state);
	return rc;
}

int bench_cycle(struct bench *b, struct wires *w)
{
	wires_set(w, &b->in, b->run->mutant);
	b->run->rtl->step(b->handle, w);
	return bench_edge(b, w);
}

/* 0, or 1 at the first difference. */
static int loop(struct bench *b)
{
	const struct rtl *rtl = b->run->rtl;
	struct wires w;

	while (b->cycle < b->run->cycles) {
		bench_inputs(b);
		if (bench_cycle(b, &w))
			return 1;
		if (rtl->peek && b->model.seen[MODEL_DRAINED] > b->looked) {
			b->looked = b->model.seen[MODEL_DRAINED] + b->look_every - 1;
			if (bench_memory(b))
				return 1;
		}
	}
	return rtl->peek ? bench_memory(b) : read_back(b);
}

int lockstep_run(const struct run *r)
{
	struct bench *b = bench_open(r);
	int rc;

	if (!b)
		return 3;
	bench_attach(b);
	rc = loop(b);
	if (rc == 0 && r->rtl->note)
		printf("lockstep %s: %s\n", r->rtl->name, r->rtl->note);
	if (rc == 0 && !report_coverage(r, &b->model))
		rc = 2;
	bench_close(b);
	return rc;
}
