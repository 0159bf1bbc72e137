/* SPDX-License-Identifier: ISC
 * frames.c - sends a file as a frame on a console. Contract: frames.h.
 */
#include "frames.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

uint32_t frame_crc(uint32_t crc, const void *bytes, size_t n)
{
	static const uint32_t table[16] = {
		/* one entry per 4 bits */
		0x00000000,
		0x1DB71064,
		0x3B6E20C8,
		0x26D930AC,
		0x76DC4190,
		0x6B6B51F4,
		0x4DB26158,
		0x5005713C,
		0xEDB88320,
		0xF00F9344,
		0xD6D6A3E8,
		0xCB61B38C,
		0x9B64C2B0,
		0x86D3D2D4,
		0xA00AE278,
		0xBDBDF21C,
	};
	const uint8_t *p = bytes;

	crc = ~crc;
	while (n--) {
		crc ^= *p++;
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}

static char *add_text(char *to, const char *text)
{
	size_t n = strlen(text);

	memcpy(to, text, n);
	return to + n;
}

static char *add_hex(char *to, uint32_t v)
{
	for (int shift = 28; shift >= 0; shift -= 4)
		*to++ = "0123456789abcdef"[v >> shift & 15];
	return to;
}

static char *add_decimal(char *to, uint32_t v)
{
	char digits[10];
	int n = 0;

	do
		digits[n++] = (char)('0' + v % 10);
	while (v /= 10);
	while (n)
		*to++ = digits[--n];
	return to;
}

static int name_good(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (name[i] <= ' ' || name[i] > '~' || name[i] == '/' || name[i] == '\\')
			return 0;
	return n > 0 && n <= 100 && name[0] != '.';
}

int frame_begin(
	struct frame *f, frame_put *put, void *ctx, const char *name, uint32_t size, uint32_t crc)
{
	char line[160], *to = line;

	*f = (struct frame){ .put = put, .ctx = ctx, .size = size, .crc = crc };
	if (!name_good(name))
		return -EINVAL;
	to = add_text(to, "\001TALLY-FILE ");
	to = add_text(to, name);
	*to++ = ' ';
	to = add_decimal(to, size);
	*to++ = ' ';
	to = add_hex(to, crc);
	*to++ = '\n';
	return put(ctx, line, (size_t)(to - line));
}

static char *add_base64(char *to, const uint8_t *bytes, unsigned n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (unsigned i = 0; i < n; i += 3) {
		uint32_t word = (uint32_t)bytes[i] << 16;
		if (i + 1 < n)
			word |= (uint32_t)bytes[i + 1] << 8;
		if (i + 2 < n)
			word |= bytes[i + 2];
		*to++ = digits[word >> 18];
		*to++ = digits[word >> 12 & 63];
		*to++ = i + 1 < n ? digits[word >> 6 & 63] : '=';
		*to++ = i + 2 < n ? digits[word & 63] : '=';
	}
	return to;
}

static int put_line(struct frame *f)
{
	char line[FRAME_LINE / 3 * 4 + 10], *to = add_base64(line, f->line, f->held);

	*to++ = ' ';
	to = add_hex(to, frame_crc(0, f->line, f->held));
	*to++ = '\n';
	f->sent += f->held;
	f->sent_crc = frame_crc(f->sent_crc, f->line, f->held);
	f->held = 0;
	return f->put(f->ctx, line, (size_t)(to - line));
}

int frame_data(struct frame *f, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	while (n) {
		size_t take = sizeof f->line - f->held;
		if (take > n)
			take = n;
		memcpy(f->line + f->held, p, take);
		f->held += (uint8_t)take;
		p += take;
		n -= take;
		if (f->held == sizeof f->line) {
			int error = put_line(f);
			if (error)
				return error;
		}
	}
	return 0;
}

int frame_end(struct frame *f)
{
	char line[16], *to = line;
	int error = f->held ? put_line(f) : 0;

	if (error)
		return error;
	to = add_text(to, "\001END ");
	to = add_hex(to, f->sent_crc);
	*to++ = '\n';
	if ((error = f->put(f->ctx, line, (size_t)(to - line))))
		return error;
	return f->sent == f->size && f->sent_crc == f->crc ? 0 : -EIO;
}

static int put_stdout(void *ctx, const char *bytes, size_t n)
{
	ssize_t done = write(STDOUT_FILENO, bytes, n);

	(void)ctx;
	return done == (ssize_t)n ? 0 : done < 0 ? -errno : -EIO;
}

static int measure(void *ctx, const void *bytes, size_t n)
{
	struct frame *f = ctx;

	f->size += (uint32_t)n;
	f->crc = frame_crc(f->crc, bytes, n);
	return 0;
}

static int send_data(void *ctx, const void *bytes, size_t n) { return frame_data(ctx, bytes, n); }

int frame_file(const char *name, int (*give)(frame_take *take, void *ctx, void *of), void *of)
{
	struct frame f = { 0 };
	int error = give(measure, &f, of);

	if (!error)
		error = frame_begin(&f, put_stdout, NULL, name, f.size, f.crc);
	if (error)
		return error;
	error = give(send_data, &f, of);
	/* always: what follows is not part of the frame */
	int end = frame_end(&f);
	return error ? error : end;
}
