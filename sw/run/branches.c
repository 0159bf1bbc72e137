/* SPDX-License-Identifier: ISC
 * branches.c - counts the conditional branches that are taken; the contract is branches.h.
 */
#include "branches.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/elf/instruction.h"

static void count(struct branches *b, uint32_t pc, uint64_t times)
{
	sums_add(&b->taken, &pc, sizeof pc, times);
}

static void forget(struct branches *b, size_t i)
{
	memmove(&b->open[i], &b->open[i + 1], (--b->n_open - i) * sizeof b->open[0]);
}

static void interrupt(struct branches *b)
{
	if (b->n_open == BRANCHES_OPEN)
		forget(b, 0);
	b->open[b->n_open++] = b->last;
}

/* pc retires after a return from a trap: which branch was that trap behind? */
static void resume(struct branches *b, uint32_t pc)
{
	for (size_t i = b->n_open; i--; ) {
		const struct branch *x = &b->open[i];
		if (pc != x->next[0] && pc != x->next[1])
			continue;
		if (pc != x->next[0])
			count(b, x->pc, 1);
		forget(b, i);
		return;
	}
}

void branches_retire(struct branches *b, uint32_t pc, uint32_t insn, uint64_t times)
{
	if (b->branched && pc != b->last.next[0]) {
		if (pc == b->last.next[1])
			count(b, b->last.pc, 1);
		else
			interrupt(b);
	} else if (b->returned) {
		resume(b, pc);
	}
	b->returned = b->n_open && instruction_jump(pc, insn).jump == TRAP_RETURN;
	b->branched = instruction_branches(insn);
	if (!b->branched)
		return;
	b->last.pc = pc;
	instruction_next(pc, insn, b->last.next);
	if (times > 1)
		count(b, pc, times - 1);
}

void branches_close(struct branches *b, struct taken *to)
{
	to->n = to->room = b->taken.keys.n;
	to->at = allocate(to->n, sizeof *to->at);
	for (size_t i = 0; i < to->n; i++) {
		memcpy(&to->at[i].pc, b->taken.keys.keys[i].bytes, sizeof to->at[i].pc);
		to->at[i].count = b->taken.counts[i];
	}
	qsort(to->at, to->n, sizeof *to->at, taken_by_pc);
	sums_free(&b->taken);
}
