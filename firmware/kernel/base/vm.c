/* SPDX-License-Identifier: ISC
 * vm.c - address spaces: Sv32 page tables, the text, the block. Contract: vm.h. User memory
 * access: copy.c.
 *
 * A and D are always set: QEMU requires them, VexRiscv ignores them. Two software bits of an entry
 * count the live profiling buffers in its page.
 */
#include <string.h>

#include "base.h"
#include "pte.h"
#include "vm.h"

#define TABLE_ENTRIES 1024u
#define SATP_SV32 0x80000000u

static uint32_t *table_new(void)
{
	uint32_t pa = page_alloc(1);

	if (pa)
		memset((void *)pa, 0, PAGE);
	return (uint32_t *)pa;
}

static int map(struct vm *vm, uint32_t va, uint32_t pa, uint32_t pages, uint32_t flags)
{
	for (uint32_t i = 0; i < pages; i++, va += PAGE, pa += PAGE) {
		uint32_t *entry = &vm->root[va >> 22];
		if (!*entry) {
			uint32_t *table = table_new();
			if (!table)
				return -ENOMEM;
			*entry = pte((uint32_t)table, 0);
		}
		pte_table(*entry)[va / PAGE % TABLE_ENTRIES] = pte(pa, flags);
	}
	return 0;
}

int vm_map(struct vm *vm, uint32_t from, uint32_t to)
{
	return map(vm, USER_BLOCK + from * PAGE, vm->pa + from * PAGE, to - from, PTE_R | PTE_W);
}

void vm_unmap(struct vm *vm, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		uint32_t *e = vm_entry(vm, USER_BLOCK + i * PAGE);
		if (e)
			*e = 0;
	}
	for (uint32_t n = 0; n <= USER_BLOCK_END >> 22; n++)
		if (vm->root[n] && (!from || USER_BLOCK + from * PAGE <= n << 22)) {
			page_free((uint32_t)pte_table(vm->root[n]), 1);
			vm->root[n] = 0;
		}
}

/* The block comes last: where memory is free behind it, it grows in place. */
int vm_create(struct vm *vm, uint32_t text, uint32_t text_pages, uint32_t pages)
{
	*vm = (struct vm){ .root = table_new(), .text = text, .text_pages = text_pages };
	if (!vm->root)
		return -ENOMEM;
	if (map(vm, USER_TEXT, text, text_pages, PTE_R | PTE_X) || !(vm->pa = page_alloc(pages)))
		goto no_memory;
	vm->pages = pages;
	if (vm_map(vm, 0, pages))
		goto no_memory;
	return 0;
no_memory:
	vm_destroy(vm);
	return -ENOMEM;
}

void vm_destroy(struct vm *vm)
{
	if (!vm->root)
		return;
	vm_unmap(vm, 0, vm->pages);
	if (vm->pages)
		page_free(vm->pa, vm->pages);
	page_free((uint32_t)vm->root, 1);
	*vm = (struct vm){ 0 };
}

/* Reads pages with live buffers through the alias, as they are mapped. */
int vm_fork(struct vm *child, const struct vm *parent)
{
	int error = vm_create(child, parent->text, parent->text_pages, parent->pages);

	if (error)
		return error;
	for (uint32_t i = 0; i < parent->pages; i++)
		memcpy((void *)(child->pa + i * PAGE),
			(void *)pte_pa(*vm_entry(parent, USER_BLOCK + i * PAGE)), PAGE);
	child->end = parent->end;
	child->least = parent->least;
	return 0;
}

void vm_activate(const struct vm *vm)
{
	uint32_t satp = SATP_SV32 | (uint32_t)vm->root / PAGE;

	__asm__ volatile("csrw satp, %0\n\tsfence.vma" : : "r"(satp) : "memory");
}
