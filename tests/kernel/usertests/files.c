/* SPDX-License-Identifier: ISC
 * files.c - files and descriptors at their limits, and files that are not programs.
 */
#include <elf.h>

#include "usertests.h"

/* Write, read, truncate, append; a hole reads as zeros. */
static void written(void)
{
	char back[16];
	int fd = open("ut.w", O_RDWR | O_CREAT | O_EXCL);

	EXPECT(write(fd, "hello, world", 12), 12);
	EXPECT(lseek(fd, 7, SEEK_SET), 7);
	EXPECT(read(fd, back, sizeof back), 5);
	CHECK(!memcmp(back, "world", 5));
	EXPECT(read(fd, back, sizeof back), 0);
	EXPECT(lseek(fd, -12, SEEK_END), 0);
	EXPECT(write(fd, "J", 1), 1);
	EXPECT(lseek(fd, 20, SEEK_SET), 20);
	EXPECT(write(fd, "!", 1), 1);
	EXPECT(lseek(fd, 10, SEEK_SET), 10);
	EXPECT(read(fd, back, 11), 11);
	CHECK(!memcmp(back, "ld\0\0\0\0\0\0\0\0!", 11));
	EXPECT(sys_open("ut.w", O_RDWR | O_CREAT | O_EXCL), -EEXIST);
	close(fd);
	fd = open("/ut.w", O_WRONLY | O_APPEND);
	EXPECT(write(fd, "end", 3), 3);
	EXPECT(lseek(fd, 0, SEEK_END), 24);
	EXPECT(sys_read(fd, back, 1), -EBADF);
	close(fd);
	fd = open("ut.w", O_RDWR | O_TRUNC);
	EXPECT(lseek(fd, 0, SEEK_END), 0);
	EXPECT(unlink("ut.w"), 0);
	EXPECT(sys_unlink("ut.w"), -ENOENT);
}

/* Larger than a page, in odd pieces. */
static void large_file(void)
{
	static uint32_t part[195];
	const int parts = 40;
	int fd = open("ut.large", O_RDWR | O_CREAT);

	for (int i = 0; i < parts; i++) {
		fill_pattern(part, 195, (uint32_t)i);
		EXPECT(write(fd, part, sizeof part - 1), sizeof part - 1);
	}
	EXPECT(lseek(fd, 0, SEEK_SET), 0);
	for (int i = 0; i < parts; i++) {
		static uint32_t want[195];
		fill_pattern(want, 195, (uint32_t)i);
		EXPECT(read(fd, part, sizeof part - 1), sizeof part - 1);
		CHECK(!memcmp(part, want, sizeof part - 1));
	}
	EXPECT(unlink("ut.large"), 0);
}

static void reads_on(uint32_t fd)
{
	char back[2];

	EXPECT(lseek((int)fd, 0, SEEK_CUR), 4);
	EXPECT(read((int)fd, back, 2), 2);
}

/* fork shares the offset. */
static void offset_shared(void)
{
	char back[4];
	int fd = open("etc/motd", O_RDWR);

	EXPECT(read(fd, back, 4), 4);
	CHECK(CLEAN(outcome(reads_on, (uint32_t)fd)));
	EXPECT(lseek(fd, 0, SEEK_CUR), 6);
}

static void seeks(void)
{
	int fd = open("ut.f", O_RDWR | O_CREAT | O_TRUNC);

	CHECK(fd >= 0);
	EXPECT(sys_lseek(fd, -1, SEEK_SET), -EINVAL);
	EXPECT(sys_lseek(fd, -1, SEEK_CUR), -EINVAL);
	EXPECT(sys_lseek(fd, 0, 3), -EINVAL);
	EXPECT(sys_lseek(fd, 0, 0xFFFFFFFF), -EINVAL);
	EXPECT(sys_lseek(fd, 0x7FFFFFFF, SEEK_SET), 0x7FFFFFFF);
	EXPECT(sys_lseek(fd, 1, SEEK_CUR), -EINVAL);
	EXPECT(sys_write(fd, "abcdefgh", 8), -EFBIG);
	EXPECT(sys_read(fd, block_end() - 16, 8), 0);
	EXPECT(sys_lseek(fd, 0x80000000, SEEK_END), -EINVAL);
	EXPECT(sys_lseek(0, 0, SEEK_SET), -ESPIPE);
	EXPECT(sys_lseek(fd, 5000000, SEEK_SET), 5000000);
	EXPECT(sys_write(fd, "x", 1), -EFBIG);
	struct kstat s;
	EXPECT(sys_fstat(fd, &s), 0);
	EXPECT(s.size, 0);
	close(fd);
	unlink("ut.f");
}

