/* SPDX-License-Identifier: ISC
 * shared_line.c - a line that carries a console, too; the contract is shared_line.h.
 */
#include "shared_line.h"

#include <string.h>

#define PAUSE 1000u	/* ms; a packet that pauses longer is abandoned */

/* Sorts n bytes of the line: the link's go to `to`, which has room for `room`, the others to the console. Returns how
 * many went to `to`. */
static size_t sort(struct shared *s, const uint8_t *raw, size_t n, uint8_t *to, size_t room)
{
	uint8_t text[256];
	size_t got = 0, said = 0;

	if (n && s->silent >= PAUSE)
		s->state = SHARED_TEXT;
	s->silent = n ? 0 : s->silent;
	for (size_t i = 0; i < n; i++) {
		if (s->state == SHARED_BYTES) {
			if (got < room)
				to[got++] = raw[i];
			if (--s->left == 0)
				s->state = SHARED_TEXT;
			continue;
		}
		if (s->state == SHARED_TEXT && raw[i] == SHARED_MARK) {
			s->state = SHARED_COUNT;
			continue;
		}
		if (s->state == SHARED_COUNT && raw[i]) {
			s->state = SHARED_BYTES;
			s->left = raw[i];
			continue;
		}
		text[said++] = s->state == SHARED_COUNT ? SHARED_MARK : raw[i];
		s->state = SHARED_TEXT;
		s->heard++;
		if (said == sizeof text) {
			if (s->console)
				s->console(s->ctx, text, said);
			said = 0;
		}
	}
	if (said && s->console)
		s->console(s->ctx, text, said);
	return got;
}

/* Receives at most n bytes. Only a fruitless wait counts as silence: a busy host may see late what came in time. */
static int take(struct shared *s, uint8_t *raw, size_t n, unsigned milliseconds)
{
	int part = s->port.receive(s->port.ctx, raw, n, milliseconds);

	if (part == 0)
		s->silent = milliseconds < PAUSE - s->silent ? s->silent + milliseconds : PAUSE;
	return part;
}

static int line_send(void *shared, const uint8_t *bytes, size_t n)
{
	struct shared *s = shared;
	uint8_t packet[2 + SHARED_PACKET];
	int error = 0;

	for (size_t part; !error && n; bytes += part, n -= part) {
		part = n < SHARED_PACKET ? n : SHARED_PACKET;
		packet[0] = SHARED_MARK;
		packet[1] = (uint8_t)part;
		memcpy(packet + 2, bytes, part);
		error = s->port.send(s->port.ctx, packet, 2 + part);
	}
	return error;
}

static int line_receive(void *shared, uint8_t *bytes, size_t n, unsigned milliseconds)
{
	struct shared *s = shared;
	unsigned begun = s->port.now(s->port.ctx), gone = 0;
	size_t got = n < s->n_early ? n : s->n_early;

	memcpy(bytes, s->early, got);
	s->n_early -= got;
	memmove(s->early, s->early + got, s->n_early);
	while (got < n) {
		uint8_t raw[256];
		size_t wanted = n - got < sizeof raw ? n - got : sizeof raw;
		int part = take(s, raw, wanted, milliseconds - gone);

		if (part < 0)
			return part;
		got += sort(s, raw, (size_t)part, bytes + got, n - got);
		gone = s->port.now(s->port.ctx) - begun;
		if (gone >= milliseconds)
			break;
	}
	return (int)got;
}

int shared_listen(struct shared *s, unsigned milliseconds)
{
	unsigned begun = s->port.now(s->port.ctx), gone = 0;

	do {
		uint8_t raw[256];
		int part = take(s, raw, 1, milliseconds - gone);

		if (part > 0 && (part = s->port.receive(s->port.ctx, raw + 1, sizeof raw - 1, 0)) >= 0)
			part++;
		if (part < 0)
			return part;
		s->n_early += sort(s, raw, (size_t)part, s->early + s->n_early, sizeof s->early - s->n_early);
		gone = s->port.now(s->port.ctx) - begun;
	} while (gone < milliseconds);
	return 0;
}

int shared_type(struct shared *s, const uint8_t *bytes, size_t n)
{
	static const uint8_t mark[2] = { SHARED_MARK, 0 };
	int error = 0;

	for (size_t i = 0; !error && i < n; i++)
		error = bytes[i] == SHARED_MARK ? s->port.send(s->port.ctx, mark, 2) : s->port.send(s->port.ctx, bytes + i, 1);
	return error;
}

static unsigned line_now(void *shared)
{
	struct shared *s = shared;

	return s->port.now(s->port.ctx);
}

void shared_open(struct shared *s, const struct link_line *port)
{
	s->port = *port;
	s->line = (struct link_line){ line_send, line_receive, s, .now = line_now, .shared = true, .stop = port->stop };
	s->state = SHARED_TEXT;
	s->silent = 0;
	s->n_early = 0;
}
