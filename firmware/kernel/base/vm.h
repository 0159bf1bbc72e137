/* SPDX-License-Identifier: ISC
 * vm.h - memory of a process under Sv32: shared text, and one physically contiguous writable block.
 *
 * The kernel runs in M-mode with translation off; it reaches user memory only
 * by way of the page table (user_pa), so that pages that hold a live profiling
 * buffer are touched by the uncached alias alone.
 */
#ifndef VM_H
#define VM_H

#include <stdint.h>

#include "abi.h"

/* Pages of instructions and constants, and the second-level table that maps them; shared by fork. */
struct text {
	uint32_t refs, pa, pages;
	uint32_t *table;
};

struct vm {
	uint32_t *root;		/* first-level table; NULL: no memory */
	struct text *text;
	uint32_t pa, pages;	/* the block at USER_BLOCK: physical address (cached), pages */
	uint32_t end;		/* of the heap: first address beyond, bytes; the block goes on to the end of that page */
	uint32_t least;		/* end never falls below: of the program's own data */
};

/* A new address space: `text` (NULL: to be shared later), a block of `pages` pages, zeroed if `zero`. 0, -ENOMEM. */
int vm_create(struct vm *vm, struct text *text, uint32_t pages, int zero);
void vm_destroy(struct vm *vm);
int vm_fork(struct vm *child, const struct vm *parent);
/* Of the block, page numbers [from, to): entries, with tables where there are none yet (0, -ENOMEM); none, and no tables that are empty then
 * (no live buffer may be in those pages). */
int vm_map(struct vm *vm, uint32_t from, uint32_t to);
void vm_unmap(struct vm *vm, uint32_t from, uint32_t to);
void vm_activate(const struct vm *vm);	/* what runs in U-mode from here on */

struct text *text_new(uint32_t pages);	/* zeroed, one reference; NULL: no memory */
void text_release(struct text *t);

/* n bytes at va are vm's (text: not for writing). No wrap, n may be 0 where va is inside or at an end. */
int user_ok(const struct vm *vm, uint32_t va, uint32_t n, int write);
/* Bus address of va as mapped: the alias for pages of a live buffer. 0: not mapped. */
uint32_t user_pa(const struct vm *vm, uint32_t va);
/* 0 or -EFAULT, and then nothing was copied. */
int copyin(const struct vm *vm, void *dst, uint32_t va, uint32_t n);
int copyout(const struct vm *vm, uint32_t va, const void *src, uint32_t n);
/* A string with its 0, at most max bytes: its length, -EFAULT, -ENAMETOOLONG. */
int copyinstr(const struct vm *vm, char *dst, uint32_t va, uint32_t max);

/* Pages of [va, va+n) to the uncached alias (on 1) or back (on 0), counted: a page returns when each `on` has had its `off`.
 * The data cache is flushed. Pages that are not mapped are passed over. Nothing on a machine without the alias. */
void vm_uncache(const struct vm *vm, uint32_t va, uint32_t n, int on);

#endif
