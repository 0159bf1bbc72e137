/* SPDX-License-Identifier: ISC
 * heard.h - what comes over a line that has given no right answer yet: a console's text, an echo,
 * noise. A bridge says nothing but answers, so what goes on after a question is none.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEARD_BYTES 128u

/* The later ones say more. */
enum heard_kind { HEARD_NOTHING, HEARD_NOISE, HEARD_ZEROS, HEARD_TEXT, HEARD_ECHO };

struct heard {
	uint8_t bytes[HEARD_BYTES], asked[12];	/* the first since a question; a question */
	size_t n, n_asked;
	unsigned since;				/* ms, when the first of all came */
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
