/* SPDX-License-Identifier: ISC
 * beginnings.c - the functions that may begin without a call; the contract is beginnings.h.
 */
#include "beginnings.h"

#include <stdlib.h>
#include <string.h>

#include "halves.h"
#include "instruction.h"
#include "sw/base/error.h"

enum reason { NO_REASON, KEPT, DIRECT };

struct search {
	const struct image *im;
	const struct symbols *symbols;
	uint8_t *reason;	/* of each function */
};

/* Something outside of `from` may begin at the address. */
static void found(struct search *s, uint32_t address, const struct function *from,
	enum reason reason)
{
	const struct function *f = symbols_find(s->symbols, address);
	uint8_t *known = f ? &s->reason[f - s->symbols->functions] : NULL;

	if (f && f->lo == address && f != from && *known < reason)
		*known = (uint8_t)reason;
}

/* j, c.j */
static bool jumps(uint32_t insn, enum jump jump)
{
	return jump != CALL && ((insn & 0x7F) == 0x6F || (insn & 0xE003) == 0xA001);
}

/* Does nothing follow it but what jumps there? */
static bool ends(uint32_t insn, enum jump jump)
{
	return jumps(insn, jump) || jump == JUMP || jump == TRAP_RETURN || insn == 0x9002
		|| insn == 0x00100073;				/* ebreak */
}

static void search_code(struct search *s, const struct function *f, const struct extent *e)
{
	struct halves halves = { { 0 } };
	uint32_t pc = (uint32_t)e->lo, insn = 0, next[2];
	bool ended = false;

	for (; pc < e->hi && (insn = image_instruction(s->im, pc)); pc = next[0]) {
		enum jump jump = instruction_jump(pc, insn).jump;
		uint32_t made = halves_step(&halves, pc, insn);
		instruction_next(pc, insn, next);
		ended = ends(insn, jump);
		if (jumps(insn, jump) || instruction_branches(insn))
			found(s, next[1], f, DIRECT);
		if (made && jump != CALL)
			found(s, made, f, jump == JUMP ? DIRECT : KEPT);
		if (next[0] < pc)
			return;
	}
	if (insn && !ended)
		found(s, pc, f, DIRECT);
}

static void search_data(struct search *s, const struct segment *data)
{
	for (uint32_t at = -data->vaddr & 3; at + 4ull <= data->filesz; at += 4) {
		const uint8_t *b = data->bytes + at;
		uint32_t word = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
			| (uint32_t)b[3] << 24;
		if (word && !(word & 1) && symbols_find(s->symbols, word)
			&& !ranges_find(&s->im->code, data->vaddr + at))
			found(s, word, NULL, KEPT);
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

/* `at` has a place for each yet. */
static void choose(struct beginnings *b, const struct search *s, enum reason reason, uint32_t mask)
{
	for (size_t i = 0; i < s->symbols->n_functions; i++) {
		const struct function *f = &s->symbols->functions[i];
		if (s->reason[i] != reason || !is_function(f))
			continue;
		uint32_t *place = &b->at[f->lo >> 2 & mask];
		b->left_out += *place != 0;
		*place = (uint32_t)f->lo;
	}
}

void beginnings_open(struct beginnings *b, const struct image *im, const struct symbols *symbols,
	unsigned places)
{
	struct search s = { .im = im, .symbols = symbols,
		.reason = allocate(symbols->n_functions, 1) };

	struct extent e;
	for (size_t i = 0; i < symbols->n_functions; i++)
		for (size_t k = 0; function_extent(&symbols->functions[i], k, &e); k++)
			search_code(&s, &symbols->functions[i], &e);
	for (size_t i = 0; i < im->n_segments; i++)
		search_data(&s, &im->segments[i]);
	*b = (struct beginnings){ .at = allocate(1ull << places, sizeof *b->at) };
	choose(b, &s, KEPT, (1u << places) - 1);
	choose(b, &s, DIRECT, (1u << places) - 1);
	for (size_t i = 0; i >> places == 0; i++)
		if (b->at[i])
			b->at[b->n++] = b->at[i];
	free(s.reason);
}

void beginnings_close(struct beginnings *b)
{
	free(b->at);
	*b = (struct beginnings){ 0 };
}
