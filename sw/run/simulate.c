/* SPDX-License-Identifier: ISC
 * simulate.c - one run of an ELF on a simulated machine, into a profile
 */
#include "simulate.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/profile/collect.h"
#include "console.h"
#include "host.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "load.h"
#include "observer.h"
#include "sw/base/progress.h"
#include "pty.h"
#include "sw/profile/region.h"
#include "sw/base/tty_speed.h"

#define SLICE 100000u		/* cycles between two polls of progress and the unit */
#define DRAIN 1024u		/* cycles that empty any mapper's queue */
#define SERVE 4000u		/* cycles of a held machine between two polls of its line */
#define IDLE_SOON 300u		/* polls without a byte before the line is polled rarely */

static int unit_read(void *machine, uint32_t address, uint32_t *value)
{
	return machine_read(machine, address, value);
}

static int unit_write(void *machine, uint32_t address, uint32_t value)
{
	return machine_write(machine, address, value);
}

static uint64_t cycles_left(const struct simulation *s, const struct machine_result *r)
{
	if (!s->max_cycles)
		return UINT64_MAX;
	return s->max_cycles > r->cycles ? s->max_cycles - r->cycles : 0;
}

/* A word of tohost without the other one counts by itself soon, or at the latest at the end. */
static void run_slice(struct machine *m, uint64_t cycles, const volatile int *stop,
	struct host *host, struct machine_result *r)
{
	unsigned half = host->half;

	*r = machine_run(m, half && cycles > HOST_PATIENCE ? HOST_PATIENCE : cycles, stop);
	if (host->half && (host->half == half || r->end != MACHINE_LIMIT))
		host_settle(host);
}

/* Runs until the firmware or the user ends it. The unit is polled only when the run goes on, and on
 * the way to a limit only well before it: the clock runs on while the host reads, so the result
 * would no longer be the end of what was counted. */
static bool run(const struct simulation *s, struct machine *m, struct collector *c,
	struct host *host, struct machine_result *r)
{
	struct console *console = host->console;
	struct progress *progress = console->progress;
	uint64_t polled = 0;

	if (!s->no_profile)
		progress_start(progress, s->max_cycles);
	*r = (struct machine_result){ 0 };
	for (;;) {
		uint64_t left = cycles_left(s, r);
		run_slice(m, left < SLICE ? left : SLICE, s->stop, host, r);
		left = cycles_left(s, r);
		progress_update(progress, r->cycles, !console->in_line);
		if (r->end != MACHINE_LIMIT || host->end || *s->stop || left == 0)
			return true;
		if (s->no_profile || r->cycles - polled < COLLECT_EVERY || left < COLLECT_EVERY)
			continue;
		if (!collect_poll(c))
			return false;
		polled = r->cycles;
		*r = machine_run(m, 0, s->stop);	/* the run may have ended meanwhile */
		if (r->end != MACHINE_LIMIT || host->end)
			return true;
	}
}

/* A core that traps to an address without code traps there again, which looks like a jump to
 * itself. */
static bool is_code(struct machine *m, uint32_t pc)
{
	uint32_t word;

	return machine_read(m, pc & ~3u, &word) == 0 && (pc & 2 ? word >> 16 : word & 0xFFFF);
}

static void note_end(struct machine *m, struct profile *p, const struct machine_result *r,
	const struct host *host, bool stopped)
{
	uint32_t low, high = 0;

	switch (r->end) {
	case MACHINE_LIMIT: p->end = stopped ? END_INTERRUPT : END_LIMIT; break;
	case MACHINE_STOPPED: p->end = END_INTERRUPT; break;
	case MACHINE_FINISHER: p->end = END_FINISHER; break;
	case MACHINE_SELF_JUMP: p->end = is_code(m, r->pc) ? END_SELF_JUMP : END_TRAP; break;
	case MACHINE_EBREAK: p->end = END_EBREAK; break;
	case MACHINE_TRAP: p->end = END_TRAP; break;
	}
	p->exit_code = r->exit_code;
	if (host->end) {
		p->end = host->end;
		p->exit_code = host->code;
	}
	uint32_t in_order[PROFILE_LAST] = { 0 };
	p->n_last = profile_last(p, in_order);
	memcpy(p->last, in_order, sizeof in_order);
	p->pc = r->pc;
	p->cause = r->end == MACHINE_SELF_JUMP ? UINT32_MAX : r->cause;	/* unknown */
	p->cycles = r->cycles;
	p->retired = r->retired;
	if (p->end != END_TRAP || machine_read(m, r->pc & ~3u, &low) != 0)
		return;
	if (r->pc & 2 && (low >> 16 & 3) == 3 && machine_read(m, (r->pc & ~3u) + 4, &high) != 0)
		return;
	p->instruction = r->pc & 2 ? low >> 16 | high << 16 : low;
	if ((p->instruction & 3) != 3)
		p->instruction &= 0xFFFF;
	p->instruction_known = true;
}

/* The core, from release to its end. */
static bool run_core(const struct simulation *s, const struct firmware *f, struct machine *m,
	struct collector *c, struct console *console)
{
	struct machine_result result;
	struct host host;
	bool good;

