/* SPDX-License-Identifier: ISC
 * simulate.c - one run of an ELF on a simulated machine, into a profile.
 */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "observer.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/profile/collect.h"

#define SLICE 100000u /* cycles between two polls of progress and the unit */
#define DRAIN 1024u /* cycles that empty any mapper's queue */
#define SERVE 4000u /* cycles of a held machine between two polls of its line */
#define IDLE_SOON 300u /* polls without a byte before the line is polled rarely */

struct run {
	const struct simulation *s;
	const struct firmware *f;
	struct profile *p;
	struct machine *m;
	struct console console;
	struct host host;
	struct observer observer;
	struct collector collector;
	struct machine_result result;
};

static int unit_read(void *machine, uint32_t address, uint32_t *value)
{
	return machine_read(machine, address, value);
}

static int unit_write(void *machine, uint32_t address, uint32_t value)
{
	return machine_write(machine, address, value);
}

static uint64_t cycles_left(const struct run *r)
{
	const struct window *w = &r->observer.window;
	uint64_t most = r->s->max_cycles, done = r->result.cycles - w->begin;

	if (w->from.kind && !w->begin)
		return UINT64_MAX;
	if (r->s->unit_calls && (!most || most > UNIT_CALLS_MOST))
		most = UNIT_CALLS_MOST;
	return !most ? UINT64_MAX : most > done ? most - done : 0;
}

/* Has the run ended? A word of tohost without the other one counts by itself soon, or at the latest
 * at the end. */
static bool run_slice(struct run *r, uint64_t cycles)
{
	struct host *host = &r->host;
	unsigned half = host->half;

	r->result = machine_run(
		r->m, half && cycles > HOST_PATIENCE ? HOST_PATIENCE : cycles, r->s->stop);
	if (host->half && (host->half == half || r->result.end != MACHINE_LIMIT))
		host_settle(host);
	return r->result.end != MACHINE_LIMIT || host->end;
}

/* Runs until the firmware or the user ends it. The unit is polled only when the run goes on, and on
 * the way to a limit only well before it: the clock runs on while the host reads, so the result
 * would no longer be the end of what was counted. */
static bool run(struct run *r)
{
	struct progress *progress = &r->console.progress;
	const struct window *w = &r->observer.window;
	const bool profiled = !r->s->no_profile;
	uint64_t polled = 0, left = cycles_left(r);

	if (profiled)
		progress_start(progress, left == UINT64_MAX ? 0 : left);
	while (!run_slice(r, left < SLICE ? left : SLICE)) {
		left = cycles_left(r);
		progress_update(progress, r->result.cycles, !r->console.in_line);
		if (*r->s->stop || left == 0 || w->end)
			return true;
		if (!profiled || (w->from.kind && !w->begin)
			|| r->result.cycles - polled < COLLECT_EVERY || left < COLLECT_EVERY)
			continue;
		if (!collect_poll(&r->collector))
			return false;
		polled = r->result.cycles;
		r->result = machine_run(r->m, 0, r->s->stop); /* it may have ended meanwhile */
		if (r->result.end != MACHINE_LIMIT || r->host.end)
			return true;
	}
	return true;
}

/* A core that traps to an address without code traps there again, which looks like a jump to
 * itself. */
static bool is_code(struct machine *m, uint32_t pc)
{
	uint32_t word;

	return machine_read(m, pc & ~3u, &word) == 0 && (pc & 2 ? word >> 16 : word & 0xFFFF);
}

