/* SPDX-License-Identifier: ISC
 * plain.c - firmware for QEMU's `virt` board without any file of Tally: picolibc's own start-up and
 * linker script, built by one command (firmware/README.md).
 */
#include <stdint.h>
#include <stdio.h>

static int uart_put(char c, FILE *f)
{
	(void)f;
	*(volatile uint8_t *)0x10000000 = c;
	return c;
}

static FILE uart = FDEV_SETUP_STREAM(uart_put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &uart;

static uint32_t crc32(const void *data, unsigned n)
{
	const uint8_t *p = data;
	uint32_t crc = ~0u;

	while (n--) {
		crc ^= *p++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
	}
	return ~crc;
}

int main(void)
{
	static const char text[] = "123456789";
	uint32_t crc = 0;

	for (int i = 0; i < 50; i++)
		crc = crc32(text, sizeof text - 1);
	printf("plain: crc32 %08lx\n", (unsigned long)crc);
	*(volatile uint32_t *)0x100000 = crc == 0xCBF43926 ? 0x5555 : 1 << 16 | 0x3333;
	for (;;)
		;
}
