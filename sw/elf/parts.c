/* SPDX-License-Identifier: ISC
 * parts.c - parts of functions that compilers laid elsewhere; the contract is parts.h.
 */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "clone.h"
#include "halves.h"
#include "instruction.h"
#include "sections.h"
#include "sw/base/error.h"

#define NONE_YET SIZE_MAX

/* What is known of each function, by its number. */
struct search {
	struct symbols *symbols;
	const struct image *im;
	const char **whole;	/* the name of the function whose part it seems to be; NULL: none */
	size_t *home;		/* the function of that name; NONE_YET */
	bool *linked;		/* and one of the two jumps into the other */
};

static size_t number_at(const struct search *s, uint32_t pc)
{
	const struct function *f = symbols_find(s->symbols, pc);

	return f ? (size_t)(f - s->symbols->functions) : NONE_YET;
}

static bool has_name(const struct symbols *s, const struct function *f, const char *name)
{
	for (const struct symbol *x = symbols_from(s, f->lo); x && x->address == f->lo;
		x = symbols_next(s, x))
		if (!strcmp(x->name, name))
			return true;
	return false;
}

/* Where the instruction leads, or which address it makes; 0: neither. */
static uint32_t leads_to(uint32_t pc, uint32_t insn, enum jump jump, uint32_t made)
{
	bool c_jal = (insn & 0xE003) == 0x2001 && jump == CALL;
	uint32_t next[2];

	instruction_next(pc, c_jal ? insn | 0x8000 : insn, next);
	return made ? made : next[1] == next[0] ? 0 : next[1];
}

/* Code of function `from` leads to `to`. */
static void found(struct search *s, size_t from, uint32_t to, enum jump jump, bool kept)
{
	size_t at = number_at(s, to);
	const struct function *f = s->symbols->functions;

	if (at == NONE_YET || at == from)
		return;
	if (jump == CALL || kept) {
		if (f[at].lo == to)
			s->whole[at] = NULL;
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		size_t part = i ? from : at, other = i ? at : from;
		if (!s->whole[part] || s->linked[part]
			|| !has_name(s->symbols, &f[other], s->whole[part]))
			continue;
		s->home[part] = other;
		s->linked[part] = true;
	}
}

static void search_code(struct search *s, size_t from)
{
	const struct function *f = &s->symbols->functions[from];
	struct halves halves = { { 0 } };
	uint32_t pc = (uint32_t)f->lo, insn, next[2];

	for (; pc < f->hi && (insn = image_instruction(s->im, pc)); pc = next[0]) {
		insn = instruction_of(insn, s->im->wide);
		enum jump jump = instruction_jump(pc, insn).jump;
		uint32_t made = halves_step(&halves, pc, insn), to = leads_to(pc, insn, jump, made);
		instruction_next(pc, insn, next);
		if (to)
			found(s, from, to, jump, made && jump == NONE);
		if (next[0] < pc)
			return;
	}
}

/* Of the functions that have the name, the one of the same source file, or else the only one. */
static size_t named(const struct search *s, const char *name, const struct symbol *part)
{
	const struct symbols *all = s->symbols;
	size_t n = 0, alike = 0, only = NONE_YET, near = NONE_YET;

	for (size_t i = 0; i < all->n_names; i++) {
		const struct symbol *x = &all->names[i];
		size_t at = strcmp(x->name, name) ? NONE_YET : number_at(s, x->address);
		if (at == NONE_YET || x->shadowed || all->functions[at].lo != x->address)
			continue;
		n++;
		only = at;
		if (x->file && part->file && !strcmp(x->file, part->file)) {
			alike++;
			near = at;
		}
	}
	return n == 1 ? only : alike == 1 ? near : NONE_YET;
}

static bool find_candidates(struct search *s)
{
	const struct symbols *all = s->symbols;
	bool any = false;

	for (size_t i = 0; i < all->n_functions; i++) {
		const struct function *f = &all->functions[i];
		s->whole[i] = f->local ? clone_whole(f->linker) : NULL;
		s->home[i] = NONE_YET;
		any |= s->whole[i] != NULL;
	}
	return any;
}

static void find_homes(struct search *s)
{
	for (size_t i = 0; i < s->symbols->n_functions; i++)
		search_code(s, i);
	for (size_t i = 0; i < s->symbols->n_functions; i++)
		if (s->whole[i] && !s->linked[i])
			s->home[i] = named(s, s->whole[i], symbols_from(s->symbols,
				s->symbols->functions[i].lo));
		else if (!s->whole[i])
			s->home[i] = NONE_YET;
}

/* Other names of one address may lead a part to itself: such a one is a function. */
static void break_rings(struct search *s)
{
	for (size_t i = 0; i < s->symbols->n_functions; i++) {
		size_t steps = 0, n = s->symbols->n_functions;
		for (size_t at = i; s->home[at] != NONE_YET && steps <= n; at = s->home[at])
			steps++;
		if (steps > n)
			s->home[i] = NONE_YET;
	}
}

/* The function whose part it is, or its own number. */
static size_t home_of(const struct search *s, size_t i)
{
	while (s->home[i] != NONE_YET)
		i = s->home[i];
	return i;
}

static int by_start(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void add_extent(struct function *f, const struct function *part)
{
	if (!f->extents) {
		f->extents = allocate(1, sizeof *f->extents);
		f->extents[f->n_extents++] = (struct extent){ f->lo, f->hi, NULL };
	}
	f->extents = reallocate(f->extents, f->n_extents + 1, sizeof *f->extents);
	f->extents[f->n_extents++] = (struct extent){ part->lo, part->hi, part->name };
	qsort(f->extents, f->n_extents, sizeof *f->extents, by_start);
}

static void join(struct search *s)
{
	struct symbols *all = s->symbols;
	size_t *number = allocate(all->n_functions, sizeof *number), n = 0;

	for (size_t i = 0; i < all->n_functions; i++)
		if (s->home[i] != NONE_YET)
			add_extent(&all->functions[home_of(s, i)], &all->functions[i]);
	for (size_t i = 0; i < all->n_functions; i++)
		if (s->home[i] == NONE_YET) {
			number[i] = n;
			all->functions[n++] = all->functions[i];
		} else {
			free(all->functions[i].also);
		}
	for (size_t i = 0; i < all->map.n; i++)
		all->map.at[i].value = number[home_of(s, all->map.at[i].value)];
	all->n_functions = n;
	free(number);
}

void parts_join(struct symbols *symbols, const struct image *im)
{
	const size_t n = symbols->n_functions;
	struct search s = { .symbols = symbols, .im = im, .whole = allocate(n, sizeof *s.whole),
		.home = allocate(n, sizeof *s.home), .linked = allocate(n, sizeof *s.linked) };

	if (find_candidates(&s)) {
		find_homes(&s);
		break_rings(&s);
		join(&s);
	}
	free(s.whole);
	free(s.home);
	free(s.linked);
}
