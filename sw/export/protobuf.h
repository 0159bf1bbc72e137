/* SPDX-License-Identifier: ISC
 * protobuf.h - protocol buffers, as far as writing a profile takes: numbers, bytes, messages in
 * messages.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct message {
	uint8_t *bytes;		/* the caller's to free */
	size_t n, room;
};

/* nothing for 0, which is what a reader assumes */
void message_number(struct message *m, unsigned field, uint64_t value);
void message_value(struct message *m, unsigned field, uint64_t value);	/* of a list: 0 as well */
void message_bytes(struct message *m, unsigned field, const void *bytes, size_t n);
void message_message(struct message *m, unsigned field, struct message *part);	/* frees part */
