/* SPDX-License-Identifier: ISC
 * link_frame.c - what goes over the line to the serial bridge; the contract is link_frame.h.
 */
#include "link_frame.h"

#include <zlib.h>

#define WRITE 0x01
#define READ 0x02
#define TAIL 0x80000000u	/* bit of the word address: asks for the CRC trailer */

static void put(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t get(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

void link_encode_read(uint8_t to[LINK_READ_BYTES], uint32_t address, unsigned n)
{
	to[0] = READ;
	to[1] = (uint8_t)n;
	put(to + 2, address >> 2 | TAIL);
}

bool link_decode_read(const uint8_t request[LINK_READ_BYTES], const uint8_t *answer, unsigned n, uint32_t *words, struct link_info *info)
{
	const uint8_t *tail = answer + 4 * n;
	uint32_t state = get(tail + 4);
	uint16_t flags = (uint16_t)state;

	if (get(tail) != crc32(crc32(0, request, LINK_READ_BYTES), answer, 4 * n) || (state >> 16 ^ flags) != 0xFFFF)
		return false;
	*info = (struct link_info){ .serial = flags & 0xFFF, .unlocked = flags >> 12 & 1, .refused = flags >> 14 & 1, .missed = flags >> 15 };
	for (unsigned i = 0; i < n; i++)
		words[i] = get(answer + 4 * i);
	return true;
}

void link_encode_write(uint8_t to[LINK_WRITE_BYTES], uint8_t owner, uint8_t serial, uint32_t address, uint32_t value)
{
	uint32_t crc;

	to[0] = WRITE;
	to[1] = 4;
	put(to + 2, LINK_MAILBOX >> 2);
	put(to + 6, (uint32_t)owner << 8 | serial);
	put(to + 10, address >> 2);
	put(to + 14, value);
	crc = (uint32_t)crc32(0, to, LINK_WRITE_BYTES - 4);
	for (unsigned i = 0; i < 4; i++)
		to[LINK_WRITE_BYTES - 4 + i] = (uint8_t)(crc >> 8 * i);
}
