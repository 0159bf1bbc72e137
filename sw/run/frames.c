/* SPDX-License-Identifier: ISC
 * frames.c - files inside a console's stream of bytes.
 */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/base.h"

#define MARK 0x01
#define HEADER "TALLY-FILE "
#define END "END "
#define LINE_CHARS (FRAMES_LINE / 3 * 4 + 1 + 8)

bool frames_name_good(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (name[i] <= ' ' || name[i] > '~' || name[i] == '/' || name[i] == '\\')
			return false;
	return n > 0 && n <= FRAMES_MAX_NAME && name[0] != '.';
}

static void drop(struct frames *f)
{
	free(f->bytes);
	f->bytes = NULL;
	f->n = f->room = f->size = 0;
	f->lines = 0;
	f->inside = f->refused = f->stray = false;
}

/* Reports it once; further lines up to END still belong to the frame. */
static void refuse(struct frames *f, const char *why)
{
	f->broken(f->ctx, f->name, why);
	drop(f);
	f->inside = f->refused = true;
}

static void give_text(struct frames *f, uint8_t byte)
{
	f->in_line = byte != '\n';
	f->text(f->ctx, byte);
}

/* What is held is no line of a frame. */
static void release(struct frames *f)
{
	for (size_t i = 0; i < f->held; i++)
		give_text(f, (uint8_t)f->line[i]);
	f->held = 0;
	if (f->inside && !f->stray) {
		f->stray = true;
		f->stray_after = f->lines;
	}
}

