/* SPDX-License-Identifier: ISC
 * histogram.h - a profile out of text: lines `address count`, as firmware prints them over a UART.
 *
 * Addresses and counts are decimal, or hexadecimal after 0x; between them stand blanks, tabs, commas or colons. Empty
 * lines and those that begin with # say nothing. Lines of one address add up.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile.h"
#include "sw/elf/image.h"

/* Sets bins, settings and counters: HITS are the counts at addresses of the image's code, OUTSIDE all others. Each count
 * stands for `period` cycles. `name` is for messages. False: one line was printed. */
bool histogram_read(struct profile *p, const struct image *im, uint32_t period, const char *name, const uint8_t *text,
	size_t size);

#endif
