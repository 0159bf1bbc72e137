/* SPDX-License-Identifier: ISC
 * port.c - a port with a unit behind it.
 */
#include "port.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_access.h"
#include "sw/base/base.h"
#include "sw/base/term.h"

#define STOCK_BAUD 115200u
#define LOOK_MS 40u /* for an answer at a rate that may be wrong; then twice that, */
#define SLOW_LOOK_MS 320u /* and of a simulation, whose host may be busy */
#define TALK_MS 4000 /* after which what is heard is no bridge at any rate */
#define CONSOLE_BAUD 115200u
#define CONSOLE_MS 1200 /* in which a console says something, perhaps */
#define LISTEN_MS 50u

/* The usual ones, and four times less and more than the first: BIT is easily wrong by that. At the
 * last one a pseudo-terminal of which no rate was set answers, whatever its own is. */
static const unsigned rates[] = { 1000000, 115200, 921600, 460800, 230400, 500000, 2000000, 3000000,
	57600, 250000, 4000000, TTY_SPEED_UNSET };

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
	p->io = (struct tally_io){
		.read = unit_read, .write = unit_write, .ctx = p, .words = unit_words
	};
}

/* ---- opening */
/* A bridge of LiteX's own. The driver's probe says whether the unit is there. */
static bool open_stock(struct port *p)
{
	unsigned baud = p->options.baud ? (unsigned)p->options.baud : STOCK_BAUD;
	bool server = server_is(p->path);
	enum stock_kind kind = server ? STOCK_ETHERBONE : STOCK_UARTBONE;
	const char *text = p->options.unit;
	char *end;
	unsigned long long unit = strtoull(text, &end, 0);

	if (end == text || *end || unit > UINT32_MAX || unit % 4)
		return fail("--unit %s: no address; give that of TALLY_UNIT_BASE in LiteX's mem.h, "
			    "as 0x80000000",
			text);
	if (!(server ? server_open(&p->serial, p->path) : serial_open(&p->serial, p->path, baud)))
		return false;
	p->serial.line.stop = p->stop;
	stock_open(&p->stock, &p->wire, &p->serial.line, baud, kind, (uint32_t)unit);
	open_io(p, (uint32_t)unit);
	return port_done(p, "find it", stock_find(&p->stock));
}

static void keep_best(struct heard *best, const struct heard *h)
{
	if (heard_kind(h) > heard_kind(best))
		*best = *h;
}

/* A console that seldom says something was heard at another rate than its own. */
static void listen(struct port *p, struct heard *best)
{
	struct heard h = { 0 };
	uint8_t bytes[64];
	int64_t end = clock_ms() + CONSOLE_MS, left;

	if (!serial_rate(&p->serial, CONSOLE_BAUD))
		return;
	while ((left = end - clock_ms()) > 0 && heard_kind(&h) != HEARD_TEXT) {
		int got = p->serial.line.receive(&p->serial, bytes, sizeof bytes,
			left < LISTEN_MS ? (unsigned)left : LISTEN_MS);
		if (got < 0)
			return;
		heard_add(&h, bytes, (size_t)got, 0);
	}
	keep_best(best, &h);
}

/* Asks at each of the usual rates. A pseudo-terminal has none, but a simulation may be slow. */
static int find_rate(struct port *p)
{
	const int64_t begun = clock_ms();
	bool pty = serial_is_pty(&p->serial);
	int error = pty ? wire_open(&p->wire, &p->serial.line, BAUD) : -ENOLINK;
	struct heard best = p->wire.heard;

	for (unsigned i = 0; error == -ENOLINK && i < 2 * RATES; i++) {
		if (heard_kind(&best) >= HEARD_TEXT || (best.any && clock_ms() > begun + TALK_MS))
			break;
		unsigned baud = rates[i % RATES], again = pty ? SLOW_LOOK_MS : 2 * LOOK_MS;
		if (pty && i == RATES - 1)
			continue;
		if (serial_rate(&p->serial, baud))
			error = wire_look(
				&p->wire, &p->serial.line, baud, i < RATES ? LOOK_MS : again);
		keep_best(&best, &p->wire.heard);
	}
	if (error == -ENOLINK && best.any && heard_kind(&best) < HEARD_TEXT)
		listen(p, &best);
	p->wire.heard = best;
	phase_end();
	if (!error && p->wire.baud != BAUD)
		note("%s: the bridge is found at %u baud", p->path, p->wire.baud);
	return error;
}

