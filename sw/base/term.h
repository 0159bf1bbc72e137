/* SPDX-License-Identifier: ISC
 * term.h - options, and what the tool shows on a terminal while it works.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The command line of one command, read from a list.
 *
 * A command lists its options once; parsing, range checks, messages and --help come from that list.
 * It accepts `--name value` and `--name=value`, options and operands in any order; `--` ends the
 * options. Numbers are integers: 250000, 250k, 0.25M, 2.5e5 or 0x3d090 (k or K, M, G: powers of
 * 1000).
 */
enum option_kind {
	OPTION_FLAG, /* to: bool, initially false */
	OPTION_NUMBER, /* to: uint64_t, min..max */
	OPTION_CHOICE, /* to: unsigned, index in choices */
	OPTION_TEXT, /* to: const char * */
	OPTION_MAYBE, /* to: const char *; TEXT of --name=TEXT, "" for --name alone */
	OPTION_MANY, /* to: struct texts; each use adds one */
};

#define TEXTS_ROOM 16

struct texts {
	const char *at[TEXTS_ROOM];
	size_t n;
};

struct option_def {
	const char *name; /* without dashes; a single letter takes one dash */
	enum option_kind kind;
	void *to;
	uint64_t min, max;
	const char *const *choices; /* ends with NULL */
	const char *value, *help; /* for --help */
	const char **mark; /* if not NULL: set to the name when the option is given */
};

struct usage {
	const char *command, *operands, *about;
	size_t least; /* operands that it needs */
	const char *missing; /* what is said if they are not there */
	const struct option_def *options; /* ends with a NULL name */
	const char *const *examples; /* ends with NULL */
	/* options that --help only names, on one line; NULL: none */
	const char *rare;
	/* what --help prints at its end; NULL: nothing */
	void (*more)(void);
};

/* Reads a number as options do: 100K, 2.5M, 1e6, 0x10. False: not a number, text after it, or above
 * 64 bits. */
bool options_number(const char *text, uint64_t *value);

/* Stores at most `room` operands; missing ones become NULL. False: the command ends with *status,
 * as its help or one line was printed. */
bool options_read(const struct usage *u, int argc, char **argv, const char **operands, size_t room,
	int *status);

/* ---- What standard output can show: width, colours, block characters.
 *
 * Files and pipes get whole lines without colours, so that programs lose nothing. TERM=dumb and a
 * non-empty NO_COLOR turn colours off; --color always turns them on. Widths are those of Unicode,
 * in any locale.
 */
struct term {
	unsigned width; /* columns; 0: no limit */
	bool colour;
	bool blocks; /* the locale has block characters, U+2588 and others */
};

enum hue { HUE_PLAIN, HUE_DIM, HUE_BOLD, HUE_WARM, HUE_HOT, HUE_GOOD };

struct term_options {
	unsigned colour; /* index in term_colours */
	uint64_t width;
	const char *width_given;
};

extern const char *const term_colours[];
#define TERM_OPTIONS(o) \
	{ .name = "color", \
		.kind = OPTION_CHOICE, \
		.to = &(o).colour, \
		.choices = term_colours, \
		.value = "WHEN", \
		.help = "auto: on a terminal without NO_COLOR; always; never " \
			"(auto)" }, \
	{ \
		.name = "width", .kind = OPTION_NUMBER, .to = &(o).width, .max = 100000, \
		.mark = &(o).width_given, .value = "N", \
		.help = "columns per line; 0: no limit " \
			"(the terminal's width)" \
	}

/* Does the terminal know escape sequences? (TERM is set, and not dumb.) */
bool term_escapes(void);

struct term term_open(const struct term_options *o);

/* Escape sequences that begin and end a hue; "" without colours. */
const char *term_hue(const struct term *t, enum hue hue);
const char *term_plain(const struct term *t);

/* A count as text: "1,234,567" on a terminal, "1234567" in a file or pipe. Valid until the 16th
 * call after this one. */
const char *term_number(uint64_t n);

/* The hue of a row; share: of the hottest row, 0..1. */
enum hue term_heat(double share);

/* Prints one line of text in at most `room` columns (0: no limit), with "..." where it cuts.
 * Control characters become '?', tabs become spaces. Returns the columns used. */
size_t term_text(const char *text, size_t room);

/* The end of a line, behind `used` columns: the text, in what they leave of the terminal's width, 8
 * columns at least. */
void term_end(const struct term *t, size_t used, const char *text);

