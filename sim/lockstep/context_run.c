/* SPDX-License-Identifier: ISC
 * context_run.c - one seed: RTL and model, cycle by cycle.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "context.h"

enum { WALKS_WITHIN = 5000, RESETS = 50000 };

void bench_wrong(struct bench *b, const char *format, ...)
{
	va_list args;

	if (*b->wrong)
		return;
	va_start(args, format);
	vsnprintf(b->wrong, sizeof(b->wrong), format, args);
	va_end(args);
}

static void print_event(const char *who, const struct context_event *e)
{
	static const char *const kinds[] = { "TIME", "CALL", "RET", "MRET", "TAIL", "TRAP", "?",
		"UNWIND" };

	printf("  %s: %s%s%s code %u weight %u target %#x link %#x\n", who, kinds[e->kind],
		e->trapped ? " trapped" : "", e->hot ? " hot" : "", e->code, e->weight,
		e->target, e->link);
}

static void compare(struct bench *b, const struct context_event *m, const struct context_event *r)
{
	const unsigned word = m->code < C_FILTERED ? 0 : m->code,
		got = r->code < C_FILTERED ? 0 : r->code;
	const bool goes = m->kind != TIME && m->kind != TAIL,
		links = m->kind == CALL || m->kind == TAIL;
	const char *what = NULL;

	if (m->kind != r->kind)
		what = "kind";
	else if (m->weight != r->weight)
		what = "weight";
	else if (m->weight && word != got)
		what = "code";
	else if (m->weight && !word && b->host.sure && m->hot != r->hot)
		what = "hot";
	else if (m->kind != TIME && m->trapped != r->trapped)
		what = "trapped";
	else if (goes && !m->trapped && m->target != r->target)
		what = "target";
	else if (links && m->link != r->link)
		what = "link";
	if (!what)
		return;
	bench_wrong(b, "an event's %s differs", what);
	print_event("expected", m);
	print_event("got", r);
}

static void walk(struct bench *b, const struct context_out *out)
{
	const struct context *c = &b->model;
	const struct host *h = &b->host;

	if (!c->queued) {
		bench_wrong(b, "the walker takes an event that nobody sent");
		return;
	}
	if (out->frozen && c->queue[c->head].weight)
		bench_wrong(b, "ticks are not counted");
	if (out->frozen ? c->running && c->cycle > h->started + WALKS_WITHIN : h->drained)
		bench_wrong(b, "counts: expected %d", out->frozen);
	context_walk(&b->model, out->frozen);
	if (h->sure && (out->current != c->current || out->lumped != c->lumped))
		bench_wrong(b, "the context: expected node %u%s, got %u%s", c->current,
			c->lumped ? " lumped" : "", out->current, out->lumped ? " lumped" : "");
	check_walked(b);
}

static void edge(struct bench *b, const struct context_in *in, const struct context_out *out)
{
	struct context_event e;
	bool joins;

	if (in->rst) {
		context_reset(&b->model);
		b->model.outcome_at = 0;
		b->model.cycle++;
		return;
	}
	if (out->differs)
		bench_wrong(b, "the netlist's answer or interrupt is not the RTL's");
	if (out->running != b->model.running)
		bench_wrong(b, "RUNNING: expected %d", b->model.running);
	joins = context_edge(&b->model, &in->tap, &out->observed, &e);
	if (out->observed.clearing)
		return;
	if (joins != out->joins)
		bench_wrong(b, "an event: expected %d, got %d", joins, out->joins);
	else if (joins)
		compare(b, &e, &out->event);
	if (out->pops)
		walk(b, out);
}

static void print_cycle(const struct bench *b, const struct context_in *in,
	const struct context_out *out)
{
	const struct context_tap *t = &in->tap;

	printf("%" PRIu64 ":%s%s%s", b->model.cycle, in->rst ? " rst" : "",
		t->run ? "" : " halted", t->sleep ? " sleep" : "");
	if (t->valid)
		printf(" %08x %08x priv %u%s", t->pc, t->insn, t->priv,
			t->handler ? " HANDLER" : "");
	if (in->stb)
		printf(" %s %#x %#x", in->we ? "write" : "read", in->adr, in->dat);
	if (out->ack)
		printf(" ACK %#x", out->dat);
	printf("%s%s%s%s waits %u current %u depth %u\n", out->joins ? " JOINS" : "",
		out->pops ? " POPS" : "", out->frozen ? " frozen" : "",
		out->observed.full ? " full" : "", b->model.waits, b->model.current,
		b->model.depth);
	if (out->joins)
		print_event("joins", &out->event);
}

static void cycle(struct bench *b)
{
	struct context_in in = { .rst = b->resets };
	struct context_out out;
	bool dropped;

	b->resets -= b->resets > 0;
	if (!b->finish && !b->core.stall && bench_odds(b, RESETS))
		b->resets = 1 + bench_below(b, 3);
	host_drive(b, &in);
	core_drive(b, &in);
	b->build->settle(b->rtl, &in, &out);
	if (b->model.cycle >= b->from)
		print_cycle(b, &in, &out);
	if (!in.rst)
		host_saw(b, &out);
	host_show(b, &out);
	dropped = b->model.dropped;
	edge(b, &in, &out);
	host_accept(b);
	/* what happens in the cycle in which software clears its bit stays */
	b->host.faulted = !in.rst && (b->host.faulted || dropped);
	b->build->clock(b->rtl);
}

bool bench_run(struct bench *b)
{
	b->random = b->seed * 0x9e3779b97f4a7c15u + 1;
	for (unsigned i = 0; i < 8; i++)
		random_word(&b->random);
	b->hurries = bench_odds(b, 4) ? 2 : 20;
	b->rtl = b->build->open();
	context_open(&b->model, &b->build->params);
	host_open(b);
	core_open(b);
	b->resets = 2;
	while (!*b->wrong && !b->done) {
		b->finish = b->model.cycle >= b->cycles && !b->core.stall;
		cycle(b);
	}
	if (*b->wrong)
		printf("%s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", b->build->name, b->seed,
			b->model.cycle - 1, b->wrong);
	b->build->close(b->rtl);
	return !*b->wrong;
}
