/* SPDX-License-Identifier: ISC
 * run.c - one seed: count amid any traffic, stop, drain, read every word.
 */
#include <inttypes.h>

#include "lockstep.h"
#include "sim/stimulus/stimulus.h"

struct bench {
	const struct run *run;
	void *rtl;
	struct model model;
	struct stimulus stimulus;
	struct trace trace;
};

static void cycle(struct bench *b)
{
	const uint64_t at = b->model.cycle;
	struct inputs in;
	struct outputs out;

	stimulus_drive(&b->stimulus, &in);
	b->run->build->settle(b->rtl, &in, &out);
	if (out.sys.cyc) {
		memory_drive(&b->stimulus, &in, &out.sys);
		b->run->build->settle(b->rtl, &in, &out);
	}
	trace_add(&b->trace, at, &in, &out);
	model_edge(&b->model, &in, &out);
	stimulus_saw(&b->stimulus, &in, &out);
	b->run->build->clock(b->rtl);
	if (at >= b->run->from)
		printf("%" PRIu64
		       ": left %d lfsr %04x ticks %#x pending %u running %d sticky %#x\n",
			at, (int)b->model.left, b->model.lfsr, b->model.ticks, b->model.pending,
			b->model.running, b->model.sticky);
}

/* TICKS = sum of all words + PENDING, from what was read alone; base: what the words held
 * at first. */
static void check_law(struct bench *b)
{
	struct stimulus *s = &b->stimulus;

	s->whole = false;
	if (!b->model.context.known)
		return;
	b->model.seen[SEEN_LAWS]++;
	if (s->ticks != s->sum - b->model.base + s->pending)
		model_wrong(&b->model, "invariant: TICKS %u, counters %u, PENDING %u", s->ticks,
			s->sum - b->model.base, s->pending);
}

static void count(struct bench *b)
{
	/* each word is read; a core stalls until 2^16 ticks wait; a queue of calls runs empty */
	const uint64_t limit = b->run->cycles + (model_calls(&b->model) ? 500000 : 90000)
		+ 16 * model_words(&b->model.p);

	while (!*b->model.wrong && b->stimulus.script.step != DONE) {
		b->stimulus.finish = b->model.cycle >= b->run->cycles && !b->stimulus.core.stalls;
		b->stimulus.clears =
			!b->run->build->full || b->model.cycle >= b->run->cycles / 4 * 3;
		cycle(b);
		if (b->stimulus.whole)
			check_law(b);
		if (b->model.cycle > limit)
			model_wrong(&b->model, "the unit does not drain");
	}
}

bool run_seed(struct run *run)
{
	static struct bench b;

	b = (struct bench){ .run = run, .rtl = run->build->open() };
	model_open(&b.model, &run->build->params);
	for (uint32_t i = 0; run->build->full && i < model_words(&b.model.p); i++)
		b.model.words[i] = i % 8 == 7 ? 0xffffffff - 3 * i : 0x7fffffff - 29 * i;
	stimulus_open(&b.stimulus, &b.model, run->seed);
	count(&b);
	if (*b.model.wrong) {
		printf("%s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", run->build->name, run->seed,
			b.model.cycle - 1, b.model.wrong);
		trace_print(&b.trace, b.model.cycle - 1, stdout);
	}
	for (unsigned i = 0; i < SEEN && !*b.model.wrong; i++)
		run->seen[i] += b.model.seen[i];
	run->build->close(b.rtl);
	model_close(&b.model);
	return !*b.model.wrong;
}
