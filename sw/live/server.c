/* SPDX-License-Identifier: ISC
 * server.c - litex_server as a line; the contract is server.h.
 */
#include "server.h"

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sw/base/error.h"

#define GREETING_MS 3000	/* until it greets; it may serve four programs, a fifth waits */

bool server_is(const char *name)
{
	return strchr(name, ':') && access(name, F_OK) != 0;
}

static int connect_to(const char *host, const char *port)
{
	const struct addrinfo how = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *all;
	int fd = -1;

	if (getaddrinfo(host, port, &how, &all))
		return -1;
	for (const struct addrinfo *a = all; a && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen)) {
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(all);
	return fd;
}

bool server_open(struct serial *s, const char *name)
{
	char host[256];
	const char *colon = strrchr(name, ':');
	uint8_t greeting[128];

	*s = (struct serial){ .path = name, .fd = -1, .lock = -1 };
	if ((size_t)(colon - name) >= sizeof host)
		return fail("%s: the name of that host is too long", name);
	memcpy(host, name, (size_t)(colon - name));
	host[colon - name] = 0;
	s->fd = s->lock = connect_to(host, colon + 1);
	if (s->fd < 0)
		return fail("%s: no server answers there; start litex_server, whose --bind-port is 1234 unless told", name);
	serial_line(s);
	/* "CommUART:localhost:1234", without an end */
	if (s->line.receive(s, greeting, 1, GREETING_MS) != 1) {
		serial_close(s);
		return fail("%s: the server does not greet: is it litex_server, do four programs use it already?", name);
	}
	while (s->line.receive(s, greeting, sizeof greeting, 50) == (int)sizeof greeting)
		;
	return true;
}
