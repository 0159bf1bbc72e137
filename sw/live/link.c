/* SPDX-License-Identifier: ISC
 * link.c - a conversation with the serial bridge; the contract is link.h.
 */
#include "link.h"
#include "stock.h"

#include <errno.h>
#include <string.h>

#define TRIES 8u
#define GREET_TRIES 5u
#define KNOWN_TRIES 10u		/* ... once the bridge has sent its ID: the rate is right, the line slow or noisy */
#define QUIET_TRIES 4u		/* after these, the wait for silence grows no further */
#define GREET_PATIENCE 500u
#define GREET_QUIET 100u		/* as QUIET, while the other end may be slow */

/* How long to wait for a byte of the answer, ms. The first wait is long, as a simulation may be slow; each retry
 * doubles it up to PATIENCE_MAX. Once it is known how long answers take: PATIENCE_MIN plus PATIENCE_TIMES that. */
#define PATIENCE 1000u
#define PATIENCE_MAX 4000u
#define PATIENCE_MIN 100u
#define PATIENCE_TIMES 8u
#define TURNED_AWAY 3u		/* that many refusals of one write are not noise */
#define QUIET 30u		/* ms of silence to resynchronise after a corrupt answer; doubles each time */
#define FILLER 0x05		/* begins no command */
#define FILL (LINK_READ_BYTES + 4 * LINK_MAX_WORDS)	/* completes any message that the bridge waits for */
#define SERIALS 0x1000u

static unsigned line_ms(const struct link *l, size_t bytes)
{
	return (unsigned)(bytes * (uint64_t)l->byte_ns / 1000000) + 1;
}

static bool stopped(const struct link *l)
{
	return l->line.stop && *l->line.stop;
}

static int receive(struct link *l, uint8_t *bytes, size_t n, unsigned ms)
{
	int got = l->line.receive(l->line.ctx, bytes, n, ms);

	if (got > 0) {
		l->heard = true;
		l->bytes += (unsigned)got;
	}
	return got;
}

/* Looks for the bridge's ID, also among corrupt bytes: it proves that the rate is right. */
static void look_for_id(struct link *l, const uint8_t *bytes, size_t n)
{
	static const uint8_t id[4] = { LINK_ID_VALUE >> 24, LINK_ID_VALUE >> 16 & 0xFF, LINK_ID_VALUE >> 8 & 0xFF, LINK_ID_VALUE & 0xFF };

	for (size_t i = 0; i + sizeof id <= n && !l->known; i++)
		l->known = memcmp(bytes + i, id, sizeof id) == 0;
}

/* Receives n bytes, or those that come before a pause. Returns how many, or a negative errno value. */
static int receive_all(struct link *l, uint8_t *bytes, size_t n, unsigned pause)
{
	size_t got = 0;
	int part = 1;

	while (got < n && part > 0) {
		part = receive(l, bytes + got, n - got, pause + line_ms(l, n - got));
		if (part < 0)
			return part;
		got += (size_t)part;
	}
	return (int)got;
}

static int send(struct link *l, const uint8_t *bytes, size_t n)
{
	l->bytes += n;
	return l->line.send(l->line.ctx, bytes, n);
}

/* Resynchronises after a corrupt answer: in the end the bridge waits for a command, and the line is empty. An unlocked
 * bridge could take fillers for data, and on a shared line they would reach the console: there only the bridge's own
 * time-out helps. */
static int recover(struct link *l, unsigned try, bool unlocked)
{
	uint8_t rest[256], filler[FILL];
	unsigned longer = try < QUIET_TRIES ? try : QUIET_TRIES;
	int error = 0;

	l->retries++;
	if (try > 0 && !unlocked && !l->line.shared) {
		memset(filler, FILLER, sizeof filler);
		error = send(l, filler, sizeof filler);
	}
	for (int got = 1; !error && got > 0; )
		if ((got = receive(l, rest, sizeof rest, (l->greeted ? QUIET << try : GREET_QUIET << longer) + (try > 0 ? line_ms(l, FILL) : 0))) < 0)
			error = got;
		else
			look_for_id(l, rest, (size_t)got);
	return error;
}

static unsigned now(const struct link *l)
{
	return l->line.now ? l->line.now(l->line.ctx) : 0;
}

/* Timeout for the next answer, ms. If only the bridge's own time-out can resynchronise, it covers that. */
static unsigned first_patience(const struct link *l, bool unlocked)
{
	unsigned enough = PATIENCE_MIN + PATIENCE_TIMES * l->slowest;

	return !l->slowest || unlocked || l->line.shared || enough > PATIENCE ? PATIENCE : enough;
}

/* Keeps the time of the slowest recent answer: a slower one raises it at once, faster ones lower it gradually. */
static void note_time(struct link *l, unsigned begun, size_t bytes)
{
	unsigned gone = now(l) - begun, own = line_ms(l, bytes), took = gone > own ? gone - own : 0;

	if (l->line.now)
		l->slowest = took >= l->slowest ? took + 1 : l->slowest - (l->slowest - took) / 8;
}

/* A serial number that is not newer than the last accepted one belongs to a late answer. */
static bool is_new(const struct link *l, uint16_t serial)
{
	uint16_t ahead = (uint16_t)(serial - l->serial) % SERIALS;

	return !l->greeted || (ahead > 0 && ahead < SERIALS / 2);
}

