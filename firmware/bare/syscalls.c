/* SPDX-License-Identifier: ISC
 * syscalls.c - picolibc's system interface: a console, exit, and refusals for what a machine
 * without files lacks. Nothing here reads time. The heap is picolibc's own sbrk() between
 * __heap_start and __heap_end.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <unistd.h>

#include "machine.h"

#define UART_REG(n) (*(volatile uint8_t *)(UART + (n)))

static int console_put(char c, FILE *f)
{
	(void)f;
	while (!(UART_REG(UART_LSR) & UART_LSR_THRE))
		;
	UART_REG(UART_DATA) = c;
	return (unsigned char)c;
}

/* Blocks until a byte arrives: a console has no end of file. */
static int console_get(FILE *f)
{
	(void)f;
	while (!(UART_REG(UART_LSR) & UART_LSR_READY))
		;
	return UART_REG(UART_DATA);
}

static FILE console = FDEV_SETUP_STREAM(console_put, console_get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

ssize_t write(int fd, const void *bytes, size_t n)
{
	if (fd != 1 && fd != 2) {
		errno = EBADF;
		return -1;
	}
	for (size_t i = 0; i < n; i++)
		console_put(((const char *)bytes)[i], NULL);
	return n;
}

/* Returns at the end of a line, as a terminal does. */
ssize_t read(int fd, void *bytes, size_t n)
{
	size_t i = 0;

	if (fd != 0) {
		errno = EBADF;
		return -1;
	}
	while (i < n) {
		char c = console_get(NULL);
		((char *)bytes)[i++] = c;
		if (c == '\n' || c == '\r')
			break;
	}
	return i;
}

/* Ends the simulation with this code. On a board, where nothing listens, it stops here. */
void _exit(int code)
{
	*(volatile uint32_t *)FINISHER =
		code ? (uint32_t)code << 16 | FINISHER_FAIL : FINISHER_PASS;
	for (;;)
		;
}

static void put_text(const char *s)
{
	while (*s)
		console_put(*s++, NULL);
}

static void put_hex(uint32_t v)
{
	for (int shift = 28; shift >= 0; shift -= 4)
		console_put("0123456789abcdef"[v >> shift & 15], NULL);
}

/* Called for every trap if the ISA has Zicsr. Returns the address at which to resume. A program may
 * define its own trap(); this one ends the run. */
__attribute__((weak)) uintptr_t trap(uintptr_t cause, uintptr_t pc)
{
	put_text("\ntrap: mcause 0x");
	put_hex(cause);
	put_text(" at 0x");
	put_hex(pc);
	put_text("\n");
	_exit(128 + (cause & 31));
	return pc;
}

/* What a machine without files refuses; the arguments do not matter. */
#define REFUSE(type, call, error) \
	type call \
	{ \
		errno = error; \
		return (type) - 1; \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"
REFUSE(int, open(const char *path, int flags, ...), ENOENT)
REFUSE(int, close(int fd), EBADF)
REFUSE(off_t, lseek(int fd, off_t offset, int whence), ESPIPE)
REFUSE(int, fstat(int fd, struct stat *s), EBADF)
REFUSE(int, unlink(const char *path), ENOENT)
REFUSE(int, kill(pid_t pid, int sig), EPERM)
REFUSE(int, gettimeofday(struct timeval *t, void *zone), ENOSYS)
REFUSE(clock_t, times(struct tms *t), ENOSYS)
int isatty(int fd)
{
	return fd >= 0 && fd <= 2;
}
pid_t getpid(void)
{
	return 1;
}
