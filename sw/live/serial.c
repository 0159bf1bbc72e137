/* SPDX-License-Identifier: ISC
 * serial.c - a serial port or a pseudo-terminal as a line for the link; the contract is serial.h.
 */
#include "serial.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>

#include "sw/base/clock.h"
#include "sw/base/error.h"
#include "sw/base/tty_speed.h"

#define LOOK_MS 100		/* between two checks of the stop flag, as a signal may come just before poll */
#define SEND_MS 5000		/* a line that accepts nothing for so long is gone */

static int line_send(void *serial, const uint8_t *bytes, size_t n)
{
	const struct serial *s = serial;
	struct pollfd out = { .fd = s->fd, .events = POLLOUT };

	while (n) {
		ssize_t done = write(s->fd, bytes, n);

		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (done < 0 && errno != EAGAIN && errno != EINTR)
			return -EIO;
		else if (poll(&out, 1, SEND_MS) == 0 || (out.revents & (POLLERR | POLLHUP | POLLNVAL)))
			return -EIO;
	}
	return 0;
}

static int line_receive(void *serial, uint8_t *bytes, size_t n, unsigned milliseconds)
{
	const struct serial *s = serial;
	struct pollfd in = { .fd = s->fd, .events = POLLIN };
	int64_t end = clock_ms() + milliseconds;
	size_t got = 0;

	while (got < n) {
		int64_t left = end - clock_ms();
		int ready;

		/* first deliver what has arrived */
		if (s->line.stop && *s->line.stop)
			return got ? (int)got : -EINTR;
		ready = poll(&in, 1, left <= 0 ? 0 : left < LOOK_MS ? (int)left : LOOK_MS);
		if (ready == 0 && left <= LOOK_MS)
			break;
		if (ready <= 0)
			continue;
		ssize_t part = read(s->fd, bytes + got, n - got);
		if (part > 0)
			got += (size_t)part;
		else if (part == 0 || (errno != EAGAIN && errno != EINTR))
			return -EIO;
	}
	return (int)got;
}

static unsigned line_now(void *serial)
{
	(void)serial;
	return (unsigned)clock_ms();
}

/* Opens a terminal that libserialport does not accept as a port: the simulation's. */
static bool open_terminal(struct serial *s, unsigned baud)
{
	struct termios raw;

	s->fd = s->lock;
	if (tcgetattr(s->fd, &raw) != 0)
		return fail("%s: is no serial port", s->path);
	cfmakeraw(&raw);
	tcsetattr(s->fd, TCSANOW, &raw);
	return tty_speed_set(s->fd, baud) || fail("%s: does not do %u baud; give another --baud", s->path, baud);
}

static bool open_port(struct serial *s, unsigned baud)
{
	if (sp_open(s->port, SP_MODE_READ_WRITE) != SP_OK)
		return fail("%s: cannot be opened: %s", s->path, strerror(errno));
	if (sp_set_baudrate(s->port, (int)baud) != SP_OK || sp_set_bits(s->port, 8) != SP_OK || sp_set_parity(s->port, SP_PARITY_NONE) != SP_OK
	    || sp_set_stopbits(s->port, 1) != SP_OK || sp_set_flowcontrol(s->port, SP_FLOWCONTROL_NONE) != SP_OK)
		return fail("%s: does not do %u baud, 8N1; give another --baud", s->path, baud);
	return sp_get_port_handle(s->port, &s->fd) == SP_OK || fail("%s: cannot be used", s->path);
}

/* Locks the port before it changes a setting: another program may be using it. */
static bool lock(struct serial *s)
{
	s->lock = open(s->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (s->lock < 0)
		return fail("%s: cannot be opened: %s", s->path, strerror(errno));
	return flock(s->lock, LOCK_EX | LOCK_NB) == 0 || fail("%s: another program is attached to it; end that one first", s->path);
}

void serial_line(struct serial *s)
{
	s->line = (struct link_line){ line_send, line_receive, s, .now = line_now };
}

bool serial_open(struct serial *s, const char *path, unsigned baud)
{
	*s = (struct serial){ .path = path, .fd = -1, .lock = -1 };
	serial_line(s);
	if (sp_get_port_by_name(path, &s->port) != SP_OK)
		s->port = NULL;
	if (!lock(s) || !(s->port ? open_port(s, baud) : open_terminal(s, baud))) {
		serial_close(s);
		return false;
	}
	tcflush(s->fd, TCIOFLUSH);
	return true;
}

void serial_close(struct serial *s)
{
	if (s->port) {
		sp_close(s->port);
		sp_free_port(s->port);
	}
	if (s->lock >= 0)
		close(s->lock);
	s->port = NULL;
	s->fd = s->lock = -1;
}
