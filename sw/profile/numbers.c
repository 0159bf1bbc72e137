/* SPDX-License-Identifier: ISC
 * numbers.c - numbers in as few bytes as they need; the contract is numbers.h.
 */
#include "numbers.h"

#include <string.h>

#include "sw/base/error.h"

uint8_t *numbers_put(uint8_t *to, uint64_t number)
{
	for (; number > 0x7F; number >>= 7)
		*to++ = (uint8_t)(number | 0x80);
	*to++ = (uint8_t)number;
	return to;
}

uint64_t numbers_take(struct numbers *n, uint64_t most)
{
	uint64_t number = 0;
	unsigned shift = 0;

	for (; n->at < n->end && shift < 64; shift += 7) {
		uint8_t byte = *n->at++;
		number |= (uint64_t)(byte & 0x7F) << shift;
		if (shift == 63 && byte > 1)
			break;
		if (!(byte & 0x80)) {
			n->bad = n->bad || number > most || (shift && !byte);
			return n->bad ? 0 : number;
		}
	}
	n->bad = true;
	return 0;
}

uint8_t *numbers_put_text(uint8_t *to, const char *text)
{
	size_t n = strlen(text);

	to = numbers_put(to, n);
	memcpy(to, text, n);
	return to + n;
}

char *numbers_take_text(struct numbers *n, size_t most)
{
	size_t length = numbers_take(n, most);

	n->bad = n->bad || !length || length > numbers_left(n) || memchr(n->at, 0, length);
	if (n->bad)
		return NULL;
	char *text = allocate(length + 1, 1);
	memcpy(text, n->at, length);
	n->at += length;
	return text;
}
