/* SPDX-License-Identifier: ISC
 * tool_frames.c - files in a console's stream: what the firmware's encoder
 * (firmware/lib/frames.c) writes, the host's decoder (sw/frames.c) gives back; what is
 * damaged, cut off, mixed up or hostile becomes no file, and no other byte of the console is lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>
#undef fail

#include "firmware/lib/frames.h"
#include "sw/frames.h"

/* A stream being built, and what came out of it. */
static char stream[1 << 20], text[1 << 20], last_name[200], last_why[300];
static size_t n_stream, n_text, n_last;
static uint8_t last_bytes[1 << 19];
static unsigned files, broken;

static int add(void *ctx, const char *bytes, size_t n)
{
	(void)ctx;
	memcpy(stream + n_stream, bytes, n);
	n_stream += n;
	return 0;
}

static void add_text(const char *s)
{
	add(NULL, s, strlen(s));
}

static void on_text(void *ctx, uint8_t byte)
{
	(void)ctx;
	text[n_text++] = (char)byte;
}

static void on_file(void *ctx, const char *name, const uint8_t *bytes, size_t n)
{
	(void)ctx;
	files++;
	snprintf(last_name, sizeof last_name, "%s", name);
	memcpy(last_bytes, bytes, n);
	n_last = n;
}

static void on_broken(void *ctx, const char *name, const char *why)
{
	(void)ctx;
	broken++;
	snprintf(last_name, sizeof last_name, "%s", name);
	snprintf(last_why, sizeof last_why, "%s", why);
}

static void decode(void)
{
	struct frames f = { .text = on_text, .file = on_file, .broken = on_broken };

	n_text = n_last = files = broken = 0;
	last_name[0] = last_why[0] = 0;
	for (size_t i = 0; i < n_stream; i++)
		frames_take(&f, (uint8_t)stream[i]);
	frames_end(&f);
	text[n_text] = 0;
}

static uint32_t seed = 1;

static uint32_t rnd(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static uint8_t bytes[1 << 17];

static void add_frame(const char *name, size_t n)
{
	struct frame f;

	assert_int_equal(frame_begin(&f, add, NULL, name, (uint32_t)n, frame_crc(0, bytes, n)), 0);
	for (size_t i = 0, part; i < n; i += part) {
		part = 1 + rnd(200);
		if (part > n - i)
			part = n - i;
		assert_int_equal(frame_data(&f, bytes + i, part), 0);
	}
	assert_int_equal(frame_end(&f), 0);
}

static void fill(size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)rnd(256);
}

static int clear(void **state)
{
	(void)state;
	n_stream = 0;
	return 0;
}

/* As Python's zlib.crc32 and base64.b64encode write it. */
static void format(void **state)
{
	(void)state;
	for (int i = 0; i < 59; i++)
		bytes[i] = (uint8_t)i;
	add_frame("gmon.out", 59);
	stream[n_stream] = 0;
	assert_string_equal(stream, "\001TALLY-FILE gmon.out 59 338dbc67\n"
		"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4 7a8ecccb\n"
		"OTo= 895146f7\n\001END 338dbc67\n");
	assert_int_equal(frame_crc(0, bytes, 59), crc32(0, bytes, 59));
}

static void every_length(void **state)
{
	(void)state;
	for (size_t n = 0; n < 400; n++) {
		fill(n);
		n_stream = 0;
		add_text("before ");
		add_frame("a", n);
		add_text("after\n");
		decode();
		assert_int_equal(files, 1);
		assert_int_equal(broken, 0);
		assert_int_equal(n_last, n);
		assert_memory_equal(last_bytes, bytes, n);
		assert_string_equal(text, "before after\n");
	}
	fill(sizeof bytes);
	n_stream = 0;
	add_frame("large", sizeof bytes);
	decode();
	assert_int_equal(files, 1);
	assert_memory_equal(last_bytes, bytes, sizeof bytes);
}

