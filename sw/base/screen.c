/* SPDX-License-Identifier: ISC
 * screen.c - a redrawn screen on a terminal, its keys, and signals that end a command; the contract
 * is term.h.
 */
#include "term.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base.h"

#define WIDTH 80u
#define HEIGHT 24u
#define INDENT 4u /* of a line that goes on */
#define LOOK_MS 100 /* between two checks for signals and for the terminal's size */
#define ESCAPE_MS 50 /* at most between two bytes of one key */

static struct termios found, keys;
static volatile sig_atomic_t taken, lost;

/* Also runs in signal handlers, so it uses no stdio. */
static void say(const char *escape)
{
	(void)!write(STDOUT_FILENO, escape, strlen(escape));
}

static void take(void)
{
	taken = 1;
	tcsetattr(STDIN_FILENO, TCSANOW, &keys);
	say("\033[?25l\033[2J");
}

/* Restores the terminal. Safe in signal handlers; does nothing without an open screen. */
static void restore(void)
{
	int error = errno;

	if (taken) {
		taken = 0;
		tcsetattr(STDIN_FILENO, TCSANOW, &found);
		say("\033[?25h");
	}
	errno = error;
}

/* Ctrl-Z: stops by the signal's default action, and continues here after fg. */
static void on_stop(int signal)
{
	struct sigaction plain = { .sa_handler = SIG_DFL }, own;
	int error = errno;
	sigset_t this;

	restore();
	sigaction(signal, &plain, &own);
	raise(signal);
	sigemptyset(&this);
	sigaddset(&this, signal);
	sigprocmask(SIG_UNBLOCK, &this, NULL);
	sigaction(signal, &own, NULL);
	if (!taken) /* it did not stop: its process group is orphaned */
		take();
	errno = error;
}

static void on_continue(int signal)
{
	int error = errno;

	(void)signal;
	take();
	lost = 1;
	errno = error;
}

/* True once after Ctrl-Z and fg: the screen must be drawn again. */
static bool was_lost(void)
{
	bool was = lost;

	lost = 0;
	return was;
}

void screen_open(struct screen *s, bool once)
{
	const char *no_colour = getenv("NO_COLOR");
	struct sigaction stop = { .sa_handler = on_stop },
			 go = { .sa_handler = on_continue, .sa_flags = SA_RESTART };

	bool terminal = isatty(STDOUT_FILENO) == 1 && term_escapes();

	*s = (struct screen){ .live = !once && terminal && isatty(STDIN_FILENO) == 1
			&& tcgetattr(STDIN_FILENO, &found) == 0 };
	s->colour = terminal && !(no_colour && *no_colour);
	if (!s->live)
		return;
	keys = found;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	sigemptyset(&stop.sa_mask);
	sigemptyset(&go.sa_mask);
	sigaction(SIGTSTP, &stop, NULL);
	sigaction(SIGCONT, &go, NULL);
	fflush(stdout);
	take();
}

void screen_close(struct screen *s)
{
	if (!s->live)
		return;
	fflush(stdout);
	signal(SIGCONT, SIG_DFL);
	signal(SIGTSTP, SIG_DFL);
	taken = 1; /* even if a signal handler ran in between */
	restore();
	s->live = false;
}

/* Takes the terminal's size. False: it is as it was. */
static bool resized(struct screen *s)
{
	struct winsize w;
	bool known = s->live && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col && w.ws_row;
	unsigned width = known ? w.ws_col : WIDTH, height = known ? w.ws_row : HEIGHT;
	bool is = width != s->width || height != s->height;

	s->width = width;
	s->height = height;
	return is;
}

void screen_begin(struct screen *s)
{
	resized(s);
	s->line = 0;
	if (s->live)
		fputs("\033[H", stdout);
}

void screen_line(struct screen *s, bool strong, const char *format, ...)
{
	char raw[512], text[sizeof raw];
	va_list list;

	/* leave the last line free: a message fits there, and nothing scrolls */
	if (s->live && s->line + 1 >= s->height)
		return;
	s->line++;
	va_start(list, format);
	vsnprintf(raw, sizeof raw, format, list);
	va_end(list);
	text_filter(text, sizeof text, raw);
	if (s->live)
		text[term_fitting(text, s->width)] = 0;
	printf(strong && s->colour ? "\033[1m%s\033[0m%s\n" : "%s%s\n", text,
		s->live ? "\033[K" : "");
}

void screen_fold(struct screen *s, bool strong, const char *format, ...)
{
	char text[512];
	size_t indent = 0, n, end;
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	for (const char *at = text; *at; at += n) {
		at += indent ? strspn(at, " ") : 0;
		bool fold = s->live && s->width > INDENT + 1; /* some characters take two */
		n = fold ? term_fitting(at, s->width - indent) : strcspn(at, "\n");
		/* up to the last blank within the width, if there is one */
		for (end = n; fold && at[n] && end && (at[end] != ' ' || at[end - 1] == ' ');)
			end--;
		n = end ? end : n;
		screen_line(s, strong, "%*s%.*s", (int)indent, "", (int)n, at);
		n += at[n] == '\n';
		indent = INDENT;
	}
}

