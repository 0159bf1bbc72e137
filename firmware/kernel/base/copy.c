/* SPDX-License-Identifier: ISC
 * copy.c - kernel access to user memory: checks, copies, and live buffers through the uncached
 * alias.
 */
#include <string.h>

#include "base.h"
#include "pte.h"
#include "vm.h"

static int within(uint32_t va, uint32_t n, uint32_t start, uint32_t bytes)
{
	return va >= start && va - start <= bytes && n <= bytes - (va - start);
}

int user_ok(const struct vm *vm, uint32_t va, uint32_t n, int write)
{
	return within(va, n, USER_BLOCK, vm->pages * PAGE)
		|| (!write && within(va, n, USER_TEXT, vm->text_pages * PAGE));
}

uint32_t user_pa(const struct vm *vm, uint32_t va)
{
	uint32_t *e = vm_entry(vm, va);

	return e ? pte_pa(*e) + va % PAGE : 0;
}

/* Bytes between two turns for the timer: byte by byte on uncached pages, they take at most 10,000
 * cycles. */
#define PIECE 1024u

/* Length of the next piece: it ends at a multiple of PIECE, so it lies within one page. */
static uint32_t piece(uint32_t va, uint32_t n)
{
	uint32_t rest = PIECE - va % PIECE;

	return n < rest ? n : rest;
}

int copyin(const struct vm *vm, void *dst, uint32_t va, uint32_t n)
{
	if (!user_ok(vm, va, n, 0))
		return -EFAULT;
	for (uint32_t k; n; n -= k, va += k, dst = (char *)dst + k) {
		k = piece(va, n);
		memcpy(dst, (void *)user_pa(vm, va), k);
		if (k == PIECE)
			bulk_turn();
	}
	return 0;
}

int copyout(const struct vm *vm, uint32_t va, const void *src, uint32_t n)
{
	if (!user_ok(vm, va, n, 1))
		return -EFAULT;
	for (uint32_t k; n; n -= k, va += k, src = (const char *)src + k) {
		k = piece(va, n);
		memcpy((void *)user_pa(vm, va), src, k);
		if (k == PIECE)
			bulk_turn();
	}
	return 0;
}

int copyinstr(const struct vm *vm, char *dst, uint32_t va, uint32_t max)
{
	const char *from = NULL;

	for (uint32_t i = 0; i < max; i++) {
		if (!from || (va + i) % PAGE == 0) {
			if (!user_ok(vm, va + i, 1, 0))
				return -EFAULT;
			from = (const char *)user_pa(vm, va + i) - i;
		}
		dst[i] = from[i];
		if (!dst[i])
			return (int)i;
	}
	return -ENAMETOOLONG;
}

void vm_uncache(const struct vm *vm, uint32_t va, uint32_t n, int on)
{
	const uint32_t one = 1u << PTE_BUFFERS_SHIFT;

	if (!n)
		return;
	for (uint32_t page = va / PAGE; page <= (va + n - 1) / PAGE; page++) {
		uint32_t at = page * PAGE, *e = at < USER_BLOCK ? NULL : vm_entry(vm, at);
		if (!e || pte_buffers(*e) == (on ? 3u : 0u))
			continue;
		*e = pte_moved(on ? *e + one : *e - one, vm->pa + (at - USER_BLOCK));
		if (page % BULK == 0)
			bulk_turn();
	}
	cache_flush();
	__asm__ volatile("sfence.vma" ::: "memory");
}
