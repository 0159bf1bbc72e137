/* SPDX-License-Identifier: ISC
 * server.c - litex_server as a line; the contract is serial.h.
 */
#include "serial.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sw/base/error.h"

#define CONNECT_S 5
#define GREETING_MS 3000	/* until it greets; it may serve four programs, a fifth waits */

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
			"default", name);
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
		if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit)
			|| connect(fd, a->ai_addr, a->ai_addrlen))) {
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(all);
	if (fd < 0)
		fail("%s: no server answers there; start litex_server, whose --bind-port is 1234 "
			"by default", name);
	return fd;
}

bool server_open(struct serial *s, const char *name)
{
	char host[NI_MAXHOST];
	const char *port;
	uint8_t greeting[128];

	*s = (struct serial){ .path = name };
	if (!split(name, host, &port) || (s->fd = connect_to(name, host, port)) < 0)
		return false;
	serial_line(s);
	/* "CommUART:localhost:1234", without an end; what talks on is known by what it says */
	if (s->line.receive(s, greeting, 1, GREETING_MS) != 1) {
		serial_close(s);
		return fail("%s: the server does not greet: is it litex_server, do four programs "
			"use it already?", name);
	}
	for (unsigned i = 0; i < 8; i++)
		if (s->line.receive(s, greeting, sizeof greeting, 50) != (int)sizeof greeting)
			break;
	return true;
}
