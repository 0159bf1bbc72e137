/* SPDX-License-Identifier: ISC
 * memory.c - the heap grows, shrinks and moves under a live buffer; fork, exec and files take its
 * pages.
 */
#include "usertests.h"

#define PAGES 4u
#define BYTES (PAGES * PAGE)

/* Maps a live buffer of PAGES pages at the end of the heap and returns its address. Counters of 2
 * bytes for each 4 of text from spin on. */
static uint16_t *live_buffer(void)
{
	uint32_t at = block_end();

	fast_clock(FAST);
	CHECK(sys_brk(at + BYTES) > 0);
	EXPECT(sys_profil(SYSV, at, BYTES, TEXT_ADDRESS - 64, 0x8000), 0);
	EVENTUALLY(sum((uint16_t *)at, BYTES / 2) > 0);
	return (uint16_t *)at;
}

#define MINE (6 * PAGE)

/* Its memory may replace the buffer: it turns off the profile inherited from its parent. */
static void takes_pages(uint32_t key)
{
	profil_off();
	uint32_t *memory = (uint32_t *)block_end();

	CHECK(sys_brk((uint32_t)(uintptr_t)memory + MINE) > 0);
	fill_pattern(memory, MINE / 4, key);
	for (int i = 0; i < 5; i++) {
		sleep_ticks(1);
		CHECK(pattern_good(memory, MINE / 4, key));
	}
}

/* The buffer's pages go to other processes; the profile's updates go nowhere. */
static void given_back(uint32_t at, uint32_t keep, unsigned samples)
{
	int others[2];

	EXPECT(sys_brk(at + keep), at + keep);
	for (uint32_t i = 0; i < 2; i++)
		others[i] = child(takes_pages, keep + i);
	spin_samples(samples);
	for (int i = 0; i < 2; i++)
		EXPECT(ended(others[i]), 0);
}

static void buffer_given_back(uint32_t keep)
{
	uint32_t at = (uint32_t)(uintptr_t)live_buffer();

	given_back(at, keep, 100);
	CHECK(sys_brk(at + BYTES) > 0);
	spin_samples(20);
	profil_off();
}

/* The same for an array of samples: part of it is freed while it fills. */
static void array_given_back(uint32_t keep)
{
	uint32_t at = block_end(), n = BYTES / 4;

	fast_clock(FAST);
	CHECK(sys_brk(at + BYTES) > 0);
	EXPECT(sys_pcsample(at, n), 0);
	EVENTUALLY(*(volatile uint32_t *)at != 0);
	given_back(at, keep, by_tick() ? 50 : 2 * n);
	CHECK((uint32_t)sys_pcsample(0, 0) <= n);
	for (uint32_t i = 0; i < keep / 4; i++) {
		uint32_t pc = ((volatile uint32_t *)at)[i];
		CHECK(pc == 0 || (pc >= USER_TEXT && pc < USER_BLOCK));
	}
}

static void brk_below_the_end(void)
{
	static const uint32_t keep[] = { 0, PAGE, 2 * PAGE + 2, BYTES - 2 };

	for (int i = 0; i < 4; i++)
		EXPECT(outcome(buffer_given_back, keep[i]), 0);
	EXPECT(outcome(array_given_back, 0), 0);
	EXPECT(outcome(array_given_back, PAGE + 8), 0);
}

/* The heap's end moves within its page: all pages stay, and the counters stay and continue. */
static void brk_within_a_page(void)
{
	uint16_t *buffer = live_buffer();
	uint32_t end = (uint32_t)(uintptr_t)buffer + BYTES;

	for (int round = 0; round < 4; round++) {
		uint32_t before = sum(buffer, BYTES / 2);
		for (uint32_t i = 0; i < 100; i++)
			EXPECT(sys_brk(end - 4 * i), end - 4 * i);
		EVENTUALLY(sum(buffer, BYTES / 2) > before + 5);
		EXPECT(state(), PROFSTATE_PROFIL);
	}
	profil_off();
}

/* Other processes hold the pages behind, so the block moves again and again: the counts stay and
 * continue. */
