/* SPDX-License-Identifier: ISC
 * costs_table.c - prints the measurements of tests/kernel/costs.c as Markdown tables.
 */
#include "costs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double percent(double part, double whole) { return whole ? 100 * part / whole : 0; }

/* Samples per second, by the profiler's clock. */
static void print_rate(const struct cost *c, uint32_t clock_hz)
{
	uint32_t rate = c->period ? (clock_hz + c->period / 2) / c->period : 0;
	if (c->period == 1)
		printf("| %s, PERIOD 1 ", c->way);
	else if (c->period)
		printf("| %s, %u Hz ", c->way, rate);
	else
		printf("| nobody ");
	printf("| %u ", c->tick);
}

static void print_period(const struct cost *c)
{
	if (c->period)
		printf("| %u ", c->period);
	else
		printf("| ");
}

/* ---- profil: its cost, user and kernel apart, and what its samples say of both */
static void profil_row(const struct cost *c, const struct cost *base, uint32_t clock_hz)
{
	const double all = (double)base->total, more = (double)c->total - all;
	const double user = (double)c->user - (double)base->user, kernel = (double)c->kernel - (double)base->kernel;
	printf("| %s ", c->work);
	print_rate(c, clock_hz);
	print_period(c);
	printf("| %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " ", c->user, c->kernel, c->idle, c->total);
	printf("| %+.2f %% | %+.2f %% | %+.2f %% | %" PRIu64 " ",
		percent(user, all), percent(kernel, all), percent(more, all), c->stolen);
	if (c->period)
		printf("| %u | %.1f | %.1f %% of %.1f %% | %.1f %% of %.1f %% | %u |\n",
			c->ticks, c->ticks ? more / c->ticks : 0,
			percent(c->hits, c->ticks), percent((double)c->user, (double)c->total),
			percent(c->system, c->ticks), percent((double)c->kernel, (double)c->total), c->lost);
	else
		printf("| | | | | |\n");
}

static void profil_table(const struct cost *c, unsigned n, uint32_t clock_hz)
{
	const struct cost *base = NULL;
	printf("## profil: slowdown, and what is seen\n\n"
		"| program | counted by | timer tick | sample every | user | kernel | idle | all cycles "
		"| slower: user | kernel | all | stolen "
		"| samples | cycles added a sample | user's: seen of true | kernel's: seen of true | lost |\n"
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: "
		"| ---: | ---: | ---: | ---: "
		"| ---: | ---: | ---: | ---: | ---: |\n");
	for (unsigned i = 0; i < n; i++) {
		if (c[i].kind != PROFIL)
			continue;
		if (!base || strcmp(base->work, c[i].work))
			base = &c[i];
		profil_row(&c[i], base, clock_hz);
	}
	printf("\n");
}

/* ---- sprofil: where in the kernel */
/* How far the counters' shares are from those of the cycles, 0 to 1 (total variation). *chance: the distance of as
 * many random samples. */
static double distance(const struct cost *c, uint64_t hits, double *chance)
{
	const double pi = 3.14159265358979;
	double sum = 0;
	*chance = 0;
	for (unsigned i = 0; i < BLOCKS; i++) {
		double p = (double)c->blocks[i] / (double)c->kernel;
		sum += fabs((double)c->hits_in[i] / (double)hits - p);
		*chance += sqrt(2 * p * (1 - p) / (pi * (double)hits));
	}
	*chance /= 2;
	return sum / 2;
}

static void sprofil_row(const struct cost *c, uint32_t clock_hz)
{
	uint64_t hits = 0;
	double chance, from;
	unsigned most = 0, places = 0, real = 0;
	for (unsigned i = 0; i < BLOCKS; i++) {
		hits += c->hits_in[i];
		places += c->hits_in[i] != 0;
		real += c->blocks[i] != 0;
		if (c->hits_in[i] > c->hits_in[most])
			most = i;
	}
	printf("| %s ", c->work);
	print_rate(c, clock_hz);
	print_period(c);
	printf("| %u | %u | %u | %u | %.1f %% ", c->user_hits, c->system, c->idle_hits, c->lost,
		percent((double)c->system * c->period, (double)c->kernel));
	if (!hits) {
		printf("| 0 of %u | | | |\n", real);
		return;
	}
	from = distance(c, hits, &chance);
	printf("| %u of %u | %.1f %% | %.1f %% | %.3f (%.3f) |\n", places, real, percent(c->hits_in[most], (double)hits),
		percent(c->blocks[most], (double)c->kernel), from, chance > 1 ? 1 : chance);
}

static void sprofil_table(const struct cost *c, unsigned n, uint32_t clock_hz)
{
	printf("## sprofil: what each sees of the kernel\n\n"
		"| program | counted by | timer tick | sample every | user | system | idle | lost "
		"| system's samples x period / kernel's cycles | blocks of code seen | block with most hits "
		"| its true share | distance (by chance) |\n"
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
	for (unsigned i = 0; i < n; i++)
		if (c[i].kind == SPROFIL)
			sprofil_row(&c[i], clock_hz);
	printf("\n");
}

/* ---- context switches */
static int by_value(const void *a, const void *b)
{
	return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : *(const uint32_t *)a > *(const uint32_t *)b;
}

static void switch_row(struct cost *c, const struct cost *base)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < c->switches; i++)
		sum += c->switch_cycles[i];
	if (!c->switches)
		rig_die("no switches: %s", c->way);
	qsort(c->switch_cycles, c->switches, sizeof *c->switch_cycles, by_value);
	double each = (double)c->total / c->switches, was = (double)base->total / base->switches;
	printf("| %s | %u | %.1f | %+.1f | %u | %u | %u | %.1f |\n", c->way, c->switches, each, each - was,
		c->switch_cycles[0], c->switch_cycles[c->switches / 2], c->switch_cycles[c->switches - 1],
		(double)sum / c->switches);
}

