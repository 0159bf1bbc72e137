/* SPDX-License-Identifier: ISC
 * retire_words.c - are the instructions of a log those of the ELF? The contract is retire_words.h.
 */
#include "retire_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/elf/expand.h"
#include "sw/elf/sections.h"

#define PATCHED 3u		/* words of a function that may differ in any case */

/* Some tracers show a compressed instruction expanded. What it stands for is known of RV32C
 * alone, and c.mv has two forms. */
static bool same(const struct retire_words *w, uint32_t log, uint32_t elf)
{
	if ((elf & 3) == 3)
		return log == elf;
	if ((log & 3) != 3)
		return (log & 0xFFFF) == elf;
	uint32_t expanded = w->firmware->image.wide || (elf & 0xF003) == 0x8002 ? 0
		: expand((uint16_t)elf);
	return !expanded || log == expanded;
}

void retire_words_take(struct retire_words *w, uint32_t pc, uint32_t log, uint32_t elf)
{
	if (!elf || same(w, log, elf) || !image_fixed(&w->firmware->image, pc))
		return;
	if (!w->differ.keys.n) {
		w->pc = pc;
		w->log = log;
		w->elf = elf;
	}
	sums_add(&w->differ, &pc, sizeof pc, 1);
}

static int by_pc(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Each once, rising; returns how many. */
static size_t sort(uint32_t *pcs, size_t n)
{
	size_t kept = 0;

	qsort(pcs, n, sizeof *pcs, by_pc);
	for (size_t i = 0; i < n; i++)
		if (!i || pcs[i] != pcs[i - 1])
			pcs[kept++] = pcs[i];
	return kept;
}

struct share {
	size_t ran, differ;
};

static bool is_other(const struct share *s)
{
	return s->differ > PATCHED && s->differ > s->ran / 2;
}

/* Of the functions by their numbers; the last one has what is in none. Returns that of all. */
static struct share count(const struct retire_words *w, const uint32_t *pcs, size_t n,
	struct share *of)
{
	const struct symbols *s = &w->firmware->symbols;
	struct share all = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct function *f = symbols_find(s, pcs[i]);
		struct share *its = &of[f ? (size_t)(f - s->functions) : s->n_functions];
		if (!image_fixed(&w->firmware->image, pcs[i]))
			continue;
		its->ran++;
		all.ran++;
	}
	for (size_t i = 0; i < w->differ.keys.n; i++) {
		uint32_t pc;
		memcpy(&pc, w->differ.keys.keys[i].bytes, sizeof pc);
		const struct function *f = symbols_find(s, pc);
		of[f ? (size_t)(f - s->functions) : s->n_functions].differ++;
		all.differ++;
	}
	return all;
}

#define DIFFERENCE \
	"%s: %zu of %zu instructions that ran differ from those of %s, the first at 0x%08" PRIx32 \
	" (%s): 0x%0*" PRIx32 " in the log, 0x%0*" PRIx32 " in the ELF; "

static int digits(uint32_t insn)
{
	return (insn & 3) == 3 ? 8 : 4;
}

static bool judge(const struct retire_words *w, const struct share *all, bool other,
	const char *name)
{
	const struct firmware *f = w->firmware;
	char place[256];

	symbols_place(&f->symbols, w->pc, place, sizeof place);
	if (other)
		return fail(DIFFERENCE "give the ELF that ran", name, all->differ, all->ran,
			f->image.path, w->pc, place, digits(w->log), w->log, digits(w->elf),
			w->elf);
	note(DIFFERENCE "does the program patch its code, or is it another build's?", name,
		all->differ, all->ran, f->image.path, w->pc, place, digits(w->log), w->log,
		digits(w->elf), w->elf);
	return true;
}

bool retire_words_fit(const struct retire_words *w, const struct call_tree *tree, const char *name)
{
	size_t functions = w->firmware->symbols.n_functions;
	bool other;

	if (!w->differ.keys.n)
		return true;
	struct share *of = allocate(functions + 1, sizeof *of);
	uint32_t *pcs = allocate(tree->n_cells, sizeof *pcs);
	for (size_t i = 0; i < tree->n_cells; i++)
		pcs[i] = tree->cells[i].pc;
	struct share all = count(w, pcs, sort(pcs, tree->n_cells), of);
	other = is_other(&all) || all.differ == all.ran;
	for (size_t i = 0; i <= functions; i++)
		other |= is_other(&of[i]);
	free(pcs);
	free(of);
	return judge(w, &all, other, name);
}