static int read_words(struct link *l, uint32_t address, unsigned n, uint32_t *words, unsigned tries)
{
	uint8_t request[LINK_READ_BYTES], answer[LINK_ANSWER_BYTES(LINK_MAX_WORDS)];
	size_t size = LINK_ANSWER_BYTES(n);
	unsigned patience = l->greeted ? first_patience(l, l->unlocked) : GREET_PATIENCE, most = l->greeted ? PATIENCE_MAX : PATIENCE;
	struct link_info info;

	link_encode_read(request, address, n);
	for (unsigned try = 0; try < (l->known && !l->greeted ? KNOWN_TRIES : tries); try++) {
		unsigned begun = now(l);
		int error = stopped(l) ? -EINTR : send(l, request, sizeof request), got = error;

		if (!error)
			got = receive_all(l, answer, size, patience);
		if (got < 0)
			return got;
		look_for_id(l, answer, (size_t)got);
		if ((size_t)got == size && link_decode_read(request, answer, n, words, &info) && is_new(l, info.serial)) {
			l->serial = info.serial;
			l->unlocked = info.unlocked;
			note_time(l, begun, sizeof request + size);
			if (!info.missed)
				return info.refused ? -EFAULT : 0;
			if (try + 1 == tries)
				return -EAGAIN;
			continue;
		}
		if ((error = recover(l, try, l->unlocked)))
			return error;
		patience = 2 * patience < most ? 2 * patience : most;
	}
	return -ENOLINK;
}

int link_read(struct link *l, uint32_t address, unsigned n, uint32_t *words)
{
	if (l->kind != LINK_BRIDGE)
		return stock_read(l, address, n, words);
	return n < 1 || n > LINK_MAX_WORDS || address & 3 ? -EINVAL : read_words(l, address, n, words, TRIES);
}

/* Retries only if the bridge reports that it has not acted. The serial number makes it act at most once. */
int link_write(struct link *l, uint32_t address, uint32_t value)
{
	uint8_t frame[LINK_WRITE_BYTES], next = (uint8_t)(l->writes + 1);
	unsigned turned_away = 0;
	uint32_t status;
	int error;

	if (l->kind != LINK_BRIDGE)
		return stock_write(l, address, value);
	if (address & 3)
		return -EINVAL;
	if (l->unsure) {
		if ((error = link_read(l, LINK_STATUS, 1, &status)))
			return error;
		if (status >> 24 == next && (uint8_t)(status >> 16) == l->owner)
			l->writes = next++;
		l->unsure = false;
	}
	link_encode_write(frame, l->owner, next, address, value);
	for (unsigned try = 0; try < TRIES; try++) {
		if (stopped(l))
			return -EINTR;
		error = send(l, frame, sizeof frame);
		l->unsure = true;
		if (!error)
			error = link_read(l, LINK_STATUS, 1, &status);
		if (error)
			return error;
		l->unsure = false;
		if (status >> 24 == next && (uint8_t)(status >> 16) == l->owner) {
			l->writes = next;
			return 0;
		}
		if (status >> 24 != l->writes)
			return -EBUSY;
		turned_away += (uint8_t)(status >> 8) != l->refusals;
		l->refusals = (uint8_t)(status >> 8);
		if (turned_away == TURNED_AWAY)
			return -EFAULT;
		if ((error = recover(l, try, status & 1)))
			return error;
	}
	return -ENOLINK;
}

int link_open(struct link *l, const struct link_line *line, unsigned baud, uint8_t owner)
{
	uint32_t words[5];
	int error;

	*l = (struct link){ .line = *line, .owner = owner, .byte_ns = 10 * (1000000000u / baud) };
	if ((error = read_words(l, LINK_ID, 5, words, GREET_TRIES)))
		return error;
	if (words[0] != LINK_ID_VALUE || words[1] >> 24 != LINK_MAJOR
	    || (words[1] & 0xFFFF) != (LINK_LARGE_LOG2 << 8 | LINK_SMALL_LOG2))
		return -ENODEV;
	l->unit = words[2];
	l->bins = words[3];
	l->writes = (uint8_t)(words[4] >> 24);
	l->refusals = (uint8_t)(words[4] >> 8);
	l->greeted = true;
	return 0;
}

/* ---- the unit behind the bridge */
static int unit_read(void *unit, uint32_t address, uint32_t *value)
{
	struct link_unit *u = unit;
	uint32_t at = (address - u->first) / 4, room = sizeof u->words / sizeof u->words[0];

	if (u->n && address >= u->first && at < u->n) {
		*value = u->words[at];
		/* each word is returned once: a second read wants a new value */
		u->n -= at + 1;
		u->first = address + 4;
		memmove(u->words, u->words + at + 1, u->n * sizeof u->words[0]);
		return 0;
	}
	u->n = 0;
	uint32_t ahead = address >= u->link->unit + u->link->bins && address < u->until ? (u->until - address) / 4 : 1;
	ahead = ahead < 1 ? 1 : ahead < room ? ahead : room;
	int error = link_read(u->link, address, ahead, u->words);
	if (error)
		return error;
	*value = u->words[0];
	u->first = address + 4;
	u->n = ahead - 1;
	memmove(u->words, u->words + 1, u->n * sizeof u->words[0]);
	return 0;
}

static int unit_write(void *unit, uint32_t address, uint32_t value)
{
	struct link_unit *u = unit;

	u->n = 0;
	return link_write(u->link, address, value);
}

void link_unit_open(struct link_unit *u, struct link *l)
{
	*u = (struct link_unit){ .link = l, .io = { .read = unit_read, .write = unit_write, .ctx = u } };
}
