/* SPDX-License-Identifier: ISC
 * clause_process.c - clause.h's services from the kernel, and the parts of the clauses that need
 * one: exec, fork, other processes. See clause_process.h.
 */
#include "clause_process.h"
#include "firmware/user/lib/user.h"
#include "firmware/lib/tally_profil.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIMER ((unsigned)prof_setting(PROFCTL_GET_TICK, 0)) /* mtime units per tick */
#define AGAIN "after-exec" /* argv[1] of the program that exec starts */

static char *self = "sysv";

static int profil_near_far(volatile uint16_t *two)
{
	/* counter 0: this program except work_far, which has counter 1 */
	return sys_profil(PROFIL_SYSV, two, 8, TEXT_LOW, 2);
}

static void profil_off(void)
{
	sys_profil(PROFIL_SYSV, 0, 0, 0, 0);
}

/* ---- the kernel's services */
int prof_setting(int what, uintptr_t value)
{
	return sys_profctl(what, value);
}

struct profcounts prof_counts(int clock)
{
	struct profcounts k = { 0 };
	sys_profctl(PROFCTL_COUNTS | clock, &k);
	return k;
}

bool by_tick(void)
{
	static int answer = -1;
	if (answer < 0)
		answer = sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_PROCESS, 0);
	return answer == 1;
}

void fast_clock(unsigned period)
{
	sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, period);
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, period);
}

/* The heap's end, which then is the end of a page. */
uint32_t memory_end(void)
{
	uint32_t end = (uint32_t)sbrk(0), rest = PAGE - end % PAGE;
	if (rest < 64)
		rest += PAGE;
	sbrk((ptrdiff_t)rest);
	return end + rest;
}

/* Waits for the child; did it exit with 0? */
static bool child_succeeds(int pid)
{
	int status = -1;
	return pid > 0 && wait(&status) == pid && status == 0;
}

/* A tick that comes due in the kernel belongs to the kernel, and these calls spend most of their
 * time there. */
void system_work(unsigned samples)
{
	if (by_tick()) {
		/* Varies its length: a loop whose length divides the tick's period would meet each
		 * tick at the same place. */
		static uint32_t spread = 1;
		uint64_t end = prof_counts(PROFCTL_PROCESS).system + samples;
		while (prof_counts(PROFCTL_PROCESS).system < end) {
			sys_getpid();
			spread = spread * 1664525 + 1013904223;
			for (unsigned n = spread >> 28; n; n--)
				__asm__ volatile("nop");
		}
		return;
	}
	for (unsigned n = spins(samples) / 40; n; n--)
		sys_getpid();
}

/* With the unit: in start.S, where each trap begins. By the tick: in the next few KiB, where the
 * kernel takes it. */
uint32_t system_loop(void)
{
	return 0x80000000u;
}

void idle_work(unsigned samples)
{
	unsigned period = (unsigned)prof_setting(PROFCTL_GET_PERIOD | PROFCTL_SYSTEM, 0);
	sleep_ticks(by_tick() ? samples : 1 + samples * period / TIMER);
}

#define LONG_PERIOD 43117 /* more than four ticks of the timer, and not a multiple */

bool process_short_turns(volatile uint16_t *two)
{
	if (by_tick())
		return true;
	int period = prof_setting(PROFCTL_GET_PERIOD | PROFCTL_PROCESS, 0);
	if (prof_setting(PROFCTL_PERIOD | PROFCTL_PROCESS, LONG_PERIOD) || profil_near_far(two))
		return false;
	for (int i = 0; i < 150; i++) { /* 35 periods or more */
		sleep_ticks(1);
		spin(2000); /* 4,000 cycles or more */
	}
	profil_off();
	return prof_setting(PROFCTL_PERIOD | PROFCTL_PROCESS, period) == 0 && two[0] >= 5
		&& two[0] <= 40 && two[1] == 0;
}

/* ---- exec ---- */
bool process_part(int argc, char **argv)
{
	self = argv[0];
	if (argc < 2 || strcmp(argv[1], AGAIN))
		return false;
	/* by then the parent, which may be profiled, waits */
	sleep_ticks(2);
	struct profcounts before = prof_counts(PROFCTL_PROCESS);
	bool off = prof_state() == PROFSTATE_OFF
		&& prof_setting(PROFCTL_STATE | PROFCTL_SYSTEM, 0) == PROFSTATE_OFF
		&& sys_pcsample(0, 0) == 0;
	work(20);
	exit(off && prof_counts(PROFCTL_PROCESS).hits == before.hits ? 0 : 1);
}

