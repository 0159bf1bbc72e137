/* SPDX-License-Identifier: ISC
 * rom.c - functions outside the ELF, as those of a boot ROM; the contract is rom.h.
 */
#include "rom.h"

#include <stdlib.h>

#include "halves.h"
#include "instruction.h"
#include "sections.h"
#include "sw/base/error.h"

#define REACH 4096u		/* bytes of a function whose size and successor nobody knows */

struct rom {
	uint32_t *at;		/* labels, not all functions */
	size_t n, room;
	bool *called;
};

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void call(struct rom *r, uint32_t target)
{
	const uint32_t *found = bsearch(&target, r->at, r->n, sizeof *r->at, by_number);

	if (found)
		r->called[found - r->at] = true;
}

/* Follows jal, and auipc or lui up to a jalr, c.jr or c.jalr. */
static void find_calls(struct rom *r, const struct segment *s)
{
	struct halves halves = { { 0 } };

	for (uint32_t at = 0, n; s->filesz >= 4 && at <= s->filesz - 4; at += n) {
		const uint8_t *b = s->bytes + at;
		uint32_t insn = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
			| (uint32_t)b[3] << 24, next[2];
		n = (insn & 3) == 3 ? 4 : 2;
		insn = n == 2 ? insn & 0xFFFF : insn;
		uint32_t made = halves_step(&halves, s->vaddr + at, insn);
		instruction_next(s->vaddr + at, insn, next);
		if ((insn & 0x7F) == 0x6F)
			call(r, next[1]);
		else if ((insn & 0x7F) == 0x67 || (insn & 0xE07F) == 0x8002)
			call(r, made);
	}
}

static void add(struct ranges *code, uint64_t lo, uint64_t size)
{
	uint64_t room = (1ull << 32) - lo;

	ranges_add(code, lo, lo + (size < room ? size : room), 0, IMAGE_ROM | lo);
}

void rom_add(struct ranges *code, const struct image *im, Elf_Data *symbols)
{
	struct rom r = { 0 };
	GElf_Sym sym;

	for (int i = 1; gelf_getsym(symbols, i, &sym); i++) {
		unsigned type = GELF_ST_TYPE(sym.st_info);
		if (sym.st_shndx != SHN_ABS || sym.st_value >= 1ull << 32
			|| image_segment_at(im, sym.st_value))
			continue;
		if (type == STT_FUNC)
			add(code, sym.st_value, sym.st_size ? sym.st_size : REACH);
		/* 0: a function that is not there */
		if (type == STT_NOTYPE && sym.st_value) {
			GROW(r.at, r.n, r.room);
			r.at[r.n++] = (uint32_t)sym.st_value;
		}
	}
	if (r.n) {
		qsort(r.at, r.n, sizeof *r.at, by_number);
		r.called = allocate(r.n, sizeof *r.called);
		size_t left = im->size;		/* segments that share bytes are damage */
		for (size_t i = 0; i < im->n_segments && im->segments[i].filesz <= left; i++)
			if (im->segments[i].exec) {
				find_calls(&r, &im->segments[i]);
				left -= im->segments[i].filesz;
			}
	}
	for (size_t i = 0; i < r.n; i++)
		if (r.called[i]) {
			uint32_t room = i + 1 < r.n ? r.at[i + 1] - r.at[i] : REACH;
			add(code, r.at[i], room && room < REACH ? room : REACH);
		}
	free(r.called);
	free(r.at);
}
