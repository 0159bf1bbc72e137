/* SPDX-License-Identifier: ISC
 * wire.h - words of a unit over a serial line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Reads and writes of a unit behind the serial bridge. Each succeeds or fails; none
 * returns wrong data. A write acts once if it returns 0, else at most once.
 *
 * It knows no port: bytes go through struct wire_line, a serial port's or a test's.
 * Errors are negative errno values:
 *	-EIO		the line is gone
 *	-ENOLINK	no right answer in all tries
 *	-EAGAIN		the ID is answered but not this word: the unit had no free cycle for it
 *	-EINTR		the line's flag `stop` is set; once it is 0, the wire works again
 */
/* ---- what comes over a line that has given no right answer yet: a console's text, an echo, noise.
 * A bridge says nothing but answers, so what goes on after a question is none. */
#define HEARD_BYTES 128u

/* The later ones say more. */
enum heard_kind { HEARD_NOTHING, HEARD_NOISE, HEARD_ZEROS, HEARD_TEXT, HEARD_ECHO };

struct heard {
	uint8_t bytes[HEARD_BYTES], asked[12]; /* the first since a question; a question */
	size_t n, n_asked;
	unsigned since; /* ms, when the first of all came */
	bool any;
};

/* A question goes out. */
void heard_asked(struct heard *h, const uint8_t *question, size_t n);

/* Bytes have come; now: ms of any clock. True: it is time to give up. That is so when a line of
 * text or the question itself has come, or bytes of any kind for some seconds. */
bool heard_add(struct heard *h, const uint8_t *bytes, size_t n, unsigned now);

enum heard_kind heard_kind(const struct heard *h);

/* The longest line of a text, or the first bytes of what is none, to be shown; returns buffer. */
const char *heard_show(const struct heard *h, char *buffer, size_t size);

/* ---- the line and the bridge */
struct wire_line {
	/* Returns 0, or a negative errno value. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t n);

	/* Returns how many bytes came: n unless time ran out; or a negative errno value. */
	int (*receive)(void *ctx, uint8_t *bytes, size_t n, unsigned milliseconds);
	void *ctx;

	/* Milliseconds on a clock that all programs on this line share. NULL: there are no others.
	 * */
	unsigned (*now)(void *ctx);
	const volatile int *stop; /* NULL, or: while it is not 0, waits soon end: -EINTR */
};

struct wire {
	struct wire_line line;
	unsigned baud;
	unsigned patience; /* ms of silence after which no answer comes */
	unsigned slowest; /* ms of silence in recent answers */
	bool late; /* the last answer may have been late: others may follow */
	uint32_t number; /* of the last read */
	uint64_t bytes, retries; /* bytes in both directions; failed attempts */
	bool answered; /* any right answer came */
	struct heard heard; /* until then */
};

/* Finds the bridge: asks for the unit's ID, for some seconds. After -ENOLINK w->heard says what
 * came instead. */
int wire_open(struct wire *w, const struct wire_line *line, unsigned baud);

/* The same in one question, which waits so many ms: is this the bridge's rate? */
int wire_look(struct wire *w, const struct wire_line *line, unsigned baud, unsigned patience);

/* address: of a word of the unit; 0 is its ID. n: any. It may read some words behind the last. */
int wire_read(struct wire *w, uint32_t address, unsigned n, uint32_t *words);
int wire_write(struct wire *w, uint32_t address, uint32_t value);

/* ---- Reads and writes through what a LiteX SoC has already: its uartbone, or Etherbone,
 * which litex_server speaks for any bridge. Sources: LiteX 2024.12, comm_uart.py and etherbone.py.
 *
 * Neither has a checksum, and a write is not confirmed: a corrupt byte of a serial line can read or
 * write something else. But an answer that comes late, in part or not at all never passes for
 * another's. The serial bridge of this project has both (wire.h).
 */
#define STOCK_MAX_WORDS 128u

enum stock_kind { STOCK_UARTBONE, STOCK_ETHERBONE };

struct stock {
	struct wire *wire; /* its line, rate, counts and flags are used */
	enum stock_kind kind;
	uint32_t unit; /* its address on the SoC's bus */
	bool owed; /* an older answer may still come */
	unsigned marks; /* questions asked to find that out */
	unsigned written; /* words */
};

void stock_open(struct stock *s, struct wire *w, const struct wire_line *line, unsigned baud,
	enum stock_kind kind, uint32_t unit);

/* Asks for the unit's ID, and makes sure that a bridge answers and nothing that talks by itself:
 * -ENOLINK, and wire->heard says what came. Another ID is no error. */
int stock_find(struct stock *s);

/* Errors as in wire.h. address: of a byte, a multiple of 4; n: any. */
int stock_read(struct stock *s, uint32_t address, unsigned n, uint32_t *words);
int stock_write(struct stock *s, uint32_t address, uint32_t value);
