/* SPDX-License-Identifier: ISC
 * sysv.c - profil(2) of System V, clause by clause (SV-1 .. SV-16 of PLAN.md).
 *
 * Linked with the System V library. On bare metal: no exec, fork and other processes.
 */
#include "clause.h"
#include "clause_process.h"

#include <unistd.h>

#define COUNTERS 1024
#define GUARD 8 /* counters on either side */

static uint16_t around[GUARD + COUNTERS + GUARD], second[64], large[32776];
static volatile uint16_t *guarded, *buff, *other;

/* A clean buffer with guards. */
static void clean(void)
{
	for (size_t i = 0; i < GUARD + COUNTERS + GUARD; i++)
		guarded[i] = i < GUARD || i >= GUARD + COUNTERS ? 0xA5A5 : 0;
	for (size_t i = 0; i < 64; i++)
		other[i] = 0;
}

static bool guards_stand(void)
{
	return all_bytes(guarded, 2 * GUARD, 0xA5)
		&& all_bytes(guarded + GUARD + COUNTERS, 2 * GUARD, 0xA5);
}

static void set(volatile uint16_t *at, size_t bytes, uint32_t offset, unsigned scale)
{
	profil((unsigned short *)at, bytes, (int)offset, scale);
}

static void off(void)
{
	profil(NULL, 0, 0, 0);
}

static void prototype(void)
{
	CLAUSE("SV-1")
	{
		void (*const call)(unsigned short *, size_t, int, unsigned) = profil;
		clean();
		call((unsigned short *)buff, COUNTERS * 2, (int)TEXT_LOW, 0x1000);
		CHECK(prof_state() == PROFSTATE_PROFIL);
		work(20);
		call(NULL, 0, 0, 0);
		CHECK(sum_of(buff, COUNTERS) >= 10 && guards_stand());
	}
}

/* The buffer holds every hit of the clock, and nothing else. */
static void each_tick(void)
{
	CLAUSE("SV-2")
	{
		clean();
		struct profcounts before = prof_counts(PROFCTL_PROCESS);
		set(buff, COUNTERS * 2, TEXT_LOW, 0x0400);
		work(200);
		off();
		struct profcounts after = prof_counts(PROFCTL_PROCESS);
		uint32_t hits = (uint32_t)(after.hits - before.hits);
		CHECK(hits >= 150 && sum_of(buff, COUNTERS) == hits && guards_stand());
#ifndef BARE_METAL
		clean();
		CHECK(process_short_turns(buff));
#endif
		CHECK(after.ticks
			== after.hits + after.outside + after.filtered + after.idle + after.lost
				+ after.pending);
	}
}

static void scales(void)
{
	CLAUSE("SV-4")
	{
		for (uint32_t delta = 0; delta <= 2 * (COUNTERS - 4); delta += 2 + delta / 4 * 2) {
			uint32_t offset = (uint32_t)spin_loop - delta;
			clean();
			set(buff, COUNTERS * 2, offset, 0xFFFF);
			work_seen(20, &buff[delta / 2], &buff[delta / 2 + 2]);
			off();
			/* "2-byte subdivisions": the loop's instructions at delta and delta + 4 */
			CHECK(loop_seen(buff[delta / 2], buff[delta / 2 + 2])
				&& !buff[delta / 2 + 1]);
		}
		/* up to delta 65,536 */
		volatile uint16_t *far = LIVE(large);
		set(far, sizeof large, (uint32_t)spin_loop - 65532, 0xFFFF);
		work_seen(20, &far[32766], &far[32768]);
		off();
		CHECK(loop_seen(far[32766], far[32768]) && !far[32767]);
	}
	CLAUSE("SV-5")
	{
		clean();
		set(buff, 8, TEXT_LOW, 2);
		work(40);
		CHECK(buff[0] >= 20 && !buff[1]);
		work_far(40);
		off();
		CHECK(TEXT_HIGH - TEXT_LOW > 65536 && buff[0] && buff[1] >= 20 && !buff[2]
			&& !buff[3] && guards_stand());
	}
	CLAUSE("SV-6")
	{
		for (uint32_t delta = 0; delta < 64; delta += 4) {
			clean();
			set(buff, COUNTERS * 2, (uint32_t)spin_loop - delta, 0x4000);
			work_seen(20, &buff[delta / 8], &buff[(delta + 4) / 8]);
			off();
			CHECK(loop_seen(buff[delta / 8], buff[(delta + 4) / 8]));
		}
	}
}

/* Each of the scales. */
static void turned_off_by(const char *id, const unsigned scales[2])
{
	CLAUSE(id)
	for (unsigned i = 0; i < 2; i++) {
		clean();
		set(buff, COUNTERS * 2, TEXT_LOW, 0x400);
		work(20);
		set(buff, COUNTERS * 2, TEXT_LOW, scales[i]);
		uint32_t sum = sum_of(buff, COUNTERS);
		CHECK(sum && prof_state() == PROFSTATE_OFF);
		work(40);
		CHECK(sum_of(buff, COUNTERS) == sum && guards_stand());
	}
}

static void no_size(void)
{
	CLAUSE("SV-9")
	{
		clean();
		set(buff, 0, TEXT_LOW, 0x4000);
		CHECK(prof_state() == PROFSTATE_PROFIL);
		work(40);
		CHECK(prof_state() == PROFSTATE_PROFIL);
		set(NULL, 0, TEXT_LOW, 0x4000);
		work(40);
		off();
		CHECK(guards_stand() && sum_of(buff, COUNTERS) == 0);
	}
}