static void exec_again(void)
{
	char *const argv[] = { self, AGAIN, NULL };
	exec(self, argv);
	exit(2);
}

void process_exec(const char *id)
{
	static uint16_t two[4];
	CLAUSE(id)
	{
		int pid = fork();
		if (pid == 0) {
			profil_near_far(two);
			work(10);
			if (two[0] < 5)
				exit(3);
			exec_again();
		}
		CHECK(child_succeeds(pid));
	}
}

/* ---- fork ---- */
void process_fork(const char *id)
{
	static volatile uint16_t two[4];
	CLAUSE(id)
	{
		two[0] = two[1] = two[2] = 0;
		CHECK(profil_near_far(two) == 0);
		work(20);
		uint32_t before = two[0];
		CHECK(before >= 10);
		int pid = fork();
		if (pid == 0) {
			uint32_t inherited = two[0];
			/* some of the ticks meanwhile are the parent's */
			for (int i = 0; i < 20 && two[1] < 20; i++)
				work_far(20);
			exit(inherited >= before && prof_state() == PROFSTATE_PROFIL && two[1] >= 20
						&& two[2] == 0
					? 0
					: 1);
		}
		work(20);
		CHECK(child_succeeds(pid));
		/* again alone: any number of the earlier ticks may be the child's */
		work(20);
		CHECK(two[0] >= before + 10 && two[1] == 0 && prof_state() == PROFSTATE_PROFIL);
		profil_off();
	}
}

/* ---- other processes, and the kernel ---- */
static int spinning_child(void)
{
	int pid = fork();
	if (pid)
		return pid;
	profil_off();
	for (;;) {
		work_far(20);
		for (int i = 0; i < 20; i++)
			sys_getpid();
	}
}

/* Index of the only counter that is not 0, or -1. */
static long only_one(const volatile uint16_t *counters, size_t n)
{
	long at = -1;
	for (size_t i = 0; i < n; i++) {
		if (counters[i] && at >= 0)
			return -1;
		if (counters[i])
			at = (long)i;
	}
	return at;
}

void process_alone(const char *id)
{
	/* all addresses, 64 KiB each: this program has 1, work_far 2, the kernel 0x8000 */
	enum { COUNTERS = 65536 };
	CLAUSE(id)
	{
		volatile uint16_t *all = calloc(COUNTERS, sizeof *all);
		CHECK(all != NULL);
		int a = spinning_child(), b = spinning_child();
		struct profcounts before = prof_counts(PROFCTL_PROCESS);
		CHECK(sys_profil(PROFIL_SYSV, all, COUNTERS * 2, 0, 2) == 0);
		/* most of the ticks belong to the others */
		for (int i = 0; i < 20 || (by_tick() && i < 1000 && all[1] < 10); i++) {
			work(by_tick() ? 3 : 200);
			system_work(by_tick() ? 2 : 50);
			sys_yield();
		}
		profil_off();
		struct profcounts after = prof_counts(PROFCTL_PROCESS);
		CHECK(kill(a, 9) == 0 && kill(b, 9) == 0 && wait(NULL) > 0 && wait(NULL) > 0);
		CHECK(all[1] >= 10 && only_one(all, COUNTERS) == 1);
		/* the kernel and the other processes had some time, too */
		CHECK(after.system - before.system >= 20 && after.hits - before.hits == all[1]
			&& after.filtered - before.filtered >= 30);
		free((void *)all);
	}
}

/* ---- threads ---- */
static volatile bool thread_runs, thread_stops;

static void far_thread(void *ends_profile)
{
	thread_runs = true;
	while (!thread_stops)
		work_far(5);
	if (ends_profile)
		profil_off();
}

static int far_begins(bool ends_profile)
{
	thread_runs = thread_stops = false;
	int tid = thread_create(far_thread, ends_profile ? "" : NULL, 4096);
	while (tid > 0 && !thread_runs)
		sys_yield();
	return tid;
}