	if (!host_open(&host, f, s->core, m, console, s->stop))
		return false;
	machine_console(m, console_send, console_look, console);
	if (machine_release(m, f->image.entry) != 0)
		return fail("%s: the core cannot begin at 0x%08" PRIx32, f->image.path,
			f->image.entry);
	console->all_keys = s->no_profile && !s->pty_baud && console_all_keys();
	console_terminal(s->no_profile);
	good = run(s, m, c, &host, &result);
	console_terminal(false);
	progress_hide(console->progress);
	c->profile->files_lost = console->receiver && !receive_close(console->receiver);
	console_end_line(console);
	if (!good)
		return false;
	machine_observe(m, NULL, NULL);
	if (result.end == MACHINE_LIMIT || result.end == MACHINE_STOPPED)
		machine_hold(m);
	note_end(m, c->profile, &result, &host, *s->stop);
	return true;
}

static bool run_profiled(const struct simulation *s, const struct firmware *f, struct machine *m,
	struct collector *c, struct console *console)
{
	struct observer o;
	bool good;

	if (!collect_start(c) || !observer_open(&o, s, f, m, c->profile))
		return false;
	good = run_core(s, f, m, c, console);
	good = observer_close(&o, good) && good;
	if (!good || !collect_stop(c))
		return false;
	machine_idle(m, DRAIN);
	return collect_finish(c);
}

/* The machine's end of the pseudo-terminal. Bits of a client that has set another baud rate are as
 * long as that says. */
struct serial_line {
	struct pty pty;
	struct machine *m;
	unsigned baud;		/* that the bridge's bit stands for */
	unsigned speed;		/* the client's, bits a second */
};

static void line_send(void *line, uint8_t byte)
{
	struct serial_line *l = line;

	pty_send(&l->pty, byte);
}

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
static void serve(const struct simulation *s, struct machine *m, const struct pty *pty, bool unit)
{
	struct pollfd in = { .fd = pty->master, .events = POLLIN };
	uint32_t status = 0;
	unsigned idle = 0;

	while (!*s->stop && !(status & TALLY_STATUS_RUNNING_MASK)) {
		uint64_t before = pty->bytes;

		machine_idle(m, SERVE);
		if (unit && machine_read(m, MACHINE_UNIT + TALLY_STATUS, &status) != 0)
			return;
		idle = pty->bytes == before ? idle + 1 : 0;
		if (idle)
			poll(&in, 1, idle < IDLE_SOON ? 1 : 20);
	}
}

/* A machine whose unit is controlled over its serial line. It stays after the firmware's end, so
 * that the counts can be read. */
static bool run_pty(const struct simulation *s, const struct firmware *f, struct machine *m,
	struct profile *p, struct console *console)
{
	struct collector nobody = { .profile = p };
	struct serial_line line = { .m = m, .baud = s->pty_baud };
	bool good;

	if (!pty_open(&line.pty))
		return false;
	machine_link(m, line_send, line_look, &line);
	printf("%s: the serial line of the unit on %s\nnext: `tally top %s %s` shows where its "
		"cycles go\n", line.pty.name, s->core->name, line.pty.name,
		text_shell(f->image.path));
	fflush(stdout);
	if (s->pty_wait)
		serve(s, m, &line.pty, true);
	good = run_core(s, f, m, &nobody, console);
	if (good && !*s->stop) {
		note("the firmware has ended after %" PRIu64 " cycles; the line stays until Ctrl-C",
			p->cycles);
		serve(s, m, &line.pty, false);
	}
	pty_close(&line.pty);
	return good;
}

static bool run_machine(const struct simulation *s, const struct firmware *f, struct machine *m,
	struct profile *p, struct console *console)
{
	struct collector collector = { .profile = p };
	const struct tally_io io = { .read = unit_read, .write = unit_write, .ctx = m };
	bool good;

	if (!load_segments(&f->image, m))
		return false;
	if (s->pty_baud)
		return run_pty(s, f, m, p, console);
	if (s->no_profile)
		return run_core(s, f, m, &collector, console);
	good = collect_open(&collector, p, MACHINE_UNIT, &io);
	if (good) {
		region_fit(p, &f->image, collector.unit.caps.bin_bytes);
		good = run_profiled(s, f, m, &collector, console);
	}
	collect_close(&collector);
	return good;
}

/* -1: the core has no such machine; said why. Without a profile the firmware itself may use all
 * that a unit can have. */
static int choose_build(const struct simulation *s)
{
	if (s->pty_baud && !s->core->builds[MACHINE_LINK]) {
		fail("--pty: the machine of %s has no serial bridge; give --core picorv32, "
			"vexriscv or vexriscv-linux", s->core->name);
		return -1;
	}
	if (s->pty_baud)
		return MACHINE_LINK;
	return s->no_profile && s->core->builds[MACHINE_FULL] ? MACHINE_FULL : MACHINE_PLAIN;
}

bool simulate(const struct simulation *s, const struct firmware *f, struct profile *p)
{
	struct progress progress = { 0 };
	struct console console = { .progress = &progress, .end_byte = s->no_profile
		? 'D' & 31 : -1 };
	struct receiver receiver;
	struct machine *m;
	int build = choose_build(s);
	bool good;

	if (build < 0 || !load_check(&f->image, s->core) || (!s->no_profile
		&& !region_choose(p, &f->image, &f->symbols, s->from, s->to)))
		return false;
	if (s->files) {
		if (!receive_open(&receiver, s->files, s->outputs, console_put, &console))
			return false;
		console.receiver = &receiver;
	}
	m = machine_open(s->core, (enum machine_build)build);
	if (!m)
		return fail("out of memory: the simulated machine does not fit");
	p->core = copy_text(s->core->name);
	firmware_sign(f, p);
	good = run_machine(s, f, m, p, &console);
	if (console.broken && console.error != EPIPE)
		note("the firmware's output could not be written: %s", strerror(console.error));
	machine_close(m);
	return good;
}
