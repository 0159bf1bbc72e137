/* SPDX-License-Identifier: ISC
 * pty.c - a serial line of a simulated SoC as a pseudo-terminal: 8 data bits, no parity, 1 stop
 * bit.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

struct line {
	int fd;
	unsigned in, in_at; /* the SoC's bits so far, and clocks since its start bit */
	/* what it is sent, lowest bit first; clocks of this bit so far */
	unsigned out, out_at;
	unsigned idle; /* clocks; one look in 256 for a byte */
};

static int open_pty(void)
{
	struct termios raw;
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);

	if (fd < 0 || grantpt(fd) || unlockpt(fd) || tcgetattr(fd, &raw)) {
		perror("harness: pseudo-terminal");
		exit(1);
	}
	cfmakeraw(&raw);
	tcsetattr(fd, TCSANOW, &raw);
	if (open(ptsname(fd), O_RDWR | O_NOCTTY) < 0) /* held open: a client may come and go */
		perror("harness: pseudo-terminal");
	printf("%s\n", ptsname(fd));
	fflush(stdout);
	return fd;
}

static void from_soc(struct line *l, unsigned tx, unsigned bit)
{
	if (!l->in_at && tx)
		return;
	if (++l->in_at % bit == bit / 2)
		l->in = l->in >> 1 | tx << 9; /* start, eight of data, stop */
	if (l->in_at < 10 * bit - bit / 4)
		return;
	unsigned char byte = (unsigned char)(l->in >> 1);
	if (write(l->fd, &byte, 1) < 0)
		perror("harness: write");
	l->in_at = 0;
}

static unsigned to_soc(struct line *l, unsigned bit)
{
	unsigned char byte;

	if (!l->out && !(++l->idle % 256) && read(l->fd, &byte, 1) == 1) {
		l->out = 1u << 10 | 1u << 9 | (unsigned)byte << 1;
		l->out_at = 0;
	}
	if (!l->out)
		return 1;
	unsigned now = l->out & 1;
	if (++l->out_at == bit) {
		l->out >>= 1;
		l->out_at = 0;
		if (l->out == 1)
			l->out = 0;
	}
	return now;
}

/* A clock: what the SoC sends; returns what it receives. clocks: of a bit. */
int pty_line(int tx, int clocks)
{
	static struct line l = { .fd = -1 };

	if (l.fd < 0)
		l.fd = open_pty();
	from_soc(&l, (unsigned)tx & 1, (unsigned)clocks);
	return (int)to_soc(&l, (unsigned)clocks);
}
