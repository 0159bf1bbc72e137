/* SPDX-License-Identifier: ISC
 * usertests.h - hostile users, by name: what the tests share.
 *
 * A test is a function that runs in a process of its own and fails by CHECK or EXPECT, or by being killed. The runner
 * (main.c) looks after each: no page leaked, the kernel's code as it was, a witness process's memory as it was, the
 * unit silent. To add one: the function, its TEST line at the end of its file.
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
	int slow;		/* only when asked for by name, or with -a */
};
#define TEST(f) { #f, f, 0 }
#define SLOW(f) { #f, f, 1 }
#define END { NULL, NULL, 0 }
extern const struct test pointer_tests[], fault_tests[], memory_tests[], process_tests[], exec_tests[], file_tests[], thread_tests[],
	profil_tests[], profil_memory_tests[], sprofil_tests[], period_tests[], late_tests[], fuzz_tests[];

extern uint32_t fuzz_seed, fuzz_calls;			/* of fuzz_soak; seed 0: from the time */

/* Ends this process as failed, after one line. */
_Noreturn void failed(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define CHECK(cond) ((cond) ? (void)0 : failed(__FILE__, __LINE__, "%s", #cond))
#define EXPECT(call, want) do { int is_ = (int)(call), want_ = (int)(want); \
	if (is_ != want_) failed(__FILE__, __LINE__, "%s is %d, not %d", #call, is_, want_); } while (0)

#define AFTER_EXEC "-x"		/* `usertests -x WORD ...` is only what a test became by exec: */
int after_exec(int argc, char **argv);
int takes_memory_by_files(int argc, char **argv);

/* f(arg) in a child, which then exits with 0: its pid (this process fails if there can be none). */
int child(void (*f)(uint32_t), uint32_t arg);
/* The status of that child, when it has ended; those of other children that end meanwhile are kept for later calls. */
int ended(int pid);
/* Both: what happened to it. */
static inline int outcome(void (*f)(uint32_t), uint32_t arg) { return ended(child(f, arg)); }
int is_over(int pid);					/* it has ended; waited for or not */
#define CLEAN(status) ((status) == 0)

/* Any system call: number and arguments as they are. */
int raw(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t a4, uint32_t number);

/* Addresses that are never a process's memory; `n_bad` of them. */
extern const uint32_t bad[];
extern const unsigned n_bad;
#define TEXT_ADDRESS ((uint32_t)(uintptr_t)&spin)	/* may be read and executed */
uint32_t block_end(void);				/* first address behind the process's last page */

uint32_t rnd(uint32_t below);				/* 0 .. below - 1; seeded by rnd_seed */
extern uint32_t rnd_seed;

/* At least n turns of a loop of some 8 cycles. */
void spin(unsigned n);
/* Spins until the process clock (unit or tick) has counted for this process for some time: n samples about. */
void spin_samples(unsigned n);

int has_profiler(void);					/* the kernel's calls are there */
struct profcounts counts(int clock);
void clocks_begin(void);				/* remembers which clocks are the timer's */
void clocks_set_back(void);				/* as after boot, but for that */
int fast_clock(uint32_t period);			/* of processes; the runner sets it back */

/* Memory of its own, filled with a pattern of `key`; does it still hold it? */
void fill_pattern(uint32_t *at, unsigned words, uint32_t key);
int pattern_good(const uint32_t *at, unsigned words, uint32_t key);

/* ---- of profil, pcsample and sprofil */
enum { SYSV, SOLARIS, BSD };

#define NEEDS_PROFILER do { if (!has_profiler()) { printf("    (this kernel has no profiler)\n"); return; } } while (0)
#define FAST 150u			/* cycles a sample */

static inline int state(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_PROCESS, 0); }
static inline int state_of_system(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_SYSTEM, 0); }
static inline int by_tick(void) { return sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_PROCESS, 0) == 1; }
static inline void profil_off(void) { EXPECT(sys_profil(SYSV, 0, 0, 0, 0), 0); }

/* Spins until it is so: how many samples a time brings is not for the test to say. */
#define EVENTUALLY(cond) do { for (int tries_ = 0; tries_ < 100 && !(cond); tries_++) spin_samples(2); CHECK(cond); } while (0)

static inline uint32_t sum(const volatile uint16_t *counters, unsigned n)
{
	uint32_t s = 0;

	while (n--)
		s += *counters++;
	return s;
}

#endif
