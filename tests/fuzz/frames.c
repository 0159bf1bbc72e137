/* SPDX-License-Identifier: ISC
 * frames.c - files in a console's stream. The host's decoder (sw/run/frames.c) must return what the
 * firmware's encoder (firmware/lib/frames.c) writes. A damaged, truncated, interleaved or malicious frame
 * yields no file, and no other byte of the console is lost.
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

#include "frames_stream.h"

/* As in Python's zlib.crc32 and base64.b64encode. */
static void format(void **state)
{
	(void)state;
	for (int i = 0; i < 59; i++)
		payload[i] = (uint8_t)i;
	stream_frame("gmon.out", 59);
	stream.bytes[stream.n] = 0;
	assert_string_equal(stream.bytes, "\001TALLY-FILE gmon.out 59 338dbc67\n"
		"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4 7a8ecccb\n"
		"OTo= 895146f7\n\001END 338dbc67\n");
	assert_int_equal(frame_crc(0, payload, 59), crc32(0, payload, 59));
}

static void every_length(void **state)
{
	(void)state;
	for (size_t n = 0; n < 400; n++) {
		payload_fill(n);
		stream.n = 0;
		stream_text("before ");
		stream_frame("a", n);
		stream_text("after\n");
		stream_decode();
		assert_int_equal(got.files, 1);
		assert_int_equal(got.broken, 0);
		assert_int_equal(got.n, n);
		assert_memory_equal(got.bytes, payload, n);
		assert_string_equal(got.text, "before after\n");
	}
	payload_fill(sizeof payload);
	stream.n = 0;
	stream_frame("large", sizeof payload);
	stream_decode();
	assert_int_equal(got.files, 1);
	assert_memory_equal(got.bytes, payload, sizeof payload);
}

/* A console without frames passes unchanged. */
static void text_untouched(void **state)
{
	static const char *const lines[] = { "", "plain\n", "\001\001TALLY\n", "\001TALLY-FILE\n", "\001TALLY_FILE x 3 00000000\n",
		"\001END 00000000\n", "OTo= 895146f7\n", "x\001TALLY-FIL", "\r\n\r\r\n", "\001T\001TALLY-FILE \001", "\001TALLY-FILE " };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		stream.n = 0;
		stream_text(lines[i]);
		stream_decode();
		assert_int_equal(got.broken, 0);
		assert_string_equal(got.text, lines[i]);
	}
	for (int round = 0; round < 2000; round++) {
		static const char some[] = "\001\n\r TALLY-FILEND 019afAZ+/=";
		stream.n = 0;
		for (uint32_t n = stream_rnd(60); n; n--)
			stream.bytes[stream.n++] = some[stream_rnd(sizeof some)];
		stream_decode();
		if (!got.broken) {
			assert_int_equal(got.n_text, stream.n);
			assert_memory_equal(got.text, stream.bytes, got.n_text);
		}
	}
}

/* CR LF line ends, and whole lines of other output in between: the file is complete, the lines are text. */
static void interleaved_lines(void **state)
{
	static char original[1 << 20];

	(void)state;
	payload_fill(1000);
	stream_frame("f", 1000);
	size_t n = stream.n;
	memcpy(original, stream.bytes, n);
	stream.n = 0;
	for (size_t i = 0; i < n; i++) {
		if (original[i] == '\n') {
			stream_text("\r\n");
			if (i + 1 < n)
				stream_text(i % 3 ? "$ ls\n" : "abc def\n");
		} else {
			stream_add(NULL, original + i, 1);
		}
	}
	stream_decode();
	assert_int_equal(got.files, 1);
	assert_memory_equal(got.bytes, payload, 1000);
	assert_non_null(strstr(got.text, "$ ls\n"));
	assert_non_null(strstr(got.text, "abc def\n"));
	assert_null(strchr(got.text, '='));
}

/* Any single byte of a frame changed, lost or doubled: the same file, or none and one message. */
static void damaged(void **state)
{
	static char original[4096];

	(void)state;
	payload_fill(300);
	stream_frame("f", 300);
	size_t n = stream.n;
	memcpy(original, stream.bytes, n);
	unsigned lost = 0;
	for (size_t i = 0; i < n; i++)
		for (int how = 0; how < 10; how++) {
			memcpy(stream.bytes, original, n);
			stream.n = n;
			if (how < 8) {
				stream.bytes[i] ^= (char)(1 << how);
			} else {
				size_t from = how == 8 ? i + 1 : i, to = how == 8 ? i : i + 1;
				memmove(stream.bytes + to, original + from, n - from);
				stream.n = to + n - from;
			}
			stream_decode();
			assert_true(got.files <= 1 && got.files + got.broken <= 2);
			if (got.files && !strcmp(got.name, "f")) {
				assert_int_equal(got.n, 300);
				assert_memory_equal(got.bytes, payload, 300);
			} else if (!got.files && !got.broken) {
				lost++;		/* only where it is no longer recognisable as a frame */
				assert_true(i < 13);
			}
		}
	assert_true(lost > 0);
}

/* The message says where. */
static void damaged_line(void **state)
{
	(void)state;
	payload_fill(300);
	stream_frame("f", 300);
	char *line = stream.bytes;
	for (int i = 0; i < 3; i++)
		line = strchr(line, '\n') + 1;
	line[7] ^= 1;
	stream_decode();
	assert_int_equal(got.files, 0);
	assert_int_equal(got.broken, 1);
	assert_non_null(strstr(got.why, "243 of its 300 bytes"));
	assert_non_null(strstr(got.why, "after line 2 "));
}

