/* SPDX-License-Identifier: ISC
 * monitor.c - monstartup(), moncontrol(), _mcleanup(), monitor(3C) on profil(2). Contract: mon.h.
 */
#include "mon.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi.h"
#include "calls.h"
#include "driver/tally.h"
#include "gmon.h"

#define FILE_NAME "gmon.out"
#define ONE 0x10000u /* scale: one counter per 2 bytes of text */
/* bytes of text per entry in the table of calls, without monitor_arcs */
#define TEXT_AN_ARC 24u

unsigned monitor_arcs;

static struct {
	struct gmon file; /* counters are live; totals are from before the pauses */
	uint32_t scale;
	/* allocated by monstartup(); NULL: the caller of monitor() owns them */
	void *own_counters, *own_table;
	uint64_t hits; /* calls_hits() at the start */
	pid_t pid; /* that started it */
	enum { IDLE, PAUSED, RUNNING } state;
} m;

static void complain(const char *what, const char *why)
{
	fprintf(stderr, "monitor: %s: %s; no " FILE_NAME "\n", what, why);
}

void moncontrol(int mode)
{
	struct gmon *f = &m.file;

	if (m.state == IDLE || (mode != 0) == (m.state == RUNNING))
		return;
	if (mode) {
		int error = profil_call(PROFIL_BSD, f->counters, 2 * f->bins, f->low, m.scale);
		if (!error)
			m.state = RUNNING;
		else
			fprintf(stderr, "monitor: profil: %s\n",
				error == TALLY_ENOTSUP
					? "the unit is in use, or not the full one: run it by "
					  "`tally run --no-profile`"
					: error == TALLY_ETIMEDOUT
					? "the unit does not come to rest"
					: strerror(-error));
		return;
	}
	profil_call(PROFIL_BSD, NULL, 0, 0, 0);
	m.state = PAUSED;
	if (!f->totals && !(f->totals = calloc(f->bins, sizeof *f->totals)))
		return; /* no memory for totals: the counters keep their values */
	for (uint32_t i = 0; i < f->bins; i++) {
		f->totals[i] += f->counters[i];
		f->counters[i] = 0;
	}
}

/* Stops counting calls, and frees the memory of monstartup(). */
static void give_back(void)
{
	free(m.file.totals);
	m.file.totals = NULL;
	arcs.table = NULL;
	free(m.own_table);
	free(m.own_counters);
	m.own_table = m.own_counters = NULL;
}

/* counters: `bins` zeroed counters, enough for the range at this scale. */
static void begin(uint32_t low, uint32_t bins, uint32_t scale, void *counters)
{
	uint32_t period;

	m.hits = calls_hits(&period);
	m.file = (struct gmon){
		.low = low,
		.high = low + (uint32_t)(((uint64_t)bins << 17) / scale),
		.bins = bins,
		.counters = counters,
		.arcs = &arcs,
		.unit = period == 1 ? "cycles" : "samples",
	};
	m.scale = scale;
	m.pid = getpid();
	m.state = PAUSED;
	moncontrol(1);
	if (m.state == RUNNING)
		return;
	m.state = IDLE;
	give_back();
}

void monstartup(unsigned long lowpc, unsigned long highpc)
{
	uint32_t low = (uint32_t)lowpc & ~3u, bytes = (((uint32_t)highpc + 3) & ~3u) - low,
		 n_arcs = monitor_arcs ? monitor_arcs : bytes / TEXT_AN_ARC + 64;
	/* pages of their own, because pages of a live buffer are uncached */
	size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;

	if (m.state != IDLE)
		return;
	if (highpc <= lowpc) {
		complain("monstartup", "the range is empty");
		return;
	}
	m.own_counters = aligned_alloc(PAGE, whole);
	m.own_table = calloc(n_arcs, sizeof(struct arc));
	if (!m.own_counters || !m.own_table) {
		give_back();
		complain("monstartup", "out of memory");
		return;
	}
	void *counters = memset(calls_live(m.own_counters), 0, whole);
	arcs_begin(m.own_table, n_arcs, low, low + bytes);
	begin(low, bytes / 2, ONE, counters);
}

void monitor(int (*lowpc)(void), int (*highpc)(void), unsigned short *buffer, size_t bufsize,
	size_t nfunc)
{
	uint32_t low = (uint32_t)(uintptr_t)lowpc & ~3u, high = (uint32_t)(uintptr_t)highpc,
		 scale = ONE;
	size_t for_arcs = nfunc * sizeof(struct arc);

	if (!lowpc) {
		_mcleanup();
		return;
	}
	if (m.state != IDLE)
		return;
	if (high <= low || (uintptr_t)buffer % 4 || nfunc > bufsize / sizeof(struct arc)
		|| bufsize - for_arcs < 2) {
		complain("monitor",
			high <= low                     ? "the range is empty"
				: (uintptr_t)buffer % 4 ? "the buffer is not aligned to 4"
							: "the buffer is too small");
		return;
	}
	uint32_t room = (uint32_t)(bufsize - for_arcs) / 2;
	while (scale > 2 && ((uint64_t)(high - low) * scale + 0x1FFFF) >> 17 > room)
		scale /= 2;
	uint32_t bins = (uint32_t)(((uint64_t)(high - low) * scale + 0x1FFFF) >> 17);
	memset(buffer, 0, bufsize);
	arcs_begin((struct arc *)buffer, (uint32_t)nfunc, low, high);
	begin(low, bins < room ? bins : room, scale, (char *)buffer + for_arcs);
}

/* A 16-bit counter that wrapped is 65,536 short, and so is the sum. */
static void complain_of_wrapped(void)
{
	uint32_t period;
	/* negative if another clock counted meanwhile */
	int64_t missing = (int64_t)(calls_hits(&period) - m.hits);

	for (uint32_t i = 0; i < m.file.bins; i++)
		missing -= gmon_count(&m.file, i);
	if (missing >= 0x10000)
		fprintf(stderr,
			"monitor: %lu counts are not in " FILE_NAME ": counters wrapped at 65536, "
			"or other processes were profiled\n",
			(unsigned long)missing);
}

/* The table's entries are a power of two: only twice as many are more. */
static void complain_of_calls(const struct arcs *a)
{
	unsigned long entries = (unsigned long)a->mask + 1;

	if (a->table && a->full)
		fprintf(stderr,
			"monitor: %lu calls did not fit the table of calls: its %lu "
			"entries are full; give `make elf` ARCS=%lu, or set monitor_arcs, or "
			"monitor()'s nfunc, to %lu\n",
			(unsigned long)a->full, entries, 2 * entries, 2 * entries);
	if (a->table && a->lost)
		fprintf(stderr,
			"monitor: %lu calls were not counted: another thread was in the "
			"table of calls\n",
			(unsigned long)a->lost);
}

void _mcleanup(void)
{
	/* what is called from here on is not of the program */
	struct arcs counted = arcs;
	char name[sizeof FILE_NAME + 12] = FILE_NAME;
	int error;

	if (m.state == IDLE)
		return;
	profil_call(PROFIL_BSD, NULL, 0, 0, 0);
	complain_of_wrapped();
	if (m.pid != getpid()) /* a forked child, which is profiled, too */
		snprintf(name, sizeof name, FILE_NAME ".%d", (int)getpid());
	/* stop counting calls: each pass must write the same file */
	arcs.busy = 1;
	error = calls_deliver(name, gmon_file, &m.file);
	if (error)
		complain("_mcleanup", strerror(-error));
	complain_of_calls(&counted);
	m.state = IDLE;
	give_back();
}
