/* SPDX-License-Identifier: ISC
 * counters.c - processes must find in their profil() buffers what the core did, counter by counter.
 *
 * usage: kernel KERNEL.elf WATCHED.elf PERIOD ROUNDS
 * WATCHED: tests/calls/watched.c, also in the kernel's file system.
 *
 * The oracle is the record of the raw core: each cycle, each retired instruction and its mode.
 * The kernel's landmarks (prof_marks) show which process runs: one `ret` for each pid below 32,
 * called at each switch. So retired pcs alone tell. They cannot distinguish larger pids, which is a
 * failure. A process's profile is on, with counters 0, from the return of its last profil(). A
 * child inherits its parent's at the fork.
 * Ticks are every PERIOD'th cycle from an unknown one on. A tick in user mode is charged to the
 * first instruction that retires then or later. Exactly one of the PERIOD phases must give the
 * counters in RAM, of all processes.
 */
#include "sim/rig.h"
#include "firmware/include/abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PIDS = 32,
	FIRST = 2, /* the shell is lower */
	TEXT = USER_TEXT,
	PCS = 0x10000 / 4, /* a program's counts are per instruction */
	HEADER = 24,
	COUNTERS = 16384,
};

/* What the core did in one process: hits[phase * PCS + (pc - TEXT) / 4]. A child has its parent's
 * before it first runs. */
struct process {
	bool seen, on;
	uint32_t *hits;
};

static struct {
	uint32_t marks, main, profil_return, fork_return;
	uint32_t period;
	uint64_t last; /* cycle of the latest retirement */
	unsigned pid;
	struct process of[PIDS];
	/* the latest child's pid: the first process is the parent of all, and pids count up */
	unsigned child;
	/* instructions of profiled code beyond the record; cycles of each process in user mode */
	uint64_t beyond, user[PIDS];
	unsigned switches;
} seen;

static uint32_t *hits_new(void)
{
	uint32_t *h = calloc((size_t)seen.period * PCS, sizeof *h);
	if (!h)
		rig_die("out of memory");
	return h;
}

static void copy(struct process *to, const struct process *from)
{
	if (!to->hits)
		to->hits = hits_new();
	if (from != to)
		memcpy(to->hits, from->hits, (size_t)seen.period * PCS * sizeof *to->hits);
	to->on = from->on;
}

static void user(uint64_t cycle, uint32_t pc)
{
	struct process *p = &seen.of[seen.pid];
	if (seen.pid < FIRST)
		return;
	if (seen.pid == FIRST && pc == seen.main)
		seen.child = FIRST;
	if (!p->seen)
		copy(p, &seen.of[FIRST]); /* a child may run before its parent, */
	else if (seen.pid == FIRST && pc == seen.fork_return && ++seen.child < PIDS
		&& !seen.of[seen.child].seen) {
		copy(&seen.of[seen.child], p); /* or long after */
		seen.of[seen.child].seen = true;
	}
	p->seen = true;
	if (pc == seen.profil_return) {
		memset(p->hits, 0, (size_t)seen.period * PCS * sizeof *p->hits);
		p->on = true;
	}
	seen.user[seen.pid] += cycle - seen.last;
	if (!p->on)
		return;
	if (pc < TEXT || (pc - TEXT) / 4 >= PCS) {
		seen.beyond++;
		return;
	}
	for (uint64_t c = seen.last + 1; c <= cycle; c++)
		p->hits[c % seen.period * PCS + (pc - TEXT) / 4]++;
}

static void users_begin(const char *kernel, const char *watched, uint32_t period)
{
	seen.marks = rig_symbol(kernel, "prof_marks", NULL);
	seen.main = rig_symbol(watched, "main", NULL);
	seen.profil_return = rig_symbol(watched, "sys_profil", NULL) + 8;
	seen.fork_return = rig_symbol(watched, "sys_fork", NULL) + 8;
	seen.period = period;
}

static void watch(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	const uint32_t pc = c->pc;

	(void)ctx;
	if (!c->retire)
		return;
	if (c->priv == 3 && pc - seen.marks < 4 * PIDS) {
		seen.pid = (pc - seen.marks) / 4;
		if (!seen.pid)
			rig_die("a process with an id of %d or more ran: the kernel's landmarks "
				"(kernel/prof.c) cannot tell those apart",
				PIDS);
		seen.switches++;
	} else if (c->priv == 0) {
		user(cycle, pc);
	}
	seen.last = cycle;
}

/* ---- a process's buffer in RAM */
static uint32_t ram_word(struct rig *r, uint32_t at)
{
	uint32_t value;
	if (machine_read(r->m, at, &value))
		rig_die("no RAM at 0x%08x", at);
	return value;
}

struct buffer {
	uint32_t pid, offset, scale, size;
	uint16_t counters[COUNTERS];
};

