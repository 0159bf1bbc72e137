/* SPDX-License-Identifier: ISC
 * faults.c - programs that touch, jump to or execute what they must not. The kernel kills the process, and nothing else
 * happens.
 */
#include <signal.h>

#include "usertests.h"

static void load(uint32_t p) { *(volatile uint32_t *)(p & ~3u); }
static void store(uint32_t p) { *(volatile uint32_t *)(p & ~3u) = 0xDEADBEEF; }
static void jump(uint32_t p) { ((void (*)(void))(uintptr_t)(p & ~3u))(); }

static void all_bad(const char *what, void (*f)(uint32_t))
{
	for (unsigned i = 0; i < n_bad; i += 1 + (i > 10)) {
		int status = outcome(f, bad[i]);
		if (!WIFSIGNALED(status))
			failed(__FILE__, __LINE__, "%s 0x%08lx: status 0x%x, not killed", what, (unsigned long)bad[i], status);
	}
}

static void loads(void) { all_bad("load from", load); }
static void stores(void) { all_bad("store to", store); }
static void jumps(void) { all_bad("jump to", jump); }

static void text_stores(void)
{
	uint32_t before = *(uint32_t *)USER_TEXT;

	EXPECT(WTERMSIG(outcome(store, USER_TEXT)), SIGSEGV);
	EXPECT(WTERMSIG(outcome(store, TEXT_ADDRESS)), SIGSEGV);
	CHECK(*(uint32_t *)USER_TEXT == before);
}

/* Data is not executed. */
static void data_jumps(void)
{
	static uint32_t ret[] = { 0x00008067, 0x00008067 };
	uint32_t on_stack[] = { 0x00008067, 0x00008067 };

	EXPECT(WTERMSIG(outcome(jump, (uint32_t)(uintptr_t)ret)), SIGSEGV);
	EXPECT(WTERMSIG(outcome(jump, (uint32_t)(uintptr_t)on_stack)), SIGSEGV);
}

static uint32_t deeper(uint32_t n)
{
	volatile uint32_t room[64];

	for (unsigned i = 0; i < 64; i++)
		room[i] = n;
	return n ? deeper(n - 1) + room[n % 64] : 0;
}

static void deep(uint32_t n) { CHECK(deeper(n)); }

static void stack_overflow(void)
{
	EXPECT(WTERMSIG(outcome(deep, 100000)), SIGSEGV);
}

/* Privileged and invalid instructions. Where a core executes one, the process ends by itself. */
#define INSTRUCTION(name, text) static void name(uint32_t arg) { (void)arg; __asm__ volatile(text ::: "memory", "t0"); }
INSTRUCTION(jump_odd, "li t0, 0x10002\n\tjr t0")
INSTRUCTION(i_zero, ".word 0")
INSTRUCTION(i_ones, ".word 0xFFFFFFFF")
INSTRUCTION(i_ebreak, "ebreak")
INSTRUCTION(i_mret, ".word 0x30200073")
INSTRUCTION(i_sret, ".word 0x10200073")
INSTRUCTION(i_sfence, ".word 0x12000073")
INSTRUCTION(i_satp, ".word 0x18005073")		/* csrrwi zero, satp, 0 */
INSTRUCTION(i_mstatus, ".word 0x3007E073")	/* csrrsi zero, mstatus, 15 */
INSTRUCTION(i_mtvec, ".word 0x30505073")	/* csrrwi zero, mtvec, 0 */
INSTRUCTION(i_mie, ".word 0x30405073")		/* csrrwi zero, mie, 0 */
INSTRUCTION(i_mepc, ".word 0x341012F3")		/* csrrw t0, mepc, zero */
INSTRUCTION(i_stvec, ".word 0x10505073")
INSTRUCTION(i_pmp, ".word 0x3A005073")
INSTRUCTION(i_wfi, ".word 0x10500073")
INSTRUCTION(i_flush, ".word 0x500F")
INSTRUCTION(i_fence_i, ".word 0x100F")

static void must_be_killed(void)
{
	static void (*const all[])(uint32_t) = { i_zero, i_ones, i_mret, i_sret, i_satp, i_mstatus, i_mtvec, i_mie, i_mepc, i_stvec, i_pmp };

	for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
		int status = outcome(all[i], 0);
		if (!WIFSIGNALED(status))
			failed(__FILE__, __LINE__, "instruction %u: status 0x%x, not killed", i, status);
	}
}

/* The signal that kills the process, and the reason in the kernel's line. */
static void fault_signals(void)
{
	static uint32_t code[4];
	const uint32_t at_code = (uint32_t)(uintptr_t)code, beyond = block_end();
	/* signal 0: SIGBUS or SIGILL, because QEMU has 2-byte instructions */
	const struct { void (*f)(uint32_t); uint32_t arg; int signal; } faults[] = {
		{ load, 0, SIGSEGV }, { load, 0x80000000, SIGSEGV }, { load, 0xB0000000, SIGSEGV }, { load, 0xF0000000, SIGSEGV },
		{ store, USER_TEXT, SIGSEGV }, { store, beyond, SIGSEGV }, { jump, at_code, SIGSEGV }, { jump_odd, 0, 0 },
		{ i_zero, 0, SIGILL }, { i_mstatus, 0, SIGILL }, { i_mret, 0, SIGILL }, { deep, 100000, SIGSEGV },
	};

	for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
		int status = outcome(faults[i].f, faults[i].arg);
		if (faults[i].signal ? status != faults[i].signal : status != SIGBUS && status != SIGILL)
			failed(__FILE__, __LINE__, "fault %u: status 0x%x", i, (unsigned)status);
	}
}

static void may_pass(void)
{
	static void (*const all[])(uint32_t) = { i_ebreak, i_sfence, i_wfi, i_flush, i_fence_i };

	for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
		int status = outcome(all[i], 0);
		CHECK(CLEAN(status) || WIFSIGNALED(status));
	}
}

static void misaligned(uint32_t how)
{
	static uint32_t words[2];
	uint32_t p = (uint32_t)(uintptr_t)words + 1;

	if (how == 0)
		__asm__ volatile("lw t0, 0(%0)" : : "r"(p) : "t0", "memory");
	else if (how == 1)
		__asm__ volatile("sw zero, 0(%0)" : : "r"(p) : "memory");
	else
		__asm__ volatile("jr %0" : : "r"(TEXT_ADDRESS + 2));
}

/* Killed, or (QEMU) finished. */
static void misaligned_accesses(void)
{
	for (uint32_t how = 0; how < 3; how++) {
		int status = outcome(misaligned, how);
		CHECK(WIFSIGNALED(status) || (how < 2 && CLEAN(status)));
	}
}

/* A system call with an invalid stack pointer: the kernel uses its own stack. */
static void wild_stack_pointer(void)
{
	for (unsigned i = 0; i < n_bad; i++) {
		int pid;
		__asm__ volatile("mv t1, sp\n\tmv sp, %1\n\tli a7, 5\n\tecall\n\tmv sp, t1\n\tmv %0, a0"
			: "=&r"(pid) : "r"(bad[i]) : "a0", "a7", "t1", "memory");
		EXPECT(pid, getpid());
	}
}

const struct test fault_tests[] = {
	TEST(loads), TEST(stores), TEST(jumps), TEST(text_stores), TEST(data_jumps), TEST(stack_overflow), TEST(must_be_killed), TEST(fault_signals), TEST(may_pass),
	TEST(misaligned_accesses), TEST(wild_stack_pointer), END
};
