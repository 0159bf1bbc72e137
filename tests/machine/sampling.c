/* SPDX-License-Identifier: ISC
 * sampling.c - sampling is as accurate as chance allows, and jitter cures resonance.
 *
 * usage: sampling CORE ELF PERIOD JITTER [CYCLES]
 *   Total-variation error per instruction against the exact histogram of the same run,
 *   at most 1.15 times the expectation of a multinomial sample of the same size.
 * usage: sampling --resonance CORE ELF
 *   ELF is tests/machine/resonance.S: a loop in two halves of equal cost. With PERIOD equal
 *   to the loop's length one half gets no sample; with jitter both get some.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct oracle {
	uint32_t low, n;
	uint64_t *bins, waiting, seen;
	/* last passage of the lowest pc, and its distance from the previous one */
	uint64_t loop_at, loop_length;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct oracle *o = ctx;
	o->waiting++;
	if (!c->retire)
		return;
	uint32_t slot = (c->pc - o->low) / 2;
	if (c->pc >= o->low && slot < o->n) {
		o->bins[slot] += o->waiting;
		o->seen += o->waiting;
	}
	o->waiting = 0;
	if (c->pc == o->low) {
		o->loop_length = cycle - o->loop_at;
		o->loop_at = cycle;
	}
}

/* Runs with the given period, with the oracle's record of the same run. */
static void run(struct rig *r, struct oracle *o, const char *core, const char *elf, uint32_t period,
	uint8_t jitter, uint64_t limit)
{
	rig_open(r, core, elf, MACHINE_PLAIN, false);
	struct tally_config config = tally_exact(r->low, r->high);
	config.period = period;
	config.jitter = jitter;
	*o = (struct oracle){ .low = r->low, .n = config.size / 4 };
	o->bins = calloc(o->n + 1, sizeof *o->bins);
	rig_program(r, &config);
	rig_observe(r, record, o);
	rig_run(r, limit);
	rig_read(r, &config);
	if (r->counts.lost)
		rig_die("LOST is %" PRIu64, r->counts.lost);
	if (r->counts.hits == 0)
		rig_die("no sample");
}

/* E|X - np| of a binomial X (de Moivre): 2 v C(n,v) p^v (1-p)^(n-v+1), v = floor(np) + 1. */
static double mean_deviation(double n, double p)
{
	if (p >= 1)
		return 0;
	double v = floor(n * p) + 1;
	return 2 * v
		* exp(lgamma(n + 1) - lgamma(v + 1) - lgamma(n - v + 1) + v * log(p)
			+ (n - v + 1) * log1p(-p));
}

static int accuracy(
	const char *core, const char *elf, uint32_t period, uint8_t jitter, uint64_t limit)
{
	struct rig r;
	struct oracle o;
	run(&r, &o, core, elf, period, jitter, limit);
	double hits = (double)r.counts.hits, error = 0, expected = 0;
	for (uint32_t i = 0; i < o.n; i++) {
		double p = (double)o.bins[i] / (double)o.seen;
		error += fabs(r.bins[i] / hits - p) / 2;
		if (p > 0)
			expected += mean_deviation(hits, p) / hits / 2;
	}
	printf("%s %s: period %u jitter %u, %" PRIu64
	       " samples, total variation %.4f, multinomial %.4f, ratio %.3f (at most 1.15)\n",
		core, elf, period, jitter, r.counts.hits, error, expected, error / expected);
	rig_close(&r);
	free(o.bins);
	return error <= 1.15 * expected ? 0 : 1;
}

/* Share of the samples in the first half of the loop. */
static double first_half(
	const char *core, const char *elf, uint32_t period, uint8_t jitter, struct oracle *o)
{
	struct rig r;
	uint64_t first = 0;
	run(&r, o, core, elf, period, jitter, 4000000);
	for (uint32_t i = 0; i < r.n / 2; i++)
		first += r.bins[i];
	double share = (double)first / (double)r.counts.hits;
	rig_close(&r);
	free(o->bins);
	return share;
}

static int resonance(const char *core, const char *elf)
{
	struct oracle o;
	double exact = first_half(core, elf, 1, 0, &o);
	uint32_t length = (uint32_t)o.loop_length;
	double plain = first_half(core, elf, length, 0, &o);
	double jittered = first_half(core, elf, length, 8, &o);
	printf("%s: loop of %u cycles, first half %.1f%% exactly; sampled with that period %.1f%%, "
	       "with jitter %.1f%%\n",
		core, length, 100 * exact, 100 * plain, 100 * jittered);
	bool missed = plain < 0.01 || plain > 0.99;
	return exact > 0.4 && exact < 0.6 && missed && fabs(jittered - exact) < 0.05 ? 0 : 1;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--resonance"))
		return resonance(argv[2], argv[3]);
	if (argc < 5)
		rig_die("usage: sampling CORE ELF PERIOD JITTER [CYCLES] | sampling --resonance "
			"CORE ELF");
	return accuracy(argv[1], argv[2], (uint32_t)atoi(argv[3]), (uint8_t)atoi(argv[4]),
		argc > 5 ? strtoull(argv[5], NULL, 0) : UINT64_MAX);
}
