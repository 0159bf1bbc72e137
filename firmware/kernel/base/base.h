/* SPDX-License-Identifier: ISC
 * base.h - the base of the kernel: machine, UART, messages, pages. Knows nothing of processes.
 */
#ifndef BASE_H
#define BASE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "abi.h"

#ifndef NPROC /* fewer on boards: firmware.mk */
#define NPROC 32
#define NTHREAD 64
#endif

/* start.S */
extern char trap_return[];
/* words below sp where context_switch saves registers: word n is register n */
#define SAVED_WORDS 28
/* to another kernel stack; returns when another switch comes back */
void context_switch(uint32_t *save_sp, uint32_t sp);
int probe_byte(uint32_t address); /* the byte there, or -1 if the read traps */

/* board.c - the machine that this is */
struct board {
	uint32_t uart, clint, finisher; /* addresses as the CPU reaches them */
	/* offset from a physical address to its uncached alias; 0: none */
	uint32_t alias;
	uint32_t unit; /* address of a possible Tally unit; 0: none */
	const char *name;
};
extern struct board board;
void board_init(void);
/* Flushes the data cache (VexRiscv's own instruction) on machines where an alias bypasses one. */
static inline void cache_flush(void)
{
	if (board.alias)
		__asm__ volatile(".word 0x500F" ::: "memory");
}
_Noreturn void board_halt(uint32_t code); /* ends the machine; code 0 .. 65535 */

/* the 16550 */
void uart_put(char c);
/* a byte has arrived; the simulated UART fetches one when polled */
int uart_ready(void);
uint8_t uart_get(void);

/* print.c - %d %s %lu %08lx, on the console */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* page.c - physical memory in pages. Addresses are physical and cached. */
void page_init(uint32_t from, uint32_t to);
uint32_t page_alloc(uint32_t n); /* n contiguous pages, contents undefined; 0: no such run */
/* adds pages behind the first `have`, in place: 0 or -ENOMEM */
int page_extend(uint32_t pa, uint32_t have, uint32_t want);
void page_free(uint32_t pa, uint32_t n);
uint32_t page_count(void); /* free pages */
static inline uint32_t pages_of(uint32_t bytes)
{
	return (bytes + PAGE - 1) / PAGE;
}

#endif