/* Columns that the text takes; each byte that is not UTF-8 takes one. */
size_t term_columns(const char *text);

/* Bytes of the longest beginning, in whole characters, that fits into so many columns. */
size_t term_fitting(const char *text, size_t columns);

/* Prints text line by line; wraps what exceeds the terminal's width and indents the rest. */
void term_fold(const struct term *t, const char *text);

/* The same if the cursor is in column `columns`; indents wrapped lines by `indent` columns. */
void term_fold_at(const struct term *t, const char *text, size_t columns, size_t indent);

/* Prints a bar, `columns` wide, filled by share (0..1). */
void term_bar(const struct term *t, double share, unsigned columns);

/* ---- One line on the terminal that shows how far a long run has come.
 *
 * Only on stderr, and only if that is a terminal with escape sequences. It must not mix with the
 * firmware's console output: call progress_hide before you print; the next update brings it back.
 */
struct progress {
	bool on, shown;
	uint64_t limit; /* cycles of the whole run; 0: unknown */
	double began, drawn; /* seconds */
};

void progress_start(struct progress *p, uint64_t limit);

/* cycles: done so far. line_free: the cursor is at the start of a line. */
void progress_update(struct progress *p, uint64_t cycles, bool line_free);

/* For work other than a run: `done` of `limit`, in any unit; or for how long if no limit is known.
 */
void progress_show(struct progress *p, const char *what, uint64_t done);
void progress_hide(struct progress *p);

/* ---- A redrawn screen on a terminal, and keys without Enter.
 *
 * Without a terminal on standard output, or one with TERM=dumb, it only prints lines. Colours need
 * also no NO_COLOR. Ctrl-Z restores the terminal, and fg takes it again.
 */
struct screen {
	bool live; /* a terminal: each screen overwrites the last */
	bool colour;
	unsigned width, height;
	unsigned line; /* lines drawn so far */
};

void screen_open(struct screen *s, bool once);
void screen_close(struct screen *s);

void screen_begin(struct screen *s);

/* Cuts the line to the screen's width, and drops it below the screen's height. */
void screen_line(struct screen *s, bool strong, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same in as many lines as it takes: words that do not fit go on below, indented. */
void screen_fold(struct screen *s, bool strong, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void screen_end(struct screen *s);

/* A text of more lines than the screen has. */
struct scroll {
	size_t first; /* line at the top */
	size_t last; /* the most that `first` can be; this and these two as last drawn: */
	size_t room, lines; /* lines that fit, and that it has */
};

/* Its whole lines, which may have colours, each cut to the screen's width; leaves so many lines
 * free `below`. Ends each line of the text by a NUL. */
void screen_page(struct screen *s, char *text, struct scroll *p, unsigned below);

/* Where a key from KEY_UP on leads from position `at` of 0 to `last`; a page has `room`. */
size_t screen_scroll(int key, size_t at, size_t last, size_t room);

/* What screen_key returns beside characters. */
enum {
	KEY_ESCAPE = 27,
	KEY_BACKSPACE = 127,
	KEY_UP = 256,
	KEY_DOWN,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_HOME,
	KEY_END
};

/* Waits for a key until then (clock_ms). -1: none came, or stop_asked is set; 0: draw again, as
 * after Ctrl-Z and fg, or with another size; an unknown key, too. Enter is '\n'. */
int screen_key(struct screen *s, int64_t until);

/* ---- Signals that end a command, and work that must finish first. */
/* SIGINT, SIGTERM, SIGHUP and SIGQUIT set both, stop_asked to their number, and restore the
 * terminal; a second signal kills.
 * stop_abort ends every wait at once. It stays 0 between stop_hold(true) and stop_hold(false), for
 * work that must finish. */
extern volatile int stop_asked, stop_abort;
void stop_catch(void); /* installs the handlers */
void stop_hold(bool hold); /* nests */

/* After a function has failed: was stop_abort the reason? Then it has printed nothing. */
bool stop_interrupted(void);

/* ---- The host's monotonic time, for waiting and for rates. Its origin is arbitrary. */
int64_t clock_ms(void);
double clock_seconds(void);

/* ---- Bits per second of a terminal: any number, while termios.h only has a list. */
/* what a new pseudo-terminal reports until someone sets it */
#define TTY_SPEED_UNSET 38400u

bool tty_speed_set(int fd, unsigned baud);
unsigned tty_speed(int fd); /* 0: unknown */
