/* SPDX-License-Identifier: ISC
 * base.h - what the kernel stands on: the machine, the UART, messages, pages. Knows no process.
 */
#ifndef BASE_H
#define BASE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "abi.h"

#ifndef NPROC		/* a board's kernel has fewer: kernel.mk */
#define NPROC	32
#define NTHREAD	64
#endif

/* start.S */
extern char trap_return[];
#define SAVED_WORDS 16			/* below sp while another stack is in use; the first is ra */
void context_switch(uint32_t *save_sp, uint32_t sp);	/* to another kernel stack; returns when somebody switches back */
int probe_byte(uint32_t address);	/* the byte there, or -1: it trapped */

/* board.c - which machine this is */
struct board {
	uint32_t uart, clint, finisher;	/* addresses as the CPU reaches them */
	uint32_t alias;			/* uncached RAM less RAM: add it to a physical address; 0: none */
	uint32_t unit;			/* where a Tally unit may be; 0: nowhere */
	const char *name;
};
extern struct board board;
void board_init(void);
/* Empties the data cache (VexRiscv's own instruction) where there is one that an alias passes by. */
static inline void cache_flush(void)
{
	if (board.alias)
		__asm__ volatile(".word 0x500F" ::: "memory");
}
_Noreturn void board_halt(uint32_t code);	/* ends the machine, code 0..65535 */

/* uart.c - the 16550, polled */
void uart_put(char c);
int uart_ready(void);			/* a byte has arrived; the simulated UART asks for one when it is looked at */
uint8_t uart_get(void);

/* print.c - %d %u %x %s %c %lu %lx %08lx, on the console */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* bulk.c - much memory, with a turn for the timer after each page: bulk_pause, which changes no memory but the timer's and
 * the scheduler's own. Who loops over many pages otherwise calls bulk_turn every BULK of them. */
#define BULK 64
extern void (*bulk_pause)(void);	/* NULL until the timer runs */
void bulk_turn(void);
void bulk_copy(void *to, const void *from, uint32_t bytes);
void bulk_clear(void *at, uint32_t bytes);

/* page.c - physical memory in pages; addresses are physical, cached */
void page_init(uint32_t from, uint32_t to);
uint32_t page_alloc(uint32_t n);	/* n contiguous pages, contents unknown; 0: there are not so many */
int page_extend(uint32_t pa, uint32_t have, uint32_t want);	/* more behind the first `have`, in place: 0, -ENOMEM */
void page_free(uint32_t pa, uint32_t n);
uint32_t page_count(void);		/* free pages */
static inline uint32_t pages_of(uint32_t bytes) { return (bytes + PAGE - 1) / PAGE; }

#endif
