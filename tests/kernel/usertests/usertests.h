/* SPDX-License-Identifier: ISC
 * usertests.h - attacks from user programs, by name: what the tests share.
 *
 * A test is a function that runs in its own process. It fails by CHECK or EXPECT, or by being killed. The runner
 * (main.c) checks after each: no page leaked, the kernel's code unchanged, a witness process's memory unchanged, the
 * unit silent. To add one: the function, and its TEST line at the end of its file.
 */
#ifndef USERTESTS_H
#define USERTESTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profctl.h"
#include "firmware/user/lib/user.h"

struct test {
	const char *name;
	void (*run)(void);
	int slow;		/* runs only by name, or with -a */
};
#define TEST(f) { #f, f, 0 }
#define SLOW(f) { #f, f, 1 }
#define END { NULL, NULL, 0 }
extern const struct test pointer_tests[], fault_tests[], memory_tests[], process_tests[], exec_tests[], file_tests[], thread_tests[],
	profil_tests[], profil_memory_tests[], sprofil_tests[], period_tests[], late_tests[], fuzz_tests[];

extern uint32_t fuzz_seed, fuzz_calls;			/* for fuzz_soak; seed 0: from the time */

/* Prints one line and ends this process as failed. */
_Noreturn void failed(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define CHECK(cond) ((cond) ? (void)0 : failed(__FILE__, __LINE__, "%s", #cond))
#define EXPECT(call, want) do { int is_ = (int)(call), want_ = (int)(want); \
	if (is_ != want_) failed(__FILE__, __LINE__, "%s is %d, not %d", #call, is_, want_); } while (0)

#define AFTER_EXEC "-x"		/* `usertests -x WORD ...`: what a test became by exec */
int after_exec(int argc, char **argv);
int takes_memory_by_files(int argc, char **argv);
int keeps_tick_of_before(int argc, char **argv);

/* Runs f(arg) in a child that then exits with 0; returns its pid (this process fails if fork does). */
int child(void (*f)(uint32_t), uint32_t arg);
/* Waits for that child and returns its status. Keeps those of other children that end meanwhile for later calls. */
int ended(int pid);
/* Both: the child's status. */
static inline int outcome(void (*f)(uint32_t), uint32_t arg) { return ended(child(f, arg)); }
int is_over(int pid);					/* has it ended, waited for or not? */
#define CLEAN(status) ((status) == 0)

/* Any system call: raw number and arguments. */
int raw(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t a4, uint32_t number);

/* `n_bad` addresses that are never a process's memory. */
extern const uint32_t bad[];
extern const unsigned n_bad;
#define TEXT_ADDRESS ((uint32_t)(uintptr_t)&spin)	/* readable and executable */
uint32_t block_end(void);				/* first address after the process's last page */

uint32_t rnd(uint32_t below);				/* 0 .. below - 1; seeded by rnd_seed */
extern uint32_t rnd_seed;

/* At least n turns of a loop of about 8 cycles. */
void spin(unsigned n);
/* Spins until the process clock (unit or tick) has counted about n samples for this process. */
void spin_samples(unsigned n);

int has_profiler(void);					/* does the kernel have profiling calls? */
struct profcounts counts(int clock);
void clocks_begin(void);				/* remembers which clocks use the timer's ticks */
void clocks_set_back(void);				/* restores the settings after boot, except for that */
int fast_clock(uint32_t period);			/* for processes; the runner restores it */

/* Private memory filled with a pattern of `key`; is the pattern still intact? */
void fill_pattern(uint32_t *at, unsigned words, uint32_t key);
int pattern_good(const uint32_t *at, unsigned words, uint32_t key);

/* ---- for profil, pcsample and sprofil */
enum { SYSV, SOLARIS, BSD };

#define NEEDS_PROFILER do { if (!has_profiler()) { printf("    (this kernel has no profiler)\n"); return; } } while (0)
#define FAST 150u			/* cycles per sample */

static inline int state(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_PROCESS, 0); }
static inline int state_of_system(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_SYSTEM, 0); }
static inline int by_tick(void) { return sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_PROCESS, 0) == 1; }
static inline void profil_off(void) { EXPECT(sys_profil(SYSV, 0, 0, 0, 0), 0); }

/* Spins until the condition holds: a test must not depend on the number of samples per time. */
#define EVENTUALLY(cond) do { for (int tries_ = 0; tries_ < 100 && !(cond); tries_++) spin_samples(2); CHECK(cond); } while (0)

static inline uint32_t sum(const volatile uint16_t *counters, unsigned n)
{
	uint32_t s = 0;

	while (n--)
		s += *counters++;
	return s;
}

#endif
