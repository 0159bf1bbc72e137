/* SPDX-License-Identifier: ISC
 * bench_report.c - data for `make bench-report`, and the time a command takes with it.
 *
 *   bench_report data ELF BINS CAPTURE GMON ADDRESSES    BINS counters of 4 bytes of code from the lowest code on, none
 *   of them 0:
 *                                                        as a capture, as gmon.out, and their addresses as text
 *   bench_report time SECONDS COMMAND...                 prints CPU seconds, elapsed seconds, peak MB, exit status;
 *                                                        `-`: stopped after SECONDS
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sw/profile/capture.h"
#include "sw/base/error.h"
#include "sw/profile/firmware.h"

static void put(FILE *f, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		putc((int)(value >> (8 * i) & 0xff), f);
}

/* "gmon", version 1, 12 bytes; one histogram: low, high, counters, rate, unit, its letter; 16-bit counters. */
static bool write_gmon(const struct profile *p, const char *path)
{
	static const char unit[15] = "cycles";
	FILE *f = fopen(path, "wb");

	if (!f)
		return fail("%s: cannot write", path);
	fwrite("gmon", 1, 4, f);
	put(f, 1, 4);
	put(f, 0, 8);
	put(f, 0, 4);
	put(f, 0, 1);
	put(f, p->config.offset, 4);
	put(f, p->config.offset + 4ull * p->slots, 4);
	put(f, p->slots, 4);
	put(f, 1, 4);
	fwrite(unit, 1, sizeof unit, f);
	putc('c', f);
	for (uint32_t i = 0; i < p->slots; i++)
		put(f, p->bins[i], 2);
	return fclose(f) == 0;
}

static bool write_addresses(const struct profile *p, const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return fail("%s: cannot write", path);
	for (uint32_t i = 0; i < p->slots; i++)
		fprintf(f, "0x%" PRIx32 "\n", p->config.offset + 4 * i);
	return fclose(f) == 0;
}

static bool make_data(const char *elf, uint32_t bins, const char *const *out)
{
	struct firmware f;
	struct profile p = { .core = copy_text("picorv32"), .slots = bins };
	uint32_t seed = 1;

	if (!firmware_open(&f, elf))
		return false;
	p.config = tally_exact(0, 0);
	p.config.offset = p.code_lo = (uint32_t)f.image.code.at[0].lo;
	p.config.size = bins * p.config.width;
	p.config.scale = TALLY_SCALE_ONE / 2;
	p.code_hi = p.config.offset + 4ull * bins;
	if (f.image.code.at[0].hi < p.code_hi)
		return fail("%s: its code has fewer than %" PRIu32 " times 4 bytes", elf, bins);
	p.bins = allocate(bins, sizeof *p.bins);
	for (uint32_t i = 0; i < bins; i++) {
		seed = seed * 1664525u + 1013904223u;
		p.bins[i] = 1 + (seed >> 24);
	}
	p.counters.hits = p.counters.ticks = p.cycles = profile_bin_sum(&p);
	p.retired = p.cycles / 4;
	firmware_sign(&f, &p);
	bool good = capture_write(&p, out[0]) && write_gmon(&p, out[1]) && write_addresses(&p, out[2]);
	profile_free(&p);
	firmware_close(&f);
	return good;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static int time_command(unsigned limit, char **command)
{
	struct timespec begin, end;
	struct rusage used;
	int status;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	pid_t child = fork();
	if (child == 0) {
		alarm(limit);		/* survives exec */
		execvp(command[0], command);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &used) < 0)
		return EXIT_FAILURE;
	clock_gettime(CLOCK_MONOTONIC, &end);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		fprintf(stderr, "- -");
	else
		fprintf(stderr, "%.3f %.3f", seconds(used.ru_utime) + seconds(used.ru_stime), (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
	fprintf(stderr, " %.0f %d\n", (double)used.ru_maxrss / 1024, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	if (argc == 7 && !strcmp(argv[1], "data"))
		return make_data(argv[2], (uint32_t)strtoul(argv[3], NULL, 10), (const char *const *)&argv[4]) ? EXIT_SUCCESS : EXIT_FAILURE;
	if (argc > 3 && !strcmp(argv[1], "time"))
		return time_command((unsigned)strtoul(argv[2], NULL, 10), argv + 3);
	fail("usage: bench_report data ELF BINS CAPTURE GMON ADDRESSES, or time SECONDS COMMAND...");
	return EXIT_FAILURE;
}
