/* SPDX-License-Identifier: ISC
 * screen.c - lines on a terminal that are drawn again and again; the contract is screen.h.
 */
#include "screen.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define WIDTH 80u
#define HEIGHT 24u

static struct termios found;

void screen_open(struct screen *s, bool once)
{
	const char *no_colour = getenv("NO_COLOR");
	struct termios keys;

	*s = (struct screen){ .live = !once && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && tcgetattr(STDIN_FILENO, &found) == 0 };
	s->colour = isatty(STDOUT_FILENO) == 1 && !(no_colour && *no_colour);
	if (!s->live)
		return;
	keys = found;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
	fputs("\033[?25l\033[2J", stdout);
}

void screen_close(struct screen *s)
{
	if (!s->live)
		return;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
	fputs("\033[?25h", stdout);
	fflush(stdout);
	s->live = false;
}

void screen_begin(struct screen *s)
{
	struct winsize w;
	bool known = s->live && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col && w.ws_row;

	s->width = known ? w.ws_col : WIDTH;
	s->height = known ? w.ws_row : HEIGHT;
	s->line = 0;
	if (s->live)
		fputs("\033[H", stdout);
}

void screen_line(struct screen *s, bool strong, const char *format, ...)
{
	char text[512];
	va_list list;
	int n;

	/* the last line of a terminal stays free: for a message, and against scrolling */
	if (s->live && s->line + 1 >= s->height)
		return;
	s->line++;
	va_start(list, format);
	n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (s->live && n > (int)s->width)
		text[s->width < sizeof text ? s->width : sizeof text - 1] = 0;
	printf(strong && s->colour ? "\033[1m%s\033[0m%s\n" : "%s%s\n", text, s->live ? "\033[K" : "");
}

void screen_end(struct screen *s)
{
	if (s->live)
		fputs("\033[J", stdout);
	fflush(stdout);
}

int screen_key(struct screen *s, unsigned milliseconds)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	unsigned char c;

	if (!s->live || poll(&in, 1, (int)milliseconds) <= 0)
		return -1;
	return read(STDIN_FILENO, &c, 1) == 1 ? c : 'q';
}
