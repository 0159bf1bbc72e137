/* SPDX-License-Identifier: ISC
 * frames.c - files in a console's stream. The host's decoder (sw/run/frames.c) must return what the
 * firmware's encoder (firmware/lib/frames.c) writes. A damaged, cut, interleaved or malicious frame
 * yields no file, and no other byte of the console is lost.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "fuzz.h"
#include "rnd.h"
#include "firmware/lib/frames.h"
#include "sw/run/run.h"
#include "tests/check.h"

#define ROOM (1u << 20)

static struct {
	char bytes[ROOM];
	size_t n;
} stream, original; /* what the decoder takes; a frame before it is damaged */

static struct { /* the decoder's results */
	char text[ROOM];
	size_t n_text, n;
	size_t n_live; /* of the text, before the stream ended */
	unsigned files, broken;
	char name[200], why[300]; /* of the last file or broken frame */
	uint8_t bytes[ROOM];
} got;

static uint8_t payload[1 << 17];

static void add(const void *bytes, size_t n)
{
	memcpy(stream.bytes + stream.n, bytes, n);
	stream.n += n;
}

static void add_text(const char *s)
{
	add(s, strlen(s));
}

static void on_text(void *ctx, uint8_t byte)
{
	(void)ctx;
	got.text[got.n_text++] = (char)byte;
}

static void on_file(void *ctx, const char *name, const uint8_t *bytes, size_t n)
{
	(void)ctx;
	got.files++;
	snprintf(got.name, sizeof got.name, "%s", name);
	memcpy(got.bytes, bytes, n);
	got.n = n;
}

static void on_broken(void *ctx, const char *name, const char *why)
{
	(void)ctx;
	got.broken++;
	snprintf(got.name, sizeof got.name, "%s", name);
	snprintf(got.why, sizeof got.why, "%s", why);
}

static void decode(void)
{
	struct frames f = { .text = on_text, .file = on_file, .broken = on_broken };

	got.n_text = got.n = got.files = got.broken = 0;
	got.name[0] = got.why[0] = 0;
	for (size_t i = 0; i < stream.n; i++)
		frames_take(&f, (uint8_t)stream.bytes[i]);
	got.n_live = got.n_text;
	frames_end(&f);
	got.text[got.n_text] = 0;
}

/* Gives n bytes of the payload in random parts, and makes n `less`. */
static size_t less;
static int give(file_take *take, void *ctx, void *n)
{
	for (size_t i = 0, part, end = *(size_t *)n; i < end; i += part)
		take(ctx, payload + i, part = 1 + rnd(end - i < 200 ? end - i : 200));
	*(size_t *)n -= less;
	return 0;
}

/* The frame of a file of n bytes. Returns frame_file's result. */
static int send(const char *name, size_t n)
{
	FILE *out = fmemopen(stream.bytes + stream.n, ROOM - stream.n, "w");
	int error = frame_file(out, name, give, &n);

	stream.n += (size_t)ftell(out);
	fclose(out);
	return error;
}

/* A frame of n random bytes. */
static void add_frame(const char *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		payload[i] = (uint8_t)rnd(256);
	CHECK_EQUAL(send(name, n), 0);
}

/* A frame alone, with a copy in `original`. */
static void one_frame(size_t n)
{
	stream.n = 0;
	add_frame("f", n);
	memcpy(original.bytes, stream.bytes, stream.n);
	original.n = stream.n;
	original.bytes[original.n] = 0;
}

static bool got_payload(size_t n)
{
	return got.files == 1 && got.n == n && !memcmp(got.bytes, payload, n);
}

/* As in Python's zlib.crc32 and base64.b64encode. */
static void format(void)
{
	for (int i = 0; i < 59; i++)
		payload[i] = (uint8_t)i;
	stream.n = 0;
	CHECK_EQUAL(send("gmon.out", 59), 0);
	stream.bytes[stream.n] = 0;
	CHECK(!strcmp(stream.bytes,
		"\001TALLY-FILE gmon.out 59 338dbc67\n"
		"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4 "
		"7a8ecccb\n"
		"OTo= 895146f7\n\001END 338dbc67\n"));
	stream.n = 0;
	less = 1;
	CHECK_EQUAL(send("f", 59), -5); /* fewer bytes than announced */
	less = 0;
	decode();
	CHECK(!got.files && got.broken == 1);
}

static void every_length(void)
{
	for (size_t n = 0; n < 400; n++) {
		stream.n = 0;
		add_text("before ");
		add_frame("a", n);
		add_text("after\n");
		decode();
		CHECK(got_payload(n) && !got.broken && !strcmp(got.text, "before after\n"));
	}
	one_frame(sizeof payload);
	decode();
	CHECK(got_payload(sizeof payload));
}

/* A console without frames passes unchanged. */
static void text_untouched(void)
{
	static const char *const texts[] = { "plain\n", "\001TALLY_FILE x 3 00000000\n",
		"\001END 00000000\n", "OTo= 895146f7\n", "x\001TALLY-FIL", "\r\n\r\r\n",
		"\001T\001TALLY-FILE \001", "\001TALLY-FILE " };

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		stream.n = 0;
		add_text(texts[i]);
		decode();
		CHECK(!got.broken && !strcmp(got.text, texts[i]));
	}
}

