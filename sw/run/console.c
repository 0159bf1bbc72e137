/* SPDX-License-Identifier: ISC
 * console.c - the firmware's console on standard input and output, and the files in it.
 */
#include "run.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "trace.h"
#include "sw/base/base.h"

#define SKIP 32 /* firmware that polls its UART must not cost a system call each time */

static void put(void *console, uint8_t byte)
{
	struct console *c = console;
	ssize_t n;

	if (c->trace)
		trace_console(c->trace, byte);
	if (c->broken)
		return;
	progress_hide(&c->progress);
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

	if (c->files)
		frames_take(&c->frames, byte);
	else
		put(c, byte);
}

static bool all_keys;

static int key(struct console *c)
{
	uint8_t byte = c->input[c->at++];

	if (!all_keys || byte != (']' & 31))
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

bool console_end(struct console *c)
{
	if (c->files)
		frames_end(&c->frames);
	if (c->in_line)
		put(c, '\n');
	return !c->lost;
}

/* ---- files */
static void write_received(void *console, const char *name, const uint8_t *bytes, size_t n)
{
	struct console *c = console;
	char path[PATH_MAX];
	bool is_output = false;

	if (snprintf(path, sizeof path, "%s/%s", c->files, name) >= (int)sizeof path) {
		c->lost = true;
		fail("%s/%s: cannot write: %s", c->files, name, strerror(ENAMETOOLONG));
		return;
	}
	for (size_t i = 0; i < RUN_OUTPUTS; i++)
		is_output |= c->outputs[i] && file_same(path, c->outputs[i]);
	if (is_output) {
		c->lost = true;
		fail("%s: the firmware sent this file, and -o, --json or --trace will write "
		     "it: not kept; give --files another directory",
			path);
	} else if (file_write(path, bytes, n)) {
		note("received %s, %zu bytes", path, n);
	} else {
		c->lost = true;
	}
}

static void say_broken(void *console, const char *name, const char *why)
{
	struct console *c = console;

	c->lost = true;
	fail("file %s%sfrom the firmware: not written: %s; send it again", name, *name ? " " : "",
		why);
}

bool console_files(struct console *c, const char *dir, const char *const outputs[RUN_OUTPUTS])
{
	struct stat st;

	c->files = dir;
	c->outputs = outputs;
	c->frames = (struct frames){
		.text = put, .file = write_received, .broken = say_broken, .ctx = c
	};
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return fail("--files %s: cannot make this directory: %s", dir, strerror(errno));
	if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
		return fail("--files %s: is no directory; give one, or a name for one", dir);
	if (access(dir, W_OK | X_OK) != 0)
		return fail("--files %s: cannot write there: %s", dir, strerror(errno));
	return true;
}

/* ---- the terminal */
static struct termios found, keys;
static volatile sig_atomic_t terminal;

/* The shell changed the terminal's settings while the tool was stopped. */
static void on_continue(int signal)
{
	int error = errno;

	(void)signal;
	if (terminal)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
	errno = error;
}

void console_all_keys(void)
{
	all_keys = isatty(STDIN_FILENO) == 1;
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
