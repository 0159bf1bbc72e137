/* SPDX-License-Identifier: ISC
 * shortcuts.c - the tool's fast algorithms match the slow ones.
 *
 * usage: tool_shortcuts ELF...
 * Checksums against zlib; bins up to an address against each bin's first address; the extent of a line or a call against
 * the line and call of every address of the ELFs' code.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>
#undef fail		/* sw/base/error.h defines its own */

#include "tests/fuzz/rnd.h"
#include "sw/base/checksum.h"
#include "sw/base/error.h"
#include "sw/base/file.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

static char **elfs;

static void checksums(void **state)
{
	static uint8_t bytes[70000];

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)rnd(256);
	for (size_t n = 0; n < 1500; n++)
		assert_int_equal(checksum(bytes + n % 17, n), crc32_z(0, bytes + n % 17, n));
	for (int i = 0; i < 300; i++) {
		size_t at = rnd(1000), n = rnd(sizeof bytes - 1000);
		assert_int_equal(checksum(bytes + at, n), crc32_z(0, bytes + at, n));
	}
}

/* The first line that work(fd, path) prints on stderr in its own process; *status: how that process ended. */
static void said_by(int (*work)(int fd, const char *path), int fd, const char *path, char *line, size_t size, int *status)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		_exit(work(fd, path));
	}
	close(ends[1]);
	ssize_t n = read(ends[0], line, size - 1);
	line[n > 0 ? n : 0] = 0;
	close(ends[0]);
	assert_true(child > 0 && waitpid(child, status, 0) == child);
}

static int read_while_it_shrinks(int fd, const char *path)
{
	struct file_bytes b;

	return file_map(path, 1u << 20, &b) && ftruncate(fd, 0) == 0 ? b.at[b.n - 1] : 0;
}

/* If a mapped file shrinks, the program ends with status 1 and one line, not with a signal. */
static void shrinking_file(void **state)
{
	char path[] = "/tmp/tally-shortcuts.XXXXXX", line[200];
	static uint8_t page[65536];
	int fd = mkstemp(path), status;

	(void)state;
	assert_true(fd >= 0 && write(fd, page, sizeof page) == sizeof page);
	said_by(read_while_it_shrinks, fd, path, line, sizeof line, &status);
	unlink(path);
	close(fd);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_non_null(strstr(line, "became shorter"));
}

static void bins_until(void **state)
{
	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct profile p = { .slots = 1 + rnd(200) };
		p.config.offset = rnd(4) ? rnd(UINT32_MAX) : UINT32_MAX - rnd(500);
		p.config.scale = rnd(3) ? 1 + rnd(65536) : 65536u >> rnd(4);
		for (int j = 0; j < 20; j++) {
			uint64_t pc = p.config.offset + (uint64_t)rnd(1000);
			uint32_t n = 0;
			pc = pc > 1ull << 32 || !rnd(9) ? 1ull << 32 : pc;
			while (n < p.slots && profile_bin_pc(&p, n + 1) <= pc && profile_bin_pc(&p, n + 1) < 1ull << 32)
				n++;
			uint32_t until = profile_bins_until(&p, pc);
			/* at the end of the address space, bins without an address belong to nothing */
			assert_true(until == n || (profile_bin_pc(&p, n + 1) == 1ull << 32 && pc == 1ull << 32 && until >= n));
		}
	}
}

static bool same_line(const struct line *a, const struct line *b)
{
	return a && b ? a->number == b->number && !strcmp(a->file, b->file) : !a && !b;
}

static void places(void **state)
{
	(void)state;
	for (char **path = elfs; *path; path++) {
		struct firmware f, other;
		size_t known = 0;
		assert_true(firmware_open(&f, *path) && firmware_open(&other, *path));
		for (size_t i = 0; i < f.image.code.n; i++) {
			uint64_t lines_until = 0, calls_until = 0, until;
			const struct line *line = NULL;
			const struct call *call = NULL;
			for (uint64_t pc = f.image.code.at[i].lo; pc < f.image.code.at[i].hi; pc += 2) {
				const struct line *now = lines_find(&f.lines, (uint32_t)pc), *same = lines_find_until(&other.lines, (uint32_t)pc, &until);
				assert_true(same_line(now, same) && until > pc);
				assert_true(pc >= lines_until || now == line);
				line = now;
				lines_until = until;
				assert_true(pc >= calls_until || lines_call(&f.lines, (uint32_t)pc) == call);
				call = lines_call_until(&f.lines, (uint32_t)pc, &calls_until);
				assert_true(calls_until > pc);
				known += now != NULL;
			}
		}
		firmware_close(&other);
		printf("# %s: %zu addresses with a line\n", *path, known);
		assert_true(known > 20);
		firmware_close(&f);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(checksums), cmocka_unit_test(shrinking_file), cmocka_unit_test(bins_until), cmocka_unit_test(places) };

	elfs = argv + 1;
	return argc < 2 || cmocka_run_group_tests(tests, NULL, NULL);
}