void screen_end(struct screen *s)
{
	if (s->live)
		fputs("\033[J", stdout);
	fflush(stdout);
}

/* One line, cut where it is wider than the screen; escapes take no columns. */
static void put_cut(const struct screen *s, char *line)
{
	size_t left = s->width, n;

	for (; *line; line += n) {
		bool escape = *line == '\033';
		n = escape ? strcspn(line, "m") + 1 : strcspn(line, "\033");
		char next = line[n];
		line[n] = 0;
		size_t fits = escape ? n : term_fitting(line, left);
		fwrite(line, 1, fits, stdout);
		if (!escape)
			left = fits < n ? 0 : left - term_columns(line);
		line[n] = next;
	}
	fputs("\033[K\n", stdout);
}

void screen_page(struct screen *s, char *text, struct scroll *p, unsigned below)
{
	unsigned taken = s->line + 1 + below;
	size_t at = 0;

	p->room = s->height > taken ? s->height - taken : 0;
	p->lines = 0;
	for (const char *c = text; (c = strchr(c, '\n')); c++)
		p->lines++;
	p->last = p->lines > p->room ? p->lines - p->room : 0;
	p->first = p->first < p->last ? p->first : p->last;
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1, at++) {
		*end = 0;
		if (at < p->first || at >= p->first + p->room)
			continue;
		put_cut(s, line);
		s->line++;
	}
}

size_t screen_scroll(int key, size_t at, size_t last, size_t room)
{
	size_t by = key == KEY_UP || key == KEY_DOWN || room < 2 ? 1 : room - 1;

	switch (key) {
	case KEY_UP:
	case KEY_PAGE_UP: return at > by ? at - by : 0;
	case KEY_DOWN:
	case KEY_PAGE_DOWN: return last - at > by ? at + by : last;
	case KEY_HOME: return 0;
	default: return last;
	}
}

/* ---- keys */
static int ahead = -1; /* a byte that is of the next key */

/* -1: none came in time. The end of the input is a 'q'. */
static int take_byte(unsigned milliseconds)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	unsigned char c;
	int was = ahead;

	ahead = -1;
	if (was >= 0)
		return was;
	if (poll(&in, 1, (int)milliseconds) <= 0)
		return -1;
	switch (read(STDIN_FILENO, &c, 1)) {
	case 1: return c;
	case 0: return 'q';
	default: return errno == EINTR || errno == EAGAIN ? -1 : 'q';
	}
}

/* The key of "\033[A", "\033OA", "\033[5~" or "\033[1;5A", of which '[' or 'O' was read. */
static int take_sequence(void)
{
	unsigned number = 0;
	int c;

	while (((c = take_byte(ESCAPE_MS)) >= '0' && c <= '9') || c == ';')
		number = c == ';' ? 0 : number * 10 + (unsigned)(c - '0');
	switch (c) {
	case 'A': return KEY_UP;
	case 'B': return KEY_DOWN;
	case 'H': return KEY_HOME;
	case 'F': return KEY_END;
	}
	switch (c == '~' ? number : 0) {
	case 1:
	case 7: return KEY_HOME;
	case 4:
	case 8: return KEY_END;
	case 5: return KEY_PAGE_UP;
	case 6: return KEY_PAGE_DOWN;
	}
	return 0;
}

static int take_key(unsigned milliseconds)
{
	int key = take_byte(milliseconds);

	if (key != KEY_ESCAPE)
		return key == '\r' ? '\n' : key == '\b' ? KEY_BACKSPACE : key;
	ahead = take_byte(ESCAPE_MS);
	if (ahead != '[' && ahead != 'O')
		return key;
	ahead = -1;
	return take_sequence();
}

int screen_key(struct screen *s, int64_t until)
{
	for (;;) {
		int64_t left = until - clock_ms();
		unsigned ms = left <= 0 ? 0 : left < LOOK_MS ? (unsigned)left : LOOK_MS;
		int key;

		if (stop_asked)
			return -1;
		if (was_lost() || resized(s))
			return 0;
		key = take_key(ms);
		if (key >= 0 || left <= 0)
			return key;
	}
}

/* ---- signals that end a command */

volatile int stop_asked, stop_abort;
static volatile sig_atomic_t held;

static void on_signal(int signal)
{
	restore();
	stop_asked = signal;
	stop_abort = !held;
}

void stop_hold(bool on)
{
	held += on ? 1 : -1;
	stop_abort = held ? 0 : stop_asked;
}

bool stop_interrupted(void)
{
	return stop_abort;
}

void stop_catch(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGQUIT, &action, NULL);
	if (signal(SIGHUP, SIG_IGN) != SIG_IGN) /* unless nohup ignores it */
		sigaction(SIGHUP, &action, NULL);
}
