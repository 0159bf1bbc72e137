/* SPDX-License-Identifier: ISC
 * late.c - samples that the unit still has to store when the kernel takes a profile away. Written
 * for a machine whose unit waits long for the bus (console --late); the tests hold on every
 * machine.
 */
#include "usertests.h"

#define ROUNDS 12
#define LATER 6000u /* turns of spin: many times the unit's wait */

static struct SPCNT page;

static uint32_t sum_of_page(void)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < 2045; i++)
		n += page.u_ct.icnt[i];
	return n;
}

/* profil(0): every sample is stored when the call returns. */
static void profil_off_is_final(void)
{
	static uint16_t counters[64];

	fast_clock(FAST);
	for (unsigned round = 0; round < ROUNDS; round++) {
		EXPECT(sys_profil(SYSV, counters, sizeof counters, TEXT_ADDRESS - 64, 0x8000), 0);
		spin(400 + 37 * round);
		profil_off();
		uint32_t before = sum(counters, 64);
		spin(LATER);
		EXPECT(sum(counters, 64), before);
	}
}

/* Pages that were freed and allocated again are empty and stay so. */
static void pages_come_back_empty(void)
{
	uint32_t at = block_end();

	fast_clock(FAST);
	for (unsigned round = 0; round < ROUNDS; round++) {
		EXPECT(sys_brk(at + PAGE), at + PAGE);
		EXPECT(sys_profil(SYSV, at, PAGE, TEXT_ADDRESS - 64, 0x8000), 0);
		spin(400 + 37 * round);
		EXPECT(sys_brk(at), at);
		profil_off();
		EXPECT(sys_brk(at + PAGE), at + PAGE);
		EXPECT(sum((uint16_t *)at, PAGE / 2), 0);
		spin(LATER);
		EXPECT(sum((uint16_t *)at, PAGE / 2), 0);
		EXPECT(sys_brk(at), at);
	}
}

/* sprofil off: as for profil. */
static void sprofil_off_is_final(void)
{
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, FAST);
	for (unsigned round = 0; round < ROUNDS; round++) {
		EXPECT(sys_sprofil(&page, 2045, KERNEL, 64), 0);
		for (unsigned i = 0; i < 10 + round; i++)
			sys_getpid();
		EXPECT(sys_sprofil(0, 0, 0, 0), 0);
		uint32_t before = sum_of_page();
		spin(LATER);
		EXPECT(sum_of_page(), before);
	}
}

#define SAMPLES 1500u
#define RESULT "ut.late"

/* Samples into its own array, beside another process; returns how many. */
static void samples(uint32_t fd)
{
	static uint32_t pcs[SAMPLES];

	EXPECT(sys_pcsample(pcs, SAMPLES), 0);
	for (int i = 0; i < 60; i++) {
		spin(150);
		sys_yield();
	}
	uint32_t n = (uint32_t)sys_pcsample(0, 0);
	CHECK(n > 0 && n < SAMPLES);
	for (uint32_t i = 0; i < SAMPLES; i++)
		if (i < n ? pcs[i] < USER_TEXT || pcs[i] >= USER_BLOCK : pcs[i] != 0)
			failed(__FILE__, __LINE__, "a sample is 0x%08lx", (unsigned long)pcs[i]);
	EXPECT(write((int)fd, &n, sizeof n), sizeof n);
}

/* Alternating processes: each sample lies in the array of its own process, and overwrites none. */
static void turns_lose_nothing(void)
{
	enum { N = 3 };
	uint32_t n[N], all = 0;
	int pids[N], fd = open(RESULT, O_RDWR | O_CREAT | O_TRUNC);

	fast_clock(FAST);
	uint64_t before = counts(PROFCTL_PROCESS).hits;
	for (unsigned i = 0; i < N; i++)
		pids[i] = child(samples, (uint32_t)fd);
	for (unsigned i = 0; i < N; i++)
		EXPECT(ended(pids[i]), 0);
	EXPECT(lseek(fd, 0, SEEK_SET), 0);
	EXPECT(read(fd, n, sizeof n), sizeof n);
	for (unsigned i = 0; i < N; i++)
		all += n[i];
	EXPECT(all, counts(PROFCTL_PROCESS).hits - before);
	close(fd);
	unlink(RESULT);
}

const struct test late_tests[] = { TEST(profil_off_is_final), TEST(pages_come_back_empty),
	TEST(sprofil_off_is_final), TEST(turns_lose_nothing), END };
