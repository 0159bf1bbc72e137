/* SPDX-License-Identifier: ISC
 * region.c - which code a profile covers, and how many counters that takes
 */
#include "region.h"

#include <inttypes.h>

#include "sw/base/error.h"
#include "sw/elf/sections.h"

/* Notes code outside [lo, hi): functions in RAM, for example, if the linker script does not make
 * the data's segment executable. The cores do not check that. */
static void note_code_elsewhere(const struct image *im, uint64_t lo, uint64_t hi)
{
	for (size_t i = 0; i < im->code.n; i++) {
		const struct range *r = &im->code.at[i];
		const char *name = image_section_at(im, r->lo);
		if (r->value >= IMAGE_ROM || (r->lo >= lo && r->hi <= hi))
			continue;
		note("%s: section %s (0x%08" PRIx64 "-0x%08" PRIx64 ") has code, but its segment "
			"is not executable: it counts as OUTSIDE; --from and --to cover it",
			im->path, name ? name : "?", r->lo, r->hi - 1);
		return;		/* one note is enough */
	}
}

bool region_choose(struct profile *p, const struct image *im, const struct symbols *s,
	const char *from, const char *to)
{
	uint64_t lo = UINT64_MAX, hi = 0;
	struct function f;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *g = &im->segments[i];
		if (!g->exec)
			continue;
		lo = g->vaddr < lo ? g->vaddr : lo;
		hi = (uint64_t)g->vaddr + g->memsz > hi ? (uint64_t)g->vaddr + g->memsz : hi;
	}
	if (lo >= hi)
		return fail("%s: no executable segment: nothing to run; is it linked as a program?",
			im->path);
	if (!from && !to)
		note_code_elsewhere(im, lo, hi);
	if (from) {
		if (!symbols_named(s, from, &f))
			return false;
		lo = f.lo;
	}
	if (to) {
		if (!symbols_named(s, to, &f))
			return false;
		hi = f.hi;
	}
	if (lo == hi && from && to && f.lo == f.hi)
		return fail("--from %s --to %s: there is no code in between: an address after --to "
			"is the first one that is not covered", from, to);
	if (lo >= hi && !to)
		return fail("--from %s (0x%08" PRIx64 "): lies behind the code, which ends at 0x%08"
			PRIx64 "; give --to, too, or an address in it", from, lo, hi - 1);
	if (lo >= hi && !from)
		return fail("--to %s: ends at 0x%08" PRIx64 ", before the code, which begins at "
			"0x%08" PRIx64 "; give --from, too, or an address in it", to, hi, lo);
	if (lo >= hi)
		return fail("--from %s (0x%08" PRIx64 ") lies after --to %s (ends at 0x%08" PRIx64
			"); exchange them", from, lo, to, hi);
	p->code_lo = (uint32_t)lo;
	p->code_hi = hi;
	return true;
}

/* Counters needed for [lo, hi). */
static uint64_t counters_for(const struct profile *p, uint64_t lo, uint64_t hi)
{
	int64_t last = tally_slot((uint32_t)(hi - 1), (uint32_t)lo, p->config.scale, UINT32_MAX, 2);

	return last < 0 ? UINT32_MAX : (uint64_t)last + 1;	/* -1: more than any memory has */
}

void region_fit(struct profile *p, const struct image *im, uint32_t bin_bytes)
{
	uint64_t room = bin_bytes / PROFILE_BIN_BYTES, lo = p->code_lo & ~1u, hi = p->code_hi;
	uint64_t need = counters_for(p, lo, hi);

	if (need > room && im->code.n) {
		const struct range *first = ranges_next(&im->code, lo);
		uint64_t last = 0;
		for (size_t i = 0; i < im->code.n && im->code.at[i].lo < hi; i++)
			last = im->code.at[i].hi;
		if (first && first->lo < hi && last > first->lo) {
			lo = first->lo > lo ? first->lo & ~1ull : lo;
			hi = last < hi ? last : hi;
			p->code_lo = (uint32_t)lo;
			p->code_hi = hi;
			need = counters_for(p, lo, hi);
		}
	}
	p->slots = (uint32_t)(need < room ? need : room);
	p->config.offset = (uint32_t)lo;
	p->config.base = 0;
	p->config.size = p->slots * PROFILE_BIN_BYTES;
}

void region_fit_scaled(struct profile *p, const struct image *im, uint32_t bin_bytes)
{
	region_fit(p, im, bin_bytes);
	while (profile_bin_pc(p, p->slots) < p->code_hi && p->config.scale > 1) {
		p->config.scale /= 2;
		region_fit(p, im, bin_bytes);
	}
}
