/* SPDX-License-Identifier: ISC
 * tool.c - what prof and sprof share. Contract: tool.h.
 */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"
#include "profctl.h"

int tool_options(struct tool *t, int argc, char **argv, const char *others)
{
	int i = 1;

	t->period = t->former = sys_profctl(PROFCTL_GET_PERIOD | t->clock, 0);
	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		if (!strcmp(argv[i], "-p"))
			t->period = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "-n"))
			t->most = (unsigned)atoi(argv[i + 1]);
		else
			break;
	}
	if (i < argc && argv[i][0] != '-')
		return i;
	fprintf(stderr, "usage: %s [-p PERIOD] [-n ROWS] %s\n", t->name, others);
	return 0;
}

int tool_set_period(const struct tool *t)
{
	if (t->period == t->former)
		return 0;
	if (sys_profctl(PROFCTL_GET_CLOCK | t->clock, 0) == 1)
		fprintf(stderr, "%s: the timer's ticks count: -p %d has no effect\n", t->name,
			t->period);
	if (sys_profctl(PROFCTL_PERIOD | t->clock, t->period) >= 0)
		return 0;
	fprintf(stderr, "%s: period %d is out of range, or another process uses the clock\n",
		t->name, t->period);
	return -1;
}

void tool_set_back(const struct tool *t)
{
	if (t->period != t->former)
		sys_profctl(PROFCTL_PERIOD | t->clock, t->former);
}

int tool_run(const struct tool *t, char **argv)
{
	int pid = fork(), status;

	if (pid == 0) {
		exec(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	if (pid < 0 || wait(&status) != pid) {
		perror(t->name);
		return -1;
	}
	if (status)
		fprintf(stderr, "%s: %s: %s %d\n", t->name, argv[0],
			WIFEXITED(status) ? "exit" : "signal",
			WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return 0;
}

void tool_line(const char *name, uint32_t count, uint32_t total)
{
	uint32_t permyriad = total ? (uint32_t)((count * 10000ull + total / 2) / total) : 0;

	printf("%5lu.%02lu%% %9lu  %s\n", (unsigned long)(permyriad / 100),
		(unsigned long)(permyriad % 100), (unsigned long)count, name);
}

/* NULL: all counts are 0. */
static struct symbol *largest(const struct symbols *s)
{
	struct symbol *most = NULL;

	for (struct symbol *y = s->at; y < s->at + s->n; y++)
		if (y->count > (most ? most->count : 0))
			most = y;
	return most;
}

void tool_table(const struct tool *t, struct symbols *s, uint32_t total)
{
	uint32_t rest = 0, others = 0;
	struct symbol *y;
	char name[32];

	for (unsigned i = 0; (y = largest(s)); i++) {
		if (!t->most || i < t->most) {
			tool_line(y->name, y->count, total);
		} else {
			rest += y->count;
			others++;
		}
		y->count = 0;
	}
	snprintf(name, sizeof name, "(%lu more)", (unsigned long)others);
	if (others)
		tool_line(name, rest, total);
	if (s->unknown)
		tool_line("(no function)", s->unknown, total);
	s->unknown = 0;
}
