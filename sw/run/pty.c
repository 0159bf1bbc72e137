/* SPDX-License-Identifier: ISC
 * pty.c - a pseudo-terminal in place of a serial port.
 */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "sw/base/base.h"

bool pty_open(struct pty *p)
{
	struct termios raw;

	*p = (struct pty){ .master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), .slave = -1 };
	if (p->master < 0 || grantpt(p->master) != 0 || unlockpt(p->master) != 0
		|| ptsname_r(p->master, p->name, sizeof p->name) != 0
		|| (p->slave = open(p->name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0
		|| tcgetattr(p->slave, &raw) != 0) {
		fail("no pseudo-terminal can be had: %s", strerror(errno));
		pty_close(p);
		return false;
	}
	cfmakeraw(&raw);
	tcsetattr(p->slave, TCSANOW, &raw);
	fcntl(p->master, F_SETFL, fcntl(p->master, F_GETFL) | O_NONBLOCK);
	return true;
}

void pty_close(struct pty *p)
{
	if (p->slave >= 0)
		close(p->slave);
	if (p->master >= 0)
		close(p->master);
	p->master = p->slave = -1;
}

void pty_send(void *pty, uint8_t byte)
{
	struct pty *p = pty;

	if (write(p->master, &byte, 1) == 1)
		p->bytes++;
}

int pty_look(void *pty)
{
	struct pty *p = pty;

	if (p->at == p->n) {
		ssize_t n = read(p->master, p->input, sizeof p->input);

		p->at = 0;
		p->n = n > 0 ? (size_t)n : 0;
		p->bytes += p->n;
	}
	return p->at < p->n ? p->input[p->at++] : -1;
}
