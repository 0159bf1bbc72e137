/* SPDX-License-Identifier: ISC
 * retire_follow.c - follows calls through a log of retirements; the contract is retire_follow.h.
 */
#include "retire_follow.h"

#include "sw/elf/instruction.h"

void retire_follow_open(struct retire_follow *f, const struct firmware *firmware,
	struct call_tree *tree)
{
	call_tree_open(tree);
	*f = (struct retire_follow){ .firmware = firmware, .words = { .firmware = firmware },
		.calls = calls_open(&firmware->symbols,
		tree, CALLS_AT_ROOT),
		.tree = tree, .wide = gelf_getclass(firmware->image.elf) == ELFCLASS64 };
}

/* As the core fetched it: some tracers show a compressed instruction expanded, and the ELF
 * knows. */
static uint32_t instruction_at(struct retire_follow *f, uint32_t pc, uint32_t insn)
{
	uint32_t here = image_instruction(&f->firmware->image, pc);

	retire_words_take(&f->words, pc, insn, here);
	return instruction_of(here && (here & 3) != 3 && (insn & 3) == 3 ? here : insn, f->wide);
}

/* Jumps by a register, and what Zcmp and Zcmt have for c.fsdsp. */
static bool leads_anywhere(uint32_t pc, uint32_t insn)
{
	return instruction_jump(pc, insn).jump != NONE || (insn & 0x7F) == 0x67
		|| (insn & 0xE003) == 0xA002;
}

static bool is_handler(const struct retire_follow *f, uint32_t pc)
{
	for (size_t i = 0; i < f->n_handlers; i++)
		if (f->handlers[i] == pc)
			return true;
	return false;
}

/* Was a trap taken before pc, which has no mark? */
static bool came_by_trap(struct retire_follow *f, uint32_t pc)
{
	const struct function *here = symbols_find(&f->firmware->symbols, pc);
	uint32_t next[2];

	if (!f->begun)
		return false;
	instruction_next(f->pc, f->insn, next);
	if (pc == next[0] || pc == next[1]) {
		f->led++;
		return false;
	}
	if (leads_anywhere(f->pc, f->insn))
		return is_handler(f, pc);
	return !here || here != symbols_find(&f->firmware->symbols, f->pc);
}

void retire_follow(struct retire_follow *f, const struct retire_line *r, uint32_t pc,
	uint64_t count)
{
	struct machine_cycle cycle = { .retire = true, .pc = pc,
		.insn = instruction_at(f, pc, r->insn), .priv = 3 };

	cycle.sp = f->sp = r->has_sp ? r->sp : f->sp;
	cycle.handler = came_by_trap(f, pc) || r->handler;
	if (cycle.handler && f->n_handlers < RETIRE_HANDLERS && !is_handler(f, pc))
		f->handlers[f->n_handlers++] = pc;
	calls_retire(f->calls, &cycle, count, NULL);
	branches_retire(&f->branches, pc, cycle.insn, r->times);
	if (r->times > 1)
		call_tree_add(f->tree, calls_node(f->calls), pc, r->times - 1, r->times - 1,
			NULL);
	f->begun = true;
	f->pc = pc;
	f->insn = cycle.insn;
}

void retire_follow_wait(struct retire_follow *f, uint64_t cycles)
{
	call_tree_add(f->tree, calls_node(f->calls), f->pc, cycles, 0, NULL);
}

void retire_follow_close(struct retire_follow *f, struct taken *taken)
{
	branches_close(&f->branches, taken);
	calls_close(f->calls);
	call_tree_finish(f->tree);
}