static void cut_off(void **state)
{
	(void)state;
	payload_fill(300);
	stream_frame("f", 300);
	size_t n = stream.n, header = (size_t)((char *)memchr(stream.bytes, '\n', n) - stream.bytes);
	for (stream.n = 0; stream.n < n; stream.n++) {
		stream_decode();
		assert_int_equal(got.files, 0);
		assert_int_equal(got.broken, stream.n > header);
	}
}

static void lines_swapped_or_missing(void **state)
{
	static char original[4096], *at[20];
	unsigned lines = 0;

	(void)state;
	payload_fill(400);
	stream_frame("f", 400);
	size_t n = stream.n;
	memcpy(original, stream.bytes, n);
	original[n] = 0;
	for (char *p = original; *p; p = strchr(p, '\n') + 1)
		at[lines++] = p;
	at[lines] = original + n;
	for (unsigned a = 1; a < lines - 1; a++)
		for (unsigned b = a; b < lines - 1; b++) {	/* a == b: that line is missing */
			stream.n = 0;
			for (unsigned i = 0; i < lines; i++) {
				unsigned k = i == a ? b : i == b ? a : i;
				if (a != b || i != a)
					stream_add(NULL, at[k], (size_t)(at[k + 1] - at[k]));
			}
			stream_decode();
			assert_int_equal(got.files, 0);
			assert_int_equal(got.broken, 1);
			assert_string_equal(got.name, "f");
		}
}

static void names(void **state)
{
	static const char *const bad[] = { ".", "..", ".profile", "/etc/passwd", "../x", "a/b", "a\\b", "\033[2J", "\xff", "" };
	char line[200], long_name[120];
	struct frame f;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		stream.n = 0;
		assert_int_equal(frame_begin(&f, stream_add, NULL, bad[i], 0, 0), -22);
		assert_int_equal(stream.n, 0);
		assert_false(frames_name_good(bad[i]));
		snprintf(line, sizeof line, "\001TALLY-FILE %s 2 895146f7\nOTo= 895146f7\n\001END 895146f7\ngo on\n", bad[i]);
		stream_text(line);
		stream_decode();
		assert_int_equal(got.files, 0);
		assert_int_equal(got.broken, 1);
		assert_string_equal(got.text, "go on\n");
	}
	memset(long_name, 'x', sizeof long_name);
	long_name[100] = 0;
	assert_true(frames_name_good(long_name));
	long_name[100] = 'x', long_name[101] = 0;
	assert_false(frames_name_good(long_name));
	assert_int_equal(frame_begin(&f, stream_add, NULL, long_name, 0, 0), -22);
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
		stream.n = 0;
		snprintf(line, sizeof line, "\001TALLY-FILE %s\nOTo= 895146f7\n\001END 895146f7\ngo on\n", cases[i].header);
		stream_text(line);
		stream_decode();
		assert_int_equal(got.files, 0);
		assert_int_equal(got.broken, 1);
		assert_non_null(strstr(got.why, cases[i].why));
		assert_string_equal(got.text, "go on\n");
	}
}

/* A frame within a frame: the outer one is broken, the inner one complete. */
static void nested(void **state)
{
	(void)state;
	payload_fill(200);
	stream_frame("outer", 200);
	stream.n = (size_t)(strstr(stream.bytes, " ") - stream.bytes);
	stream.n = (size_t)((char *)memchr(stream.bytes, '\n', sizeof stream.bytes) + 1 - stream.bytes);
	stream_frame("inner", 200);
	stream_decode();
	assert_int_equal(got.files, 1);
	assert_string_equal(got.name, "inner");
	assert_int_equal(got.broken, 1);
	assert_string_equal(got.why, "another frame begins within it");
}

/* The sending program was killed: what follows appears at once, even a prompt without a newline. */
static void killed_sender(void **state)
{
	struct frames f = stream_decoder;

	(void)state;
	payload_fill(200);
	stream_frame("f", 200);
	stream.n -= 40;
	stream_text("\nkilled\n$ ");
	got.n_text = got.files = got.broken = 0;
	for (size_t i = 0; i < stream.n; i++)
		frames_take(&f, (uint8_t)stream.bytes[i]);
	assert_true(got.n_text >= 9 && !memcmp(got.text + got.n_text - 9, "killed\n$ ", 9));
	frames_end(&f);
	assert_int_equal(got.broken, 1);
	assert_int_equal(got.files, 0);
}

static void wrong_announcement(void **state)
{
	struct frame f;

	(void)state;
	payload_fill(100);
	assert_int_equal(frame_begin(&f, stream_add, NULL, "f", 100, frame_crc(0, payload, 100)), 0);
	assert_int_equal(frame_data(&f, payload, 99), 0);
	assert_int_equal(frame_end(&f), -5);
	stream_decode();
	assert_int_equal(got.files, 0);
	assert_int_equal(got.broken, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup(f, stream_clear)
	const struct CMUnitTest tests[] = {
		TEST(format), TEST(every_length), TEST(text_untouched), TEST(interleaved_lines), TEST(damaged), TEST(damaged_line), TEST(cut_off),
		TEST(lines_swapped_or_missing), TEST(names), TEST(headers), TEST(nested), TEST(killed_sender), TEST(wrong_announcement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
