/* SPDX-License-Identifier: ISC
 * brk.c - the end of the heap. The block grows in place if the pages behind it are free, else it
 * moves.
 */
#include <string.h>

#include "kernel.h"
#include "firmware/kernel/base/pte.h"

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

/* Grows the block to `pages` pages. in_place: the caller has already allocated the pages behind it;
 * else it moves. */
static int grow(struct vm *vm, uint32_t pages, int in_place)
{
	uint32_t had = vm->pages;

	if (!in_place) {
		int error = move(vm, pages);
		if (error)
			return error;
	}
	vm->pages = pages;
	if (vm_map(vm, had, pages)) {
		vm_unmap(vm, had, pages);
		page_free(vm->pa + had * PAGE, pages - had);
		vm->pages = had;
		return -ENOMEM;
	}
	memset((void *)(vm->pa + had * PAGE), 0, (pages - had) * PAGE);
	return 0;
}

int vm_brk(struct proc *p, uint32_t end)
{
	struct vm *vm = &p->vm;
	uint32_t pages = pages_of(end - USER_BLOCK);

	if (pages == vm->pages) {
		/* no page moves, so profil's buffer stays valid */
		if (prof_holds(&p->prof, end, 0))
			return -ENOMEM;
	} else if (pages < vm->pages) {
		int error = prof_brk(&p->prof, end, 0);
		if (error)
			return error;
		vm_unmap(vm, pages, vm->pages);
		page_free(vm->pa + pages * PAGE, vm->pages - pages);
		vm->pages = pages;
		vm_activate(vm);
		prof_moved(&p->prof);
	} else {
		int in_place = !page_extend(vm->pa, vm->pages, pages);
		int error = prof_brk(&p->prof, end, !in_place);
		if (error && in_place)
			page_free(vm->pa + vm->pages * PAGE, pages - vm->pages);
		if (error)
			return error;
		error = grow(vm, pages, in_place);
		vm_activate(vm);
		prof_moved(&p->prof);
		if (error)
			return error;
	}
	vm->end = end;
	return 0;
}

/* The heap may end anywhere from the end of the program's own data to the end of the block. */
int sys_brk(uint32_t end)
{
	struct proc *p = current->proc;

	if (!end)
		return (int)p->vm.end;
	if (end < p->vm.least || end > USER_BLOCK_END)
		return -ENOMEM;
	int error = vm_brk(p, end);
	return error ? error : (int)end;
}
