/* SPDX-License-Identifier: ISC
 * stock.h - reads and writes through what a LiteX SoC has already: its uartbone, or Etherbone,
 * which litex_server speaks for any bridge. Sources: LiteX 2024.12, comm_uart.py and etherbone.py.
 *
 * Neither has a checksum, and a write is not confirmed: a corrupt byte of a serial line can read or
 * write something else. But an answer that comes late, in part or not at all never passes for
 * another's. The serial bridge of this project has both (wire.h).
 */
#pragma once

#include "wire.h"

#define STOCK_MAX_WORDS 128u

enum stock_kind { STOCK_UARTBONE, STOCK_ETHERBONE };

struct stock {
	struct wire *wire;		/* its line, rate, counts and flags are used */
	enum stock_kind kind;
	uint32_t unit;			/* its address on the SoC's bus */
	bool owed;			/* an older answer may still come */
	unsigned marks;			/* questions asked to find that out */
};

void stock_open(struct stock *s, struct wire *w, const struct wire_line *line, unsigned baud,
	enum stock_kind kind, uint32_t unit);

/* Asks for the unit's ID, and makes sure that a bridge answers and nothing that talks by itself:
 * -ENOLINK, and wire->heard says what came. Another ID is no error. */
int stock_find(struct stock *s);

/* Errors as in wire.h. address: of a byte, a multiple of 4; n: any. */
int stock_read(struct stock *s, uint32_t address, unsigned n, uint32_t *words);
int stock_write(struct stock *s, uint32_t address, uint32_t value);
