/* SPDX-License-Identifier: ISC
 * board.c - finds out which machine this is: a simulated one, whose devices answer at the uncached
 * mirror, or QEMU's virt, where nothing answers there. Its UART, polled, and its end.
 */
#include "base.h"
#include "machine.h"

#define VIRT_UART 0x10000000
#define VIRT_CLINT 0x02000000
#define VIRT_FINISHER 0x00100000

struct board board;

void board_init(void)
{
	if (probe_byte(UART + UART_LSR) < 0)
		board = (struct board){ VIRT_UART, VIRT_CLINT, VIRT_FINISHER, 0, 0, "QEMU's virt" };
	else
		board = (struct board){ UART, CLINT, FINISHER, RAM_UNCACHED - RAM_BASE, UNIT,
			"the simulated machine" };
}

_Noreturn void board_halt(uint32_t code)
{
	*(volatile uint32_t *)board.finisher = code ? code << 16 | FINISHER_FAIL : FINISHER_PASS;
	for (;;)
		;
}

#define REG(n) (*(volatile uint8_t *)(board.uart + (n)))

void uart_put(char c)
{
	while (!(REG(UART_LSR) & UART_LSR_THRE))
		;
	REG(UART_DATA) = (uint8_t)c;
}

int uart_ready(void)
{
	return REG(UART_LSR) & UART_LSR_READY;
}

uint8_t uart_get(void)
{
	return REG(UART_DATA);
}
