/* SPDX-License-Identifier: ISC
 * port.c - a serial port with a bridge behind it; the contract is port.h.
 */
#include "port.h"
#include "server.h"
#include "stock.h"

#include <inttypes.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sw/base/error.h"
#include "sw/base/file.h"

static void console_put(void *port, const uint8_t *bytes, size_t n)
{
	struct port *p = port;

	if (!p->console) {		/* its file is opened, and truncated, only after a bridge has answered */
		for (size_t i = 0; i < n; i++) {
			GROW(p->early, p->n_early, p->early_room);
			p->early[p->n_early++] = bytes[i];
		}
		return;
	}
	if (!p->console_error && (fwrite(bytes, 1, n, p->console) != n || fflush(p->console) != 0))
		p->console_error = errno;
	p->in_line = p->console == stdout && bytes[n - 1] != '\n';
}

static bool read_address(const char *text, uint32_t *address)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 0);

	*address = (uint32_t)value;
	return (end != text && !*end && value <= UINT32_MAX && value % 4 == 0)
		|| fail("--unit %s: no address; give that of TALLY_UNIT_BASE in LiteX's mem.h, as 0x80000000", text);
}

bool port_options_good(const struct port_options *o)
{
	if (o->unit && o->shared)
		return fail("--shared: is of this project's bridge; leave out --unit");
	return !o->console || o->shared || fail("--console %s: needs --shared", o->console);
}

bool port_console_free(const struct port_options *o, const char *other)
{
	const char *to = o->console;

	return !to || !other || !strcmp(to, "-") || (strcmp(to, other) != 0 && !file_same(to, other)) || fail("--console %s: is another file of this command; give another name", to);
}

static bool open_console(struct port *p)
{
	const char *to = p->options.console ? p->options.console : "-";

	if (!p->shared.console)
		return true;
	p->console = strcmp(to, "-") ? fopen(to, "wb") : stdout;
	if (!p->console)
		return fail("--console %s: cannot be written: %s", to, strerror(errno));
	if (p->n_early)
		console_put(p, p->early, p->n_early);
	return true;
}

/* A bridge of LiteX's own. It does not say where the unit is; the driver's probe says whether it is there. */
static bool open_stock(struct port *p, const char *path)
{
	bool server = server_is(path);
	uint32_t unit;

	if (!read_address(p->options.unit, &unit)
	    || !(server ? server_open(&p->serial, path) : serial_open(&p->serial, path, (unsigned)p->options.baud)))
		return false;
	p->serial.line.stop = p->stop;
	stock_open(&p->link, &p->serial.line, (unsigned)p->options.baud, server ? LINK_ETHERBONE : LINK_UARTBONE, unit);
	return true;
}

bool port_open(struct port *p, const char *path, bool quiet)
{
	p->path = path;
	p->serial.fd = p->serial.lock = -1;
	if (p->options.unit)
		return port_options_good(&p->options) && open_stock(p, path);
	if (server_is(path))
		return fail("%s: a server needs --unit, the address of the unit: TALLY_UNIT_BASE in LiteX's mem.h", path);
	if (!port_options_good(&p->options) || (p->options.console && !file_writable(p->options.console))
	    || !serial_open(&p->serial, path, (unsigned)p->options.baud))
		return false;
	p->serial.line.stop = p->stop;
	shared_open(&p->shared, &p->serial.line);
	if (p->options.shared && (p->options.console || !quiet)) {
		p->shared.console = console_put;
		p->shared.ctx = p;
	}
	return port_greet(p, p->options.shared ? &p->shared.line : &p->serial.line) && open_console(p);
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

bool port_close(struct port *p)
{
	int error = p->console == stdout ? 0 : p->console_error;

	if (p->console && p->console != stdout && fclose(p->console) != 0 && !error)
		error = errno;
	p->console = NULL;
	free(p->early);
	p->early = NULL;
	serial_close(&p->serial);
	return !error || fail("--console %s: cannot be written: %s", p->options.console, strerror(error));
}

/* An answer has not come, or not a right one. */
static bool no_answer(const struct port *p)
{
	const unsigned baud = (unsigned)p->options.baud;
	const char *shared = p->options.shared ? ", and shared with the console" : ", does it share the console's (--shared)";

	if (p->link.kind == LINK_ETHERBONE)
		return fail("%s: the server %s: does it still reach its board?", p->path, p->link.heard ? "answers no more, or too late" : "answers nothing");
	if (p->link.greeted)
		return fail("%s: answers break off: is the cable loose, has the board stopped?", p->path);
	if (p->link.kind == LINK_UARTBONE)
		shared = "";
	if (p->link.heard)
		return fail("%s: what comes at %u baud makes no sense: is --baud right, is this the bridge's port%s?", p->path, baud, p->options.shared ? "" : shared);
	return fail("%s: nothing answers at %u baud: is this the bridge's port%s, is the bitstream loaded and not in reset, is --baud right?", p->path, baud, shared);
}

bool port_error(const struct port *p, int error)
{
	switch (error) {
	case -EINTR: return false;
	case -EIO:
		return p->link.kind == LINK_ETHERBONE ? fail("%s: the server has closed the connection: has it ended, is it litex_server?", p->path)
			: fail("%s: the line is gone: unplugged, or the simulation has ended", p->path);
	case -EBUSY: return fail("%s: another program uses this unit, too; end it and attach again", p->path);
	case -ENODEV: return fail("%s: what answers is no Tally bridge of version %u", p->path, LINK_MAJOR);
	case -EFAULT: return fail("%s: the bridge refuses that address", p->path);
	case -EAGAIN: return fail("%s: the unit has no free cycle to show its counts; --period 2 leaves one", p->path);
	}
	return no_answer(p);
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
	return error == 0 || error == -EINTR || port_error(p, error);
}

/* The driver passes on the link's errors: port_error has words for those. */
bool port_driver_done(const struct port *p, const char *what, int error)
{
	if (error >= 0)
		return true;
	if (error == TALLY_ENODEV)
		return fail("%s: the bridge answers, but no Tally unit is at 0x%08" PRIx32 " behind it", p->path, p->link.unit);
	if (error == TALLY_EINVAL || error == TALLY_ENOTSUP)
		return fail("%s: cannot %s: %s", p->path, what, error == TALLY_EINVAL ? "a setting is out of this unit's range"
			: "this unit was built without it; `tally attach` says what it has");
	return port_error(p, error);
}