static void note_end(struct run *r)
{
	const struct machine_result *result = &r->result;
	struct profile *p = r->p;
	uint32_t low, high = 0, in_order[PROFILE_LAST] = { 0 };

	switch (result->end) {
	case MACHINE_LIMIT: p->end = *r->s->stop ? END_INTERRUPT : END_LIMIT; break;
	case MACHINE_STOPPED: p->end = END_INTERRUPT; break;
	case MACHINE_FINISHER: p->end = END_FINISHER; break;
	case MACHINE_SELF_JUMP:
		p->end = is_code(r->m, result->pc) ? END_SELF_JUMP : END_TRAP;
		break;
	case MACHINE_EBREAK: p->end = END_EBREAK; break;
	case MACHINE_TRAP: p->end = END_TRAP; break;
	}
	p->exit_code = result->exit_code;
	if (r->host.end) {
		p->end = r->host.end;
		p->exit_code = r->host.code;
	}
	if (r->observer.window.end)
		p->end = END_WINDOW;
	p->n_last = profile_last(p, in_order);
	memcpy(p->last, in_order, sizeof in_order);
	p->pc = result->pc;
	p->cause = result->end == MACHINE_SELF_JUMP ? UINT32_MAX : result->cause; /* unknown */
	p->cycles = result->cycles;
	p->retired = result->retired;
	if (p->end != END_TRAP || machine_read(r->m, p->pc & ~3u, &low) != 0)
		return;
	if (p->pc & 2 && (low >> 16 & 3) == 3 && machine_read(r->m, (p->pc & ~3u) + 4, &high) != 0)
		return;
	p->instruction = p->pc & 2 ? low >> 16 | high << 16 : low;
	if ((p->instruction & 3) != 3)
		p->instruction &= 0xFFFF;
	p->instruction_known = true;
}

/* The core, from release to its end. */
static bool run_core(struct run *r)
{
	const struct simulation *s = r->s;
	const struct image *im = &r->f->image;

	if (!host_open(&r->host, r->f, s->core, r->m, &r->console, s->stop))
		return false;
	machine_console(r->m, console_send, console_look, &r->console);
	if (machine_release(r->m, im->entry) != 0)
		return fail("%s: the core cannot begin at 0x%08" PRIx32, im->path, im->entry);
	if (s->no_profile && !s->pty_baud)
		console_all_keys();
	console_terminal(s->no_profile);
	bool good = run(r);
	console_terminal(false);
	progress_hide(&r->console.progress);
	r->p->files_lost = !console_end(&r->console);
	if (!good)
		return false;
	machine_observe(r->m, NULL, NULL);
	if (r->result.end == MACHINE_LIMIT || r->result.end == MACHINE_STOPPED)
		machine_hold(r->m);
	note_end(r);
	return true;
}

/* The tap shows each of two that retire in a cycle, one after the other. */
static unsigned one_by_one(void *ctx, uint64_t cycle)
{
	(void)ctx;
	(void)cycle;
	return MACHINE_DATA;
}

static bool run_profiled(struct run *r)
{
	struct collector *c = &r->collector;
	const struct tally_io io = { .read = unit_read, .write = unit_write, .ctx = r->m };
	bool good = collect_open(c, r->p, MACHINE_UNIT, &io);

	c->fresh = true;
	if (good) {
		region_fit(r->p, &r->f->image, c->unit.caps.bin_bytes);
		good = collect_start(c) && observer_open(&r->observer, r->s, r->m);
	}
	if (r->s->core->pairs && r->p->config.source == TALLY_SOURCE_RETIRE)
		machine_drive(r->m, one_by_one, NULL);
	if (good) {
		good = run_core(r);
		machine_idle(r->m, DRAIN); /* those that wait for their turn */
		good = observer_close(&r->observer, good) && good && collect_stop(c);
	}
	if (good) {
		machine_idle(r->m, DRAIN);
		good = collect_finish(c);
	}
	collect_close(c);
	return good;
}

/* ---- a board: the machine's end of the pseudo-terminal. Bits of a client that has set another
 * baud rate are as long as that says. */
struct serial_line {
	struct pty pty; /* the first: pty_send has the line as one */
	struct machine *m;
	unsigned baud; /* that the bridge's bit stands for */
	unsigned speed; /* the client's, bits a second */
};

/* Takes over the rate that the client has set; false: it is the same as before. */
static bool rate_changed(struct serial_line *l)
{
	unsigned speed = tty_speed(l->pty.slave), clocks;

	if (!speed || speed == l->speed)
		return false;
	l->speed = speed;
	clocks = speed == TTY_SPEED_UNSET ? MACHINE_LINK_CLOCKS
					  : (MACHINE_LINK_CLOCKS * l->baud + speed / 2) / speed;
	machine_link_host(l->m, clocks < 4 ? 4 : clocks > UINT16_MAX ? UINT16_MAX : clocks);
	return true;
}

