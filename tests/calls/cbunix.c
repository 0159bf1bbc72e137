/* SPDX-License-Identifier: ISC
 * cbunix.c - sprofil(2) of CB-UNIX, clause by clause (CB-1 .. CB-12 of PLAN.md; CB-11 is about the
 * command): it
 * profiles the kernel.
 */
#include "clause_process.h"
#include "profil.h"
#include "sys/sprof.h"

#include <errno.h>

#define KERNEL 0x80000000u /* its lowest address */
#define KERNEL_BYTES 0x40000u /* more than its text */

static struct SPCNT counts, *const sp = &counts;
static volatile uint16_t buff[64];

static void clean(void)
{
	memset(sp, 0, sizeof *sp);
	for (size_t i = 0; i < 64; i++)
		buff[i] = 0;
}

static int start(unsigned numents, uint32_t lowpc, unsigned intsize)
{
	errno = 0;
	return sprofil(sp, numents, (caddr_t)lowpc, intsize);
}

static int stop(void)
{
	return sprofil(NULL, 0, NULL, 0);
}

static uint32_t sum_icnt(unsigned n)
{
	uint32_t sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += sp->u_ct.icnt[i];
	return sum;
}

static uint32_t sum_ncnt(unsigned n)
{
	uint32_t sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += sp->u_ct.ncnt[i].nhits;
	return sum;
}

static void name_symbols(unsigned n, uint32_t low, uint32_t bytes)
{
	for (unsigned i = 0; i < n; i++)
		sp->u_ct.ncnt[i].nloc = (caddr_t)(low + i * bytes);
}

static enum profstate state(void)
{
	return (enum profstate)prof_setting(PROFCTL_STATE | PROFCTL_SYSTEM, 0);
}

static void starts_and_stops(void)
{
	CLAUSE("CB-1")
	{
		int (*const call)(struct SPCNT *, unsigned, caddr_t, unsigned) = sprofil;
		clean();
		CHECK(sizeof(struct SPCNT) == 8192 && sizeof(struct NHIT) == 8);
		CHECK(call(sp, 64, (caddr_t)KERNEL, KERNEL_BYTES / 64) == 0
			&& state() != PROFSTATE_OFF);
		system_work(40);
		CHECK(sum_icnt(64) >= 10);
		CHECK(call(NULL, 0, NULL, 0) == 0 && state() == PROFSTATE_OFF);
	}
	CLAUSE("CB-9")
	{
		clean();
		CHECK(start(64, KERNEL, KERNEL_BYTES / 64) == 0);
		system_work(40);
		CHECK(stop() == 0);
		struct SPCNT then = *sp;
		CHECK(then.b_urhits + then.b_syhits + then.b_idhits >= 20);
		system_work(40);
		CHECK(memcmp(&then, sp, sizeof then) == 0 && stop() == 0
			&& memcmp(&then, sp, sizeof then) == 0);
	}
}

static void totals(void)
{
	CLAUSE("CB-8")
	{
		clean();
		/* the caller's own count continues */
		sp->b_urhits = 1000;
		CHECK(start(2045, KERNEL, KERNEL_BYTES / 2045 + 1) == 0);
		struct profcounts before = prof_counts(PROFCTL_SYSTEM);
		system_work(100);
		idle_work(100);
		work(100);
		CHECK(stop() == 0);
		struct profcounts after = prof_counts(PROFCTL_SYSTEM);
		uint32_t all = sp->b_urhits - 1000 + sp->b_syhits + sp->b_idhits;
		CHECK(sum_icnt(2045) == (uint32_t)sp->b_syhits && sp->b_syhits >= 50);
		CHECK(sp->b_urhits >= 1050 && sp->b_idhits >= 20);
		CHECK(all >= after.ticks - before.ticks
			&& all <= after.ticks - before.ticks + (by_tick() ? 500 : 50));
	}
}

static void symbols(void)
{
	CLAUSE("CB-3")
	{
		static struct SPCNT by_interval;
		clean();
		CHECK(start(64, KERNEL, 4096) == 0);
		system_work(200);
		CHECK(stop() == 0);
		by_interval = *sp;
		clean();
		name_symbols(64, KERNEL, 4096);
		CHECK(start(64, 0, 0) == 0);
		system_work(200);
		CHECK(stop() == 0 && sum_ncnt(64) == (uint32_t)sp->b_syhits && sp->b_syhits >= 50);
		for (unsigned i = 0; i < 64; i++) {
			uint32_t a = by_interval.u_ct.icnt[i], b = sp->u_ct.ncnt[i].nhits;
			CHECK(sp->u_ct.ncnt[i].nloc == (caddr_t)(KERNEL + i * 4096));
			/* The kernel takes the tick at two places within its 64 KiB, mostly at one
			 * or mostly at the other. */
			CHECK(by_tick() ? !b || i < 16 : a + b < 100 || (a > b / 4 && b > a / 4));
		}
		/* below the first start nothing is counted, except in the total */
		clean();
		name_symbols(2, KERNEL + KERNEL_BYTES, 16);
		CHECK(start(2, 0, 0) == 0);
		system_work(40);
		CHECK(stop() == 0 && sum_ncnt(2) == 0 && sp->b_syhits >= 10);
	}
	CLAUSE("CB-4")
	{
		static const unsigned sizes[] = { 3, 7, 100, 1000, 12345, 0x7FFFFFFF, 0xFFFFFFFF };
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			unsigned n = sizes[i] < 1000 ? 2045 : 40;
			uint32_t low =
				sizes[i] < 1000 && !by_tick() ? system_loop() - 1000 : KERNEL;
			clean();
			CHECK(start(n, low, sizes[i]) == 0);
			system_work(40);
			CHECK(stop() == 0 && sum_icnt(n) >= 5
				&& sum_icnt(n) <= (uint32_t)sp->b_syhits);
		}
	}
}