static void begins_profile(void *two)
{
	profil_near_far(two);
}

/* The thread runs while this one sleeps, for some samples; on a busy machine the kernel takes
 * ticks. */
static void far_goes_on(volatile uint16_t *samples)
{
	sleep_ticks(4);
	for (int i = 0; i < 100 && *samples < 10; i++)
		sleep_ticks(10);
}

void process_threads(const char *all, const char *later, volatile uint16_t *two)
{
	CLAUSE(all)
	{
		two[0] = two[1] = two[2] = 0;
		int tid = far_begins(true);
		CHECK(tid > 0 && profil_near_far(two) == 0);
		for (int i = 0; i < 100 && two[0] < 10; i++)
			work(20); /* some of these samples are the thread's */
		far_goes_on(&two[1]);
		CHECK(two[0] >= 10 && two[1] >= 10);
		/* its last act is the call that stops profiling in all threads */
		thread_stops = true;
		CHECK(thread_join(tid) == 0 && prof_state() == PROFSTATE_OFF);
		uint32_t near = two[0], far = two[1];
		work(20);
		CHECK(two[0] == near && two[1] == far && two[2] == 0);
		/* any thread may call it, and may be gone afterwards */
		tid = thread_create(begins_profile, (void *)two, 4096);
		CHECK(tid > 0 && thread_join(tid) == 0 && prof_state() == PROFSTATE_PROFIL);
		work(20);
		CHECK(two[0] >= near + 10);
		profil_off();
	}
	CLAUSE(later)
	{
		two[0] = two[1] = two[2] = 0;
		CHECK(profil_near_far(two) == 0);
		int tid = far_begins(false);
		CHECK(tid > 0);
		far_goes_on(&two[1]);
		CHECK(two[1] >= 10);
		thread_stops = true;
		CHECK(thread_join(tid) == 0 && prof_state() == PROFSTATE_PROFIL);
		profil_off();
	}
}

void process_pcsample(volatile uintptr_t *samples, long n)
{
	sys_pcsample(0, 0);
	CHECK(sys_pcsample(samples, n) == 0);
	work(10);
	int pid = fork();
	if (pid == 0) { /* it continues across fork */
		bool on = prof_state() == PROFSTATE_PCSAMPLE;
		work(40); /* some of these may be the parent's */
		int stored = sys_pcsample(0, 0);
		exit(on && stored >= 20 && samples[stored - 1] >= TEXT_LOW
					&& samples[stored - 1] < TEXT_HIGH
				? 0
				: 1);
	}
	CHECK(child_succeeds(pid));
	pid = fork();
	if (pid == 0) /* but not across exec */
		exec_again();
	CHECK(child_succeeds(pid));
	CHECK(sys_pcsample(0, 0) >= 10);
}

/* ---- sprofil and processes ---- */
static int start(struct SPCNT *sp)
{
	memset(sp, 0, sizeof *sp);
	return sys_sprofil(sp, 64, 0x80000000u, 4096);
}

void process_busy(struct SPCNT *sp)
{
	CHECK(start(sp) == 0);
	int pid = fork();
	/* it has its own copy of the structure, but not the profile */
	if (pid == 0)
		exit(sys_sprofil(sp, 64, 0x80000000u, 4096) == -EBUSY
					&& sys_sprofil(0, 0, 0, 0) == -EBUSY
				? 0
				: 1);
	CHECK(child_succeeds(pid));
	system_work(20);
	CHECK(sys_sprofil(0, 0, 0, 0) == 0 && sp->b_syhits >= 5);
	pid = fork();
	if (pid == 0)
		exit(start(sp) == 0 && sys_sprofil(0, 0, 0, 0) == 0 ? 0 : 1);
	CHECK(child_succeeds(pid));
}

/* A program without calls: the kernel runs for the timer's interrupt alone. */
void process_interrupts(struct SPCNT *sp)
{
	CHECK(start(sp) == 0);
	if (by_tick())
		work(20);
	else
		spin(200000);
	long totals = sp->b_syhits;
	uint32_t sum = 0;
	for (int i = 0; i < 64; i++)
		sum += sp->u_ct.icnt[i];
	/* the handler runs with interrupts off, so no tick sees it */
	CHECK(totals == 0 && (by_tick() || sum >= 10));
	CHECK(sys_sprofil(0, 0, 0, 0) == 0 && sp->b_urhits >= 5);
}

