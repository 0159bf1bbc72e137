/* SPDX-License-Identifier: ISC
 * uart.c - the 16550, polled.
 */
#include "base.h"
#include "machine.h"

#define REG(n) (*(volatile uint8_t *)(board.uart + (n)))

void uart_put(char c)
{
	while (!(REG(UART_LSR) & UART_LSR_THRE))
		;
	REG(UART_DATA) = (uint8_t)c;
}

int uart_ready(void) { return REG(UART_LSR) & UART_LSR_READY; }

uint8_t uart_get(void) { return REG(UART_DATA); }
