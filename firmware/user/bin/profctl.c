/* SPDX-License-Identifier: ISC
 * profctl.c - sets and prints the kernel's profiling clocks, their counts, and the timer tick,
 * which counts where the unit does not.
 *
 * usage: profctl [process|system] [period CYCLES] [jitter J] [unit|tick] [timer CYCLES]
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/user/lib/user.h"
#include "profctl.h"

static const char *const names[] = { "process", "system" };

static int set(int clock, int what, long value, const char *word)
{
	int r = sys_profctl(what | clock, value);

	if (r < 0)
		printf("profctl: %s: %s\n", word,
			r == -EBUSY            ? "it counts for a profile: wait for its end"
				: r == -ENODEV ? "there is no unit"
					       : "out of range");
	return r < 0;
}

static void show(int clock)
{
	struct profcounts k;

	sys_profctl(PROFCTL_COUNTS | clock, &k);
	if (sys_profctl(PROFCTL_GET_CLOCK | clock, 0))
		printf("%-7s  counted by the timer: ", names[clock]);
	else
		printf("%-7s  a tick every %d cycles, counted by the unit: ", names[clock],
			sys_profctl(PROFCTL_GET_PERIOD | clock, 0));
	printf("ticks %" PRIu64 ", hits %" PRIu64 ", outside %" PRIu64, k.ticks, k.hits, k.outside);
	printf(", filtered %" PRIu64 ", idle %" PRIu64 ", lost %" PRIu64 ", stolen %" PRIu64
	       " cycles\n",
		k.filtered, k.idle, k.lost, k.stolen);
}

int main(int argc, char **argv)
{
	int clock = 0, bad = 0;
	for (int i = 1; i < argc && !bad; i++) {
		if (!strcmp(argv[i], names[0]) || !strcmp(argv[i], names[1])) {
			clock = !strcmp(argv[i], names[1]);
		} else if (!strcmp(argv[i], "unit") || !strcmp(argv[i], "tick")) {
			bad = set(clock, PROFCTL_CLOCK, argv[i][0] == 't', argv[i]);
		} else if (i + 1 < argc
			&& (!strcmp(argv[i], "period") || !strcmp(argv[i], "jitter")
				|| !strcmp(argv[i], "timer"))) {
			char *end;
			long value = strtol(argv[i + 1], &end, 0);
			if (*end || end == argv[i + 1]) {
				printf("profctl: %s: %s is not a number\n", argv[i], argv[i + 1]);
				return 1;
			}
			bad = set(clock,
				argv[i][0] == 'p'           ? PROFCTL_PERIOD
					: argv[i][0] == 'j' ? PROFCTL_JITTER
							    : PROFCTL_TICK,
				value, argv[i]);
			i++;
		} else {
			printf("profctl: %s? usage: profctl [process|system] [period CYCLES] "
			       "[jitter J] [unit|tick] [timer CYCLES]\n",
				argv[i]);
			return 1;
		}
	}
	show(0);
	show(1);
	printf("timer    a tick every %d mtime units\n", sys_profctl(PROFCTL_GET_TICK, 0));
	return bad;
}