static void limits(void)
{
	CLAUSE("CB-5")
	{
		clean();
		CHECK(start(1023, 0, 0) == -1 && errno == EINVAL && start(2046, KERNEL, 1) == -1
			&& errno == EINVAL);
		CHECK(start(0xFFFFFFFF, 0, 0) == -1 && errno == EINVAL
			&& start(0x40000001, KERNEL, 1) == -1 && errno == EINVAL
			&& state() == PROFSTATE_OFF);
		name_symbols(1022, KERNEL, 256);
		CHECK(start(1022, 0, 0) == 0);
		system_work(40);
		CHECK(stop() == 0 && sum_ncnt(1022) == (uint32_t)sp->b_syhits
			&& sp->b_syhits >= 10);
		clean();
		CHECK(start(2045, KERNEL, 128) == 0);
		system_work(40);
		CHECK(stop() == 0 && sum_icnt(2045) == (uint32_t)sp->b_syhits
			&& sp->b_syhits >= 10);
		clean();
		name_symbols(8, KERNEL, 256);
		sp->u_ct.ncnt[5].nloc = sp->u_ct.ncnt[3].nloc;
		CHECK(start(8, 0, 0) == -1 && errno == EINVAL && state() == PROFSTATE_OFF);
		sp->u_ct.ncnt[5].nloc = sp->u_ct.ncnt[4].nloc;
		CHECK(start(8, 0, 0) == 0 && stop() == 0);
		/* table overwritten while it runs: only hits are written */
		clean();
		name_symbols(64, KERNEL, 4096);
		CHECK(start(64, 0, 0) == 0);
		uint32_t random = 1;
		for (unsigned turn = 0; turn < 20; turn++) {
			for (unsigned i = 0; i < 64; i++)
				sp->u_ct.ncnt[i].nloc =
					(caddr_t)(random = random * 1664525 + 1013904223);
			system_work(10);
		}
		CHECK(stop() == 0);
		for (unsigned i = 64; i-- > 0; random = (random - 1013904223) * 4276115653u)
			CHECK(sp->u_ct.ncnt[i].nloc == (caddr_t)random);
		CHECK(all_bytes(&sp->u_ct.ncnt[64], sizeof sp->u_ct - 64 * sizeof(struct NHIT), 0));
	}
	CLAUSE("CB-12")
	{
		CHECK(sprofil((struct SPCNT *)4, 8, (caddr_t)KERNEL, 64) == -1 && errno == EFAULT
			&& state() == PROFSTATE_OFF);
		CHECK(sprofil((struct SPCNT *)((char *)sp + 2), 8, (caddr_t)KERNEL, 64) == -1
			&& errno == EFAULT);
		CHECK(sprofil((struct SPCNT *)0xFFFFFFFC, 8, (caddr_t)KERNEL, 64) == -1
			&& errno == EFAULT);
		CHECK(sprofil((struct SPCNT *)(uintptr_t)TEXT_LOW, 8, (caddr_t)KERNEL, 64) == -1
			&& errno == EFAULT && state() == PROFSTATE_OFF);
		process_interrupts(sp);
	}
}

static void restarted(void)
{
	CLAUSE("CB-2")
	{
		clean();
		CHECK(start(64, KERNEL, 4096) == 0);
		system_work(20);
		CHECK(start(32, KERNEL, 8192) == 0);
		long first = sp->b_syhits;
		CHECK(first >= 5);
		system_work(20);
		CHECK(stop() == 0 && sp->b_syhits > first);
		process_busy(sp);
	}
}

/* profil and sprofil at the same time, each on its own clock. */
static void both(void)
{
	CLAUSE("CB-10")
	{
		clean();
		prof_setting(PROFCTL_PERIOD | PROFCTL_SYSTEM, 921);
		CHECK(start(64, KERNEL, 4096) == 0);
		profil((unsigned short *)buff, 128, TEXT_LOW, 2);
		struct profcounts own = prof_counts(PROFCTL_PROCESS),
				  system = prof_counts(PROFCTL_SYSTEM);
		work(300);
		system_work(20);
		struct profcounts own_end = prof_counts(PROFCTL_PROCESS),
				  system_end = prof_counts(PROFCTL_SYSTEM);
		profil(NULL, 0, 0, 0);
		CHECK(stop() == 0);
		uint32_t a = (uint32_t)(own_end.ticks - own.ticks),
			 b = (uint32_t)(system_end.ticks - system.ticks);
		CHECK(sum_of(buff, 64) >= 200 && sum_icnt(64) == (uint32_t)sp->b_syhits
			&& sp->b_syhits > 0);
		/* the timer is the one clock of both */
		CHECK(by_tick() || (a > 2 * b && a < 4 * b));
		CHECK(own_end.lost == own.lost && system_end.lost == system.lost);
	}
}

int main(int argc, char **argv)
{
	if (process_part(argc, argv))
		return 0;
	fast_clock(307); /* the longest search takes its time */
	restarted();
	limits();
	process_locked("CB-6");
	starts_and_stops();
	symbols();
	process_clock("CB-7", sp);
	totals();
	both();
	printf("cbunix: %d failed\n", clauses_failed());
	return clauses_failed();
}
