/* SPDX-License-Identifier: ISC
 * protobuf.c - protocol buffers, as far as writing a profile takes; the contract is protobuf.h.
 */
#include "protobuf.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

enum { VARINT = 0, LENGTH = 2 };

static void put_varint(struct message *m, uint64_t value)
{
	do {
		GROW(m->bytes, m->n, m->room);
		m->bytes[m->n++] = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
	} while (value >>= 7);
}

void message_value(struct message *m, unsigned field, uint64_t value)
{
	put_varint(m, field << 3 | VARINT);
	put_varint(m, value);
}

void message_number(struct message *m, unsigned field, uint64_t value)
{
	if (value)
		message_value(m, field, value);
}

void message_bytes(struct message *m, unsigned field, const void *bytes, size_t n)
{
	put_varint(m, field << 3 | LENGTH);
	put_varint(m, n);
	while (m->room < m->n + n)
		m->bytes = reallocate(m->bytes, m->room = m->room ? 2 * m->room : 64, 1);
	memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

void message_message(struct message *m, unsigned field, struct message *part)
{
	message_bytes(m, field, part->bytes ? part->bytes : (const uint8_t *)"", part->n);
	free(part->bytes);
	*part = (struct message){ 0 };
}
