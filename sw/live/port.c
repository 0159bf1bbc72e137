/* SPDX-License-Identifier: ISC
 * port.c - a port with a unit behind it; the contract is port.h.
 */
#include "port.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_access.h"
#include "sw/base/error.h"

#define STOCK_BAUD 115200u
#define LOOK_MS 40u		/* for an answer at a rate that may be wrong; then twice that */

static const unsigned rates[] = { 1000000, 115200, 921600, 460800, 230400, 500000, 2000000, 3000000,
	57600, 38400 };

#define RATES (sizeof rates / sizeof rates[0])
#define BAUD rates[0]

/* ---- the driver's accesses */
static int unit_read(void *port, uint32_t address, uint32_t *value)
{
	struct port *p = port;

	return p->options.unit ? stock_read(&p->stock, address, 1, value)
		: wire_read(&p->wire, address / 4, 1, value);
}

static int unit_write(void *port, uint32_t address, uint32_t value)
{
	struct port *p = port;

	return p->options.unit ? stock_write(&p->stock, address, value)
		: wire_write(&p->wire, address / 4, value);
}

/* The bridge waits for a free slot itself. LiteX's give what the unit answers without one. */
static int unit_words(void *port, uint32_t unit, uint32_t address, uint32_t n, uint32_t *words)
{
	struct port *p = port;
	uint32_t before, after;
	int error;

	if (!p->options.unit)
		return wire_read(&p->wire, address / 4, n, words);
	error = stock_read(&p->stock, unit + TALLY_TICKS, 1, &before);
	if (!error)
		error = stock_read(&p->stock, address, n, words);
	if (!error)
		error = stock_read(&p->stock, unit + TALLY_TICKS, 1, &after);
	for (uint32_t i = 0; i < n && !error; i++)
		error = tally_no_slot(words[i], before, after) ? TALLY_ETIMEDOUT : 0;
	return error;
}

static void open_io(struct port *p, uint32_t base)
{
	p->base = base;
	p->io = (struct tally_io){ .read = unit_read, .write = unit_write, .ctx = p,
		.words = unit_words };
}

/* ---- opening */
static bool read_address(const char *text, uint32_t *address)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 0);

	*address = (uint32_t)value;
	return (end != text && !*end && value <= UINT32_MAX && value % 4 == 0)
		|| fail("--unit %s: no address; give that of TALLY_UNIT_BASE in LiteX's mem.h, as "
			"0x80000000", text);
}

/* A bridge of LiteX's own. The driver's probe says whether the unit is there. */
static bool open_stock(struct port *p)
{
	unsigned baud = p->options.baud ? (unsigned)p->options.baud : STOCK_BAUD;
	bool server = server_is(p->path);
	enum stock_kind kind = server ? STOCK_ETHERBONE : STOCK_UARTBONE;
	uint32_t unit;

	if (!read_address(p->options.unit, &unit))
		return false;
	if (!(server ? server_open(&p->serial, p->path) : serial_open(&p->serial, p->path, baud)))
		return false;
	p->serial.line.stop = p->stop;
	stock_open(&p->stock, &p->wire, &p->serial.line, baud, kind, unit);
	open_io(p, unit);
	return true;
}

static int look(struct port *p, unsigned baud, unsigned patience)
{
	return serial_rate(&p->serial, baud) ? wire_look(&p->wire, &p->serial.line, baud, patience)
		: -ENOLINK;
}

/* Asks at each of the usual rates. A pseudo-terminal has none, but a simulation may be slow. */
static int find_rate(struct port *p)
{
	bool pty = serial_is_pty(&p->serial);
	int error = pty ? wire_open(&p->wire, &p->serial.line, BAUD) : -ENOLINK;
	bool heard = p->wire.heard;

	for (unsigned i = 0; error == -ENOLINK && i < 2 * RATES; i++) {
		error = look(p, rates[i % RATES], i < RATES ? LOOK_MS : 2 * LOOK_MS);
		heard |= p->wire.heard;
	}
	p->wire.heard = heard;
	if (!error && p->wire.baud != BAUD)
		note("%s: the bridge is found at %u baud", p->path, p->wire.baud);
	return error;
}

bool port_open(struct port *p, const char *path)
{
	p->path = path;
	if (p->options.unit)
		return open_stock(p);
	if (server_is(path))
		return fail("%s: a server needs --unit, the address of the unit: TALLY_UNIT_BASE "
			"in LiteX's mem.h", path);
	if (!serial_open(&p->serial, path, p->options.baud ? (unsigned)p->options.baud : BAUD))
		return false;
	p->serial.line.stop = p->stop;
	if (p->options.baud)
		return port_greet(p, &p->serial.line);
	open_io(p, 0);
	return port_done(p, "find it", find_rate(p));
}

bool port_greet(struct port *p, const struct wire_line *line)
{
	unsigned baud = p->options.baud ? (unsigned)p->options.baud : BAUD;

	open_io(p, 0);
	return port_done(p, "find it", wire_open(&p->wire, line, baud));
}

/* ---- messages */
/* An answer has not come, or not a right one. */
static bool no_answer(const struct port *p)
{
	const struct wire *w = &p->wire;
	char rate[32] = "any usual rate";

	if (p->options.baud || p->options.unit)
		snprintf(rate, sizeof rate, "%u baud", w->baud);
	if (p->options.unit && p->stock.kind == STOCK_ETHERBONE)
		return fail("%s: the server %s: does it still reach its board?", p->path,
			w->heard ? "answers no more, or too late" : "answers nothing");
	if (w->answered)
		return fail("%s: answers break off: is the cable loose, has the board stopped?",
			p->path);
	if (w->heard)
		return fail("%s: what comes is no answer at %s: is it another port, as the "
			"console's, or another --baud?", p->path, rate);
	return fail("%s: nothing answers at %s: is this the bridge's port, are RX and TX the right "
		"way round, is the bitstream loaded and not in reset?", p->path, rate);
}

static bool no_unit(const struct port *p)
{
	if (p->options.unit)
		return fail("%s: the bridge answers, but no Tally unit is at 0x%08" PRIx32
			" behind it", p->path, p->base);
	return fail("%s: the bridge answers, but no Tally unit of version %u is behind it", p->path,
		TALLY_VERSION_MAJOR_RESET);
}

static bool line_gone(const struct port *p)
{
	if (p->options.unit && p->stock.kind == STOCK_ETHERBONE)
		return fail("%s: the server has closed the connection: has it ended, is it "
			"litex_server?", p->path);
	return fail("%s: the line is gone: unplugged, or the simulation has ended", p->path);
}

bool port_done(const struct port *p, const char *what, int error)
{
	if (error >= 0)
		return true;
	switch (error) {
	case -EINTR: return false;
	case -EIO: return line_gone(p);
	case TALLY_ENODEV: return no_unit(p);
	case -EAGAIN:
	case TALLY_ETIMEDOUT:
		return fail("%s: the unit has no free cycle to show its counts; --period 2 "
			"leaves one", p->path);
	case TALLY_EINVAL:
		return fail("%s: cannot %s: a setting is out of this unit's range", p->path, what);
	case TALLY_ENOTSUP:
		return fail("%s: cannot %s: this unit was built without it; `tally attach` says "
			"what it has", p->path, what);
	}
	return no_answer(p);
}
