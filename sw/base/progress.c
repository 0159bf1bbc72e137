/* SPDX-License-Identifier: ISC
 * progress.c - the time, and one line on the terminal that shows how far a long run has come; the
 * contracts are term.h and term.h.
 */
#include "term.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define REDRAW 0.25 /* seconds */

int64_t clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

double clock_seconds(void)
{
	return 1e-3 * (double)clock_ms();
}

void progress_start(struct progress *p, uint64_t limit)
{
	*p = (struct progress){ .on = isatty(STDERR_FILENO) == 1 && term_escapes(),
		.limit = limit,
		.began = clock_seconds() };
}

static bool is_due(struct progress *p)
{
	double now = clock_seconds();
	bool due = p->on && now - p->drawn >= REDRAW && now - p->began >= REDRAW;

	if (due)
		p->drawn = now;
	p->shown |= due;
	return due;
}

void progress_update(struct progress *p, uint64_t cycles, bool line_free)
{
	if (!line_free || !is_due(p))
		return;
	fprintf(stderr, "\r%.1f M cycles, %.2f M cycles/s", (double)cycles / 1e6,
		(double)cycles / 1e6 / (p->drawn - p->began));
	if (p->limit)
		fprintf(stderr, ", %.0f%%", 100.0 * (double)cycles / (double)p->limit);
	fputs("\033[K", stderr);
	fflush(stderr);
}

void progress_show(struct progress *p, const char *what, uint64_t done)
{
	if (!is_due(p))
		return;
	char text[128];
	struct winsize size;

	snprintf(text, sizeof text, "%s, %.0f%s", what,
		p->limit ? 100.0 * (double)done / (double)p->limit : p->drawn - p->began,
		p->limit ? "%" : " s");
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
		text[term_fitting(text, size.ws_col - 1u)] = 0;
	fprintf(stderr, "\r%s\033[K", text);
	fflush(stderr);
}

void progress_hide(struct progress *p)
{
	if (!p->shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	p->shown = false;
}
