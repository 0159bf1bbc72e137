/* SPDX-License-Identifier: ISC
 * timer.c - what a program carries that profiles itself: a timer's interrupt every INTERVAL cycles
 * counts where it came, as profil(2) does, a counter for each 2 of the first TEXT bytes of code;
 * with ARCS _mcount has so many entries for calls. At exit it sends the counters as lines "@ADDRESS
 * COUNT", in functions called send... It is linked last, so the program stays where it is.
 */
#include <stdint.h>
#include <stdlib.h>

#include "machine.h"
#ifdef ARCS
#include "firmware/lib/mcount.h"

static struct arc calls[ARCS];
#endif

#define TIMER(r) (*(volatile uint32_t *)(CLINT + (r)))
#define MTIE 0x80 /* of mie: the timer's interrupts */
#define MIE "8" /* of mstatus: all */

extern char _start[];
static uint16_t counters[TEXT / 2];
static uint32_t due;

__attribute__((interrupt, aligned(4))) static void tick(void)
{
	uint32_t pc, at;

	__asm__ volatile("csrr %0, mepc" : "=r"(pc));
	at = (pc - (uint32_t)(uintptr_t)_start) / 2;
	if (at < TEXT / 2)
		counters[at]++;
	TIMER(CLINT_MTIMECMP) = due += INTERVAL;
}

static __attribute__((noinline)) void send_text(const char *text)
{
	while (*text) {
		while (!(*(volatile uint8_t *)(UART + UART_LSR) & UART_LSR_THRE))
			;
		*(volatile uint8_t *)(UART + UART_DATA) = *text++;
	}
}

static __attribute__((noinline)) void send_hex(uint32_t v)
{
	char digits[9];

	for (int i = 7; i >= 0; i--, v >>= 4)
		digits[i] = "0123456789abcdef"[v & 15];
	digits[8] = 0;
	send_text(digits);
}

static __attribute__((noinline)) void send(void)
{
	__asm__ volatile("csrci mstatus, " MIE);
	for (uint32_t i = 0; i < TEXT / 2; i++)
		if (counters[i]) {
			send_text("@");
			send_hex((uint32_t)(uintptr_t)_start + 2 * i);
			send_text(" ");
			send_hex(counters[i]);
			send_text("\n");
		}
}

__attribute__((constructor)) static void begin(void)
{
#ifdef ARCS
	arcs_begin(calls, ARCS, (uint32_t)(uintptr_t)_start, (uint32_t)(uintptr_t)_start + TEXT);
#endif
	atexit(send);
	due = TIMER(CLINT_MTIME) + INTERVAL;
	TIMER(CLINT_MTIMECMP + 4) = 0;
	TIMER(CLINT_MTIMECMP) = due;
	__asm__ volatile("csrw mtvec, %0" : : "r"(tick));
	__asm__ volatile("csrs mie, %0" : : "r"(MTIE));
	__asm__ volatile("csrsi mstatus, " MIE);
}