/* The next buffer at or behind page *page; false when none is left in the first 32 MiB. */
static bool find(struct rig *r, uint32_t in_block, uint32_t *page, struct buffer *b)
{
	for (; *page < MACHINE_RAM + (32u << 20); *page += PAGE) {
		uint32_t at = *page + in_block, magic = ram_word(r, at);
		if ((magic & ~15u) != 0x7A117000u || ram_word(r, at + 4) != ~magic)
			continue;
		b->pid = ram_word(r, at + 8);
		b->offset = ram_word(r, at + 12);
		b->scale = ram_word(r, at + 16);
		b->size = ram_word(r, at + 20);
		if (b->pid >= PIDS || b->size != sizeof b->counters)
			rig_die("buffer at 0x%08x: pid %u, %u bytes", at, b->pid, b->size);
		for (uint32_t i = 0; i < b->size / 4; i++) {
			uint32_t pair = ram_word(r, at + HEADER + 4 * i);
			b->counters[2 * i] = (uint16_t)pair;
			b->counters[2 * i + 1] = (uint16_t)(pair >> 16);
		}
		*page += PAGE;
		return true;
	}
	return false;
}

/* The oracle's counters of that process at a phase. */
static void expect(const struct buffer *b, uint32_t phase, uint32_t out[COUNTERS])
{
	const uint32_t *hits = seen.of[b->pid].hits + (size_t)phase * PCS;
	memset(out, 0, COUNTERS * sizeof *out);
	for (uint32_t i = 0; i < PCS; i++) {
		int64_t slot = tally_slot(TEXT + 4 * i, b->offset,
			b->scale == 0xFFFF ? TALLY_SCALE_ONE : b->scale, b->size, 2);
		if (slot >= 0)
			out[slot] += hits[i];
	}
}

static bool equal(const struct buffer *b, const uint32_t want[COUNTERS])
{
	for (unsigned i = 0; i < COUNTERS; i++)
		if (b->counters[i] != (want[i] & 0xFFFF))
			return false;
	return true;
}

static int sampled(const struct buffer *b, unsigned n, const struct tally_counters *k)
{
	static uint32_t want[COUNTERS];
	unsigned fitting = 0;
	for (uint32_t phase = 0; phase < seen.period; phase++) {
		unsigned same = 0;
		for (unsigned i = 0; i < n; i++) {
			expect(&b[i], phase, want);
			same += equal(&b[i], want);
		}
		if (same == n) {
			fitting++;
			printf("all %u processes' counters are the oracle's with a tick in each "
			       "cycle of %u modulo %u\n",
				n, phase, seen.period);
		} else if (same) {
			printf("phase %u: only %u processes\n", phase, same);
		}
	}
	printf("%u of %u phases fit, lost %" PRIu64 "\n", fitting, seen.period, k->lost);
	return fitting != 1 || k->lost;
}

static int users_judge(struct rig *r, const char *watched)
{
	static struct buffer b[PIDS];
	struct tally_counters k;
	uint32_t page = MACHINE_RAM, in_block = rig_symbol(watched, "watched", NULL) - USER_BLOCK;
	unsigned n = 0;
	if (tally_counters_read(&r->t, &k))
		rig_die("no counts");
	if (k.ticks != k.hits + k.outside + k.filtered + k.idle + k.lost + k.pending)
		rig_die("the counts do not add up");
	while (n < PIDS && find(r, in_block, &page, &b[n])) {
		n++;
	}
	for (unsigned i = 0; i < n; i++) {
		uint64_t sum = 0;
		for (unsigned s = 0; s < COUNTERS; s++)
			sum += b[i].counters[s];
		printf("pid %u: scale 0x%x, %" PRIu64 " hits, %" PRIu64 " cycles in user mode\n",
			b[i].pid, b[i].scale, sum, seen.user[b[i].pid]);
	}
	printf("%u switches, %u profiled processes\n", seen.switches, n);
	if (n != 3 || seen.beyond)
		rig_die("3 processes should be profiled, all of their text recorded (%" PRIu64
			" instructions are not)",
			seen.beyond);
	return sampled(b, n, &k);
}

/* The console: types one line; prints the output. */
static int rx(void *ctx)
{
	const char **at = ctx;
	return **at ? *(*at)++ : -1;
}

static void tx(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

int main(int argc, char **argv)
{
	char line[64];
	const char *input = line;
	struct rig r;
	if (argc != 5)
		rig_die("usage: kernel KERNEL.elf WATCHED.elf PERIOD ROUNDS");
	uint32_t period = (uint32_t)strtoul(argv[3], NULL, 0);
	rig_open(&r, "vexriscv-linux", argv[1], MACHINE_FULL, true);
	users_begin(argv[1], argv[2], period);
	snprintf(line, sizeof line, "watched %s %s\n", argv[3], argv[4]);
	machine_console(r.m, tx, rx, &input);
	rig_observe(&r, watch, NULL);
	rig_run(&r, 200000000);
	printf("\n%" PRIu64 " cycles\n", r.result.cycles);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code)
		rig_die("end %s, exit code %u at pc 0x%08x", rig_end(r.result.end),
			r.result.exit_code, r.result.pc);
	int bad = users_judge(&r, argv[2]);
	rig_close(&r);
	return bad ? 1 : 0;
}
