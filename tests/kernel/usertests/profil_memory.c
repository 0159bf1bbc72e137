/* SPDX-License-Identifier: ISC
 * profil_memory.c - the heap grows, shrinks and moves under a live buffer.
 */
#include "usertests.h"
#include "sys/sprof.h"

#define PAGES 4u
#define BYTES (PAGES * PAGE)

/* Maps a live buffer of PAGES pages at the end of the heap and returns its address. Counters of 2 bytes for each 4
 * of text from spin on. */
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

/* The buffer's pages go to another process; the profile's updates go nowhere. */
static void given_back_from(uint32_t keep)
{
	uint16_t *buffer = live_buffer();
	int others[2];

	EXPECT(sys_brk((uint32_t)(uintptr_t)buffer + keep), (uint32_t)(uintptr_t)buffer + keep);
	for (int i = 0; i < 2; i++)
		others[i] = child(takes_pages, keep + i);
	spin_samples(100);
	for (int i = 0; i < 2; i++)
		EXPECT(ended(others[i]), 0);
	CHECK(sys_brk((uint32_t)(uintptr_t)buffer + BYTES) > 0);
	spin_samples(20);
	profil_off();
}

static void brk_below(void)
{
	NEEDS_PROFILER;
	CHECK(outcome(given_back_from, 0) == 0);
}

static void brk_across(void)
{
	NEEDS_PROFILER;
	CHECK(outcome(given_back_from, PAGE) == 0);
	CHECK(outcome(given_back_from, 2 * PAGE + 2) == 0);
	CHECK(outcome(given_back_from, BYTES - 2) == 0);
}

/* The same for an array of samples: half of it is freed while it fills. */
static void array_given_back(uint32_t keep)
{
	uint32_t at = block_end(), n = BYTES / 4;
	int others[2];

	fast_clock(FAST);
	CHECK(sys_brk(at + BYTES) > 0);
	EXPECT(sys_pcsample(at, n), 0);
	EVENTUALLY(*(volatile uint32_t *)at != 0);
	EXPECT(sys_brk(at + keep), at + keep);
	for (int i = 0; i < 2; i++)
		others[i] = child(takes_pages, keep + i);
	spin_samples(by_tick() ? 50 : 2 * n);
	for (int i = 0; i < 2; i++)
		EXPECT(ended(others[i]), 0);
	CHECK((uint32_t)sys_pcsample(0, 0) <= n);
	for (uint32_t i = 0; i < keep / 4; i++) {
		uint32_t pc = ((volatile uint32_t *)at)[i];
		CHECK(pc == 0 || (pc >= USER_TEXT && pc < USER_BLOCK));
	}
}

static void brk_pcsample(void)
{
	NEEDS_PROFILER;
	CHECK(outcome(array_given_back, 0) == 0);
	CHECK(outcome(array_given_back, BYTES / 2) == 0);
	CHECK(outcome(array_given_back, PAGE + 8) == 0);
}

/* The heap's end moves within its page: all pages stay, and the counters stay and continue. So do the pages of a
 * running sprofil. */
static void brk_within(void)
{
	struct SPCNT *page;
	NEEDS_PROFILER;
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
	page = (struct SPCNT *)end;
	EXPECT(sys_brk(end + PAGE), end + PAGE);
	EXPECT(sys_sprofil(page, 64, 0x80000000u, 4096), 0);
	EXPECT(sys_brk(end + 12 + 64 * 4), end + 12 + 64 * 4);
	EXPECT(sys_brk(end + 12 + 64 * 4 - 1), -ENOMEM);
	EXPECT(sys_brk(0), end + 12 + 64 * 4);
	EXPECT(sys_sprofil(0, 0, 0, 0), 0);
	EXPECT(sys_brk(end + 1), end + 1);
	EXPECT(sys_brk(end - BYTES), end - BYTES);
}

/* Other processes hold the pages behind, so the block moves again and again: the counts stay and continue. */
static void moves(uint32_t arg)
{
	uint16_t *buffer = live_buffer();
	uint32_t before = sum(buffer, BYTES / 2), *data = sbrk(PAGE);

	(void)arg;
	fill_pattern(data, PAGE / 4, 3);
	for (int i = 0; i < 4; i++) {
		int other = child(takes_pages, i);
		CHECK(sbrk(8 * PAGE) != (void *)-1);
		uint32_t after = sum(buffer, BYTES / 2);
		CHECK(after >= before);
		EVENTUALLY(sum(buffer, BYTES / 2) > after);
		before = sum(buffer, BYTES / 2);
		EXPECT(state(), PROFSTATE_PROFIL);
		CHECK(ended(other) == 0);
	}
	CHECK(pattern_good(data, PAGE / 4, 3));
	profil_off();
	uint32_t last = sum(buffer, BYTES / 2);
	spin_samples(10);
	EXPECT(sum(buffer, BYTES / 2), last);
}

static void brk_moves(void)
{
	NEEDS_PROFILER;
	CHECK(outcome(moves, 0) == 0);
}