static bool counts_on(struct SPCNT *sp)
{
	uint32_t before = 0, after = 0;
	for (int i = 0; i < 64; i++)
		before += sp->u_ct.icnt[i];
	system_work(20);
	for (int i = 0; i < 64; i++)
		after += sp->u_ct.icnt[i];
	return after > before;
}

/* Has the system clock stopped? It would count these calls. */
static int system_clock_stands(void)
{
	struct profcounts before, after;

	prof_setting(PROFCTL_COUNTS | PROFCTL_SYSTEM, (uintptr_t)&before);
	for (int i = 0; i < 2000; i++)
		sys_getpid();
	prof_setting(PROFCTL_COUNTS | PROFCTL_SYSTEM, (uintptr_t)&after);
	return before.hits == after.hits && before.ticks == after.ticks;
}

void process_locked(const char *id)
{
	CLAUSE(id)
	{
		struct SPCNT *sp = sbrk(sizeof *sp);
		CHECK(sp != (void *)-1 && (uintptr_t)sp % 4 == 0 && start(sp) == 0);
		/* brk below the buffer, and just past its end */
		CHECK(sys_brk(sp) == -ENOMEM && sys_brk((char *)sp + 256) == -ENOMEM
			&& counts_on(sp));
		/* growing moves nothing: there is room behind, or it fails */
		int pid = fork(); /* takes the memory behind the block */
		if (pid == 0) {
			exit(counts_on(sp) ? 1 : 0); /* the copy is not a buffer */
		}
		CHECK(child_succeeds(pid));
		int grown = sys_brk((char *)sp + sizeof *sp + 200000);
		CHECK((grown > 0 || grown == -ENOMEM) && counts_on(sp));
		CHECK(sys_sprofil(0, 0, 0, 0) == 0 && sp->b_syhits > 0);
		/* exit and exec of the owner stop it */
		pid = fork();
		if (pid == 0)
			exit(start(sp) == 0 ? 0 : 1);
		CHECK(child_succeeds(pid)
			&& prof_setting(PROFCTL_STATE | PROFCTL_SYSTEM, 0) == PROFSTATE_OFF
			&& system_clock_stands());
		pid = fork();
		if (pid == 0) {
			if (start(sp))
				exit(1);
			exec_again();
		}
		CHECK(child_succeeds(pid) && system_clock_stands() && start(sp) == 0
			&& sys_sprofil(0, 0, 0, 0) == 0);
	}
}

/* Share of a program that sleeps until each tick and finishes before the next one: in user mode, by
 * the chosen clock. */
static unsigned percent_seen(struct SPCNT *sp, unsigned ticks)
{
	if (start(sp))
		return 1000;
	while (ticks--) {
		sleep_ticks(1);
		spin(1000);
	}
	if (sys_sprofil(0, 0, 0, 0))
		return 1000;
	return (unsigned)(100 * sp->b_urhits / (sp->b_urhits + sp->b_syhits + sp->b_idhits));
}

void process_clock(const char *id, struct SPCNT *sp)
{
	if (by_tick())
		return; /* nothing to compare with */
	CLAUSE(id)
	{
		unsigned own = percent_seen(sp, 40);
		CHECK(prof_setting(PROFCTL_JITTER | PROFCTL_SYSTEM, 6) == 0);
		unsigned jittered = percent_seen(sp, 40);
		CHECK(prof_setting(PROFCTL_JITTER | PROFCTL_SYSTEM, 0) == 0);
		CHECK(prof_setting(PROFCTL_CLOCK | PROFCTL_SYSTEM, 1) == 0);
		unsigned tick = percent_seen(sp, 40);
		CHECK(prof_setting(PROFCTL_CLOCK | PROFCTL_SYSTEM, 0) == 0);
		printf("# CB-7: user time seen by its own clock %u %%, with jitter %u %%, by the "
		       "tick %u %%\n",
			own, jittered, tick);
		CHECK(own >= 15 && own <= 60 && jittered >= 15 && jittered <= 60 && tick <= 2);
	}
}
