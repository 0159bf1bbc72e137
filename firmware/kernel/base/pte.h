/* SPDX-License-Identifier: ISC
 * pte.h - Sv32 page table entries, for vm.c, copy.c and brk.c.
 */
#ifndef PTE_H
#define PTE_H

#include "base.h"
#include "vm.h"

#define PTE_V 0x01u
#define PTE_R 0x02u
#define PTE_W 0x04u
#define PTE_X 0x08u
#define PTE_U 0x10u
#define PTE_AD 0xC0u
#define PTE_BUFFERS_SHIFT 8 /* two software bits: number of live buffers in the page */

/* flags 0: a pointer to the next table. */
static inline uint32_t pte(uint32_t pa, uint32_t flags)
{
	return pa / PAGE << 10 | PTE_V | (flags ? flags | PTE_U | PTE_AD : 0);
}

static inline uint32_t pte_pa(uint32_t e)
{
	return e >> 10 << 12;
}
static inline uint32_t *pte_table(uint32_t e)
{
	return (uint32_t *)pte_pa(e);
}
static inline unsigned pte_buffers(uint32_t e)
{
	return e >> PTE_BUFFERS_SHIFT & 3;
}

/* Entry e with the page at cached address pa, through the alias if the page holds live buffers. */
static inline uint32_t pte_moved(uint32_t e, uint32_t pa)
{
	return (e & 0x3FF) | (pa + (pte_buffers(e) ? board.alias : 0)) / PAGE << 10;
}

/* The entry that maps va, or NULL. */
static inline uint32_t *vm_entry(const struct vm *vm, uint32_t va)
{
	uint32_t e = vm->root[va >> 22];

	if (!(e & PTE_V))
		return NULL;
	uint32_t *leaf = &pte_table(e)[va / PAGE % 1024];
	return *leaf & PTE_V ? leaf : NULL;
}

#endif