static void switch_table(struct cost *c, unsigned n)
{
	const struct cost *base = NULL;
	printf("## The context switch\n\n"
		"| two processes that yield to one another | switches | cycles each | added "
		"| prof_switch: least | median | most | mean |\n"
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
	for (unsigned i = 0; i < n; i++) {
		if (c[i].kind != SWITCH)
			continue;
		if (!base)
			base = &c[i];
		switch_row(&c[i], base);
	}
	printf("\n");
}

void costs_print(struct cost *c, unsigned n, uint32_t clock_hz, uint64_t cycles)
{
	printf("# What profiling costs the kernel, and what it sees\n\n"
		"Written by `make bench-kernel`. Cycles of the simulated `vexriscv-linux` machine, counted by the testbench from\n"
		"the core's own signals (%.1f million in all). Rates assume a clock of %u MHz; the cost of a tick is in cycles and\n"
		"does not depend on it.\n\n", (double)cycles / 1e6, clock_hz / 1000000);
	printf("How to read it:\n"
		"- **Work.** Dhrystone runs without its printing. \"calls\" repeats open, write of 512 bytes, lseek,\n"
		"  read, close and ten getpid. \"brk\" moves the heap's end to and fro within its page.\n"
		"- **User, kernel.** A cycle belongs to the mode of the instruction that it ends with. Stolen: the\n"
		"  core waited for the bus because the unit had it; these cycles are part of user and kernel.\n"
		"- **nobody** is the kernel with its timer at that tick and no profile. Slower: cycles added to\n"
		"  user mode, to the kernel and in all, in percent of the same program's first line.\n"
		"- **tick**: the timer's interrupt counts, so it must come at that rate. **unit**: the timer stays\n"
		"  at its slowest; periods are primes near the rate.\n"
		"- **Seen of true**: the share of the samples, and of the cycles. The kernel runs with interrupts\n"
		"  off, so it takes a tick late: in the kernel's name, but at the place where it looks. The second\n"
		"  table shows that place.\n"
		"- Differences below 1 %% between user columns mean nothing: the state of TLB and caches at the\n"
		"  start costs as much.\n"
		"- **Lost**: at PERIOD 1 a counter in the core's own RAM takes two bus slots a sample. A busy bus\n"
		"  loses most samples, and those left lean to where it is idle. The unit's private counters are for\n"
		"  every cycle exactly.\n"
		"- **Distance**: total variation between sprofil's histogram over blocks of %d bytes and the\n"
		"  kernel's true one, from 0 (equal) to 1. By chance: of as many samples drawn at random.\n\n", BLOCK);
	profil_table(c, n, clock_hz);
	sprofil_table(c, n, clock_hz);
	switch_table(c, n);
}
