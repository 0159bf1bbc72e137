/* SPDX-License-Identifier: ISC
 * prof.c - runs a program that was linked with gcrt0, and prints its functions with their counts.
 *
 *	prof [-p PERIOD] [-n ROWS] PROGRAM [ARG...]
 * PERIOD: cycles of the process clock per count, while the program runs. exec turns profiling off
 * (profil(2)), so the program itself must turn it on and leave gmon.out; gcrt0 does both. Each
 * forked child leaves gmon.out.PID. prof adds up the counts by the symbols of the program's own
 * file.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/gmon.h>
#include <unistd.h>

#include "profctl.h"
#include "tool.h"
#include "firmware/user/lib/user.h"

#define OUT "gmon.out"

static uint32_t u32(const uint8_t b[4])
{
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Reads the histogram behind its header. The count of a bin goes to the function that contains the
 * bin's first pc. */
static int add_histogram(
	int fd, const struct gmon_histogram_header *h, struct symbols *s, uint32_t *total)
{
	uint32_t low = u32(h->low_pc), bins = u32(h->bins),
		 bytes = bins ? (u32(h->high_pc) - low) / bins : 0;
	uint8_t part[256];
	ssize_t n;

	for (uint32_t i = 0; i < bins; i += (uint32_t)n / 2) {
		n = read(fd, part, bins - i < sizeof part / 2 ? (bins - i) * 2 : sizeof part);
		if (n <= 0 || n % 2)
			return -1;
		for (uint32_t k = 0; k < (uint32_t)n / 2; k++) {
			uint32_t count = part[2 * k] | (uint32_t)part[2 * k + 1] << 8;
			struct symbol *y = count ? symbols_find(s, low + (i + k) * bytes) : NULL;
			*(y ? &y->count : &s->unknown) += count;
			*total += count;
		}
	}
	return 0;
}

/* Reads all histograms of the file. unit: unit of a count. Returns -1 if the file is damaged. */
static int add_file(int fd, struct symbols *s, uint32_t *total, char unit[16])
{
	struct gmon_header head;
	struct gmon_histogram_header h;
	struct gmon_arc arc;
	uint8_t tag;

	if (read(fd, &head, sizeof head) != sizeof head || memcmp(head.magic, GMON_MAGIC, 4))
		return -1;
	while (read(fd, &tag, 1) == 1) {
		if (tag == GMON_TAG_ARC && read(fd, &arc, sizeof arc) == sizeof arc)
			continue;
		if (tag != GMON_TAG_HISTOGRAM || read(fd, &h, sizeof h) != sizeof h
			|| add_histogram(fd, &h, s, total))
			return -1;
		memcpy(unit, h.unit, 15);
		unit[15] = 0;
	}
	return 0;
}

static int print_file(
	const struct tool *t, const char *file, const char *program, struct symbols *s)
{
	int fd = open(file, O_RDONLY);
	uint32_t total = 0;
	char unit[16] = "";

	if (fd < 0) {
		fprintf(stderr, "prof: %s left no %s: link it with gcrt0\n", program, file);
		return 1;
	}
	/* of a damaged file before */
	for (unsigned i = 0; i < s->n; i++)
		s->at[i].count = 0;
	s->unknown = 0;
	int error = add_file(fd, s, &total, unit);
	close(fd);
	if (error) {
		fprintf(stderr, "prof: %s: damaged\n", file);
		return 1;
	}
	printf("%s: %lu %s of %s\n  share    counts  function\n", file, (unsigned long)total, unit,
		program);
	tool_table(t, s, total);
	return 0;
}

/* Children that nobody waited for leave their files later. */
static void say_who_still_runs(const char *program)
{
	static struct psinfo p[64];
	const char *base = strrchr(program, '/');
	int n = sys_ps(p, 64), running = 0;

	for (int i = 0; i < n && i < 64; i++)
		running += !p[i].zombie
			&& !strncmp(p[i].name, base ? base + 1 : program, PROC_NAME - 1);
	if (running)
		fprintf(stderr,
			"prof: %d processes of %s still run: their " OUT ".PID is not shown\n",
			running, program);
}

/* Prints each file that the program left, its own first. program NULL: unlinks them. */
static int each_file(const struct tool *t, const char *program, struct symbols *s)
{
	struct direntry e;
	int at = 0, bad = program ? print_file(t, OUT, program, s) : 0;

	if (!program)
		unlink(OUT);
	while ((at = sys_entry(at, &e)) > 0)
		if (!strncmp(e.name, OUT ".", strlen(OUT ".")))
			bad |= program ? print_file(t, e.name, program, s) : unlink(e.name);
	return bad;
}

static struct profcounts counts(void)
{
	struct profcounts k = { 0 };

	sys_profctl(PROFCTL_COUNTS | PROFCTL_PROCESS, &k);
	return k;
}

int main(int argc, char **argv)
{
	struct tool t = { .name = "prof", .clock = PROFCTL_PROCESS, .most = 10 };
	int first = tool_options(&t, argc, argv, "PROGRAM [ARG...]");
	char path[NAME_MAX_BYTES];
	struct symbols s;

	if (!first || tool_set_period(&t))
		return 1;
	each_file(&t, NULL, NULL);
	struct profcounts before = counts(), after;
	int error = tool_run(&t, argv + first);
	after = counts();
	tool_set_back(&t);
	say_who_still_runs(argv[first]);
	/* while the program ran, its memory was worth more than its symbols */
	snprintf(path, sizeof path, strchr(argv[first], '/') ? "%s" : "bin/%s", argv[first]);
	if (error || symbols_read(&s, path) || each_file(&t, argv[first], &s))
		return 1;
	printf("lost %lu, stolen %lu cycles\n", (unsigned long)(after.lost - before.lost),
		(unsigned long)(after.stolen - before.stolen));
	return 0;
}
