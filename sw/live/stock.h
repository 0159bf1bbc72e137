/* SPDX-License-Identifier: ISC
 * stock.h - reads and writes through what a LiteX SoC has already: its uartbone, or Etherbone, which litex_server speaks
 * for any bridge. Sources: LiteX 2024.12, comm_uart.py and etherbone.py.
 *
 * Neither has a checksum, and a write is not confirmed: a corrupt byte of a serial line can read or write something else.
 * But an answer that comes late, in part or not at all never passes for another's.
 * The serial bridge of this project has both (link.h).
 */
#ifndef STOCK_H
#define STOCK_H

#include "link.h"

#define STOCK_MAX_WORDS 128u

/* kind: LINK_UARTBONE or LINK_ETHERBONE. unit: its address on the SoC's bus. */
void stock_open(struct link *l, const struct link_line *line, unsigned baud, enum link_kind kind, uint32_t unit);

/* As link_read and link_write; n: 1 .. STOCK_MAX_WORDS. */
int stock_read(struct link *l, uint32_t address, unsigned n, uint32_t *words);
int stock_write(struct link *l, uint32_t address, uint32_t value);

#endif
