/* SPDX-License-Identifier: ISC
 * numbers.h - numbers in as few bytes as they need (unsigned LEB128), of which captures hold many.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_BYTES 10u	/* of the longest */

struct numbers {
	const uint8_t *at, *end;
	bool bad;
};

/* Returns the place behind it; there must be room for NUMBER_BYTES. */
uint8_t *numbers_put(uint8_t *to, uint64_t number);

/* The next one. Above `most`, or in more bytes than it needs, or beyond the end: 0, and n->bad. */
uint64_t numbers_take(struct numbers *n, uint64_t most);

/* A text: its length and its bytes, for which there must be room, too. */
uint8_t *numbers_put_text(uint8_t *to, const char *text);

/* The next one, to be freed: at least one byte, at most `most`, no NUL. Otherwise NULL, and
 * n->bad. */
char *numbers_take_text(struct numbers *n, size_t most);

static inline size_t numbers_left(const struct numbers *n)
{
	return (size_t)(n->end - n->at);
}
