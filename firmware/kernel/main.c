/* SPDX-License-Identifier: ISC
 * main.c - booting: from start.S to the first process.
 */
#include "kernel.h"

extern char _start[], __text_end[], __kernel_end[], __bss_start[], __free_start[], __ram_end[];

int main(void)
{
	board_init();
	page_init((uint32_t)__free_start, (uint32_t)__ram_end);
	fs_init();
	prof_init();
	proc_first();
	timer_init();
	uint32_t kernel = (uint32_t)(__kernel_end - _start), text = (uint32_t)(__text_end - _start);
	print("Tally kernel on %s\n", board.name);
	print("kernel %lu bytes (code %lu, constants and data %lu, zeroed %lu), %lu files, %lu pages free\n", kernel, text,
		(uint32_t)(__bss_start - __text_end), (uint32_t)(__kernel_end - __bss_start), fs_count(), page_count());
	print("booted in %lu mtime units\n", (uint32_t)timer_now());
	schedule();
}

int sys_halt(uint32_t code) { board_halt(code & 0xffff); }

/* The heap ends where asked, at or behind the program's own data. */
int sys_brk(uint32_t end)
{
	struct proc *p = current->proc;

	if (!end)
		return (int)p->vm.end;
	if (end < USER_DATA || end > USER_BLOCK_END)
		return -ENOMEM;
	int error = vm_brk(p, end);
	return error ? error : (int)end;
}
