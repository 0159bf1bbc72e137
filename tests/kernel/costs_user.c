/* SPDX-License-Identifier: ISC
 * costs_user.c - work under each kind of profiling. tests/kernel/costs.c watches the core from outside and makes
 * firmware/kernel/BENCH.md.
 *
 * usage: costs [ROUNDS]
 *
 * A measurement lies between two calls of gettid, which nothing else calls meanwhile. A line after it says what it was
 * and what the profiler counted. The clock is assumed to have CLOCK cycles per second: 500 Hz is 100,000 cycles, the
 * slowest tick. The unit's periods are primes: a period that divides the timer's tick would meet each tick at the same
 * instruction.
 */
#include "profctl.h"
#include "sys/sprof.h"
#include "firmware/user/lib/user.h"
#include "firmware/lib/tally_profil.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLOCK 50000000u
#define HZ(n) (CLOCK / (n))
#define USUAL PROFCTL_DEFAULT_PERIOD(PROFCTL_PROCESS)
#define KERNEL 0x80000000u
#define BLOCK 16u			/* bytes of kernel text per counter of sprofil */
#define BLOCKS 2045u
#define TEXT_BYTES 0x10000u

/* On pages of their own: live counters are not cached. */
static uint16_t counters[TEXT_BYTES / 4] __attribute__((aligned(PAGE)));
static struct SPCNT kernel __attribute__((aligned(PAGE)));
static char block[PAGE] __attribute__((aligned(PAGE)));
static unsigned rounds = 30;

/* ---- the work */
int dhrystone_main(void);		/* main of dhry_1.c */
long dhrystone_time(void *unused) { (void)unused; return 0; }
long insn(void) { return 0; }
int dhrystone_says(const char *format, ...) { (void)format; return 0; }	/* its printf */

/* Its malloc: puts the records at the same place each time, so also at the same place in the cache. */
static uint64_t records[64];
static size_t taken;
char *dhrystone_malloc(size_t n)
{
	char *record = (char *)records + taken;
	taken += (n + 7) / 8 * 8;
	if (taken > sizeof records)
		exit(1);
	return record;
}