/* Profiling turns off at the first update, nothing else is affected, and the next call works. */
static void off_at_update(volatile uint16_t *at, size_t bytes, uint32_t offset, unsigned scale)
{
	set(at, bytes, offset, scale);
	work(40);
	CHECK(prof_state() == PROFSTATE_FAULT);
	clean();
	set(buff, COUNTERS * 2, TEXT_LOW, 0x400);
	work(20);
	off();
	CHECK(sum_of(buff, COUNTERS) >= 10);
}

static void faults(void)
{
	CLAUSE("SV-12")
	{
		uint32_t end = memory_end();
		uint32_t sum = text_sum();
		volatile uint16_t *last = (volatile uint16_t *)(uintptr_t)end - 8;
		/* partly in memory: the loop's counters are past the end; the existing part keeps
		 * its bytes */
		for (int i = 0; i < 8; i++)
			last[i] = (uint16_t)(0x1111 * i);
		off_at_update(last + 6, 64, (uint32_t)spin_loop - 8, 0x10000);
		for (int i = 0; i < 8; i++)
			CHECK(last[i] == 0x1111 * i);
		/* partly in memory, but the loop's counters exist: they count */
		for (int i = 0; i < 8; i++)
			last[i] = 0;
		set(last, 64, (uint32_t)spin_loop, 0x10000);
		work(20);
		CHECK(last[0] + last[2] >= 10 && prof_state() == PROFSTATE_PROFIL);
		off();
		/* off at that update: even existing counters count no more. Counter 0 (this program
		 * except work_far) exists, 1 does not */
		last[7] = 0;
		set(last + 7, 4, TEXT_LOW, 2);
		work(20);
		CHECK(last[7] >= 10 && prof_state() == PROFSTATE_PROFIL);
		work_far(20);
		CHECK(prof_state() == PROFSTATE_FAULT);
		uint32_t then = last[7];
		work(40);
		CHECK(last[7] == then && prof_state() == PROFSTATE_FAULT);
		off();
		/* nowhere in memory, NULL, in text, misaligned, past the end of addresses */
		off_at_update(
			(volatile uint16_t *)(uintptr_t)end, 64, (uint32_t)spin_loop, 0x10000);
		off_at_update(NULL, 64, (uint32_t)spin_loop, 0x10000);
		off_at_update((volatile uint16_t *)TEXT_LOW, 0x10000, TEXT_LOW, 0x8000);
		off_at_update((volatile uint16_t *)((uintptr_t)buff + 1), 64, (uint32_t)spin_loop,
			0x10000);
		off_at_update((volatile uint16_t *)(uintptr_t)0xFFFFFFFE, SIZE_MAX,
			(uint32_t)spin_loop, 0x10000);
		CHECK(text_sum() == sum);
	}
	CLAUSE("SV-13")
	{
		clean();
		set(buff, COUNTERS * 2, TEXT_HIGH, 0x10000); /* pc below */
		work(40);
		CHECK(prof_state() == PROFSTATE_PROFIL && sum_of(buff, COUNTERS) == 0);
		set(buff, 4, TEXT_LOW, 0x10000); /* past the last counter */
		work(40);
		CHECK(prof_state() == PROFSTATE_PROFIL && sum_of(buff, COUNTERS) == 0
			&& guards_stand());
		off();
	}
}

static void replaced(void)
{
	CLAUSE("SV-14")
	{
		clean();
		set(buff, COUNTERS * 2, TEXT_LOW, 0x400);
		work(20);
		set(other, sizeof second, TEXT_LOW, 2);
		uint32_t sum = sum_of(buff, COUNTERS);
		work(40);
		off();
		CHECK(sum && sum_of(buff, COUNTERS) == sum && sum_of(other, 64) >= 20);
	}
}

/* scale = RATIO * 0200000L, bufsiz = size * RATIO: the region's first and last instruction have the
 * first and last counter. */
static void ratios(void)
{
	const uint32_t size = 1024, loop = (uint32_t)spin_loop;
	CLAUSE("SV-15")
	{
		for (unsigned half = 1; half <= 8; half *= 2) {
			unsigned scale = 0200000 / half, counters = size / half / 2;
			clean();
			/* the loop starts the region */
			set(buff, size / half, loop, scale);
			work_seen(20, &buff[0], &buff[2 / half]);
			off();
			CHECK(loop_seen(buff[0], buff[2 / half]) && guards_stand());
			clean();
			/* the loop ends the region */
			set(buff, size / half, loop + 8 - size, scale);
			work_seen(20, &buff[(size - 8) / 2 / half], &buff[(size - 4) / 2 / half]);
			off();
			CHECK(loop_seen(buff[(size - 8) / 2 / half], buff[(size - 4) / 2 / half])
				&& (size - 4) / 2 / half >= counters - 2 && guards_stand());
			clean();
			/* the loop is just behind the region */
			set(buff, size / half, loop - size, scale);
			work(20);
			off();
			CHECK(all_bytes(buff + counters, 64, 0) && guards_stand());
		}
	}
}

int main(int argc, char **argv)
{
#ifdef BARE_METAL
	(void)argc;
	(void)argv;
	fast_clock(101);
#else
	if (process_part(argc, argv))
		return 0;
	fast_clock(101);
	process_exec("SV-10");
	process_fork("SV-11");
	process_alone("SV-16");
#endif
	guarded = LIVE(around);
	buff = guarded + GUARD;
	other = LIVE(second);
	prototype();
	each_tick();
	scales();
	turned_off_by("SV-7", (unsigned[]){ 0, 0x10001 });
	turned_off_by("SV-8", (unsigned[]){ 1, 0xFFFFFFFF });
	no_size();
	faults();
	replaced();
	ratios();
	printf("sysv: %d failed\n", clauses_failed());
	return clauses_failed();
}
