/* SPDX-License-Identifier: ISC
 * frames_stream.c - see frames_stream.h.
 */
#include "frames_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#undef fail

struct stream stream;
struct got got;
uint8_t payload[1 << 17];

int stream_add(void *ctx, const char *bytes, size_t n)
{
	(void)ctx;
	memcpy(stream.bytes + stream.n, bytes, n);
	stream.n += n;
	return 0;
}

void stream_text(const char *s)
{
	stream_add(NULL, s, strlen(s));
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

const struct frames stream_decoder = { .text = on_text, .file = on_file, .broken = on_broken };

void stream_decode(void)
{
	struct frames f = stream_decoder;

	got.n_text = got.n = got.files = got.broken = 0;
	got.name[0] = got.why[0] = 0;
	for (size_t i = 0; i < stream.n; i++)
		frames_take(&f, (uint8_t)stream.bytes[i]);
	frames_end(&f);
	got.text[got.n_text] = 0;
}

static uint32_t seed = 1;

uint32_t stream_rnd(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)seed * below) >> 32);
}

void stream_frame(const char *name, size_t n)
{
	struct frame f;

	assert_int_equal(frame_begin(&f, stream_add, NULL, name, (uint32_t)n, frame_crc(0, payload, n)), 0);
	for (size_t i = 0, part; i < n; i += part) {
		part = 1 + stream_rnd(200);
		if (part > n - i)
			part = n - i;
		assert_int_equal(frame_data(&f, payload + i, part), 0);
	}
	assert_int_equal(frame_end(&f), 0);
}

void payload_fill(size_t n)
{
	for (size_t i = 0; i < n; i++)
		payload[i] = (uint8_t)stream_rnd(256);
}

int stream_clear(void **state)
{
	(void)state;
	stream.n = 0;
	return 0;
}

