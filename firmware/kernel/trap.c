/* SPDX-License-Identifier: ISC
 * trap.c - entries from user mode: system calls, the timer, and faults, which end the process with
 * one line.
 */
#include <signal.h>

#include "kernel.h"

#define INTERRUPT 0x80000000u
#define TIMER (INTERRUPT | 7)
#define USER_ECALL 8

static const struct {
	const char *name;
	int signal;
} causes[] = {
	[0] = { "misaligned jump", SIGBUS },
	[1] = { "instruction access fault", SIGSEGV },
	[2] = { "illegal instruction", SIGILL },
	[3] = { "breakpoint", SIGTRAP },
	[4] = { "misaligned load", SIGBUS },
	[5] = { "load access fault", SIGSEGV },
	[6] = { "misaligned store", SIGBUS },
	[7] = { "store access fault", SIGSEGV },
	[12] = { "instruction page fault", SIGSEGV },
	[13] = { "load page fault", SIGSEGV },
	[15] = { "store page fault", SIGSEGV },
};

static const char *cause_name(uint32_t cause)
{
	return cause < sizeof causes / sizeof *causes && causes[cause].name ? causes[cause].name
									    : "unknown trap";
}

static void fault(uint32_t cause, uint32_t value)
{
	struct proc *p = current->proc;
	uint32_t pc = current->frame->x[X_PC], sp = current->frame->x[X_SP];
	int known = cause < sizeof causes / sizeof *causes && causes[cause].name;

	print("pid %d (%s): %s (cause %lu) at pc 0x%08lx, address 0x%08lx%s\n", p->pid, p->name,
		cause_name(cause), cause, pc, value,
		sp < USER_BLOCK && value >= sp - PAGE && value < USER_BLOCK ? ": stack overflow"
									    : "");
	proc_end(p, known ? causes[cause].signal : SIGILL);
}

void trap_user(uint32_t cause, uint32_t value)
{
	struct frame *f = current->frame;

	if (cause == USER_ECALL) {
		f->x[X_PC] += 4;
		f->x[X_A0] = (uint32_t)syscall(f);
		/* a tick came during the call: without this, a loop of calls would hold the CPU */
		if (turn_over)
			thread_yield();
	} else if (cause == TIMER) {
		timer_interrupt(f->x[X_PC], 1, 0);
		console_interrupt();
		thread_yield();
	} else {
		fault(cause, value);
	}
}

/* The return to user mode, with a tick due. */
void trap_late(void)
{
	timer_poll();
	thread_yield();
	timer_room();
}

_Noreturn void trap_kernel(uint32_t cause, uint32_t pc, uint32_t value)
{
	panic("%s (cause 0x%08lx) in the kernel at pc 0x%08lx, address 0x%08lx, thread %d",
		cause_name(cause), cause, pc, value, current ? current->tid : 0);
}