static void dhrystone(unsigned n)
{
	for (; n; n--) {
		taken = 0;
		dhrystone_main();
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

/* Moves the heap's end within its page. */
static void brk_calls(unsigned n)
{
	for (n *= 10; n; n--) {
		sbrk(16);
		sbrk(-16);
	}
}

static void yields(unsigned n)
{
	for (n *= 20; n; n--)
		sys_yield();
}

/* ---- how it is profiled */
struct way {
	const char *name;
	uint32_t tick, period;		/* cycles; period 0: not profiled */
	int by_tick;
};

static void set(int what, uint32_t value)
{
	int error = sys_profctl(what, value);
	if (error < 0) {
		printf("costs: profctl 0x%x %lu: %s\n", what, (unsigned long)value, strerror(-error));
		exit(1);
	}
}

static void choose(const struct way *w, int clock)
{
	set(PROFCTL_CLOCK | clock, (uint32_t)w->by_tick);
	set(PROFCTL_PERIOD | clock, w->period ? w->period : USUAL);
}

static struct profcounts counts(int clock)
{
	struct profcounts k;
	set(PROFCTL_COUNTS | clock, (uint32_t)&k);
	return k;
}

static void profile(int on)
{
	sys_profil(PROFIL_SYSV, counters, on ? sizeof counters : 0, USER_TEXT, on ? 0x8000 : 0);
}

/* tick: sets the timer's, which restarts it. */
static void measure(void (*work)(unsigned), uint32_t tick)
{
	set(PROFCTL_TICK, tick);
	sys_gettid();
	work(rounds);
	sys_gettid();
}

/* ---- the tables */
/* rates: 500 Hz only, or all. */
static void under_profil(const char *name, void (*work)(unsigned), int rates)
{
	static const struct way ways[] = {
		{ "none", HZ(500), 0, 0 }, { "none", HZ(1000), 0, 0 }, { "none", HZ(10000), 0, 0 },
		{ "tick", HZ(500), HZ(500), 1 }, { "tick", HZ(1000), HZ(1000), 1 }, { "tick", HZ(10000), HZ(10000), 1 },
		{ "unit", HZ(500), 99991, 0 }, { "unit", HZ(500), 49999, 0 }, { "unit", HZ(500), 4999, 0 }, { "unit", HZ(500), 1, 0 },
	};
	for (const struct way *w = ways; w < ways + sizeof ways / sizeof *ways; w++) {
		if (!rates && (w->period == 1 || (w - ways) % 3))
			continue;
		choose(w, PROFCTL_PROCESS);
		profile(1);			/* its successor flushes the TLB: every variant starts alike */
		profile(w->period != 0);
		work(1);			/* warm the caches */
		struct profcounts a = counts(PROFCTL_PROCESS);
		measure(work, w->tick);
		struct profcounts b = counts(PROFCTL_PROCESS);
		profile(0);
		printf("costs: profil %s %s %lu %lu %lu %lu %lu %lu %lu\n", name, w->name, (unsigned long)w->tick, (unsigned long)w->period,
			(unsigned long)(b.ticks - a.ticks), (unsigned long)(b.hits - a.hits), (unsigned long)(b.system - a.system),
			(unsigned long)(b.lost - a.lost), (unsigned long)(b.stolen - a.stolen));
	}
}

/* The counters that are not 0, for costs.c to compare. */
static void print_blocks(void)
{
	unsigned n = 0;
	for (unsigned i = 0; i < BLOCKS; i++) {
		if (!kernel.u_ct.icnt[i])
			continue;
		printf("%s %u %lu", n % 8 ? "" : "blocks:", i, (unsigned long)kernel.u_ct.icnt[i]);
		if (++n % 8 == 0)
			printf("\n");
	}
	printf("%s", n % 8 ? "\n" : "");
}

static void under_sprofil(const char *name, void (*work)(unsigned))
{
	static const struct way ways[] = {
		{ "tick", HZ(500), HZ(500), 1 }, { "tick", HZ(1000), HZ(1000), 1 }, { "tick", HZ(10000), HZ(10000), 1 },
		{ "unit", HZ(500), 99991, 0 }, { "unit", HZ(500), 49999, 0 }, { "unit", HZ(500), 4999, 0 }, { "unit", HZ(500), 1, 0 },
	};
	for (const struct way *w = ways; w < ways + sizeof ways / sizeof *ways; w++) {
		choose(w, PROFCTL_SYSTEM);
		work(1);
		memset(&kernel, 0, sizeof kernel);
		struct profcounts a = counts(PROFCTL_SYSTEM);
		sys_sprofil(&kernel, BLOCKS, KERNEL, BLOCK);
		measure(work, w->tick);
		sys_sprofil(0, 0, 0, 0);
		struct profcounts b = counts(PROFCTL_SYSTEM);
		printf("costs: sprofil %s %s %lu %lu %ld %ld %ld %lu %lu\n", name, w->name, (unsigned long)w->tick, (unsigned long)w->period,
			kernel.b_urhits, kernel.b_syhits, kernel.b_idhits, (unsigned long)(b.lost - a.lost), (unsigned long)(b.stolen - a.stolen));
		print_blocks();
	}
}

enum { NOBODY, ONE, BOTH, SAMPLES };

static void profile_as(int what)
{
	if (what == SAMPLES)
		sys_pcsample(counters, sizeof counters / 4);
	else
		profile(what != NOBODY);
}

/* Two processes that yield to each other; each measurement gets its own partner. */
static void between_two(void)
{
	static const struct {
		const char *name;
		int mine, its;
		struct way way;
	} pairs[] = {
		{ "tick_counts,_nobody_profiled", NOBODY, NOBODY, { "tick", HZ(500), 0, 1 } },
		{ "tick_counts,_both_profil", BOTH, BOTH, { "tick", HZ(500), 0, 1 } },
		{ "nobody_profiled", NOBODY, NOBODY, { "unit", HZ(500), USUAL, 0 } },
		{ "one_profil,_one_not", ONE, NOBODY, { "unit", HZ(500), USUAL, 0 } },
		{ "both_profil", BOTH, BOTH, { "unit", HZ(500), USUAL, 0 } },
		{ "both_profil,_PERIOD_1", BOTH, BOTH, { "unit", HZ(500), 1, 0 } },
		{ "both_pcsample", SAMPLES, SAMPLES, { "unit", HZ(500), USUAL, 0 } },
		{ "profil_and_pcsample", BOTH, SAMPLES, { "unit", HZ(500), USUAL, 0 } },
	};
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		choose(&pairs[i].way, PROFCTL_PROCESS);
		int child = fork();
		if (child == 0) {
			profile_as(pairs[i].its);
			for (;;)
				sys_yield();
		}
		profile_as(pairs[i].mine);
		yields(1);
		measure(yields, pairs[i].way.tick);
		sys_kill(child);
		wait(NULL);
		profile(0);
		printf("costs: switch %s\n", pairs[i].name);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	if (rounds < 1 || rounds > 2000 || !sys_profctl(PROFCTL_HAS_UNIT, 0)) {
		printf("usage: costs [ROUNDS], 1 to 2000, on a machine with a unit\n");
		return 1;
	}
	printf("costs: clock %u rounds %u\n", CLOCK, rounds);
	under_profil("Dhrystone", dhrystone, 1);
	under_profil("calls", calls, 1);
	under_profil("brk", brk_calls, 0);
	under_sprofil("calls", calls);
	between_two();
	return 0;
}
