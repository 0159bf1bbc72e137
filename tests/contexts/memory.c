/* SPDX-License-Identifier: ISC
 * memory.c - the truth's own memory; the contract is memory.h.
 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "sim/rig.h"

#define LOW_BYTES (1u << 20) /* of RAM, also at 0 */
#define UART_MASK 0x0FFFFFFFu /* of both its addresses */
#define UART_LSR 0x00000005u
#define UART_READY 0x60u /* it may send */
#define MTIME 0x0200BFF8u

/* RAM at this address; NULL: none. */
static uint8_t *ram_at(const struct memory *m, uint32_t address)
{
	static const uint32_t bases[] = { MACHINE_RAM, 0x40000000u, 0xB0000000u };

	if (address < LOW_BYTES)
		return m->ram + address;
	for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
		if (address - bases[i] < MACHINE_RAM_BYTES)
			return m->ram + (address - bases[i]);
	return NULL;
}

void memory_open(struct memory *m, const struct image *image)
{
	*m = (struct memory){
		.ram = calloc(1, MACHINE_RAM_BYTES + 4)
	}; /* a word may begin at the last byte */
	if (!m->ram)
		rig_die("out of memory");
	for (size_t i = 0; i < image->n_segments; i++) {
		const struct segment *s = &image->segments[i];
		uint8_t *to = ram_at(m, s->paddr);
		if (s->filesz && (!to || (size_t)(to - m->ram) + s->filesz > MACHINE_RAM_BYTES))
			rig_die("%s: a segment lies outside RAM", image->path);
		if (s->filesz)
			memcpy(to, s->bytes, s->filesz);
	}
}

void memory_close(struct memory *m)
{
	free(m->ram);
}

static uint32_t device(struct memory *m, uint32_t address)
{
	switch (address & UART_MASK) {
	case UART_LSR: return UART_READY;
	case MTIME: return (uint32_t)m->cycle;
	case MTIME + 4: return (uint32_t)(m->cycle >> 32);
	}
	return 0;
}

uint32_t memory_load(struct memory *m, uint32_t address, unsigned bytes)
{
	const uint8_t *at = ram_at(m, address);
	uint32_t value = 0;

	if (!at)
		return device(m, address);
	memcpy(&value, at, bytes);
	return value;
}

void memory_store(struct memory *m, uint32_t address, unsigned bytes, uint32_t value)
{
	uint8_t *at = ram_at(m, address);

	if (at)
		memcpy(at, &value, bytes);
}
