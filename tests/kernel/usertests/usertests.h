/* SPDX-License-Identifier: ISC
 * usertests.h - attacks on the kernel and its profiler from user programs: what they share.
 *
 * A test is a function that runs in its own process. It fails by CHECK or EXPECT, or by being
 * killed. The runner (main.c) checks after each: no page leaked, a witness
 * process's memory unchanged, the unit silent. To add one: the function, and its TEST line
 * at the end of its file.
 */
#ifndef USERTESTS_H
#define USERTESTS_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"
#include "profctl.h"
#include "sys/sprof.h"

struct test {
	const char *name;
	void (*run)(void);
};
#define TEST(f) { #f, f }
#define END { NULL, NULL }
extern const struct test basic_tests[], profil_tests[], memory_tests[], late_tests[],
	sprofil_tests[], clock_tests[], fuzz_tests[];

/* Prints one line and ends this process as failed. */
__attribute__((noreturn, format(printf, 3, 4))) void failed(
	const char *file, int line, const char *format, ...);
#define CHECK(cond) ((cond) ? (void)0 : failed(__FILE__, __LINE__, "%s", #cond))
#define EXPECT(call, want) \
	do { \
		int is_ = (int)(call), want_ = (int)(want); \
		if (is_ != want_) \
			failed(__FILE__, __LINE__, "%s is %d, not %d", #call, is_, want_); \
	} while (0)

int takes_memory_by_files(void); /* what `usertests -x` runs */
int cannot_write(const char *own); /* and -w: its own file */
/* Replaces this program by one that ends at once. */
void becomes_echo(void);

/* Runs f(arg) in a child that then exits with 0; returns its pid (this process fails if
 * fork does). */
int child(void (*f)(uint32_t), uint32_t arg);
/* Waits for that child and returns its status. Keeps those of other children that end meanwhile for
 * later calls. */
int ended(int pid);
/* Both: the child's status, 0 if all is well. */
static inline int outcome(void (*f)(uint32_t), uint32_t arg)
{
	return ended(child(f, arg));
}
void kill_child(int pid); /* and wait for it */
int is_over(int pid); /* has it ended, waited for or not? */

/* `n_bad` addresses that are never a process's memory. */
extern const uint32_t bad[];
extern const unsigned n_bad;
#define TEXT_ADDRESS ((uint32_t)(uintptr_t) & spin) /* readable and executable */
#define KERNEL 0x80000000u
uint32_t block_end(void); /* first address after the process's last page */
uint32_t to_page_end(void); /* grows the heap to there */

uint32_t rnd(uint32_t below); /* 0 .. below - 1; seeded by rnd_seed */
extern uint32_t rnd_seed;

/* At least n turns of a loop of about 8 cycles. */
void spin(unsigned n);
/* Spins until the process clock (unit or tick) has counted about n samples for this process. */
void spin_samples(unsigned n);

/* Private memory filled with a pattern of `key`; is the pattern still intact? */
void fill_pattern(uint32_t *at, unsigned words, uint32_t key);
int pattern_good(const uint32_t *at, unsigned words, uint32_t key);

/* ---- the profiler */
enum { SYSV, SOLARIS, BSD };
#define FAST 150u /* cycles per sample */

struct profcounts counts(int clock);
uint32_t sum(const volatile uint16_t *counters, unsigned n);
void clocks_set_back(void); /* the settings after boot */
void fast_clock(uint32_t period); /* for processes; the runner sets it back */
void profil_off(void);

static inline int setting(int what)
{
	return sys_profctl(what, 0);
}
static inline int state(void)
{
	return setting(PROFCTL_STATE | PROFCTL_PROCESS);
}
static inline int state_of_system(void)
{
	return setting(PROFCTL_STATE | PROFCTL_SYSTEM);
}
/* before a test sets the clock */
static inline int has_unit(void)
{
	return setting(PROFCTL_GET_CLOCK | PROFCTL_SYSTEM) == 0;
}
static inline int by_tick(void)
{
	return setting(PROFCTL_GET_CLOCK | PROFCTL_PROCESS) == 1;
}

/* Spins until the condition holds: a test must not depend on the number of samples per time. */
#define EVENTUALLY(cond) \
	do { \
		for (int tries_ = 0; tries_ < 100 && !(cond); tries_++) \
			spin_samples(2); \
		CHECK(cond); \
	} while (0)

#endif
