/* SPDX-License-Identifier: ISC
 * retire_follow.c - follows calls through a log of retirements, and compares it with the ELF.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "retire.h"
#include "sw/base/base.h"
#include "sw/elf/image.h"
#include "sw/elf/instruction.h"

#define PATCHED 3u /* words of a function that may differ in any case */

void retire_follow_open(struct retire_follow *f, const struct firmware *firmware,
	struct call_tree *tree, struct durations *durations)
{
	call_tree_open(tree);
	*f = (struct retire_follow){ .firmware = firmware,
		.measure = { tree, durations },
		.calls = calls_open(&firmware->symbols, tree, CALLS_AT_ROOT),
		.wide = gelf_getclass(firmware->image.elf) == ELFCLASS64 };
	calls_listen(f->calls, span_measure(&f->measure));
}

/* Some tracers show a compressed instruction expanded. What it stands for is known of RV32C
 * alone, and c.mv has two forms. */
static bool same(const struct image *im, uint32_t log, uint32_t elf)
{
	if ((elf & 3) == 3)
		return log == elf;
	if ((log & 3) != 3)
		return (log & 0xFFFF) == elf;
	uint32_t expanded = im->wide || (elf & 0xF003) == 0x8002 ? 0 : expand((uint16_t)elf);
	return !expanded || log == expanded;
}

/* As the core fetched it: the ELF knows what a tracer shows expanded. */
static uint32_t instruction_at(struct retire_follow *f, uint32_t pc, uint32_t insn)
{
	const struct image *im = &f->firmware->image;
	uint32_t here = image_instruction(im, pc);

	if (here && !same(im, insn, here) && image_fixed(im, pc)) {
		if (!f->differ.keys.n) {
			f->first = pc;
			f->log = insn;
			f->elf = here;
		}
		sums_add(&f->differ, &pc, sizeof pc, 1);
	}
	return instruction_of(here && (here & 3) != 3 && (insn & 3) == 3 ? here : insn, f->wide);
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
	/* jumps by a register, and what Zcmp and Zcmt have for c.fsdsp, lead anywhere */
	if (instruction_jump(f->pc, f->insn).jump != NONE || (f->insn & 0x7F) == 0x67
		|| (f->insn & 0xE003) == 0xA002)
		return is_handler(f, pc);
	return !here || here != symbols_find(&f->firmware->symbols, f->pc);
}

void retire_follow(
	struct retire_follow *f, const struct retire_line *r, uint32_t pc, uint64_t count)
{
	struct machine_cycle cycle = {
		.retire = true, .pc = pc, .insn = instruction_at(f, pc, r->insn), .priv = 3
	};

	cycle.sp = f->sp = r->has_sp ? r->sp : f->sp;
	cycle.handler = came_by_trap(f, pc) || r->handler;
	if (cycle.handler && f->n_handlers < RETIRE_HANDLERS && !is_handler(f, pc))
		f->handlers[f->n_handlers++] = pc;
	calls_retire(f->calls, &cycle, count, 0, NULL);
	branches_retire(&f->branches, pc, cycle.insn, r->times);
	if (r->times > 1)
		calls_more(f->calls, r->times - 1, r->times - 1, NULL);
	f->begun = true;
	f->pc = pc;
	f->insn = cycle.insn;
}

void retire_follow_wait(struct retire_follow *f, uint64_t cycles)
{
	calls_more(f->calls, cycles, 0, NULL);
}

/* ---- is it of this program? */
struct share {
	size_t ran, differ;
};

static bool is_other(const struct share *s)
{
	return s->differ > PATCHED && s->differ > s->ran / 2;
}

/* Of the functions by their numbers; the last one has what is in none. Returns that of all. */
static struct share count(const struct retire_follow *f, struct share *of)
{
	const struct symbols *s = &f->firmware->symbols;
	struct share all = { 0 };
	struct intern seen = { 0 };
	bool fresh;

	for (size_t i = 0; i < f->measure.tree->n_cells; i++) {
		uint32_t pc = f->measure.tree->cells[i].pc;
		intern(&seen, &pc, sizeof pc, &fresh);
		if (!fresh || !image_fixed(&f->firmware->image, pc))
			continue;
		const struct function *its = symbols_find(s, pc);
		of[its ? (size_t)(its - s->functions) : s->n_functions].ran++;
		all.ran++;
	}
	intern_free(&seen);
	for (size_t i = 0; i < f->differ.keys.n; i++) {
		uint32_t pc;
		memcpy(&pc, f->differ.keys.keys[i].bytes, sizeof pc);
		const struct function *its = symbols_find(s, pc);
		of[its ? (size_t)(its - s->functions) : s->n_functions].differ++;
		all.differ++;
	}
	return all;
}

static bool judge(const struct retire_follow *f, const char *name)
{
	const struct symbols *s = &f->firmware->symbols;
	struct share *of = allocate(s->n_functions + 1, sizeof *of), all = count(f, of);
	bool other = is_other(&all) || all.differ == all.ran;
	char place[256], *difference;

	for (size_t i = 0; i <= s->n_functions; i++)
		other |= is_other(&of[i]);
	free(of);
	symbols_place(s, f->first, place, sizeof place);
	difference = print_text("%zu of %zu instructions that ran differ from "
				"those of %s, the first at 0x%08" PRIx32 " (%s): 0x%0*" PRIx32
				" in the log, 0x%0*" PRIx32 " in the ELF",
		all.differ, all.ran, f->firmware->image.path, f->first, place,
		(f->log & 3) == 3 ? 8 : 4, f->log, (f->elf & 3) == 3 ? 8 : 4, f->elf);
	if (other)
		fail("%s: %s; give the ELF that ran", name, difference);
	else
		note("%s: %s; does the program patch its code, or is it another build's?", name,
			difference);
	free(difference);
	return !other;
}

bool retire_follow_close(struct retire_follow *f, struct taken *taken, const char *name)
{
	branches_close(&f->branches, taken);
	f->lost = calls_close(f->calls).lost;
	call_tree_finish(f->measure.tree);
	durations_finish(f->measure.durations);
	bool good = !f->differ.keys.n || !name || judge(f, name);
	sums_free(&f->differ);
	return good;
}
