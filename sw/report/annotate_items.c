/* SPDX-License-Identifier: ISC
 * annotate_items.c - the instructions of one function and their counts; the contract is report.h.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sw/base/base.h"

/* bytes of code disassembled at once; some 15 times as many in memory */
#define WHOLE_MOST (16u << 20)

static struct item *item_of(struct items *all, const struct disassembly *d, uint64_t pc)
{
	if (d->n) {
		size_t i = disassembly_find(d, pc);
		return &all->at[i == SIZE_MAX ? 0 : i];
	}
	if (!all->n || all->at[all->n - 1].pc != pc) {
		GROW(all->at, all->n, all->room);
		all->at[all->n++] = (struct item){ .pc = pc, .text = "" };
	}
	return &all->at[all->n - 1];
}

/* Is this bin charged to the function of `row`? By the rule of table_functions. */
static bool is_of(const struct symbols *s, const struct row *row, uint64_t lo, uint64_t pc)
{
	const struct function *f = symbols_find(s, pc), *own = symbols_find(s, row->lo);

	return own ? f == own : !f && lo >= row->lo && lo < row->hi;
}

/* The counts of a part of the function's code. */
static void add_counts(struct items *all, const struct annotate *a, const struct row *row,
	const struct disassembly *d, const struct extent *e)
{
	const struct profile *p = a->profile;
	const struct symbols *s = &a->firmware->symbols;
	size_t at = all->n; /* without instructions: the newest item not above pc */

	uint32_t end = profile_bins_until(p, e->hi);
	for (uint32_t i = profile_bins_until(p, e->lo); i <= end && i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1);
		uint64_t pc = symbols_code(s, lo, hi);
		if (pc < e->lo || pc >= e->hi || !is_of(s, row, lo, pc))
			continue;
		struct item *it = item_of(all, d, pc);
		bool last = !d->n || it == &all->at[all->n - 1] || it[1].pc >= e->hi;
		it->count += p->bins[i];
		it->straddles |= last ? row->straddles || (!d->n && hi > lo + 2) : it[1].pc < hi;
	}
	at -= at == all->n; /* this part has none: the last one of those before it */
	uint64_t first = e->lo > p->config.offset ? (e->lo - p->config.offset) / 2 : 0;
	for (uint64_t i = first; i < p->n_retired_at && all->n; i++) {
		uint64_t pc = p->config.offset + 2 * i;
		if (pc >= e->hi)
			break;
		if (p->retired_at[i] && pc >= e->lo && is_of(s, row, pc, pc)) {
			while (!d->n && at + 1 < all->n && all->at[at + 1].pc <= pc)
				at++;
			struct item *it = d->n ? item_of(all, d, pc) : &all->at[at];
			it->retired += p->retired_at[i];
			if (p->waits_at)
				waits_add(&it->waits, &p->waits_at[i]);
		}
	}
}

/* No disassembly: an error where an objdump was named, which has been said; else the addresses must
 * do. */
static bool do_without(struct annotate *a)
{
	if (a->objdump)
		return false;
	if (!a->no_objdump)
		note("no objdump for RISC-V in PATH disassembles %s: addresses without "
		     "instructions; install binutils-riscv64-unknown-elf, or name one: "
		     "--objdump NAME",
			a->firmware->image.path);
	a->no_objdump = true;
	return true;
}

bool annotate_prepare(struct annotate *a, const struct row *rows, size_t n)
{
	const struct image *im = &a->firmware->image;
	uint64_t lo = UINT64_MAX, hi = 0;
	/* microseconds of an objdump for a small part, which reads the symbols of the whole ELF */
	uint64_t start = 10000 + im->size / 700;

	for (size_t i = 0; i < n; i++) {
		struct extent e;
		for (size_t k = 0; table_extent(&a->firmware->symbols, &rows[i], k, &e); k++) {
			lo = e.lo < lo ? e.lo : lo;
			hi = e.hi > hi ? e.hi : hi;
		}
	}
	/* one for so much code takes 0.3 microseconds a byte */
	if (!im->elf || hi - lo > WHOLE_MOST || (n > 1 && n * start < (hi - lo) * 3 / 10))
		return true;
	return disassembly_read(&a->whole, a->objdump, im, lo, hi) || do_without(a);
}

void annotate_callers(struct annotate *a)
{
	if (contexts_open(&a->contexts, a->profile, a->firmware))
		pairs_open(&a->callers, &a->contexts, BY_CALLER);
}

void annotate_free(struct annotate *a)
{
	disassembly_free(&a->whole);
	pairs_close(&a->callers);
	contexts_close(&a->contexts);
}

/* Adds a part of the whole one. Not where it does not begin with an instruction: data before it may
 * have shifted them. */
static bool take_part(
	const struct disassembly *whole, const struct extent *e, struct disassembly *d)
{
	size_t first = whole->n ? disassembly_find(whole, e->lo) : SIZE_MAX;

	if (first == SIZE_MAX || whole->at[first].pc != e->lo)
		return false;
	size_t n = disassembly_find(whole, e->hi - 1) + 1 - first;
	d->at = reallocate(d->at, d->n + n, sizeof *d->at);
	memcpy(d->at + d->n, whole->at + first, n * sizeof *d->at);
	d->n += n;
	return true;
}

/* From all code around its parts, if they are several. */
static bool disassemble(const struct annotate *a, const struct row *row, struct disassembly *d)
{
	const struct symbols *s = &a->firmware->symbols;
	struct disassembly around = { 0 };
	struct extent e;
	uint64_t lo = row->lo, hi = row->hi;
	size_t n = 0;
	bool good = true;

	for (; table_extent(s, row, n, &e); n++) {
		lo = e.lo < lo ? e.lo : lo;
		hi = e.hi > hi ? e.hi : hi;
		good = good && take_part(&a->whole, &e, d);
	}
	if (good)
		return true;
	disassembly_free(d);
	if (n == 1)
		return disassembly_read(d, a->objdump, &a->firmware->image, lo, hi);
	good = disassembly_read(&around, a->objdump, &a->firmware->image, lo, hi);
	for (size_t i = 0; good && table_extent(s, row, i, &e); i++)
		take_part(&around, &e, d);
	free(around.at);
	d->text = around.text;
	return good;
}

bool annotate_open(
	struct annotate *a, const struct row *row, struct disassembly *d, struct items *all)
{
	const struct image *im = &a->firmware->image;
	struct extent e;

	*d = (struct disassembly){ 0 };
	*all = (struct items){ 0 };
	if (im->elf && !a->no_objdump && !disassemble(a, row, d) && !do_without(a))
		return false;
	for (size_t i = 0; i < d->n; i++) {
		GROW(all->at, all->n, all->room);
		all->at[all->n++] = (struct item){ .pc = d->at[i].pc, .text = d->at[i].text };
	}
	for (size_t i = 0; table_extent(&a->firmware->symbols, row, i, &e); i++)
		add_counts(all, a, row, d, &e);
	for (size_t i = 0; i < all->n; i++) {
		const struct item *it = &all->at[i];
		all->hottest = it->count > all->hottest ? it->count : all->hottest;
		all->sum += it->count;
		all->retired += it->retired;
		all->causes |= why_causes(it->waits);
	}
	return true;
}

void annotate_close(struct disassembly *d, struct items *all)
{
	free(all->at);
	disassembly_free(d);
}
