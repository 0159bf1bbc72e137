/* SPDX-License-Identifier: ISC
 * costs_user.c - work under each kind of profiling, by the machine's timer, which counts cycles: a
 * table of Markdown.
 *
 * usage: costs [ROUNDS]
 *
 * The unit's period is a prime: one that divides the timer's tick would meet each tick at the same
 * instruction.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/lib/tally_profil.h"
#include "firmware/user/lib/user.h"
#include "profctl.h"

#define CLOCK 50000000u
#define HZ(n) (CLOCK / (n))
#define TEXT_BYTES 0x10000u
#define YIELDS 20u

/* On pages of their own: live counters are not cached. */
static uint16_t counters[TEXT_BYTES / 4] __attribute__((aligned(PAGE)));
static char block[PAGE] __attribute__((aligned(PAGE)));
static unsigned rounds = 10;

/* ---- the work */
static int by_value(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : 1;
}

static void sort(unsigned n)
{
	static int values[500];

	for (; n; n--) {
		unsigned random = 7;
		for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
			values[i] = (int)((random = random * 1664525 + 1013904223) >> 8);
		qsort(values, sizeof values / sizeof *values, sizeof *values, by_value);
	}
}

/* Writes, reads and examines a file, and makes calls that do almost nothing. */
static void calls(unsigned n)
{
	for (n *= 8; n; n--) {
		int fd = open("tmp/costs", O_RDWR | O_CREAT);
		write(fd, block, 512);
		lseek(fd, 0, SEEK_SET);
		read(fd, block, 512);
		close(fd);
		for (int k = 0; k < 10; k++)
			sys_getpid();
	}
}

static void yields(unsigned n)
{
	for (n *= YIELDS; n; n--)
		sys_yield();
}

/* ---- how it is profiled */
struct way {
	const char *name;
	uint32_t tick, period; /* cycles; period 0: not profiled */
	int by_tick;
};
static const struct way ways[] = {
	{ "nobody", HZ(500), 0, 0 },
	{ "tick, 10000 Hz", HZ(10000), HZ(10000), 1 },
	{ "unit, 10000 Hz", HZ(500), 4999, 0 },
	{ "unit, each cycle", HZ(500), 1, 0 },
};
#define WAYS (sizeof ways / sizeof ways[0])

static struct profcounts counts(void)
{
	struct profcounts k = { 0 };

	sys_profctl(PROFCTL_COUNTS | PROFCTL_PROCESS, &k);
	return k;
}

static void by_profil(int on)
{
	sys_profil(PROFIL_SYSV, counters, on ? sizeof counters : 0, USER_TEXT, on ? 0x8000 : 0);
}

/* The first row of each work is not profiled, and the others are compared with it. */
static void print_row(const char *work, const char *way, uint32_t cycles)
{
	static uint32_t base;

	if (!strcmp(way, "nobody"))
		base = cycles;
	int slower = (int)(((int64_t)cycles - base) * 10000 / base);
	printf("| %s | %s | %lu | %c%d.%02d %% |", work, way, (unsigned long)cycles,
		slower < 0 ? '-' : '+', abs(slower) / 100, abs(slower) % 100);
}

static void measure(const char *name, void (*work)(unsigned))
{
	for (const struct way *w = ways; w < ways + WAYS; w++) {
		sys_profctl(PROFCTL_CLOCK | PROFCTL_PROCESS, w->by_tick);
		if (w->period)
			sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, w->period);
		sys_profctl(PROFCTL_TICK, w->tick);
		by_profil(1); /* its end flushes the TLB: all ways start alike */
		by_profil(0);
		if (w->period)
			by_profil(1);
		work(1); /* warms the caches */
		struct profcounts a = counts();
		uint64_t began = mtime();
		work(rounds);
		uint64_t ended = mtime();
		struct profcounts b = counts();
		if (w->period)
			by_profil(0);
		unsigned long ticks = (unsigned long)(b.ticks - a.ticks);
		print_row(name, w->name, (uint32_t)(ended - began));
		if (w->period && ticks)
			printf(" %lu | %lu | %lu %% |\n", ticks, (unsigned long)(b.lost - a.lost),
				(unsigned long)((b.user - a.user) * 100 / ticks));
		else
			printf(" | | |\n");
	}
}

/* Two processes that yield to each other, each with a profil or not. */
static void between_two(const char *name, int mine, int its)
{
	int child = fork();

	if (child == 0) {
		by_profil(its);
		for (;;)
			sys_yield();
	}
	by_profil(mine);
	yields(1);
	uint64_t began = mtime();
	yields(rounds);
	uint64_t ended = mtime();
	sys_kill(child);
	wait(NULL);
	by_profil(0);
	print_row("a switch", name, (uint32_t)(ended - began) / (2 * YIELDS * rounds));
	printf(" | | |\n");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	printf("| work | profiled by | cycles | slower | samples | lost | user |\n"
	       "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
	measure("sort", sort);
	measure("calls", calls);
	sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, PROFCTL_DEFAULT_PERIOD(PROFCTL_PROCESS));
	between_two("nobody", 0, 0);
	between_two("one of two", 1, 0);
	between_two("both", 1, 1);
	return 0;
}
