/* SPDX-License-Identifier: ISC
 * shared.c - the bridge's pins shared with a console, and a host at another baud rate: part of test.c, whose sessions
 * it runs.
 */
#include "shared.h"

#include <errno.h>
#include <string.h>

#include "sw/live/shared_line.h"

/* a longer millisecond here, so that the bridge's time-out is short compared with the host's patience */
#define SLOWER 6u
#define VALUE 2000u
#define WHOLE_CLOCKS 2000000u	/* limit for a session, with a host that is busy elsewhere at times; 40,000 is typical */
#define CORRUPTED_CLOCKS 8000000u	/* ... with a corrupt byte: the host waits, and asks again */

static uint8_t typed[BENCH_TEXT], shown[BENCH_TEXT];
static size_t n_typed, n_shown;
static unsigned late;		/* ms during which the host was busy elsewhere */

static int port_send(void *bench, const uint8_t *bytes, size_t n)
{
	bench_send(bench, bytes, n);
	return 0;
}

static int port_receive(void *bench, uint8_t *bytes, size_t n, unsigned ms)
{
	if (bench_random(4) == 0)
		late += 50 + bench_random(300);
	return (int)bench_take(bench, bytes, n, (uint64_t)ms * BENCH_MS * SLOWER);
}

static unsigned port_now(void *bench)
{
	return (unsigned)(((struct bench *)bench)->clocks / (BENCH_MS * SLOWER)) + late;
}

static void show(void *ctx, const uint8_t *bytes, size_t n)
{
	(void)ctx;
	for (size_t i = 0; i < n && n_shown < BENCH_TEXT; i++)
		shown[n_shown++] = bytes[i];
}

static uint8_t text_byte(void)
{
	return bench_random(6) ? (uint8_t)bench_random(256) : SHARED_MARK;
}

/* A session within its time limit. */
static bool timed(struct bench *b, const struct link_line *line, link_session *session, uint64_t bound, uint64_t *worst)
{
	uint64_t begun = b->clocks;
	bool whole = session(line);

	begun = b->clocks - begun;
	*worst = begun > *worst ? begun : *worst;
	if (begun > bound)
		printf("a session took %" PRIu64 " clocks instead of %" PRIu64 "\n", begun, bound);
	return whole && begun <= bound;
}

/* Types some bytes and runs a session; the console prints meanwhile. */
static bool both(struct bench *b, struct shared *s, link_session *session, uint64_t *worst)
{
	uint8_t bytes[20];
	size_t n = bench_random(sizeof bytes);

	for (size_t i = 0; i < n; i++)
		bytes[i] = text_byte();
	memcpy(typed + n_typed, bytes, n);
	n_typed += n;
	if (shared_type(s, bytes, n) != 0)
		return false;
	for (unsigned i = 0; i < 100 && b->says < BENCH_TEXT; i++)
		b->say[b->says++] = text_byte();
	return timed(b, &s->line, session, WHOLE_CLOCKS, worst);
}

static void quiet(struct bench *b)
{
	bench_run(b, 1u << 20);
	b->from_n = 0;
}

bool link_shared(struct bench *b, link_session *session, unsigned sessions, unsigned step)
{
	const struct link_line port = { .send = port_send, .receive = port_receive, .now = port_now, .ctx = b };
	static struct shared s;
	uint64_t begun, bytes, worst = 0, worst_corrupted = 0;

	quiet(b);
	b->shared = true;
	b->said = b->says = b->hears = 0;
	n_typed = n_shown = 0;
	shared_open(&s, &port);
	s.console = show;
	for (unsigned i = 0; i < sessions; i++)
		if (!both(b, &s, session, &worst))
			return false;
	for (unsigned i = 0; i < 10; i++)
		if (shared_listen(&s, 20) != 0)
			return false;
	if (b->said != b->says || n_shown != b->says || memcmp(shown, b->say, n_shown) || b->hears != n_typed || memcmp(b->heard, typed, n_typed))
		return false;
	printf("on shared pins: %u sessions beside %zu bytes that the console said and %zu that were typed, none lost; %" PRIu64 " clocks at most\n", sessions, n_shown, n_typed, worst);

	begun = b->line_bytes;
	b->slow = 6;
	if (!session(&s.line))
		return false;
	bytes = b->line_bytes - begun;
	for (uint64_t i = 0; i < bytes; i += step) {
		b->kind = (enum bench_noise)(i / step % NOISE_KINDS);
		b->at = (int64_t)(b->line_bytes + i);
		n_shown = 0;
		if (!timed(b, &s.line, session, CORRUPTED_CLOCKS, &worst_corrupted))
			return false;
		b->at = -1;
	}
	printf("... and noise at %" PRIu64 " of %" PRIu64 " bytes of a session: all whole; %" PRIu64 " clocks at most\n", (bytes + step - 1) / step, bytes, worst_corrupted);
	quiet(b);
	b->shared = false;
	quiet(b);
	return true;
}

bool link_rates(struct bench *b, unsigned frames)
{
	static const unsigned percent[] = { 13, 25, 50, 67, 85, 90, 112, 120, 150, 200, 300, 400, 868 };
	const size_t n = sizeof percent / sizeof percent[0];
	struct link l;

	for (size_t i = 0; i < n; i++) {
		size_t before = b->writes;

		b->other_rate = true;
		b->bit = BENCH_DIV * 256 * percent[i] / 100;
		if (link_open(&l, &b->host, BENCH_BAUD * 100 / percent[i], 9) != -ENOLINK || b->writes != before)
			return false;
		for (unsigned k = 0; k < frames; k++) {
			uint8_t frame[LINK_WRITE_BYTES];
			link_encode_write(frame, 9, (uint8_t)k, BENCH_UNIT + 0x4000, VALUE);
			bench_send(b, frame, sizeof frame);
			while (b->to_n)
				bench_run(b, 1000);
		}
		if (b->writes != before)
			return false;
		b->bit = BENCH_DIV * 256;
		bench_run(b, 1u << 20);
		b->from_n = 0;
		b->other_rate = false;
		if (link_open(&l, &b->host, BENCH_BAUD, 9) != 0)
			return false;
	}
	printf("%zu other baud rates, 13%% to 868%% of the bit: none is understood, none writes\n", n);
	return true;
}