/* No byte of a console without frames is changed. */
static void text_untouched(void **state)
{
	static const char *const lines[] = { "", "plain\n", "\001\001TALLY\n", "\001TALLY-FILE\n", "\001TALLY_FILE x 3 00000000\n",
		"\001END 00000000\n", "OTo= 895146f7\n", "x\001TALLY-FIL", "\r\n\r\r\n", "\001T\001TALLY-FILE \001", "\001TALLY-FILE " };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		n_stream = 0;
		add_text(lines[i]);
		decode();
		assert_int_equal(broken, 0);
		assert_string_equal(text, lines[i]);
	}
	for (int round = 0; round < 2000; round++) {
		static const char some[] = "\001\n\r TALLY-FILEND 019afAZ+/=";
		n_stream = 0;
		for (uint32_t n = rnd(60); n; n--)
			stream[n_stream++] = some[rnd(sizeof some)];
		decode();
		if (!broken) {
			assert_int_equal(n_text, n_stream);
			assert_memory_equal(text, stream, n_text);
		}
	}
}

/* Lines with CR LF ends, and whole lines of others between: the file is whole, they are text. */
static void interleaved_lines(void **state)
{
	static char original[1 << 20];

	(void)state;
	fill(1000);
	add_frame("f", 1000);
	size_t n = n_stream;
	memcpy(original, stream, n);
	n_stream = 0;
	for (size_t i = 0; i < n; i++) {
		if (original[i] == '\n') {
			add_text("\r\n");
			if (i + 1 < n)
				add_text(i % 3 ? "$ ls\n" : "abc def\n");
		} else {
			add(NULL, original + i, 1);
		}
	}
	decode();
	assert_int_equal(files, 1);
	assert_memory_equal(last_bytes, bytes, 1000);
	assert_non_null(strstr(text, "$ ls\n"));
	assert_non_null(strstr(text, "abc def\n"));
	assert_null(strchr(text, '='));
}

/* Any single byte of a frame changed, lost or doubled: the same file, or none and one line. */
static void damaged(void **state)
{
	static char original[4096];

	(void)state;
	fill(300);
	add_frame("f", 300);
	size_t n = n_stream;
	memcpy(original, stream, n);
	unsigned lost = 0;
	for (size_t i = 0; i < n; i++)
		for (int how = 0; how < 10; how++) {
			memcpy(stream, original, n);
			n_stream = n;
			if (how < 8) {
				stream[i] ^= (char)(1 << how);
			} else {
				size_t from = how == 8 ? i + 1 : i, to = how == 8 ? i : i + 1;
				memmove(stream + to, original + from, n - from);
				n_stream = to + n - from;
			}
			decode();
			assert_true(files <= 1 && files + broken <= 2);
			if (files && !strcmp(last_name, "f")) {
				assert_int_equal(n_last, 300);
				assert_memory_equal(last_bytes, bytes, 300);
			} else if (!files && !broken) {
				lost++;		/* only where it is no longer known as a frame */
				assert_true(i < 13);
			}
		}
	assert_true(lost > 0);
}

/* The message says where. */
static void damaged_line(void **state)
{
	(void)state;
	fill(300);
	add_frame("f", 300);
	char *line = stream;
	for (int i = 0; i < 3; i++)
		line = strchr(line, '\n') + 1;
	line[7] ^= 1;
	decode();
	assert_int_equal(files, 0);
	assert_int_equal(broken, 1);
	assert_non_null(strstr(last_why, "243 of its 300 bytes"));
	assert_non_null(strstr(last_why, "after line 2 "));
}

static void cut_off(void **state)
{
	(void)state;
	fill(300);
	add_frame("f", 300);
	size_t n = n_stream, header = (size_t)((char *)memchr(stream, '\n', n) - stream);
	for (n_stream = 0; n_stream < n; n_stream++) {
		decode();
		assert_int_equal(files, 0);
		assert_int_equal(broken, n_stream > header);
	}
}

static void lines_swapped_or_missing(void **state)
{
	static char original[4096], *at[20];
	unsigned lines = 0;

	(void)state;
	fill(400);
	add_frame("f", 400);
	size_t n = n_stream;
	memcpy(original, stream, n);
	original[n] = 0;
	for (char *p = original; *p; p = strchr(p, '\n') + 1)
		at[lines++] = p;
	at[lines] = original + n;
	for (unsigned a = 1; a < lines - 1; a++)
		for (unsigned b = a; b < lines - 1; b++) {	/* a == b: that line is missing */
			n_stream = 0;
			for (unsigned i = 0; i < lines; i++) {
				unsigned k = i == a ? b : i == b ? a : i;
				if (a != b || i != a)
					add(NULL, at[k], (size_t)(at[k + 1] - at[k]));
			}
			decode();
			assert_int_equal(files, 0);
			assert_int_equal(broken, 1);
			assert_string_equal(last_name, "f");
		}
}

