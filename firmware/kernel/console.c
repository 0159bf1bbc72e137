/* SPDX-License-Identifier: ISC
 * console.c - the 16550, polled: at each tick and when the machine is idle.
 *
 * Input waits in a ring until a process reads. Only then is it echoed and made into lines
 * (backspace, ^D for end of file), so that a typed line appears behind its prompt however early it
 * came. With the ring full, bytes stay in the UART. ^C acts when it arrives: it drops what was
 * typed before it, and ends all programs but the first shell; where there are none, it begins a new
 * line.
 */
#include <signal.h>

#include "kernel.h"

#define RING 256u /* must be a power of two */
#define LINE 128u
#define INTERRUPT ('C' & 31)
#define END ('D' & 31)

static uint8_t ring[RING];
static uint32_t arrived, taken; /* bytes since boot */
static char line[LINE];
static uint32_t line_bytes, line_read; /* bytes in the finished line; bytes read of it */
static int line_done;
static int interrupted; /* ^C came */

static void arrives(uint8_t c)
{
	if (c != INTERRUPT) {
		ring[arrived++ % RING] = c;
		return;
	}
	taken = arrived;
	line_bytes = line_read = 0;
	line_done = 0;
	interrupted = 1;
}

static void end_line(void)
{
	line[line_bytes++] = '\n';
	line_done = 1;
}

void console_poll(void)
{
	uint32_t before = arrived;

	(void)uart_ready();
	while (arrived - taken < RING && uart_ready())
		arrives(uart_get());
	if (arrived != before)
		thread_wake(ring);
}

void console_interrupt(void)
{
	if (!interrupted)
		return;
	interrupted = 0;
	print("^C\n");
	if (proc_end_programs(SIGINT))
		return;
	line_bytes = line_read = 0;
	end_line(); /* the shell gets an empty line */
	thread_wake(ring);
}

/* Handles one typed character. */
static void edit(char c)
{
	if (c == END) {
		line_done = 1;
	} else if (c == '\r' || c == '\n') {
		uart_put('\n');
		end_line();
	} else if (c == '\b' || c == 0x7f) {
		if (line_bytes)
			print("\b \b");
		line_bytes -= line_bytes != 0;
	} else if (line_bytes < LINE - 1) {
		uart_put(c);
		line[line_bytes++] = c;
	} else {
		uart_put('\a'); /* no room: not taken */
	}
}

int console_read(uint32_t va, uint32_t n)
{
	while (!line_done) {
		while (arrived != taken && !line_done)
			edit((char)ring[taken++ % RING]);
		if (!line_done)
			thread_sleep(ring);
	}
	if (n > line_bytes - line_read)
		n = line_bytes - line_read;
	if (copyout(&current->proc->vm, va, line + line_read, n))
		return -EFAULT;
	line_read += n;
	if (line_read == line_bytes)
		line_bytes = line_read = line_done = 0;
	else
		thread_wake(ring); /* another thread may take the rest */
	return (int)n;
}

int console_write(uint32_t va, uint32_t n)
{
	char part[64];

	for (uint32_t done = 0, k; done < n; done += k) {
		k = n - done < sizeof part ? n - done : sizeof part;
		if (copyin(&current->proc->vm, part, va + done, k))
			return -EFAULT;
		for (uint32_t i = 0; i < k; i++)
			uart_put(part[i]);
	}
	return (int)n;
}
