/* SPDX-License-Identifier: ISC
 * brk.c - the end of the heap. The block grows in place if the pages behind it are free, else it
 * moves.
 */
#include <string.h>

#include "kernel.h"
#include "firmware/kernel/base/pte.h"

static void shrink(struct vm *vm, uint32_t pages)
{
	vm_unmap(vm, pages, vm->pages);
	page_free(vm->pa + pages * PAGE, vm->pages - pages);
	vm->pages = pages;
}

/* Moves the block to a place with room for `pages` pages. No buffer in it is live (prof_brk). */
static int move(struct vm *vm, uint32_t pages)
{
	uint32_t to = page_alloc(pages), from = vm->pa;

	if (!to)
		return -ENOMEM;
	memcpy((void *)to, (void *)from, vm->pages * PAGE);
	for (uint32_t i = 0; i < vm->pages; i++) {
		uint32_t *e = vm_entry(vm, USER_BLOCK + i * PAGE);
		*e = pte_moved(*e, to + i * PAGE);
	}
	page_free(from, vm->pages);
	vm->pa = to;
	return 0;
}

/* Grows the block to `pages` pages. Unless it moves, the pages behind it are allocated already. */
static int grow(struct vm *vm, uint32_t pages, int moves)
{
	uint32_t had = vm->pages;
	int error = moves ? move(vm, pages) : 0;

	if (error)
		return error;
	vm->pages = pages;
	if (vm_map(vm, had, pages)) {
		shrink(vm, had);
		return -ENOMEM;
	}
	memset((void *)(vm->pa + had * PAGE), 0, (pages - had) * PAGE);
	return 0;
}

/* The heap may end anywhere from the end of the program's own data to the end of the block. */
int sys_brk(uint32_t end)
{
	struct proc *p = current->proc;
	struct vm *vm = &p->vm;
	int error = 0;

	if (!end)
		return (int)vm->end;
	if (end < vm->least || end > USER_BLOCK_END)
		return -ENOMEM;
	uint32_t pages = pages_of(end - USER_BLOCK);
	int moves = pages > vm->pages && page_extend(vm->pa, vm->pages, pages);
	if (prof_holds(&p->prof, end, moves))
		return -ENOMEM;
	if (pages != vm->pages) { /* else profil's buffer stays valid */
		prof_brk(&p->prof);
		if (pages < vm->pages)
			shrink(vm, pages);
		else
			error = grow(vm, pages, moves);
		vm_activate(vm);
		prof_moved(&p->prof);
	}
	if (error)
		return error;
	vm->end = end;
	return (int)end;
}