static int digit64(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Exactly eight hexadecimal digits. */
static bool read_crc(const char *text, uint32_t *crc)
{
	*crc = (uint32_t)strtoul(text, NULL, 16);
	return strspn(text, "0123456789abcdef") == 8 && !text[8];
}

/* n characters, a multiple of 4, with at most two '=' at the end; returns the bytes, or -1. */
static int decode64(const char *text, size_t n, uint8_t *out)
{
	int bytes = 0;

	if (n == 0 || n % 4)
		return -1;
	for (size_t i = 0; i < n; i += 4) {
		unsigned pads = i + 4 < n ? 0
					  : (unsigned)(text[i + 3] == '=')
				+ (text[i + 2] == '=' && text[i + 3] == '=');
		uint32_t word = 0;
		for (unsigned k = 0; k < 4; k++) {
			int d = k >= 4 - pads ? 0 : digit64(text[i + k]);
			if (d < 0)
				return -1;
			word = word << 6 | (uint32_t)d;
		}
		for (unsigned k = 0; k < 3 - pads; k++)
			out[bytes++] = (uint8_t)(word >> (16 - 8 * k));
	}
	return bytes;
}

/* Takes the held line as one of the frame's; false: it is none. */
static bool take_data(struct frames *f)
{
	uint8_t bytes[FRAMES_LINE + 3];
	char *space = strchr(f->line, ' ');
	uint32_t crc;
	int n;

	if (!space || space - f->line > FRAMES_LINE / 3 * 4 || !read_crc(space + 1, &crc))
		return false;
	n = decode64(f->line, (size_t)(space - f->line), bytes);
	if (n < 0 || crc32(0, bytes, (uInt)n) != crc)
		return false;
	f->lines++;
	if (f->refused)
		return true;
	if (f->n + (size_t)n > f->size) {
		refuse(f, "it has more bytes than its header says");
		return true;
	}
	while (f->n + (size_t)n > f->room) {
		f->room = f->room ? 2 * f->room : 4096;
		f->bytes = reallocate(f->bytes, f->room, 1);
	}
	memcpy(f->bytes + f->n, bytes, (size_t)n);
	f->n += (size_t)n;
	return true;
}

static void give_up(struct frames *f, const char *why)
{
	if (f->inside && !f->refused)
		f->broken(f->ctx, f->name, why);
	drop(f);
}

/* The line after MARK; false: no header. */
static bool take_header(struct frames *f, const char *text)
{
	char name[sizeof f->line] = "", size_text[sizeof f->line], *end = NULL;
	unsigned long long size = 0;
	int at = 0;

	if (strncmp(text, HEADER, strlen(HEADER)))
		return false;
	give_up(f, "another frame begins within it");
	text += strlen(HEADER);
	if (sscanf(text, "%s %s %n", name, size_text, &at) == 2 && size_text[0] >= '0'
		&& size_text[0] <= '9')
		size = strtoull(size_text, &end, 10);
	bool good = frames_name_good(name);
	f->name[0] = 0;
	if (good)
		memcpy(f->name, name, strlen(name) + 1);
	if (!good)
		refuse(f,
			"its name is none for a file here: no '/', no '.' in front, at most 100 "
			"printable characters");
	else if (!end || *end || !read_crc(text + at, &f->crc))
		refuse(f, "its header is damaged");
	else if (size > FRAMES_MAX_BYTES)
		refuse(f, "its header says more than 64 MiB");
	f->inside = true;
	f->size = f->refused ? 0 : (size_t)size;
	return true;
}

static bool take_end(struct frames *f, const char *text)
{
	static const uint8_t none;
	const uint8_t *bytes = f->n ? f->bytes : &none;
	char why[160];
	uint32_t crc;

	if (!f->inside || strncmp(text, END, strlen(END)) || !read_crc(text + strlen(END), &crc))
		return false;
	snprintf(why, sizeof why, "%zu of its %zu bytes arrived", f->n, f->size);
	if (f->stray)
		snprintf(why + strlen(why), sizeof why - strlen(why),
			"; what came after line %u of its data is damaged or not its own",
			f->stray_after);
	if (f->refused || f->n != f->size)
		give_up(f, why);
	else if (crc != f->crc || crc32(0, bytes, (uInt)f->n) != f->crc)
		give_up(f, "its CRC does not agree");
	else
		f->file(f->ctx, f->name, bytes, f->n);
	drop(f);
	return true;
}

/* A whole line is held, without its '\n'. */
static bool take_line(struct frames *f)
{
	size_t n = f->held;

	if (n && f->line[n - 1] == '\r')
		n--;
	f->line[n] = 0;
	bool taken = f->line[0] == MARK ? take_header(f, f->line + 1) || take_end(f, f->line + 1)
					: f->inside && take_data(f);
	if (n < f->held)
		f->line[n] = '\r';
	return taken;
}

/* Could what is held begin a line of a frame? */
static bool possible(const struct frames *f)
{
	const char *line = f->line, last = line[f->held - 1];
	size_t n = f->held - 1; /* after MARK */

	if (f->held == sizeof f->line - 1)
		return false;
	if (line[0] != MARK)
		return last && f->held <= LINE_CHARS + 1
			&& (digit64(last) >= 0 || last == '=' || last == '\r'
				|| (last == ' ' && n));
	return !strncmp(line + 1, HEADER, n < strlen(HEADER) ? n : strlen(HEADER))
		|| (f->inside && !strncmp(line + 1, END, n < strlen(END) ? n : strlen(END)));
}

void frames_take(struct frames *f, uint8_t byte)
{
	if (byte == MARK) {
		if (f->held)
			release(f);
	} else if (!f->held && (!f->inside || f->in_line)) {
		give_text(f, byte);
		return;
	}
	if (byte == '\n') {
		if (!take_line(f)) {
			release(f);
			give_text(f, byte);
		}
		f->held = 0;
		f->in_line = false;
		return;
	}
	f->line[f->held++] = (char)byte;
	if (!possible(f))
		release(f);
}

void frames_end(struct frames *f)
{
	char why[100];

	if (f->held)
		release(f);
	snprintf(why, sizeof why, "the console ended after %zu of its %zu bytes", f->n, f->size);
	give_up(f, why);
}
