/* SPDX-License-Identifier: ISC
 * serial.c - a serial port, a pseudo-terminal or litex_server as a line. Linux only.
 */
#include "port.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libserialport.h>
#include <limits.h>
#include <linux/major.h>
#include <linux/serial.h>
#include <netdb.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include "sw/base/base.h"
#include "sw/base/term.h"

/* between two checks of the stop flag, as a signal may come just before poll */
#define LOOK_MS 100
#define IN_USE "%s: another program is attached to it; end that one first"
#define LOCK_FILE "/run/lock/LCK.."
#define SEND_MS 5000 /* a line that accepts nothing for so long is gone */

static int line_send(void *serial, const uint8_t *bytes, size_t n)
{
	const struct serial *s = serial;
	struct pollfd out = { .fd = s->fd, .events = POLLOUT };

	while (n) {
		/* a server that has gone is an error, and no SIGPIPE: the terminal is still to be
		 * restored */
		ssize_t done = send(s->fd, bytes, n, MSG_NOSIGNAL);

		if (done < 0 && errno == ENOTSOCK)
			done = write(s->fd, bytes, n);
		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (done < 0 && errno != EAGAIN && errno != EINTR)
			return -EIO;
		else if (poll(&out, 1, SEND_MS) == 0
			|| (out.revents & (POLLERR | POLLHUP | POLLNVAL)))
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

		phase_tick();
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

static void begin(struct serial *s, const char *path)
{
	*s = (struct serial){ .path = path,
		.line = { line_send, line_receive, s, .now = line_now } };
}

/* The usual first obstacle: ports belong to a group, and a new user is not in it. */
static bool not_permitted(const char *path, const struct stat *at)
{
	const struct group *group = getgrgid(at->st_gid);
	const struct passwd *who = getpwuid(geteuid());
	const char *user = who ? who->pw_name : "$USER";

	if ((at->st_mode & 060) != 060)
		return fail("%s: Permission denied, and no group has access: root may give it one, "
			    "as dialout (chgrp; chmod g+rw)",
			path);
	if (!group || group_member(at->st_gid))
		return fail("%s: cannot be opened: Permission denied", path);
	for (char **member = group->gr_mem; *member; member++)
		if (!strcmp(*member, user))
			return fail("%s: Permission denied: %s is in its group %s only from the "
				    "next login on; log in again",
				path, user, group->gr_name);
	return fail("%s: Permission denied: %s is not in its group; `sudo usermod -aG %s %s`, then "
		    "log in again",
		path, user, group->gr_name, user);
}

/* The ports of this machine, with what USB devices call themselves; NULL: there is none. The caller
 * frees it. */
static char *ports_here(void)
{
	struct sp_port **ports = NULL;
	char *list = NULL;
	size_t size;
	FILE *f = stream_open(&list, &size);

	if (sp_list_ports(&ports) == SP_OK)
		for (struct sp_port **p = ports; *p; p++) {
			const char *product = sp_get_port_usb_product(*p);
			fprintf(f, "%s%s%s%s%s", p == ports ? "" : ", ", sp_get_port_name(*p),
				product ? " (" : "", product ? product : "", product ? ")" : "");
		}
	stream_close(f);
	sp_free_port_list(ports);
	for (char *c = list; *c; c++)
		*c = (unsigned char)*c < ' ' ? '?' : *c; /* devices name themselves */
	if (list[0])
		return list;
	free(list);
	return NULL;
}

static bool not_opened(const char *path, int error)
{
	struct stat at;

	if (error == ENOENT && lstat(path, &at) == 0)
		return fail("%s: leads to a port that is not there: is it unplugged?", path);
	if (error == ENOENT) {
		char *here = ports_here();
		fail("%s: no such port: is it plugged in? %s%s; a server is HOST:PORT", path,
			here ? "Ports here: " : "This machine has none", here ? here : "");
		free(here);
		return false;
	}
	if (error == EBUSY)
		return fail(IN_USE, path);
	if (error == EACCES && stat(path, &at) == 0)
		return not_permitted(path, &at);
	return fail("%s: cannot be opened: %s", path, strerror(error));
}

/* Minicom and others of the UUCP tradition leave their number in a file. */
static bool has_lock_file(const char *path)
{
	char device[PATH_MAX], name[PATH_MAX + sizeof LOCK_FILE];
	bool is = false;
	FILE *f;
	int pid;

	if (!realpath(path, device) || strncmp(device, "/dev/", 5))
		return false;
	for (char *p = device + 5; *p; p++)
		*p = *p == '/' ? '_' : *p;
	snprintf(name, sizeof name, LOCK_FILE "%s", device + 5);
	f = fopen(name, "re");
	if (f) {
		is = fscanf(f, "%d", &pid) == 1 && pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
		fclose(f);
	}
	return is;
}

bool serial_possible(const char *path)
{
	struct stat at;

	return stat(path, &at) != 0 || S_ISCHR(at.st_mode)
		|| fail("%s: is a %s and no serial port; the port comes first, as /dev/ttyUSB0",
			path, S_ISDIR(at.st_mode) ? "directory" : "file");
}

/* Locks the port before it changes a setting: another program may be using it. Root gets past
 * TIOCEXCL. */
static bool lock(struct serial *s)
{
	int exclusive = 0;

	if (!serial_possible(s->path))
		return false;
	s->fd = open(s->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (s->fd < 0)
		return not_opened(s->path, errno);
	ioctl(s->fd, TIOCGEXCL, &exclusive);
	if (exclusive || flock(s->fd, LOCK_EX | LOCK_NB) != 0 || has_lock_file(s->path))
		return fail(IN_USE, s->path);
	return true;
}

bool serial_is_pty(const struct serial *s)
{
	struct stat at;

	return fstat(s->fd, &at) == 0 && major(at.st_rdev) == UNIX98_PTY_SLAVE_MAJOR;
}

bool serial_rate(struct serial *s, unsigned baud)
{
	bool good = tty_speed_set(s->fd, baud);

	tcflush(s->fd, TCIOFLUSH);
	return good;
}

/* Undoes what another program has left: parity, stop bits, flow control, a stopped output. A real
 * port is closed to programs that know no locks; a pseudo-terminal would stay so if this one were
 * killed. */
static bool set_up(struct serial *s, unsigned baud)
{
	struct serial_struct how;
	struct termios raw;

	if (tcgetattr(s->fd, &raw) != 0)
		return fail("%s: is no serial port%s", s->path,
			errno == ENOTTY ? "" : " with a device behind it");
	cfmakeraw(&raw);
	raw.c_iflag = 0;
	raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSTOPB | CRTSCTS | CMSPAR)) | CLOCAL | CREAD;
	if (tcsetattr(s->fd, TCSANOW, &raw) != 0 || !serial_rate(s, baud))
		return fail("%s: does not do %u baud, 8N1; give another --baud", s->path, baud);
	tcflow(s->fd, TCOON);
	if (!serial_is_pty(s))
		ioctl(s->fd, TIOCEXCL);
	/* USB adapters keep the end of an answer back for 16 ms by default */
	if (ioctl(s->fd, TIOCGSERIAL, &how) == 0) {
		how.flags |= ASYNC_LOW_LATENCY;
		ioctl(s->fd, TIOCSSERIAL, &how);
	}
	return true;
}

bool serial_open(struct serial *s, const char *path, unsigned baud)
{
	begin(s, path);
	if (!lock(s) || !set_up(s, baud)) {
		serial_close(s);
		return false;
	}
	return true;
}

void serial_close(struct serial *s)
{
	if (s->fd > 0)
		close(s->fd);
	s->fd = 0;
}

/* ---- litex_server */
#define CONNECT_S 5
#define GREETING_MS 3000 /* until it greets; it may serve four programs, a fifth waits */

bool server_is(const char *name)
{
	return strchr(name, ':') && !strchr(name, '/') && access(name, F_OK) != 0;
}

/* Splits HOST:PORT or [HOST]:PORT. */
static bool split(const char *name, char host[NI_MAXHOST], const char **port)
{
	const char *colon = strrchr(name, ':');
	size_t n = (size_t)(colon - name);
	bool bracketed = n > 2 && name[0] == '[' && name[n - 1] == ']';
	char *end;

	*port = colon + 1;
	if (!bracketed && (memchr(name, ':', n) || memchr(name, '[', n)))
		return fail("%s: an IPv6 address stands in brackets, before its port: [::1]:1234",
			name);
	if (!n || n >= NI_MAXHOST)
		return fail("%s: is no HOST:PORT", name);
	unsigned long number = strtoul(*port, &end, 10);
	if (strspn(*port, "0123456789") == 0 || *end || number < 1 || number > 65535)
		return fail("%s: the port of a server is 1 to 65535; litex_server's is 1234 by "
			    "default",
			name);
	snprintf(host, NI_MAXHOST, "%.*s", (int)(bracketed ? n - 2 : n), name + bracketed);
	return true;
}

/* Tries all addresses of the host; an address that does not answer at all costs CONNECT_S. */
static int connect_to(const char *name, const char *host, const char *port)
{
	const struct addrinfo how = { .ai_socktype = SOCK_STREAM };
	const struct timeval limit = { .tv_sec = CONNECT_S };
	struct addrinfo *all;
	int fd = -1, error = getaddrinfo(host, port, &how, &all);

	if (error) {
		fail("%s: the host is not found: %s", name, gai_strerror(error));
		return -1;
	}
	for (const struct addrinfo *a = all; a && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (fd >= 0
			&& (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit)
				|| connect(fd, a->ai_addr, a->ai_addrlen))) {
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(all);
	if (fd < 0)
		fail("%s: no server answers there; start litex_server, whose --bind-port is 1234 "
		     "by default",
			name);
	return fd;
}

bool server_open(struct serial *s, const char *name)
{
	char host[NI_MAXHOST];
	const char *port;
	uint8_t greeting[128];

	begin(s, name);
	if (!split(name, host, &port) || (s->fd = connect_to(name, host, port)) < 0)
		return false;
	/* "CommUART:localhost:1234", without an end; what talks on is known by what it says */
	if (s->line.receive(s, greeting, 1, GREETING_MS) != 1) {
		serial_close(s);
		return fail("%s: the server does not greet: is it litex_server, do four programs "
			    "use it already?",
			name);
	}
	for (unsigned i = 0; i < 8; i++)
		if (s->line.receive(s, greeting, sizeof greeting, 50) != (int)sizeof greeting)
			break;
	return true;
}