static void descriptors(void)
{
	int fd, n = 0;

	while ((fd = sys_open("bin/echo", O_RDONLY)) >= 0)
		n++;
	EXPECT(fd, -EMFILE);
	EXPECT(n, 13);
	EXPECT(sys_write(5, "x", 1), -EBADF);	/* open for reading only */
	EXPECT(sys_close(5), 0);
	EXPECT(sys_close(5), -EBADF);
	EXPECT(sys_open("bin/echo", 3), -EINVAL);
	EXPECT(sys_close(-1), -EBADF);
	EXPECT(sys_close(1000), -EBADF);
	EXPECT(sys_read(99, &n, 1), -EBADF);
	EXPECT(sys_write(-5, &n, 1), -EBADF);
	EXPECT(sys_fstat(77, &n), -EBADF);
	EXPECT(sys_open("bin/echo", O_RDONLY), 5);
}

static void opens_all(uint32_t arg)
{
	(void)arg;
	while (sys_open("bin/echo", O_RDONLY) >= 0)
		;
	sleep_ticks(20);
}

/* The system's table of open files is full: reported, and recovers. */
static void open_files(void)
{
	int pids[8], status;

	for (int i = 0; i < 8; i++)
		pids[i] = child(opens_all, 0);
	sleep_ticks(10);
	int fd = sys_open("bin/echo", O_RDONLY);
	CHECK(fd == -ENFILE || fd >= 0);
	for (int i = 0; i < 8; i++) {
		status = ended(pids[i]);
		CHECK(CLEAN(status));
	}
	for (int i = 0; i < 8; i++)
		CHECK(sys_open("bin/echo", O_RDONLY) >= 0);
}

static void many_names(void)
{
	char name[20];
	int n = 0, fd;

	for (;; n++) {
		sprintf(name, "ut.%d", n);
		if ((fd = sys_open(name, O_WRONLY | O_CREAT)) < 0)
			break;
		EXPECT(write(fd, name, 5), 5);
		close(fd);
	}
	EXPECT(fd, -ENOSPC);
	CHECK(n > 5);
	while (n--) {
		sprintf(name, "ut.%d", n);
		EXPECT(sys_unlink(name), 0);
	}
}

/* Unlinked while open: its holder keeps it, nobody else finds it, and its pages return at the end. */
static void unlinked_while_open(void)
{
	char word[8];
	int fd = open("ut.u", O_RDWR | O_CREAT | O_TRUNC);

	EXPECT(write(fd, "0123456", 8), 8);
	EXPECT(unlink("ut.u"), 0);
	EXPECT(sys_open("ut.u", O_RDONLY), -ENOENT);
	int other = open("ut.u", O_RDWR | O_CREAT | O_TRUNC);
	CHECK(other >= 0);
	EXPECT(write(other, "other..", 8), 8);
	lseek(fd, 0, SEEK_SET);
	EXPECT(read(fd, word, 8), 8);
	CHECK(!strcmp(word, "0123456"));
	unlink("ut.u");
}

static void directories(void)
{
	struct direntry e;
	char raw_bytes[100];
	int fd = sys_open("bin/", O_RDONLY), n = 1, shell = 0;

	CHECK(fd >= 0);
	EXPECT(sys_read(fd, raw_bytes, sizeof e - 1), 0);	/* whole entries only */
	EXPECT(sys_read(fd, &e, sizeof e), sizeof e);
	CHECK(!strncmp(e.name, "bin/", 4));
	for (; sys_read(fd, &e, sizeof e) == sizeof e; n++) {
		CHECK(e.size > 1000);
		shell |= !strcmp(e.name, "bin/sh");
	}
	CHECK(shell && n > 5);
	EXPECT(sys_lseek(fd, 0, SEEK_SET), -ESPIPE);
	EXPECT(sys_write(fd, "x", 1), -EBADF);
	EXPECT(sys_open("/", O_WRONLY), -EISDIR);
	EXPECT(sys_open("new/", O_RDONLY | O_CREAT), -EISDIR);
	EXPECT(sys_unlink("bin/"), -ENOENT);
}

