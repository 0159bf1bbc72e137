/* SPDX-License-Identifier: ISC
 * main.c - boot: from start.S to the first process; the machine's end.
 */
#include "kernel.h"

extern char _start[], __text_end[], __kernel_end[], __bss_start[], __free_start[], __ram_end[];

/* Reports the machine, RAM without the file system in bytes, and the boot time in mtime units
 * (cycles on the simulated machine). */
static void report(uint32_t time)
{
	uint32_t code = (uint32_t)(__text_end - _start),
		 data = (uint32_t)(__bss_start - __text_end),
		 zeroed = (uint32_t)(__kernel_end - __bss_start), stack = PAGE;

	print("Tally kernel on %s, profiles by %s, booted in %lu mtime units\n", board.name,
		prof_by_unit() ? "the unit" : "the timer's ticks", time);
	print("kernel %lu bytes (code %lu, constants and data %lu, zeroed %lu, first thread's "
	      "stack %lu), %lu files, %lu pages free\n",
		code + data + zeroed + stack, code, data, zeroed, stack, fs_count(), page_count());
}

int main(void)
{
	board_init();
	page_init((uint32_t)__free_start, (uint32_t)__ram_end);
	fs_init();
	prof_init();
	proc_first();
	timer_init();
	report((uint32_t)timer_now());
	schedule(timer_wait);
}

int sys_halt(uint32_t code)
{
	board_halt(code & 0xffff);
}

int sys_freepages(void)
{
	return (int)page_count();
}
