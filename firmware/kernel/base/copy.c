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

static int copy(const struct vm *vm, uint32_t va, char *kernel, uint32_t n, int out)
{
	if (!user_ok(vm, va, n, out))
		return -EFAULT;
	for (uint32_t k; n; n -= k, va += k, kernel += k) {
		char *user = (char *)user_pa(vm, va);
		k = PAGE - va % PAGE < n ? PAGE - va % PAGE : n;
		memcpy(out ? user : kernel, out ? kernel : user, k);
	}
	return 0;
}

int copyin(const struct vm *vm, void *dst, uint32_t va, uint32_t n)
{
	return copy(vm, va, dst, n, 0);
}

int copyout(const struct vm *vm, uint32_t va, const void *src, uint32_t n)
{
	return copy(vm, va, (char *)(uintptr_t)src, n, 1);
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
		uint32_t at = page * PAGE, *e = vm_entry(vm, at);
		if (pte_buffers(*e) == (on ? 3u : 0u))
			continue;
		*e = pte_moved(on ? *e + one : *e - one, vm->pa + (at - USER_BLOCK));
	}
	cache_flush();
	__asm__ volatile("sfence.vma" ::: "memory");
}