static void brk_moves(void)
{
	uint16_t *buffer = live_buffer();
	uint32_t before = sum(buffer, BYTES / 2), *data = sbrk(PAGE);

	fill_pattern(data, PAGE / 4, 3);
	for (uint32_t i = 0; i < 4; i++) {
		int other = child(takes_pages, i);
		CHECK(sbrk(8 * PAGE) != (void *)-1);
		uint32_t after = sum(buffer, BYTES / 2);
		CHECK(after >= before);
		EVENTUALLY(sum(buffer, BYTES / 2) > after);
		before = sum(buffer, BYTES / 2);
		EXPECT(state(), PROFSTATE_PROFIL);
		EXPECT(ended(other), 0);
	}
	CHECK(pattern_good(data, PAGE / 4, 3));
	profil_off();
	uint32_t last = sum(buffer, BYTES / 2);
	spin_samples(10);
	EXPECT(sum(buffer, BYTES / 2), last);
}

/* Calls read and write files with a live buffer as their memory. */
static void files_from_live_buffer(void)
{
	uint16_t *buffer = live_buffer();
	uint8_t *back = sbrk(BYTES);
	int fd = open("ut.live", O_RDWR | O_CREAT | O_TRUNC);

	EXPECT(write(fd, buffer, BYTES), BYTES);
	profil_off();
	lseek(fd, 0, SEEK_SET);
	EXPECT(read(fd, back, BYTES), BYTES);
	for (unsigned i = 0; i < BYTES / 2; i++)
		CHECK(((uint16_t *)back)[i] <= buffer[i]);
	CHECK(sum((uint16_t *)back, BYTES / 2) > 0);
	EXPECT(sys_profil(SYSV, buffer, BYTES, TEXT_ADDRESS - 64, 0x8000), 0);
	memset(back, 0, BYTES);
	EXPECT(lseek(fd, 0, SEEK_SET), 0);
	EXPECT(write(fd, back, BYTES), BYTES);
	EXPECT(lseek(fd, 0, SEEK_SET), 0);
	EXPECT(read(fd, buffer, BYTES), BYTES); /* zeros, by the kernel */
	uint32_t cleared = sum(buffer, BYTES / 2);
	EVENTUALLY(sum(buffer, BYTES / 2) > cleared);
	profil_off();
	close(fd);
	unlink("ut.live");
}

/* A profiled program becomes this one, whose code lies where the old program's did. Files take the
 * old program's memory at once, before anything makes the kernel look at the profile again: no
 * fork, no brk, no tick. They keep their contents. */
#define FILES 24 /* small enough to fit what the old program left */
#define FILE_BYTES (2 * PAGE)

static const char *file_name(unsigned i)
{
	static char name[] = "ut.execA";

	name[7] = (char)('A' + i);
	return name;
}

int takes_memory_by_files(void)
{
	static uint32_t kept[FILE_BYTES / 4], back[FILE_BYTES / 4];
	int good = 1;

	fill_pattern(kept, FILE_BYTES / 4, 7);
	for (unsigned i = 0; i < FILES; i++) {
		int fd = sys_open(file_name(i), O_WRONLY | O_CREAT | O_TRUNC);
		good &= sys_write(fd, kept, FILE_BYTES) == (int)FILE_BYTES;
		sys_close(fd);
	}
	spin(20 * FAST);
	for (unsigned i = 0; i < FILES; i++) {
		int fd = sys_open(file_name(i), O_RDONLY);
		good &= sys_read(fd, back, FILE_BYTES) == (int)FILE_BYTES;
		good &= pattern_good(back, FILE_BYTES / 4, 7);
		sys_close(fd);
		sys_unlink(file_name(i));
	}
	return good ? 0 : 1;
}

enum { BY_PROFIL, BY_PCSAMPLE, BY_SPROFIL };

static void becomes_another(uint32_t profiled)
{
	if (profiled == BY_SPROFIL) {
		sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, FAST);
		EXPECT(sys_sprofil(sbrk(BYTES), 2045, KERNEL, 16), 0);
	} else if (profiled == BY_PCSAMPLE) {
		fast_clock(FAST);
		EXPECT(sys_pcsample(sbrk(BYTES), BYTES / 4), 0);
	} else {
		live_buffer();
	}
	EXPECT(sys_profctl(PROFCTL_TICK, 10 * PROFCTL_DEFAULT_TICK), 0);
	sys_exec("bin/usertests", (char *[]){ "usertests", "-x", NULL });
}

static void exec_lets_go(void)
{
	for (uint32_t profiled = BY_PROFIL; profiled <= BY_SPROFIL; profiled++)
		EXPECT(outcome(becomes_another, profiled), 0);
}

const struct test memory_tests[] = { TEST(brk_below_the_end), TEST(brk_within_a_page),
	TEST(brk_moves), TEST(exec_lets_go), TEST(files_from_live_buffer), END };
