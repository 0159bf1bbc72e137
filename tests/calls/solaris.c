/* SPDX-License-Identifier: ISC
 * solaris.c - profil(2) of Solaris and illumos, and pcsample(2), clause by clause (SOL-1 .. SOL-5
 * of PLAN.md).
 *
 * Linked with the Solaris library.
 */
#define SOLARIS_PROFIL
#include "clause_process.h"
#include "pcsample.h"

#include <errno.h>
#include <unistd.h>

#define COUNTERS 256
#define SAMPLES 256

static volatile uint16_t buff[COUNTERS];
static volatile uintptr_t samples[SAMPLES + 2];

static void clean(void)
{
	for (size_t i = 0; i < COUNTERS; i++)
		buff[i] = 0;
	for (size_t i = 0; i < SAMPLES + 2; i++)
		samples[i] = 0xA5A5A5A5;
}

static void set(unsigned bytes, uint32_t offset, unsigned scale)
{
	profil((unsigned short *)buff, bytes, offset, scale);
}

static long sample(long n)
{
	return pcsample((uintptr_t *)samples, n);
}

static bool all_text(size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (samples[i] < TEXT_LOW || samples[i] >= TEXT_HIGH)
			return false;
	return true;
}

static void full(void)
{
	CLAUSE("SOL-1")
	{
		void (*const call)(unsigned short *, unsigned int, unsigned int, unsigned int) =
			profil;
		clean();
		/* some samples arrive here before work_far gets its own */
		buff[0] = 32700;
		buff[1] = 32600;
		buff[2] = 5;
		call((unsigned short *)buff, 6, TEXT_LOW, 2);
		work_far(5);
		spin(50); /* until the last of its samples has been counted */
		uint32_t second = buff[1];
		work(200);
		CHECK(buff[0] == 32767 && prof_state() == PROFSTATE_FULL);
		CHECK(buff[1] == second && second > 32600 && second < 32767 && buff[2] == 5);
		work_far(100);
		CHECK(buff[0] == 32767 && buff[1] == second && buff[2] == 5);
		/* the next call profiles again; a full counter stops it at once and keeps
		 * its value */
		buff[0] = 0;
		set(6, TEXT_LOW, 2);
		work(20);
		CHECK(buff[0] >= 10 && prof_state() == PROFSTATE_PROFIL);
		set(0, 0, 0);
		buff[0] = 40000;
		set(6, TEXT_LOW, 2);
		work(20);
		CHECK(buff[0] == 40000 && prof_state() == PROFSTATE_FULL);
		set(0, 0, 0);
	}
}

static void off_by_scale(void)
{
	CLAUSE("SOL-5")
	{
		for (unsigned scale = 0; scale < 2; scale++) {
			clean();
			set(COUNTERS * 2, TEXT_LOW, 0x200);
			work(20);
			set(COUNTERS * 2, TEXT_LOW, scale);
			uint32_t sum = sum_of(buff, COUNTERS);
			CHECK(sum && prof_state() == PROFSTATE_OFF);
			work(40);
			CHECK(sum_of(buff, COUNTERS) == sum);
			CHECK(sample(0) == 0); /* scale 1 was no pcsample */
		}
		/* 0xffff is not one-to-one, as System V's: counters of 4 and 8 bytes on */
		clean();
		set(COUNTERS * 2, (uint32_t)spin_loop - 4, 0xFFFF);
		work_seen(20, &buff[1], &buff[3]);
		set(0, 0, 0);
		CHECK(loop_seen(buff[1], buff[3]) && !buff[2] && !buff[4]);
	}
}

static void pcsamples(void)
{
	CLAUSE("SOL-4")
	{
		long (*const call)(uintptr_t *, long) = pcsample;
		clean();
		CHECK(call((uintptr_t *)samples, SAMPLES) == 0
			&& prof_state() == PROFSTATE_PCSAMPLE);
		work(10);
		long stored = sample(0);
		CHECK(stored >= 10 && stored < SAMPLES && all_text(stored)
			&& samples[stored] == 0xA5A5A5A5);
		work(20);
		CHECK(samples[stored] == 0xA5A5A5A5 && sample(0) == 0
			&& prof_state() == PROFSTATE_OFF);
		/* full: it stops, and writes nothing past the end */
		clean();
		CHECK(sample(SAMPLES) == 0);
		work(2 * SAMPLES);
		CHECK(all_text(SAMPLES) && samples[SAMPLES] == 0xA5A5A5A5
			&& samples[SAMPLES + 1] == 0xA5A5A5A5 && prof_state() == PROFSTATE_FULL);
		CHECK(sample(8) == SAMPLES);
		work(20);
		CHECK(sample(0) == 8);
		/* more bytes than there are addresses */
		CHECK(sample(0x40000001) == 0);
		work(10);
		CHECK(sample(0) >= 5);
		/* negative: refused, and the running profile continues */
		CHECK(sample(SAMPLES) == 0);
		errno = 0;
		CHECK(sample(-1) == -1 && errno == EINVAL && prof_state() == PROFSTATE_PCSAMPLE);
		work(5);
		CHECK(sample(0) >= 5);
		/* an invalid array: off at the first update */
		CHECK(pcsample(NULL, 8) == 0);
		work(10);
		CHECK(prof_state() == PROFSTATE_FAULT && sample(0) == 0);
		CHECK(pcsample((uintptr_t *)((uintptr_t)samples + 2), 8) == 0);
		work(10);
		CHECK(prof_state() == PROFSTATE_FAULT && sample(0) == 0);
		/* profil() and pcsample() replace each other */
		clean();
		set(COUNTERS * 2, TEXT_LOW, 0x200);
		work(10);
		CHECK(sample(SAMPLES) == 0);
		uint32_t sum = sum_of(buff, COUNTERS);
		work(10);
		CHECK(sum && sum_of(buff, COUNTERS) == sum && all_text(10));
		set(COUNTERS * 2, TEXT_LOW, 0x200);
		uintptr_t last = samples[SAMPLES - 1];
		work(10);
		CHECK(samples[SAMPLES - 1] == last && sum_of(buff, COUNTERS) > sum
			&& sample(0) == 0);
		process_pcsample(samples, SAMPLES);
		set(0, 0, 0);
	}
}

int main(int argc, char **argv)
{
	if (process_part(argc, argv))
		return 0;
	fast_clock(101);
	full();
	process_threads("SOL-2", "SOL-3", buff);
	pcsamples();
	off_by_scale();
	printf("solaris: %d failed\n", clauses_failed());
	return clauses_failed();
}
