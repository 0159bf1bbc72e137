/* SPDX-License-Identifier: ISC
 * bsd.c - profil(2) of OpenBSD 2.6, clause by clause (BSD-1 .. BSD-5 of PLAN.md; BSD-6 is gmon's).
 *
 * Linked with the BSD library.
 */
#define BSD_PROFIL
#include "clause_process.h"

#include <errno.h>
#include <unistd.h>

#define COUNTERS 1024

static volatile uint16_t buff[COUNTERS + 8];

static void clean(void)
{
	for (size_t i = 0; i < COUNTERS + 8; i++)
		buff[i] = 0;
}

static int set(volatile void *at, size_t bytes, u_long offset, u_int scale)
{
	errno = 0;
	return profil((char *)at, bytes, offset, scale);
}

static void prototype(void)
{
	CLAUSE("BSD-1")
	{
		int (*const call)(char *, size_t, u_long, u_int) = profil;
		clean();
		CHECK(call((char *)buff, COUNTERS * 2, TEXT_LOW, 0x1000) == 0);
		work(20);
		CHECK(call(NULL, 0, 0, 0) == 0 && sum_of(buff, COUNTERS) >= 10
			&& prof_state() == PROFSTATE_OFF);
	}
}

/* A scale of 65536 is 2 bytes per bin, 32768 4 bytes, 16384 8 bytes; scales between are
 * approximate. */
static void bins(void)
{
	CLAUSE("BSD-3")
	{
		static const unsigned scales[] = { 65536, 32768, 16384, 8192, 50000, 40001, 3 };
		for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
			for (unsigned delta = 0; delta < 80; delta += 4) {
				unsigned first = delta / 2 * scales[i] / 65536,
					 second = (delta + 4) / 2 * scales[i] / 65536;
				clean();
				CHECK(set(buff, COUNTERS * 2, (u_long)spin_loop - delta, scales[i])
					== 0);
				work_seen(12, &buff[first], &buff[second]);
				CHECK(set(NULL, 0, 0, 0) == 0);
				CHECK(loop_seen(buff[first], buff[second])
					&& (first == second || second == first + 1
						|| !buff[first + 1]));
			}
	}
}

static void scale_one(void)
{
	CLAUSE("BSD-4")
	{
		clean();
		CHECK(set(buff, 16, TEXT_LOW, 1) == 0 && prof_state() == PROFSTATE_PROFIL);
		work(20);
		work_far(20);
		CHECK(buff[0] >= 30 && !buff[1]); /* 131,072 bytes per bin */
		CHECK(set(buff, 16, TEXT_LOW, 65537) == -1 && errno == EINVAL
			&& prof_state() == PROFSTATE_PROFIL);
		CHECK(set(NULL, 0, 0, 0xFFFFFFFF) == -1 && errno == EINVAL);
		uint32_t sum = buff[0];
		work(20);
		/* the previous buffer is untouched */
		CHECK(buff[0] >= sum + 10);
		CHECK(set(buff, 16, TEXT_LOW, 0) == 0 && prof_state() == PROFSTATE_OFF);
		sum = buff[0];
		work(20);
		CHECK(buff[0] == sum);
		/* counter 1 begins at work_far's loop */
		clean();
		CHECK(set(buff, 16, (u_long)spin_far_loop - 131072, 1) == 0);
		work(20);
		CHECK(buff[0] >= 10 && !buff[1]);
		work_far(20);
		CHECK(set(NULL, 0, 0, 0) == 0 && buff[1] >= 10 && !buff[2]);
	}
}

static void refused(volatile void *at, size_t bytes)
{
	clean();
	CHECK(set(buff, COUNTERS * 2, TEXT_LOW, 0x400) == 0);
	work(10);
	CHECK(set(at, bytes, TEXT_LOW, 0x400) == -1 && errno == EFAULT
		&& prof_state() == PROFSTATE_OFF);
	uint32_t sum = sum_of(buff, COUNTERS);
	work(20);
	CHECK(sum && sum_of(buff, COUNTERS) == sum); /* profiling is terminated */
}

static void illegal(void)
{
	CLAUSE("BSD-5")
	{
		uint32_t sum = text_sum();
		refused(NULL, 64);
		refused((void *)(uintptr_t)TEXT_LOW, 64);
		refused((volatile char *)buff + 1, 64);
		refused((void *)0xFFFFFFFE, 64);
		refused(buff, SIZE_MAX);
		refused((void *)0x00000004, 2);
		/* scale 0: the buffer is not checked */
		CHECK(set((void *)(uintptr_t)TEXT_LOW, 64, TEXT_LOW, 0) == 0);
		CHECK(set(NULL, 0, TEXT_LOW, 0x400) == 0 && prof_state() == PROFSTATE_PROFIL);
		CHECK(text_sum() == sum);
		uint32_t end = memory_end();
		refused((void *)(uintptr_t)end, 2);
		refused((void *)(uintptr_t)(end - 8), 10);
		CHECK(set((void *)(uintptr_t)(end - 8), 8, TEXT_LOW, 0x400) == 0);
		CHECK(set(NULL, 0, 0, 0) == 0);
	}
}

int main(int argc, char **argv)
{
	if (process_part(argc, argv))
		return 0;
	fast_clock(101);
	prototype();
	bins();
	scale_one();
	illegal();
	printf("bsd: %d failed\n", clauses_failed());
	return clauses_failed();
}
