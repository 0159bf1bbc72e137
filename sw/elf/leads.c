/* SPDX-License-Identifier: ISC
 * leads.c - what code leads to tells of functions: which are in ROM, which have parts elsewhere,
 * which begin without a call. The contracts are image.h, symbols.h and symbols.h.
 */
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "instruction.h"
#include "symbols.h"
#include "sw/base/base.h"

#define REACH 4096u /* bytes of a function whose size and successor nobody knows */
#define NONE_YET SIZE_MAX

/* A walk over code as it lies in memory; it begins at next[0]. */
struct walk {
	const struct image *im;
	struct halves halves;
	uint32_t pc, insn; /* insn: whole (instruction_whole) */
	uint32_t next[2]; /* as instruction_next has it */
	uint32_t made; /* the address that it makes or jumps to by a register; 0: none */
	enum jump jump;
};

/* The next instruction below `end`. False: none, or the ELF has no bytes of it. */
static bool step(struct walk *w, uint64_t end)
{
	uint32_t pc = w->next[0],
		 insn = pc >= end || pc < w->pc
		? 0
		: instruction_of(image_instruction(w->im, pc), w->im->wide);

	if (!insn)
		return false;
	w->pc = pc;
	w->insn = instruction_whole(insn);
	w->jump = instruction_jump(pc, insn).jump;
	w->made = halves_step(&w->halves, pc, insn);
	instruction_next(pc, insn, w->next);
	return true;
}

/* j, jal and what they are compressed to */
static bool is_direct(const struct walk *w)
{
	return (w->insn & 0x7F) == 0x6F;
}

static bool jumps(const struct walk *w)
{
	return w->jump != CALL && is_direct(w);
}

/* ---- functions in ROM */

static void add_rom(struct ranges *code, uint64_t lo, uint64_t size)
{
	uint64_t room = (1ull << 32) - lo;

	ranges_add(code, lo, lo + (size < room ? size : room), 0, IMAGE_ROM | lo);
}

/* Flags those of n rising labels that the code calls or jumps to. */
static void find_calls(const struct image *im, const uint32_t *labels, size_t n, bool *called)
{
	size_t left = im->size; /* segments that share bytes are damage */

	for (size_t i = 0; i < im->n_segments && im->segments[i].filesz <= left; i++) {
		struct segment *s = &im->segments[i];
		/* overlays have several segments at one address */
		const struct image alone = { .segments = s, .n_segments = 1, .wide = im->wide };
		struct walk w = { .im = &alone, .next = { s->vaddr } };
		while (s->exec && w.next[0] - s->vaddr < s->filesz) {
			/* data among the code: zeros are no instruction */
			if (!step(&w, (uint64_t)s->vaddr + s->filesz)) {
				w.next[0] += 2;
				continue;
			}
			uint32_t to = is_direct(&w) ? w.next[1] : w.jump != NONE ? w.made : 0;
			const uint32_t *found = bsearch(&to, labels, n, sizeof *labels, by_number);
			if (found)
				called[found - labels] = true;
		}
		left -= s->exec ? s->filesz : 0;
	}
}

void image_add_rom(struct ranges *code, const struct image *im, Elf_Data *symbols)
{
	uint32_t *labels = NULL; /* not all are functions */
	size_t n = 0, room = 0;
	GElf_Sym sym;

	for (int i = 1; gelf_getsym(symbols, i, &sym); i++) {
		unsigned type = GELF_ST_TYPE(sym.st_info);
		if (sym.st_shndx != SHN_ABS || sym.st_value >= 1ull << 32
			|| image_segment_at(im, sym.st_value))
			continue;
		if (type == STT_FUNC)
			add_rom(code, sym.st_value, sym.st_size ? sym.st_size : REACH);
		/* 0: a function that is not there */
		if (type == STT_NOTYPE && sym.st_value) {
			GROW(labels, n, room);
			labels[n++] = (uint32_t)sym.st_value;
		}
	}
	if (!n)
		return;
	qsort(labels, n, sizeof *labels, by_number);
	bool *called = allocate(n, sizeof *called);
	find_calls(im, labels, n, called);
	for (size_t i = 0; i < n; i++) {
		uint32_t size =
			i + 1 < n && labels[i + 1] != labels[i] ? labels[i + 1] - labels[i] : REACH;
		if (called[i])
			add_rom(code, labels[i], size < REACH ? size : REACH);
	}
	free(called);
	free(labels);
}

/* ---- parts of functions */

