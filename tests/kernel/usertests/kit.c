/* SPDX-License-Identifier: ISC
 * kit.c - what the tests share; see usertests.h.
 */
#include <stdarg.h>

#include "usertests.h"

const uint32_t bad[] = {
	0,
	1,
	4,
	0xFFC,
	0x8000,
	0xFFF0,
	0x003FFFFC,
	0x01400000,
	0x10000000,
	0x7FFFFFFC,
	0x80000000,
	0x80008000,
	0x87FFFFFC,
	0xB0000000,
	0xF0000000,
	0xF2004000,
	0xF4000000,
	0xF4400000,
	0xFFFFFFFC,
	0xFFFFFFFF,
};
const unsigned n_bad = sizeof bad / sizeof bad[0];
uint32_t rnd_seed = 1;

void failed(const char *file, int line, const char *format, ...)
{
	const char *base = strrchr(file, '/');
	va_list args;

	printf("    %s:%d: ", base ? base + 1 : file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(1);
}

int child(void (*f)(uint32_t), uint32_t arg)
{
	int pid = fork();

	if (pid == 0) {
		f(arg);
		exit(0);
	}
	if (pid < 0)
		failed(__FILE__, __LINE__, "fork: %s", strerror(errno));
	return pid;
}

int ended(int pid)
{
	static struct {
		int pid, status;
	} seen[64];
	static unsigned n;
	int status, got;

	for (unsigned i = 0; i < n; i++)
		if (seen[i].pid == pid) {
			status = seen[i].status;
			seen[i] = seen[--n];
			return status;
		}
	while ((got = wait(&status)) != pid) {
		if (got < 0)
			failed(__FILE__, __LINE__, "wait for %d: %s", pid, strerror(errno));
		if (n < 64) {
			seen[n].pid = got;
			seen[n++].status = status;
		}
	}
	return status;
}

void kill_child(int pid)
{
	EXPECT(sys_kill(pid), 0);
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
}

int is_over(int pid)
{
	static struct psinfo p[64];
	int n = sys_ps(p, 64);

	for (int i = 0; i < n && i < 64; i++)
		if (p[i].pid == pid)
			return p[i].zombie;
	return 1;
}

void becomes_echo(void)
{
	char *argv[] = { "echo", NULL };

	close(1);
	sys_exec("bin/echo", argv);
}

uint32_t block_end(void)
{
	return ((uint32_t)sys_brk(0) + PAGE - 1) / PAGE * PAGE;
}

uint32_t to_page_end(void)
{
	uint32_t end = block_end();

	EXPECT(sys_brk(end), end);
	return end;
}

uint32_t rnd(uint32_t below)
{
	rnd_seed = rnd_seed * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)(rnd_seed ^ rnd_seed >> 15) * below >> 32);
}

__attribute__((noinline)) void spin(unsigned n)
{
	while (n--)
		__asm__ volatile("nop\n\tnop\n\tnop");
}

void spin_samples(unsigned n)
{
	if (by_tick()) {
		uint64_t until = mtime() + (uint64_t)n * 20000; /* a tick may be late */
		while (mtime() < until)
			spin(2000);
	} else {
		spin(n * ((uint32_t)setting(PROFCTL_GET_PERIOD | PROFCTL_PROCESS) / 5 + 1));
	}
}

void fill_pattern(uint32_t *at, unsigned words, uint32_t key)
{
	for (unsigned i = 0; i < words; i++)
		at[i] = key ^ i * 0x9E3779B1u;
}

int pattern_good(const uint32_t *at, unsigned words, uint32_t key)
{
	for (unsigned i = 0; i < words; i++)
		if (at[i] != (key ^ i * 0x9E3779B1u))
			return 0;
	return 1;
}

struct profcounts counts(int clock)
{
	struct profcounts c = { 0 };

	sys_profctl(PROFCTL_COUNTS | clock, &c);
	return c;
}

uint32_t sum(const volatile uint16_t *counters, unsigned n)
{
	uint32_t s = 0;

	while (n--)
		s += *counters++;
	return s;
}

void clocks_set_back(void)
{
	for (int clock = 0; clock < 2; clock++) {
		sys_profctl(PROFCTL_JITTER | clock, 0);
		sys_profctl(PROFCTL_PERIOD | clock, PROFCTL_DEFAULT_PERIOD(clock));
		sys_profctl(PROFCTL_CLOCK | clock, 0);
	}
	sys_profctl(PROFCTL_TICK, PROFCTL_DEFAULT_TICK);
}

void fast_clock(uint32_t period)
{
	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, period), 0);
}

void profil_off(void)
{
	EXPECT(sys_profil(SYSV, 0, 0, 0, 0), 0);
}