#define IMAGE 20000
static uint8_t *image;

static size_t read_program(const char *name)
{
	image = sbrk(IMAGE);
	int fd = open(name, O_RDONLY);
	ssize_t n = read(fd, image, IMAGE);

	CHECK(n > 1000 && n < IMAGE);
	close(fd);
	return (size_t)n;
}

static void write_program(size_t n)
{
	int fd = open("ut.elf", O_WRONLY | O_CREAT | O_TRUNC);

	CHECK(fd >= 0 && write(fd, image, n) == (ssize_t)n);
	close(fd);
}

/* Truncated programs: refused, or run if all of their segments are there. */
static void truncated_programs(void)
{
	size_t n = read_program("bin/echo"), cuts[] = { 0, 1, 4, 51, 52, 53, 84, 100, 1000, n / 2 };

	for (unsigned i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
		write_program(cuts[i]);
		EXPECT(sys_exec("ut.elf", 0), -ENOEXEC);
	}
	unlink("ut.elf");
}

static void hostile_headers(void)
{
	static const uint32_t values[] = { 0, 1, 3, 0x1000, 0xFFFC, 0x10001, 0x003FFFFC, 0x00400000, 0x01400000, 0x7FFFFFFF, 0x80000000, 0xB0000000, 0xF4000000,
		0xFFFFF000, 0xFFFFFFFF };
	static const size_t fields[] = { offsetof(Elf32_Phdr, p_offset), offsetof(Elf32_Phdr, p_vaddr), offsetof(Elf32_Phdr, p_filesz), offsetof(Elf32_Phdr, p_memsz) };
	size_t n = read_program("bin/echo");
	Elf32_Ehdr *e = (Elf32_Ehdr *)image;
	Elf32_Phdr *h = (Elf32_Phdr *)(image + e->e_phoff), *x = h, kept;
	unsigned refused = 0;

	while (x->p_type != PT_LOAD || !(x->p_flags & PF_X))
		x++;
	kept = *x;
	for (unsigned f = 0; f < 4; f++)
		for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++) {
			memcpy((char *)x + fields[f], &values[v], 4);
			write_program(n);
			int pid = sys_fork();
			if (pid == 0) {		/* it may still be a valid program */
				close(1);
				close(2);
				int r = sys_exec("ut.elf", 0);
				_exit(r == -ENOEXEC ? 100 : r == -ENOMEM ? 101 : 102);
			}
			sleep_ticks(1);
			sys_kill(pid);
			int status = ended(pid);
			refused += WIFEXITED(status) && WEXITSTATUS(status) == 100;
			*x = kept;
		}
	CHECK(refused > 30);
	e->e_phoff = 0xFFFFFFF0;
	write_program(n);
	EXPECT(sys_exec("ut.elf", 0), -ENOEXEC);
	e->e_phoff = 52;
	e->e_phnum = 0xFFFF;
	write_program(n);
	EXPECT(sys_exec("ut.elf", 0), -ENOEXEC);
	e->e_phnum = 0;
	write_program(n);
	EXPECT(sys_exec("ut.elf", 0), -ENOEXEC);
	unlink("ut.elf");
}

/* Random bit flips in a program's headers. */
static void damaged_headers(void)
{
	size_t n = read_program("bin/echo");

	rnd_seed = 4711;
	for (int i = 0; i < 40; i++) {
		unsigned at = rnd(52 + 3 * 32), bit = 1u << rnd(8);
		image[at] ^= bit;
		write_program(n);
		int pid = sys_fork();
		if (pid == 0) {
			close(1);
			close(2);
			sys_exec("ut.elf", 0);
			_exit(100);
		}
		sleep_ticks(1);
		sys_kill(pid);
		ended(pid);
		image[at] ^= bit;
	}
	unlink("ut.elf");
}

const struct test file_tests[] = {
	TEST(written), TEST(large_file), TEST(offset_shared), TEST(seeks), TEST(descriptors), TEST(open_files), TEST(many_names), TEST(unlinked_while_open),
	TEST(directories), TEST(truncated_programs), TEST(hostile_headers), TEST(damaged_headers), END
};