/* What was sent at another rate and has not yet gone out is forgotten, as when a port is opened
 * anew. Of bytes that are new here the rate is asked for after them: a client sets it, then
 * sends. */
static int line_look(void *line)
{
	struct serial_line *l = line;
	int byte;

	if (l->pty.at < l->pty.n) {
		if (!rate_changed(l))
			return pty_look(&l->pty);
		l->pty.at = l->pty.n;
	}
	byte = pty_look(&l->pty);
	if (byte >= 0)
		rate_changed(l);
	return byte;
}

/* The line of a machine whose core is held, until the user ends it or, with `unit`, until the unit
 * runs. After the last byte the clock goes on for as long as the bridge's time-outs take, and then
 * only now and then. */
static void serve(const struct run *r, const struct pty *pty, bool unit)
{
	struct pollfd in = { .fd = pty->master, .events = POLLIN };
	uint32_t status = 0;
	unsigned idle = 0;

	while (!*r->s->stop && !(status & TALLY_STATUS_RUNNING_MASK)) {
		uint64_t before = pty->bytes;

		machine_idle(r->m, SERVE);
		if (unit && machine_read(r->m, MACHINE_UNIT + TALLY_STATUS, &status) != 0)
			return;
		idle = pty->bytes == before ? idle + 1 : 0;
		if (idle)
			poll(&in, 1, idle < IDLE_SOON ? 1 : 20);
	}
}

/* A machine whose unit is controlled over its serial line. It stays after the firmware's end, so
 * that the counts can be read. */
static bool run_pty(struct run *r)
{
	struct serial_line line = { .m = r->m, .baud = r->s->pty_baud };

	if (!pty_open(&line.pty))
		return false;
	machine_link(r->m, pty_send, line_look, &line);
	printf("%s: the serial line of the unit on %s\nnext: `tally top %s %s` shows where its "
	       "cycles go\n",
		line.pty.name, r->s->core->name, line.pty.name, text_shell(r->f->image.path));
	fflush(stdout);
	if (r->s->pty_wait)
		serve(r, &line.pty, true);
	bool good = run_core(r);
	if (good && !*r->s->stop) {
		note("the firmware has ended after %" PRIu64
		     " cycles%s; the line stays until Ctrl-C",
			r->p->cycles,
			line.pty.bytes ? "" : ", before a host came: --wait holds it");
		serve(r, &line.pty, false);
	}
	pty_close(&line.pty);
	return good;
}

bool simulate(const struct simulation *s, const struct firmware *f, struct profile *p)
{
	struct run r = { .s = s,
		.f = f,
		.p = p,
		.console.end_byte = s->no_profile ? 'D' & 31 : -1,
		.console.trace = s->trace };
	/* without a profile the firmware itself may use all that a unit can have */
	enum machine_build build = s->pty_baud                   ? MACHINE_LINK
		: s->no_profile && s->core->builds[MACHINE_FULL] ? MACHINE_FULL
								 : MACHINE_PLAIN;

	if (!observer_read(&r.observer, s, f, p))
		return false;
	if (!s->core->builds[build])
		return fail("--pty: the machine of %s has no serial bridge; give --core picorv32, "
			    "vexriscv or vexriscv-linux",
			s->core->name);
	if (!load_check(&f->image, s->core)
		|| (!s->no_profile && !region_choose(p, &f->image, &f->symbols, s->from, s->to))
		|| (s->files && !console_files(&r.console, s->files, s->outputs)))
		return false;
	r.m = machine_open(s->core, build);
	if (!r.m)
		return fail("out of memory: the simulated machine does not fit");
	p->core = copy_text(s->core->name);
	p->late = s->core->late;
	firmware_sign(f, p);
	bool good = load_segments(&f->image, r.m)
		&& (s->pty_baud                 ? run_pty(&r)
				: s->no_profile ? run_core(&r)
						: run_profiled(&r));
	if (r.console.broken && r.console.error != EPIPE)
		note("the firmware's output could not be written: %s", strerror(r.console.error));
	machine_close(r.m);
	return good;
}
