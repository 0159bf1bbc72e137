/* SPDX-License-Identifier: ISC
 * context_host.c - software beside the core: it counts, stops, reads everything, clears, starts.
 */
#include <string.h>

#include "context.h"
#include "sim/model/registers.h"

enum { DRAINS_WITHIN = 400000, ANSWERS_WITHIN = 2000, LANDS_WITHIN = 6 };

static void go(struct bench *b, enum host_step step)
{
	struct host *h = &b->host;

	h->step = step;
	h->index = h->polls = 0;
	h->left = step == RUN ? 10 + bench_below(b, bench_odds(b, 3) ? 2000 : 300)
		: step == BEGIN ? bench_below(b, 20) : 0;
	h->drain_by = b->model.cycle + DRAINS_WITHIN;
}

static void after_rows(struct bench *b)
{
	const struct host *h = &b->host;

	check_law(b);
	b->done = b->finish;
	if (!h->sure || bench_odds(b, 6))
		go(b, CLEAR);
	else
		go(b, bench_odds(b, 3) ? CONFIGURE : bench_odds(b, 3) ? BEGIN : START);
}

static void was_read(struct bench *b, uint32_t dat)
{
	struct host *h = &b->host;
	const uint32_t n = context_nodes(&b->model), outcome = h->index - (2 * n - C_OUTCOMES);

	switch (h->step) {
	case READ_TICKS:
		h->ticks = dat;
		h->sum = 0;
		go(b, READ_PENDING);
		break;
	case READ_PENDING:
		h->pending = dat;
		go(b, READ_WORDS);
		break;
	case READ_WORDS:
		h->sum += h->index < n || outcome < 8 ? dat : 0;
		if (++h->index == 2 * n)
			go(b, READ_ROWS);
		break;
	case READ_ROWS:
		if (++h->index == n)
			after_rows(b);
		break;
	case POLL:
		if (!h->now.we && h->drained)
			go(b, READ_TICKS);
		break;
	case SWEPT:
		if (h->now.adr == 4 * R_STATUS && (dat & ST_DRAINED))
			go(b, bench_odds(b, 2) ? CONFIGURE : START);
		break;
	default:
		break;
	}
}

static void advance(struct bench *b, uint32_t dat)
{
	struct host *h = &b->host;

	switch (h->step) {
	case RUN:
		h->left -= b->core.stall <= 3000;
		if (h->left == 0 || b->finish)
			go(b, STOP);
		break;
	case STOP:
		go(b, POLL);
		break;
	case CLEAR:
		b->clears++;
		go(b, SWEPT);
		break;
	case BEGIN:
		if (h->left-- == 0)
			go(b, START);
		break;
	case CONFIGURE:
		if (++h->index == 6)
			go(b, bench_odds(b, 2) ? BEGIN : START);
		break;
	case START:
		go(b, RUN);
		break;
	default:
		was_read(b, dat);
	}
}

/* ---- the bus ---- */

static void watch(struct bench *b)
{
	const uint32_t word = (b->host.now.adr - host_words(b)) / 4;

	if (b->host.now.we || b->host.now.adr / host_words(b) != 1)
		return;
	b->model.watch = word;
	b->model.mays = 0;
	context_add(&b->model, word, 0);
	b->host.owed = false;
	if (word >= context_outcome(&b->model, 0))
		b->host.low = b->outcomes[b->model.cycle % CONTEXT_SETTLES][word % C_OUTCOMES];
}

static void command(struct bench *b, uint32_t dat)
{
	struct host *h = &b->host;

	if ((dat & 15) == CTRL_START) {
		h->drained = false;
		h->started = b->model.cycle;
	}
	h->sure = h->sure || (dat & CTRL_CLEAR);
	context_write(&b->model, R_CTRL, dat);
}

/* A write acts in its first cycle. */
void host_accept(struct bench *b)
{
	struct host *h = &b->host;
	const unsigned reg = h->now.adr / 4;

	if (!h->first || !h->now.we)
		return;
	if (h->now.adr >= 2 * host_words(b)) {
		if (h->now.sel == 15)
			context_begin(&b->model, h->now.dat);
	} else if (reg == R_STATUS) {
		h->erred = h->erred && !(h->now.dat & ST_ERROR);
		h->faulted = h->faulted && !(h->now.dat & ST_FAULT);
	} else if (reg == R_PERIOD && h->step == RUN) {
		h->erred = true;	/* refused, for the unit runs */
	} else if (reg == R_CTRL) {
		command(b, h->now.dat);
	} else {
		context_write(&b->model, reg, h->now.dat);
	}
}

static void answered(struct bench *b, uint32_t dat)
{
	struct host *h = &b->host;

	h->busy = false;
	h->gap = bench_odds(b, 2) ? 0 : bench_below(b, h->step == RUN ? 60 : 4);
	if (!h->now.we)
		check_read(b, h->now.adr, dat);
	advance(b, dat);
}

void host_saw(struct bench *b, const struct context_out *out)
{
	struct host *h = &b->host;

	if (!h->busy)
		return;
	h->waited++;
	if (out->ack)
		answered(b, out->dat);
	else if (h->now.patience && h->waited >= h->now.patience) {
		h->busy = false;
		h->gap = 1 + bench_below(b, 3);
	} else if (h->waited > ANSWERS_WITHIN)
		bench_wrong(b, "no answer of %#x", h->now.adr);
	if (h->step == POLL && b->model.cycle > h->drain_by)
		bench_wrong(b, "the unit does not drain");
}

/* What the next cycle's read shows of this one. */
void host_show(struct bench *b, const struct context_out *out)
{
	const struct context *c = &b->model;
	const bool landed = !c->outcome_at || c->cycle > c->outcome_at + LANDS_WITHIN;
	struct shown *s = &b->shown;

	*s = (struct shown){ .ticks = c->ticks, .pending = c->waits, .running = c->running,
		.clearing = out->observed.clearing, .fault = b->host.faulted,
		.error = b->host.erred,
		.busy = c->ticking || (c->holds && c->held.weight) || c->spare || !landed };
	s->settled = !s->busy && !c->waits && !c->running && !s->clearing;
	memcpy(b->outcomes[c->cycle % CONTEXT_SETTLES], c->words + context_outcome(c, 0),
		sizeof(b->outcomes[0]));
}

void host_open(struct bench *b)
{
	b->host = (struct host){ .sure = true };
	go(b, POLL);
}

/* In a reset no access begins, and one that is under way has no answer. */
static void drive_reset(struct bench *b, struct context_in *in)
{
	const struct request now = b->host.busy ? b->host.now : ask_row_write(b);

	b->host = (struct host){ 0 };
	go(b, POLL);
	in->cyc = in->stb = bench_odds(b, 2);
	in->we = now.we;
	in->sel = 15;
	in->dat = now.dat;
	in->adr = now.adr;
}

void host_drive(struct bench *b, struct context_in *in)
{
	struct host *h = &b->host;

	h->first = false;
	if (in->rst) {
		drive_reset(b, in);
		return;
	}
	if (!h->busy && h->gap) {
		h->gap--;
		return;
	}
	if (!h->busy) {
		h->now = ask_next(b);
		h->busy = h->first = true;
		h->waited = 0;
		watch(b);
	}
	in->cyc = in->stb = true;
	in->we = h->now.we;
	in->sel = h->now.sel;
	in->adr = h->now.adr;
	in->dat = h->now.dat;
}