static void names(void **state)
{
	static const char *const bad[] = { ".", "..", ".profile", "/etc/passwd", "../x", "a/b", "a\\b", "\033[2J", "\xff", "" };
	char line[200], long_name[120];
	struct frame f;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		n_stream = 0;
		assert_int_equal(frame_begin(&f, add, NULL, bad[i], 0, 0), -22);
		assert_int_equal(n_stream, 0);
		assert_false(frames_name_good(bad[i]));
		snprintf(line, sizeof line, "\001TALLY-FILE %s 2 895146f7\nOTo= 895146f7\n\001END 895146f7\ngo on\n", bad[i]);
		add_text(line);
		decode();
		assert_int_equal(files, 0);
		assert_int_equal(broken, 1);
		assert_string_equal(text, "go on\n");
	}
	memset(long_name, 'x', sizeof long_name);
	long_name[100] = 0;
	assert_true(frames_name_good(long_name));
	long_name[100] = 'x', long_name[101] = 0;
	assert_false(frames_name_good(long_name));
	assert_int_equal(frame_begin(&f, add, NULL, long_name, 0, 0), -22);
}

static void headers(void **state)
{
	static const struct { const char *header, *why; } cases[] = {
		{ "f 99999999999999999999999 895146f7", "64 MiB" }, { "f 67108865 895146f7", "64 MiB" }, { "f -1 895146f7", "damaged" },
		{ "f 2x 895146f7", "damaged" }, { "f 2 8951464", "damaged" }, { "f 2 895146f75", "damaged" }, { "f 2 26DE6D45", "damaged" },
		{ "f 2", "damaged" }, { "f", "damaged" }, { "f g 2 895146f7", "damaged" }, { "f 1 895146f7", "more bytes" }, { "f 3 895146f7", "2 of its 3 bytes" },
		{ "f 2 895146f8", "CRC" }, { "f 67108864 895146f7", "2 of its 67108864 bytes" },
	};
	char line[200];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		n_stream = 0;
		snprintf(line, sizeof line, "\001TALLY-FILE %s\nOTo= 895146f7\n\001END 895146f7\ngo on\n", cases[i].header);
		add_text(line);
		decode();
		assert_int_equal(files, 0);
		assert_int_equal(broken, 1);
		assert_non_null(strstr(last_why, cases[i].why));
		assert_string_equal(text, "go on\n");
	}
}

/* A frame within a frame: the outer one is broken, the inner one whole. */
static void nested(void **state)
{
	(void)state;
	fill(200);
	add_frame("outer", 200);
	n_stream = (size_t)(strstr(stream, " ") - stream);
	n_stream = (size_t)((char *)memchr(stream, '\n', sizeof stream) + 1 - stream);
	add_frame("inner", 200);
	decode();
	assert_int_equal(files, 1);
	assert_string_equal(last_name, "inner");
	assert_int_equal(broken, 1);
	assert_string_equal(last_why, "another frame begins within it");
}

/* The program that sends was killed: what follows is shown at once, a prompt without a newline too. */
static void killed_sender(void **state)
{
	struct frames f = { .text = on_text, .file = on_file, .broken = on_broken };

	(void)state;
	fill(200);
	add_frame("f", 200);
	n_stream -= 40;
	add_text("\nkilled\n$ ");
	n_text = files = broken = 0;
	for (size_t i = 0; i < n_stream; i++)
		frames_take(&f, (uint8_t)stream[i]);
	assert_true(n_text >= 9 && !memcmp(text + n_text - 9, "killed\n$ ", 9));
	frames_end(&f);
	assert_int_equal(broken, 1);
	assert_int_equal(files, 0);
}

static void wrong_announcement(void **state)
{
	struct frame f;

	(void)state;
	fill(100);
	assert_int_equal(frame_begin(&f, add, NULL, "f", 100, frame_crc(0, bytes, 100)), 0);
	assert_int_equal(frame_data(&f, bytes, 99), 0);
	assert_int_equal(frame_end(&f), -5);
	decode();
	assert_int_equal(files, 0);
	assert_int_equal(broken, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup(f, clear)
	const struct CMUnitTest tests[] = {
		TEST(format), TEST(every_length), TEST(text_untouched), TEST(interleaved_lines), TEST(damaged), TEST(damaged_line), TEST(cut_off),
		TEST(lines_swapped_or_missing), TEST(names), TEST(headers), TEST(nested), TEST(killed_sender), TEST(wrong_announcement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