bool port_open(struct port *p, const char *path)
{
	p->path = path;
	phase_begin(false, "%s: asking for the bridge", path);
	if (p->options.unit)
		return open_stock(p);
	if (server_is(path))
		return fail("%s: a server needs --unit, the address of the unit: TALLY_UNIT_BASE "
			    "in LiteX's mem.h",
			path);
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
/* Something else has come than an answer. */
static bool no_bridge(const struct port *p, const char *rate)
{
	const struct heard *h = &p->wire.heard;
	char shown[64];

	heard_show(h, shown, sizeof shown);
	switch (heard_kind(h)) {
	case HEARD_ECHO:
		return fail("%s: an echo: what is sent comes back: are RX and TX joined, does an "
			    "adapter (RS-485) echo?",
			p->path);
	case HEARD_TEXT:
		return fail("%s: `%s` comes: it is a console: the bridge is another port", p->path,
			shown);
	case HEARD_ZEROS:
		return fail("%s: only bytes of 0 come%s: is the line held low (a break), as by a "
			    "board without power or a wrong pin%s?",
			p->path, rate, rate[0] ? ", or is it another --baud" : "");
	default:
		return fail("%s: what comes is no answer%s (%s): is it %s?", p->path, rate, shown,
			rate[0] ? "another port, or another --baud" : "litex_server");
	}
}

/* An answer has not come, or not a right one. */
static bool no_answer(const struct port *p)
{
	const struct wire *w = &p->wire;
	const bool server = p->options.unit && p->stock.kind == STOCK_ETHERBONE;
	char rate[32] = " at any usual rate";

	if (server)
		rate[0] = 0;
	else if (p->options.baud || p->options.unit)
		snprintf(rate, sizeof rate, " at %u baud", w->baud);
	if (!w->answered && w->heard.any)
		return no_bridge(p, rate);
	if (server)
		return fail("%s: the server %s: does it still reach its board?", p->path,
			w->answered ? "answers no more, or too late" : "answers nothing");
	if (w->answered)
		return fail("%s: answers break off: is the cable loose, has the board stopped?",
			p->path);
	return fail("%s: nothing answers%s: is this the bridge's port, are RX and TX the right "
		    "way round, is BIT clock / baud, is the bitstream loaded and not in reset?",
		p->path, rate);
}

bool port_done(const struct port *p, const char *what, int error)
{
	if (error >= 0)
		return true;
	phase_end();
	switch (error) {
	case -EINTR: return false;
	case -EIO:
		if (p->options.unit && p->stock.kind == STOCK_ETHERBONE)
			return fail("%s: the server has closed the connection: has it ended, is it "
				    "litex_server?",
				p->path);
		return fail(
			"%s: the line is gone: unplugged, or the simulation has ended", p->path);
	case TALLY_ENODEV:
		if (p->options.unit)
			return fail("%s: the bridge answers, but no Tally unit is at 0x%08" PRIx32
				    " behind it",
				p->path, p->base);
		return fail("%s: the bridge answers, but no Tally unit of version %u is behind it",
			p->path, TALLY_VERSION_MAJOR_RESET);
	case -EAGAIN:
	case TALLY_ETIMEDOUT:
		return fail("%s: the unit has no free cycle to show its counts; --period 2 "
			    "leaves one",
			p->path);
	case TALLY_EINVAL:
		return fail("%s: cannot %s: a setting is out of this unit's range", p->path, what);
	case TALLY_ENOTSUP:
		return fail("%s: cannot %s: this unit was built without it", p->path, what);
	}
	return no_answer(p);
}

/* ---- what a slow line is waited for */
#define SOON 0.7 /* seconds: what takes less is not worth a line that stays */

static struct progress progress;
static char what[100], shown[100];
static bool keep;

void phase_begin(bool kept, const char *format, ...)
{
	va_list args;

	phase_end();
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	keep = kept;
	progress_start(&progress, 0);
}

void phase_tick(void)
{
	if (!what[0])
		return;
	progress_show(&progress, what, 0);
	if (progress.on || !keep || clock_seconds() < progress.began + SOON || !strcmp(what, shown))
		return;
	fprintf(stderr, "tally: %s ...\n", what);
	memcpy(shown, what, sizeof shown);
}

void phase_end(void)
{
	progress_hide(&progress);
	what[0] = 0;
}
