// SPDX-License-Identifier: ISC
/*
 * sat - CaDiCaL behind a pipe, queried incrementally by logic.py
 *
 * usage: sat SECONDS        how long one answer may take
 *
 * Lines of standard input; a literal is a number as in DIMACS:
 *   & N A B               N is A and B
 *   | L...                a clause, for good
 *   ? L... 0 L... 0 L...  can all of the first be true, and one of the second (if there are any)?
 * The answer to the last: "no"; "late"; or "yes" and, for each of the third, 1 or 0.
 */
#include <ccadical.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int over(void *end)
{
	return now() > *(double *)end;
}

// The next literal of *at; 0 at a 0 and at the line's end.
static int literal(char **at)
{
	return (int)strtol(*at, at, 10);
}

static void clause(CCaDiCaL *sat, int a, int b, int c)
{
	ccadical_add(sat, a);
	ccadical_add(sat, b);
	if (c)
		ccadical_add(sat, c);
	ccadical_add(sat, 0);
}

static void ask(CCaDiCaL *sat, char *at, double seconds)
{
	int l;
	while ((l = literal(&at)))
		ccadical_assume(sat, l);
	bool some = false;
	while ((l = literal(&at))) {
		ccadical_constrain(sat, l);
		some = true;
	}
	if (some)
		ccadical_constrain(sat, 0);
	double end = now() + seconds;
	ccadical_set_terminate(sat, &end, over);
	int found = ccadical_solve(sat);
	ccadical_set_terminate(sat, NULL, NULL);
	fputs(found == 10 ? "yes" : found == 20 ? "no" : "late", stdout);
	while (found == 10 && (l = literal(&at)))
		fputs(ccadical_val(sat, l) > 0 ? " 1" : " 0", stdout);
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv)
{
	double seconds = argc == 2 ? atof(argv[1]) : 0;
	if (seconds <= 0) {
		fprintf(stderr, "usage: sat SECONDS\n");
		return 2;
	}
	CCaDiCaL *sat = ccadical_init();
	char *line = NULL;
	size_t size = 0;
	unsigned long number = 0;
	while (getline(&line, &size, stdin) > 0) {
		number++;
		char *at = line + 1;
		if (line[0] == '&') {
			int n = literal(&at), a = literal(&at), b = literal(&at);
			clause(sat, -n, a, 0);
			clause(sat, -n, b, 0);
			clause(sat, n, -a, -b);
		} else if (line[0] == '|') {
			for (int l; (l = literal(&at));)
				ccadical_add(sat, l);
			ccadical_add(sat, 0);
		} else if (line[0] == '?') {
			ask(sat, at, seconds);
		} else {
			fprintf(stderr, "sat: line %lu of standard input begins with none of & | ?\n", number);
			return 1;
		}
	}
	free(line);
	ccadical_release(sat);
	return 0;
}
