/* SPDX-License-Identifier: ISC
 * console.c - the firmware's console on standard input and output; the contract is console.h.
 */
#include "console.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#define SKIP 32		/* firmware that polls its UART must not cost a system call each time */

void console_put(void *console, uint8_t byte)
{
	struct console *c = console;
	ssize_t n;

	if (c->broken)
		return;
	progress_hide(c->progress);
	while ((n = write(STDOUT_FILENO, &byte, 1)) != 1) {
		struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
		if (n < 0 && errno == EAGAIN && (poll(&out, 1, -1) > 0 || errno == EINTR))
			continue;
		if (n < 0 && errno == EINTR)
			continue;
		c->broken = true;
		c->error = errno;
		return;
	}
	c->in_line = byte != '\n';
}

void console_send(void *console, uint8_t byte)
{
	struct console *c = console;

	if (c->receiver)
		frames_take(&c->receiver->frames, byte);
	else
		console_put(c, byte);
}

static int key(struct console *c)
{
	uint8_t byte = c->input[c->at++];

	if (!c->all_keys || byte != (']' & 31))
		return byte;
	raise(SIGINT);
	return -1;
}

int console_look(void *console)
{
	struct console *c = console;
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	if (c->at < c->n)
		return key(c);
	if (c->input_ended)
		return c->end_byte;
	if (c->skip) {
		c->skip--;
		return -1;
	}
	if (poll(&in, 1, 0) <= 0) {
		c->skip = SKIP;
		return -1;
	}
	ssize_t n = read(STDIN_FILENO, c->input, sizeof c->input);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return -1;
	c->input_ended = n <= 0;
	c->at = 0;
	c->n = n > 0 ? (size_t)n : 0;
	return c->n ? key(c) : c->end_byte;
}

void console_end_line(struct console *c)
{
	if (c->in_line)
		console_put(c, '\n');
}

static struct termios found, keys;
static volatile sig_atomic_t terminal;
static bool all_keys;

/* The shell changed the terminal's settings while the tool was stopped. */
static void on_continue(int signal)
{
	int error = errno;

	(void)signal;
	if (terminal)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
	errno = error;
}

bool console_all_keys(void)
{
	return all_keys = isatty(STDIN_FILENO) == 1;
}

void console_terminal(bool on)
{
	if (!on && terminal) {
		terminal = 0;
		tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
	}
	if (!on || terminal || tcgetattr(STDIN_FILENO, &found) != 0)
		return;
	keys = found;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | (all_keys ? ISIG : 0));
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	terminal = 1;
	signal(SIGCONT, on_continue);
	tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
}
