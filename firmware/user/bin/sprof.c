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
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sprof.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profctl.h"
#include "symbols.h"
#include "table.h"
#include "firmware/user/lib/user.h"

#define NAMELIST "/unix"
#define MOST (sizeof(((struct SPCNT *)0)->u_ct.ncnt) / sizeof(struct NHIT))

static struct SPCNT *counts;
static struct symbols names;

/* In a page of its own, because live counters are uncached. */
static int make_counts(void)
{
	counts = (struct SPCNT *)(((uintptr_t)sbrk(0) + PAGE - 1) / PAGE * PAGE);
	if (sbrk((ptrdiff_t)((uintptr_t)(counts + 1) - (uintptr_t)sbrk(0))) == (void *)-1)
		return -1;
	if (names.n > MOST) {
		fprintf(stderr,
			"sprof: " NAMELIST
			" has %u routines, %u fit: %s gets the hits of the others\n",
			names.n, (unsigned)MOST, names.at[MOST - 1].name);
		names.n = MOST;
	}
	for (unsigned i = 0; i < names.n; i++)
		counts->u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)names.at[i].address;
	return 0;
}

static void meanwhile(char **argv)
{
	int pid;

	if (isdigit((unsigned char)argv[0][0])) {
		sleep_ticks((unsigned)atoi(argv[0]));
		return;
	}
	pid = fork();
	if (pid == 0) {
		exec(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	while (pid > 0 && wait(NULL) != pid)
		;
}

static void print(unsigned most, int period)
{
	uint32_t user = (uint32_t)counts->b_urhits, system = (uint32_t)counts->b_syhits,
		idle = (uint32_t)counts->b_idhits;
	uint32_t total = user + system + idle, known = 0;
	struct row *rows = calloc(names.n + 1, sizeof *rows);

	if (!rows)
		return;
	for (unsigned i = 0; i < names.n; i++) {
		rows[i] = (struct row){ names.at[i].name, counts->u_ct.ncnt[i].nhits };
		known += rows[i].count;
	}
	rows[names.n] =
		(struct row){ "(no routine of " NAMELIST ")", system > known ? system - known : 0 };
	if (sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_SYSTEM, 0) == 1)
		printf("a count every timer tick of %d mtime units\n",
			sys_profctl(PROFCTL_GET_TICK, 0));
	else
		printf("a count every %d cycles\n", period);
	printf("  share    counts  where\n");
	table_line("user", user, total);
	table_line("idle", idle, total);
	table_line("system, of which:", system, total);
	table_print(rows, names.n + 1, total, most);
	free(rows);
}

/* Parses -p and -n. Returns the index of the first other argument, or 0. */
static int options(int argc, char **argv, int *period, unsigned *most)
{
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		if (!strcmp(argv[i], "-p"))
			*period = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "-n"))
			*most = (unsigned)atoi(argv[i + 1]);
		else
			return 0;
	}
	return i < argc && argv[i][0] != '-' ? i : 0;
}

int main(int argc, char **argv)
{
	int former = sys_profctl(PROFCTL_GET_PERIOD | PROFCTL_SYSTEM, 0), period = former;
	unsigned most = 20;
	int first = options(argc, argv, &period, &most);

	if (!first) {
		fprintf(stderr, "usage: sprof [-p PERIOD] [-n ROWS] TICKS | COMMAND [ARG...]\n");
		return 1;
	}
	if (symbols_read(&names, NAMELIST) || make_counts())
		return 1;
	if (period != former && sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, period) < 0) {
		fprintf(stderr, "sprof: period %d is out of range, or system profiling is in use\n",
			period);
		return 1;
	}
	fflush(stdout);
	if (sprofil(counts, names.n, 0, 0)) {
		perror("sprof: sprofil");
		return 1;
	}
	meanwhile(argv + first);
	sprofil(NULL, 0, 0, 0);
	print(most, period);
	if (period != former)
		sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, former);
	return 0;
}