/* What is known of each function, by its number. */
struct search {
	struct symbols *symbols;
	const struct image *im;
	const char **whole; /* the name of the function whose part it seems to be; NULL: none */
	size_t *home; /* the function of that name; NONE_YET */
	bool *linked; /* and one of the two jumps into the other */
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

/* Code of function `from` leads to `to`. */
static void link_parts(struct search *s, size_t from, uint32_t to, bool called_or_kept)
{
	size_t at = number_at(s, to);
	const struct function *f = s->symbols->functions;

	if (at == NONE_YET || at == from)
		return;
	if (called_or_kept) {
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

static void find_homes(struct search *s)
{
	struct symbols *all = s->symbols;

	for (size_t i = 0; i < all->n_functions; i++) {
		struct walk w = { .im = s->im, .next = { (uint32_t)all->functions[i].lo } };
		while (step(&w, all->functions[i].hi)) {
			uint32_t to = w.made ? w.made : w.next[1] != w.next[0] ? w.next[1] : 0;
			if (to)
				link_parts(s, i, to, w.jump == CALL || (w.made && w.jump == NONE));
		}
	}
	for (size_t i = 0; i < all->n_functions; i++)
		if (!s->whole[i])
			s->home[i] = NONE_YET;
		else if (!s->linked[i])
			s->home[i] = named(s, s->whole[i], symbols_from(all, all->functions[i].lo));
	/* other names of one address may lead a part to itself: such a one is a function */
	for (size_t i = 0; i < all->n_functions; i++) {
		size_t steps = 0;
		for (size_t at = i; s->home[at] != NONE_YET && steps <= all->n_functions;
			at = s->home[at])
			steps++;
		if (steps > all->n_functions)
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
	struct search s = { .symbols = symbols,
		.im = im,
		.whole = allocate(n, sizeof *s.whole),
		.home = allocate(n, sizeof *s.home),
		.linked = allocate(n, sizeof *s.linked) };
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		const struct function *f = &symbols->functions[i];
		s.whole[i] = f->local ? clone_whole(f->linker) : NULL;
		s.home[i] = NONE_YET;
		any |= s.whole[i] != NULL;
	}
	if (any) {
		find_homes(&s);
		join(&s);
	}
	free(s.whole);
	free(s.home);
	free(s.linked);
}

/* ---- functions that begin without a call */

enum reason { NO_REASON, KEPT, DIRECT };

/* Something outside of `from` may begin at the address. reasons: of each function */
static void add_reason(uint8_t *reasons, const struct symbols *s, uint32_t address,
	const struct function *from, enum reason reason)
{
	const struct function *f = symbols_find(s, address);
	uint8_t *known = f ? &reasons[f - s->functions] : NULL;

	if (f && f->lo == address && f != from && *known < reason)
		*known = (uint8_t)reason;
}

static void search_code(uint8_t *reasons, const struct image *im, const struct symbols *s,
	const struct function *f, const struct extent *e)
{
	struct walk w = { .im = im, .next = { (uint32_t)e->lo } };
	bool ended = true; /* does nothing follow but what jumps there? */

	while (step(&w, e->hi)) {
		ended = jumps(&w) || w.jump == JUMP || w.jump == TRAP_RETURN
			|| w.insn == 0x00100073; /* ebreak */
		if (jumps(&w) || instruction_branches(w.insn))
			add_reason(reasons, s, w.next[1], f, DIRECT);
		if (w.made && w.jump != CALL)
			add_reason(reasons, s, w.made, f, w.jump == JUMP ? DIRECT : KEPT);
	}
	if (w.next[0] >= e->hi && !ended)
		add_reason(reasons, s, w.next[0], f, DIRECT);
}

static void search_data(uint8_t *reasons, const struct image *im, const struct symbols *s,
	const struct segment *data)
{
	for (uint32_t at = -data->vaddr & 3; at + 4ull <= data->filesz; at += 4) {
		const uint8_t *b = data->bytes + at;
		uint32_t word = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
			| (uint32_t)b[3] << 24;
		if (word && !(word & 1) && symbols_find(s, word)
			&& !ranges_find(&im->code, data->vaddr + at))
			add_reason(reasons, s, word, NULL, KEPT);
	}
}

static bool is_function(const struct function *f)
{
	static const char *const others[] = { "_start", "__riscv_save_", "__riscv_restore_" };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strncmp(f->linker, others[i], strlen(others[i])))
			return false;
	return true;
}

void beginnings_open(
	struct beginnings *b, const struct image *im, const struct symbols *s, unsigned places)
{
	uint8_t *reasons = allocate(s->n_functions, 1);
	const uint32_t mask = (uint32_t)((1ull << places) - 1);
	struct extent e;

	for (size_t i = 0; i < s->n_functions; i++)
		for (size_t k = 0; function_extent(&s->functions[i], k, &e); k++)
			search_code(reasons, im, s, &s->functions[i], &e);
	for (size_t i = 0; i < im->n_segments; i++)
		search_data(reasons, im, s, &im->segments[i]);
	*b = (struct beginnings){ .at = allocate(1ull << places, sizeof *b->at) };
	for (unsigned reason = KEPT; reason <= DIRECT; reason++)
		for (size_t i = 0; i < s->n_functions; i++) {
			const struct function *f = &s->functions[i];
			if (reasons[i] != reason || !is_function(f))
				continue;
			b->left_out += b->at[f->lo >> 2 & mask] != 0;
			b->at[f->lo >> 2 & mask] = (uint32_t)f->lo;
		}
	for (size_t i = 0; i >> places == 0; i++)
		if (b->at[i])
			b->at[b->n++] = b->at[i];
	free(reasons);
}

void beginnings_close(struct beginnings *b)
{
	free(b->at);
	*b = (struct beginnings){ 0 };
}