/* CR LF line ends, and whole lines of other output in between: the file is complete, the lines are
 * text. */
static void interleaved_lines(void)
{
	one_frame(1000);
	stream.n = 0;
	for (size_t i = 0; i < original.n; i++) {
		add(original.bytes[i] == '\n' ? "\r\n" : original.bytes + i,
			original.bytes[i] == '\n' ? 2 : 1);
		if (original.bytes[i] == '\n' && i + 1 < original.n)
			add_text(i % 3 ? "$ ls\n" : "abc def\n");
	}
	decode();
	CHECK(got_payload(1000));
	CHECK(strstr(got.text, "$ ls\n") && strstr(got.text, "abc def\n")
		&& !strchr(got.text, '='));
}

/* The frame with byte `at` changed (how: 0..7, a bit), lost or doubled. */
static void spoil(size_t at, int how)
{
	size_t from = how == 8 ? at + 1 : at, to = how == 8 ? at : at + 1;

	memcpy(stream.bytes, original.bytes, original.n);
	stream.n = original.n;
	if (how < 8) {
		stream.bytes[at] ^= (char)(1 << how);
		return;
	}
	memmove(stream.bytes + to, original.bytes + from, original.n - from);
	stream.n = to + original.n - from;
}

/* The same file, or none and one message; nothing is said only where it is no longer recognisable
 * as a frame. */
static void damaged(void)
{
	one_frame(300);
	for (size_t at = 0; at < original.n; at++)
		for (int how = 0; how < 10; how++) {
			spoil(at, how);
			decode();
			CHECK(got.files <= 1 && got.files + got.broken <= 2);
			CHECK(!got.files || strcmp(got.name, "f") || got_payload(300));
			CHECK(got.files || got.broken || at < 13);
		}
	char *line = original.bytes;
	for (int i = 0; i < 3; i++)
		line = strchr(line, '\n') + 1;
	spoil((size_t)(line + 7 - original.bytes), 0);
	decode();
	CHECK(!got.files && got.broken == 1 && strstr(got.why, "243 of its 300 bytes"));
	CHECK(strstr(got.why, "after line 2 ") != NULL);
	size_t header = (size_t)(strchr(original.bytes, '\n') - original.bytes);
	memcpy(stream.bytes, original.bytes, original.n);
	for (stream.n = 0; stream.n < original.n; stream.n++) {
		decode();
		CHECK(!got.files && got.broken == (stream.n > header));
	}
}

/* One frame with this header and two bytes of contents: refused, and the text behind it is
 * there. */
static void refused(const char *name, const char *rest, const char *why)
{
	stream.n = 0;
	add_text("\001TALLY-FILE ");
	add_text(name);
	add_text(rest);
	add_text("\nOTo= 895146f7\n\001END 895146f7\ngo on\n");
	decode();
	CHECK(!got.files && got.broken == 1 && strstr(got.why, why)
		&& !strcmp(got.text, "go on\n"));
}

static void headers(void)
{
	static const char *const names[] = { ".", "..", ".profile", "/etc/passwd", "../x", "a/b",
		"a\\b", "\033[2J", "\xff", "" };
	static const struct {
		const char *header, *why;
	} cases[] = {
		{ " 67108865 895146f7", "64 MiB" },
		{ " -1 895146f7", "damaged" },
		{ " 2 8951464", "damaged" },
		{ " 2", "damaged" },
		{ " 1 895146f7", "more bytes" },
		{ " 3 895146f7", "2 of its 3 bytes" },
		{ " 2 895146f8", "CRC" },
		{ " 67108864 895146f7", "2 of its 67108864 bytes" },
	};
	char long_name[102];

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		stream.n = 0;
		CHECK_EQUAL(send(names[i], 0), -22);
		CHECK(!stream.n && !frames_name_good(names[i]));
		refused(names[i], " 2 895146f7", "");
	}
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		refused("f", cases[i].header, cases[i].why);
	memset(long_name, 'x', sizeof long_name - 1);
	long_name[101] = 0;
	CHECK(!frames_name_good(long_name));
	CHECK_EQUAL(send(long_name, 0), -22);
	long_name[100] = 0;
	CHECK(frames_name_good(long_name));
}

/* A frame within a frame: the outer one is broken, the inner one complete. And the sending program
 * was killed: what follows appears at once, even a prompt without a newline. */
static void abandoned(void)
{
	one_frame(200);
	stream.n = (size_t)((char *)memchr(stream.bytes, '\n', stream.n) + 1 - stream.bytes);
	add_frame("inner", 200);
	decode();
	CHECK(got_payload(200) && !strcmp(got.name, "inner") && got.broken == 1);
	one_frame(200);
	stream.n -= 40;
	add_text("\nkilled\n$ ");
	decode();
	CHECK(got.n_live >= 9 && !memcmp(got.text + got.n_live - 9, "killed\n$ ", 9));
	CHECK(!got.files && got.broken == 1);
}

int frames_test(void)
{
	format();
	every_length();
	text_untouched();
	interleaved_lines();
	damaged();
	headers();
	abandoned();
	return checks_failed();
}
