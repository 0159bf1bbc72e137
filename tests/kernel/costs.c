/* SPDX-License-Identifier: ISC
 * costs.c - what profiling costs the kernel and its programs: a table of Markdown on stdout.
 *
 * usage: costs KERNEL.elf [ROUNDS]        (the working program in it: tests/kernel/costs_user.c)
 *
 * All cycles are counted here, from the raw core. Each cycle belongs to the instruction that
 * retires next, and to user or kernel by its mode. The program's lines say what the profiler
 * counted, each line after its measurement.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/rig.h"

static uint32_t gettid, prof_switch; /* addresses in the kernel */
static struct {
	bool on;
	uint64_t all, user, kernel, pending;
	unsigned switches;
} now;
static unsigned rows;

static void watch(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	(void)ctx;
	(void)cycle;
	if (now.on) {
		now.all++;
		now.pending++;
	}
	if (!c->retire)
		return;
	*(c->priv ? &now.kernel : &now.user) += now.pending;
	now.pending = 0;
	if (c->priv && c->pc == prof_switch)
		now.switches++;
	if (c->priv && c->pc == gettid) {
		bool on = !now.on;
		if (on)
			memset(&now, 0, sizeof now);
		now.on = on;
	}
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : 0;
}

/* The first row of each work is not profiled, and the others are compared with it. */
static void describe(const char *line)
{
	static uint64_t base;
	char work[32], way[32];
	unsigned period, ticks, user, lost;

	if (sscanf(line, "costs: %31[^|]|%31[^|]|%u|%u|%u|%u", work, way, &period, &ticks, &user,
		    &lost)
		!= 6)
		return;
	rows++;
	if (now.all - now.user - now.kernel > 1000 || (period == 1 && ticks < now.all))
		rig_die("%s, %s: these cannot be", work, way);
	uint64_t cycles = strcmp(work, "a switch") ? now.all : now.all / now.switches;
	if (!strcmp(way, "nobody"))
		base = cycles;
	printf("| %s | %s | %" PRIu64 " | %+.2f %% | ", work, way, cycles,
		percent(cycles, base) - 100);
	if (period)
		printf("%u | %u | %.1f %% | ", ticks, lost, percent(user, ticks));
	else
		printf("| | | ");
	printf("%.1f %% |\n", percent(now.user, now.all));
}

static void tx(void *ctx, uint8_t byte)
{
	static char line[256];
	static size_t length;

	(void)ctx;
	if (byte != '\n' && length < sizeof line - 1) {
		line[length++] = (char)byte;
		return;
	}
	line[length] = 0;
	length = 0;
	describe(line);
}

static int rx(void *ctx)
{
	const char **at = ctx;
	return **at ? *(*at)++ : -1;
}

int main(int argc, char **argv)
{
	char input[64];
	const char *at = input;
	struct rig r;

	if (argc < 2 || argc > 3)
		rig_die("usage: costs KERNEL.elf [ROUNDS]");
	gettid = rig_symbol(argv[1], "sys_gettid", NULL);
	prof_switch = rig_symbol(argv[1], "prof_switch", NULL);
	printf("| work | profiled by | cycles | slower | samples | lost | user: seen | true |\n"
	       "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
	rig_open(&r, "vexriscv-linux", argv[1], MACHINE_FULL, true);
	snprintf(input, sizeof input, "costs %s\nhalt\n", argc > 2 ? argv[2] : "");
	machine_console(r.m, tx, rx, &at);
	rig_observe(&r, watch, NULL);
	rig_run(&r, 2000000000);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code || rows != 3 * 6 + 3)
		rig_die("end %s, %u rows", rig_end(r.result.end), rows);
	rig_close(&r);
	return 0;
}
