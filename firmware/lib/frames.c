/* SPDX-License-Identifier: ISC
 * frames.c - sends a file as a frame on a console. Contract: frames.h.
 */
#include "frames.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#define LINE 57 /* bytes of the file in a line */

/* A pass over the file: the first measures, the second sends. */
struct pass {
	FILE *out; /* NULL: measures */
	uint32_t size, crc; /* so far */
	uint8_t line[LINE];
	size_t held;
};

static uint32_t crc32(uint32_t crc, const uint8_t *bytes, size_t n)
{
	static const uint32_t of_nibble[16] = { 0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
		0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8,
		0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C };

	crc = ~crc;
	while (n--) {
		crc ^= *bytes++;
		crc = crc >> 4 ^ of_nibble[crc & 15];
		crc = crc >> 4 ^ of_nibble[crc & 15];
	}
	return ~crc;
}

static bool name_good(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (name[i] <= ' ' || name[i] > '~' || name[i] == '/' || name[i] == '\\')
			return false;
	return n > 0 && n <= 100 && name[0] != '.';
}

static void put_line(struct pass *p)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char text[LINE / 3 * 4 + 1], *to = text;
	uint32_t crc = crc32(0, p->line, p->held);

	memset(p->line + p->held, 0, LINE - p->held);
	for (size_t i = 0; i < p->held; i += 3) {
		uint32_t three = (uint32_t)p->line[i] << 16 | p->line[i + 1] << 8 | p->line[i + 2];
		*to++ = digits[three >> 18];
		*to++ = digits[three >> 12 & 63];
		*to++ = i + 1 < p->held ? digits[three >> 6 & 63] : '=';
		*to++ = i + 2 < p->held ? digits[three & 63] : '=';
	}
	*to = 0;
	fprintf(p->out, "%s %08" PRIx32 "\n", text, crc);
	p->held = 0;
}

static void take(void *pass, const void *bytes, size_t n)
{
	struct pass *p = pass;

	p->size += (uint32_t)n;
	p->crc = crc32(p->crc, bytes, n);
	for (const uint8_t *from = bytes; p->out && n; n--) {
		p->line[p->held++] = *from++;
		if (p->held == LINE)
			put_line(p);
	}
}

int frame_file(FILE *out, const char *name, file_bytes *give, void *of)
{
	struct pass measured = { 0 }, sent = { .out = out };
	int error = name_good(name) ? give(take, &measured, of) : -EINVAL;

	if (error)
		return error;
	fprintf(out, "\001TALLY-FILE %s %" PRIu32 " %08" PRIx32 "\n", name, measured.size,
		measured.crc);
	error = give(take, &sent, of);
	if (sent.held)
		put_line(&sent);
	/* always: what follows is not part of the frame */
	fprintf(out, "\001END %08" PRIx32 "\n", sent.crc);
	if (!error && (sent.size != measured.size || sent.crc != measured.crc || ferror(out)))
		error = -EIO;
	return error;
}
