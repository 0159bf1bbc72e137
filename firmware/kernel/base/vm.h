/* SPDX-License-Identifier: ISC
 * vm.h - memory of a process under Sv32: its text, which is the program's file in place, and one
 * physically contiguous writable block.
 *
 * The kernel runs in M-mode without translation. It reaches user memory only through the page table
 * (user_pa), so that it touches pages with a live profiling buffer only through the uncached alias.
 */
#ifndef VM_H
#define VM_H

#include <stdint.h>

#include "abi.h"

struct vm {
	/* first-level table, whose first entry maps the text and the block's start; NULL: no
	 * memory. Each process has its own: observers of the core tell processes by satp. */
	uint32_t *root;
	uint32_t text, text_pages; /* at USER_TEXT: physical address; pages, never vm's own */
	uint32_t pa, pages; /* the block at USER_BLOCK: physical address (cached); pages */
	/* first address beyond the heap; the block extends to the end of that page */
	uint32_t end;
	uint32_t least; /* end of the program's own data: `end` never falls below */
};

/* Creates an address space with the text at physical address `text` and a block of `pages` pages,
 * contents undefined. Returns 0 or -ENOMEM. */
int vm_create(struct vm *vm, uint32_t text, uint32_t text_pages, uint32_t pages);
void vm_destroy(struct vm *vm);
int vm_fork(struct vm *child, const struct vm *parent);
/* vm_map maps pages [from, to) of the block and adds tables as needed: 0 or -ENOMEM. vm_unmap
 * unmaps them and frees tables that become empty; those pages must hold no live buffer. */
int vm_map(struct vm *vm, uint32_t from, uint32_t to);
void vm_unmap(struct vm *vm, uint32_t from, uint32_t to);
void vm_activate(const struct vm *vm); /* U-mode runs in vm from now on */

/* Do n bytes at va belong to vm (text: for reading only)? No wrap; n may be 0 if va is inside or at
 * an end. */
int user_ok(const struct vm *vm, uint32_t va, uint32_t n, int write);
/* Bus address of va as mapped, the alias for pages with a live buffer. 0: not mapped. */
uint32_t user_pa(const struct vm *vm, uint32_t va);
/* Return 0, or -EFAULT with nothing copied. */
int copyin(const struct vm *vm, void *dst, uint32_t va, uint32_t n);
int copyout(const struct vm *vm, uint32_t va, const void *src, uint32_t n);
/* Copies a string with its 0, at most max bytes. Returns its length, -EFAULT or -ENAMETOOLONG. */
int copyinstr(const struct vm *vm, char *dst, uint32_t va, uint32_t max);

/* Maps the pages of [va, va + n), all of the block, to the uncached alias (on 1) or back (on 0).
 * Calls are counted: a page goes back when each `on` has had its `off`. Flushes the data cache.
 * Without an alias the mapping stays as it is. */
void vm_uncache(const struct vm *vm, uint32_t va, uint32_t n, int on);

#endif
