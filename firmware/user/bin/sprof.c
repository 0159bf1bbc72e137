/* SPDX-License-Identifier: ISC
 * sprof.c - kernel profile, as CB-UNIX's sprof(1M): starts system profiling, sleeps, stops, prints
 * a table by routine.
 *
 *	sprof [-p PERIOD] [-n ROWS] TICKS		sleeps for that many timer ticks
 *	sprof [-p PERIOD] [-n ROWS] COMMAND [ARG...]	runs a command meanwhile
 * Names and addresses of the routines come from the file /unix. PERIOD: cycles of the system clock
 * per count.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sprof.h>

#include "profctl.h"
#include "tool.h"
#include "firmware/user/lib/user.h"

#define NAMELIST "/unix"
#define MOST (sizeof(((struct SPCNT *)0)->u_ct.ncnt) / sizeof(struct NHIT))

/* In pages of its own, because live counters are uncached. */
static struct SPCNT counts __attribute__((aligned(PAGE)));
_Static_assert(sizeof counts % PAGE == 0, "whole pages");
static struct symbols names;

static void name_counts(void)
{
	if (names.n > MOST) {
		fprintf(stderr,
			"sprof: " NAMELIST
			" has %u routines, %u fit: %s gets the hits of the others\n",
			names.n, (unsigned)MOST, names.at[MOST - 1].name);
		names.n = MOST;
	}
	for (unsigned i = 0; i < names.n; i++)
		counts.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)names.at[i].address;
}

static void print(const struct tool *t)
{
	uint32_t user = (uint32_t)counts.b_urhits, system = (uint32_t)counts.b_syhits,
		 idle = (uint32_t)counts.b_idhits;
	uint32_t total = user + system + idle, known = 0;

	for (unsigned i = 0; i < names.n; i++)
		known += names.at[i].count = counts.u_ct.ncnt[i].nhits;
	names.unknown = system > known ? system - known : 0;
	if (sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_SYSTEM, 0) == 1)
		printf("a count every timer tick of %d mtime units\n",
			sys_profctl(PROFCTL_GET_TICK, 0));
	else
		printf("a count every %d cycles\n", t->period);
	printf("  share    counts  where\n");
	tool_line("user", user, total);
	tool_line("idle", idle, total);
	tool_line("system, of which:", system, total);
	tool_table(t, &names, total);
}

int main(int argc, char **argv)
{
	struct tool t = { .name = "sprof", .clock = PROFCTL_SYSTEM, .most = 20 };
	int first = tool_options(&t, argc, argv, "TICKS | COMMAND [ARG...]"), error = 0;

	if (!first || symbols_read(&names, NAMELIST) || tool_set_period(&t))
		return 1;
	name_counts();
	fflush(stdout);
	if (sprofil(&counts, names.n, 0, 0)) {
		perror("sprof: sprofil");
		error = 1;
	} else {
		if (isdigit((unsigned char)argv[first][0]))
			sleep_ticks((unsigned)atoi(argv[first]));
		else
			error = tool_run(&t, argv + first);
		sprofil(NULL, 0, 0, 0);
		print(&t);
	}
	tool_set_back(&t);
	return error != 0;
}
