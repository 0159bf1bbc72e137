/* SPDX-License-Identifier: ISC
 * port.c - a serial port with a bridge behind it; the contract is port.h.
 */
#include "port.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error.h"

static void console_put(void *port, const uint8_t *bytes, size_t n)
{
	struct port *p = port;

	fwrite(bytes, 1, n, p->console);
	fflush(p->console);
	p->in_line = p->console == stdout && bytes[n - 1] != '\n';
}

bool port_options_good(const struct port_options *o)
{
	return !o->console || o->shared || fail("--console %s: is of --shared; give that, too", o->console);
}

static bool open_console(struct port *p, bool quiet)
{
	const char *to = p->options.console ? p->options.console : quiet ? NULL : "-";

	if (!p->options.shared || !to)
		return true;
	p->console = strcmp(to, "-") ? fopen(to, "wb") : stdout;
	if (!p->console)
		return fail("%s: cannot be written: %s", to, strerror(errno));
	p->shared.console = console_put;
	p->shared.ctx = p;
	return true;
}

bool port_open(struct port *p, const char *path, bool quiet)
{
	p->path = path;
	p->serial.fd = p->serial.lock = -1;
	if (!port_options_good(&p->options) || !serial_open(&p->serial, path, (unsigned)p->options.baud) || !open_console(p, quiet))
		return false;
	shared_open(&p->shared, &p->serial.line);
	return port_greet(p, p->options.shared ? &p->shared.line : &p->serial.line);
}

bool port_greet(struct port *p, const struct link_line *line)
{
	int error = link_open(&p->link, line, (unsigned)p->options.baud, (uint8_t)getpid());

	if (error)
		return port_error(p, error);
	if (!p->link.unlocked)
		return true;
	note("%s: the bus was left unlocked, and noise may write then; it is locked again", p->path);
	error = link_write(&p->link, LINK_LOCK, 0);
	return !error || port_error(p, error);
}

void port_close(struct port *p)
{
	if (p->console && p->console != stdout)
		fclose(p->console);
	p->console = NULL;
	serial_close(&p->serial);
}

bool port_error(const struct port *p, int error)
{
	const unsigned baud = (unsigned)p->options.baud;
	const char *shared = p->options.shared ? ", and shared with the console" : ", does it share the console's (--shared)";

	switch (error) {
	case -EIO: return fail("%s: the line is gone: unplugged, or the simulation has ended", p->path);
	case -EBUSY: return fail("%s: somebody else steers this unit, too; end the other program and attach again", p->path);
	case -ENODEV: return fail("%s: what answers is no Tally bridge of version %u", p->path, LINK_MAJOR);
	case -EFAULT: return fail("%s: the bridge refuses that address", p->path);
	case -EAGAIN: return fail("%s: the unit has no clock to spare for its bins; with --period 2 it has", p->path);
	}
	if (p->link.greeted)
		return fail("%s: no whole answer any more; is the line loose, the board stopped?", p->path);
	if (p->link.heard)
		return fail("%s: what comes at %u baud makes no sense: is --baud right, is this the bridge's port%s?", p->path, baud, p->options.shared ? "" : shared);
	return fail("%s: nothing answers at %u baud: is this the bridge's port%s, is the bitstream loaded, is --baud right?", p->path, baud, shared);
}

void port_new_line(struct port *p)
{
	if (p->in_line)
		putchar('\n');
	p->in_line = false;
}

bool port_wait(struct port *p, unsigned milliseconds)
{
	struct timespec t = { .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000l };
	int error;

	if (!p->options.shared) {
		nanosleep(&t, NULL);
		return true;
	}
	error = shared_listen(&p->shared, milliseconds);
	return error == 0 || port_error(p, error);
}
