/* SPDX-License-Identifier: ISC
 * console.c - the 16550, polled: at each tick and when the machine is idle.
 *
 * What arrives waits in a ring until somebody reads: only then is it echoed and
 * made into lines (backspace, ^U, ^D for the end of the file), so that a typed line stands behind its
 * prompt however early it came. A full ring leaves bytes in the UART. A line that is too long is refused as a whole.
 * ^C is looked for as it arrives: it ends what runs in the foreground, or begins a new line, and drops what was typed before it.
 */
#include <signal.h>

#include "kernel.h"

#define RING	256u		/* a power of two */
#define LINE	128u
#define INTERRUPT ('C' & 31)

static uint8_t ring[RING];
static uint32_t arrived, taken;		/* counts */
static char line[LINE];
static uint32_t line_bytes, line_read;	/* a finished line, and what was read of it */
static int line_done;
static uint32_t refused;		/* characters for which the line has no room: a bell, and not echoed */
static int foreground;			/* pid of what ^C ends, with its descendants; 0: nothing */
static int interrupted;			/* by ^C, and it has not been ended yet */

static void drop_input(void)
{
	taken = arrived;
	line_bytes = line_read = refused = 0;
	line_done = 0;
}

static void arrives(uint8_t c)
{
	if (c == INTERRUPT)
		drop_input();
	if (c == INTERRUPT && proc_alive(foreground))
		interrupted = 1;
	else
		ring[arrived++ % RING] = c;
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
	proc_end_tree(foreground, SIGINT);
}

/* The caller, a child of it, or 0. */
int sys_foreground(uint32_t pid)
{
	if (pid && (int)pid != current->proc->pid && !proc_is_child((int)pid))
		return -ESRCH;
	foreground = (int)pid;
	return 0;
}

static void rub_out(void)
{
	print("\b \b");
	line_bytes--;
}

/* One typed character; sets line_done at the end of a line. */
static void edit(char c)
{
	if (c == '\r')
		c = '\n';
	if (c == '\b' || c == 0x7f || c == ('U' & 31))
		refused = 0;		/* who edits has seen it */
	if (c == '\b' || c == 0x7f) {
		if (line_bytes)
			rub_out();
	} else if (c == ('U' & 31)) {
		while (line_bytes)
			rub_out();
	} else if (c == ('D' & 31)) {
		line_done = 1;
	} else if (c == INTERRUPT) {
		print("^C\n");
		line[line_bytes++] = '\n';	/* of none: the reader gets an empty line */
		line_done = 1;
	} else if (c == '\n') {
		uart_put(c);
		if (refused)		/* the reader gets an empty line */
			print("console: a line has at most %d characters, this one had %lu: not taken\n", LINE - 1, LINE - 1 + refused);
		line_bytes = refused ? 0 : line_bytes;
		refused = 0;
		line[line_bytes++] = c;
		line_done = 1;
	} else if (line_bytes < LINE - 1) {
		uart_put(c);
		line[line_bytes++] = c;
	} else if (!refused++) {
		uart_put('\a');
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
		thread_wake(ring);	/* another may have the rest */
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