/* Each process has its own copy after fork: neither sees the other's counts. */
static void counts_on(uint32_t before)
{
	uint16_t *buffer = (uint16_t *)(block_end() - BYTES);

	CHECK(sum(buffer, BYTES / 2) >= before);
	EVENTUALLY(sum(buffer, BYTES / 2) > before);
	CHECK(sys_brk((uint32_t)(uintptr_t)buffer) > 0);
}

static void fork_copies(void)
{
	NEEDS_PROFILER;
	uint16_t *buffer = live_buffer();

	for (int i = 0; i < 4; i++) {
		int pid = child(counts_on, sum(buffer, BYTES / 2));
		spin_samples(5);
		CHECK(ended(pid) == 0);
		EXPECT(state(), PROFSTATE_PROFIL);
	}
	profil_off();
}

/* A profile that is replaced all the time, over buffers in pages that others have just freed. */
static void replaced_often(void)
{
	NEEDS_PROFILER;
	uint32_t at = block_end();

	fast_clock(FAST);
	CHECK(sys_brk(at + 16 * PAGE) > 0);
	for (uint32_t i = 0; i < 200; i++) {
		uint32_t buf = at + rnd(15 * PAGE / 2) * 2, as = rnd(3);
		EXPECT(sys_profil(as, buf, PAGE, TEXT_ADDRESS - 64, 0x8000), 0);
		spin(rnd(100));
		if (i % 10 == 0)
			CHECK(sys_pcsample(buf & ~3u, 100) >= 0);
		if (i % 17 == 0)
			CHECK(sys_brk(at + (16 + i % 5) * PAGE) > 0);
	}
	profil_off();
	CHECK(sys_brk(at) > 0);
}

/* Calls read and write files with a live buffer as their memory. */
static void files_from_live_buffer(void)
{
	NEEDS_PROFILER;
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
	lseek(fd, 0, SEEK_SET);
	memset(back, 0, BYTES);
	EXPECT(sys_lseek(fd, 0, SEEK_SET), 0);
	EXPECT(write(fd, back, BYTES), BYTES);
	EXPECT(sys_lseek(fd, 0, SEEK_SET), 0);
	EXPECT(read(fd, buffer, BYTES), BYTES);		/* zeros, by the kernel */
	uint32_t cleared = sum(buffer, BYTES / 2);
	EVENTUALLY(sum(buffer, BYTES / 2) > cleared);
	profil_off();
	close(fd);
	unlink("ut.live");
}

/* A profiled program becomes this one, whose code lies where the old program's did. Files take the old program's
 * memory at once, before anything makes the kernel look at the profile again: no fork, no brk, no tick. They keep
 * their contents. */
#define FILES 24		/* small enough to fit what the old program left */
#define FILE_BYTES (2 * PAGE)

static const char *file_name(unsigned i)
{
	static char name[] = "ut.execA";

	name[7] = (char)('A' + i);
	return name;
}

int takes_memory_by_files(int argc, char **argv)
{
	static uint32_t kept[FILE_BYTES / 4], back[FILE_BYTES / 4];
	int good = 1;

	(void)argc, (void)argv;
	fill_pattern(kept, FILE_BYTES / 4, 7);
	for (unsigned i = 0; i < FILES; i++) {
		int fd = sys_open(file_name(i), O_WRONLY | O_CREAT | O_TRUNC);
		good &= sys_write(fd, kept, FILE_BYTES) == (int)FILE_BYTES;
		sys_close(fd);
	}
	spin(20 * FAST);
	for (unsigned i = 0; i < FILES; i++) {
		int fd = sys_open(file_name(i), O_RDONLY);
		good &= sys_read(fd, back, FILE_BYTES) == (int)FILE_BYTES && pattern_good(back, FILE_BYTES / 4, 7);
		sys_close(fd);
		sys_unlink(file_name(i));
	}
	return good ? 0 : 1;
}

enum { BY_PROFIL, BY_PCSAMPLE, BY_SPROFIL };

static void becomes_another(uint32_t profiled)
{
	char *argv[] = { "usertests", AFTER_EXEC, "files", NULL };

	if (profiled == BY_SPROFIL) {
		sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, FAST);
		EXPECT(sys_sprofil(sbrk(BYTES), 2045, 0x80000000u, 16), 0);
	} else if (profiled == BY_PCSAMPLE) {
		fast_clock(FAST);
		EXPECT(sys_pcsample(sbrk(BYTES), BYTES / 4), 0);
	} else {
		live_buffer();
	}
	EXPECT(sys_profctl(PROFCTL_TICK, 10 * PROFCTL_DEFAULT_TICK), 0);
	sys_exec("bin/usertests", argv);
}

static void exec_lets_go(void)
{
	NEEDS_PROFILER;
	for (uint32_t profiled = BY_PROFIL; profiled <= BY_SPROFIL; profiled++)
		CHECK(CLEAN(outcome(becomes_another, profiled)));
}

const struct test profil_memory_tests[] = {
	TEST(brk_below), TEST(brk_across), TEST(brk_pcsample), TEST(brk_within), TEST(brk_moves), TEST(fork_copies), TEST(exec_lets_go), TEST(replaced_often), TEST(files_from_live_buffer), END
};
