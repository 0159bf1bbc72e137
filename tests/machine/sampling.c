/* SPDX-License-Identifier: ISC
 * sampling.c - sampling is as accurate as chance allows.
 *
 * usage: sampling CORE ELF PERIOD JITTER [CYCLES]
 *   Total-variation error per instruction against the exact histogram of the same run,
 *   at most 1.15 times the expectation of a multinomial sample of the same size.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct oracle {
	uint32_t low, n;
	uint64_t *bins, waiting, seen;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct oracle *o = ctx;

	(void)cycle;
	o->waiting++;
	if (!c->retire)
		return;
	uint32_t slot = (c->pc - o->low) / 2;
	if (c->pc >= o->low && slot < o->n) {
		o->bins[slot] += o->waiting;
		o->seen += o->waiting;
	}
	o->waiting = 0;
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

int main(int argc, char **argv)
{
	if (argc < 5)
		rig_die("usage: sampling CORE ELF PERIOD JITTER [CYCLES]");
	return accuracy(argv[1], argv[2], (uint32_t)atoi(argv[3]), (uint8_t)atoi(argv[4]),
		argc > 5 ? strtoull(argv[5], NULL, 0) : UINT64_MAX);
}
