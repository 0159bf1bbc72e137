/* SPDX-License-Identifier: ISC
 * steps.c - the instructions that retired; the contract is advise.h.
 */
#include "advise.h"

#include <stdlib.h>

#include "sw/base/base.h"
#include "sw/elf/instruction.h"

#define LOAD 0x03u
#define OP_IMM 0x13u
#define AUIPC 0x17u
#define OP_IMM_32 0x1Bu
#define STORE 0x23u
#define OP 0x33u
#define LUI 0x37u
#define OP_32 0x3Bu
#define BRANCH 0x63u
#define JALR 0x67u
#define JAL 0x6Fu
#define READER_REACH 16 /* instructions from one with a late result to its reader */

static enum step_unit unit_of(uint32_t word)
{
	uint32_t f3 = word >> 12 & 7, f7 = word >> 25;

	switch (word & 0x7F) {
	case LOAD: return UNIT_LOAD;
	case STORE: return UNIT_STORE;
	case OP:
	case OP_32:
		if (f7 == 1)
			return f3 < 4 ? UNIT_MUL : UNIT_DIV;
		/* fall through */
	case OP_IMM:
	case OP_IMM_32: return f3 == 1 || f3 == 5 ? UNIT_SHIFT : UNIT_ALU;
	case LUI:
	case AUIPC: return UNIT_ALU;
	case BRANCH: return UNIT_BRANCH;
	case JAL:
	case JALR: return UNIT_JUMP;
	}
	return UNIT_OTHER;
}

static void decode(struct step *s)
{
	uint32_t w = s->word, opcode = w & 0x7F, next[2];
	bool upper = opcode == LUI || opcode == AUIPC;

	s->unit = (uint8_t)unit_of(w);
	if (s->unit == UNIT_OTHER)
		return;
	s->rd = opcode == STORE || opcode == BRANCH ? 0 : w >> 7 & 31;
	s->rs1 = upper || opcode == JAL ? 0 : w >> 15 & 31;
	s->rs2 = opcode == OP || opcode == OP_32 || opcode == STORE || opcode == BRANCH
		? w >> 20 & 31
		: 0;
	if (opcode == OP_IMM || opcode == LOAD)
		s->immediate = s->unit == UNIT_SHIFT ? (int32_t)(w >> 20 & 31) : (int32_t)w >> 20;
	if (opcode == STORE)
		s->immediate = ((int32_t)w >> 25) * 32 + (int32_t)(w >> 7 & 31);
	if (opcode == BRANCH || (opcode == JAL && !s->rd)) {
		instruction_next(s->pc, w, next);
		s->target = next[1];
	}
}

struct steps steps_of(const struct profile *p, const struct image *im)
{
	struct steps s = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < p->n_retired_at; i++) {
		if (!p->retired_at[i])
			continue;
		uint32_t pc = p->config.offset + 2 * i, word = image_instruction(im, pc);
		bool whole = (word & 3) == 3;
		struct step step = { .pc = pc,
			.word = whole      ? word
				: im->wide ? expand_wide((uint16_t)word)
					   : expand((uint16_t)word),
			.bytes = whole ? 4 : 2,
			.retired = p->retired_at[i],
			.waits = p->waits_at[i] };
		decode(&step);
		GROW(s.at, s.n, room);
		s.at[s.n++] = step;
	}
	return s;
}

/* With the step behind it? */
static bool goes_on(const struct step *s)
{
	return s->unit != UNIT_JUMP && s->pc + s->bytes == s[1].pc;
}

/* Whose result `reader` waits for, in the straight code that ends before step `end`: the nearest of
 * the units that take `cause` which writes one of its registers. NULL: none. */
static struct step *giver(
	const struct steps *all, size_t end, const struct step *reader, enum cause cause)
{
	for (size_t i = end; i-- > 0 && end - i <= READER_REACH;) {
		struct step *s = &all->at[i];
		bool of_unit = cause == CAUSE_DATA ? s->unit == UNIT_LOAD
						   : s->unit == UNIT_MUL || s->unit == UNIT_DIV;
		if (i + 1 < end && !goes_on(s))
			return NULL;
		if (of_unit && s->rd
			&& (s->rd == reader->rs1 || s->rd == reader->rs2 || s->rd == reader->rd))
			return s;
	}
	return NULL;
}

/* Before the reader, or at the end of a loop around it. */
static struct step *waited_for(const struct steps *all, size_t reader, enum cause cause)
{
	const struct step *r = &all->at[reader];
	struct step *found = reader && goes_on(r - 1) ? giver(all, reader, r, cause) : NULL;

	for (size_t i = reader; !found && i < all->n && i - reader <= READER_REACH; i++)
		if (all->at[i].target && all->at[i].target <= r->pc)
			found = giver(all, i + 1, r, cause);
	return found;
}

static void give_back(struct steps *all, size_t reader, enum cause cause)
{
	uint64_t *waits = &all->at[reader].waits.of[cause];
	struct step *to = *waits ? waited_for(all, reader, cause) : NULL;

	if (to) {
		to->waits.of[cause] += *waits;
		*waits = 0;
	}
}

void steps_give_back(struct steps *all)
{
	for (size_t i = 0; i < all->n; i++) {
		enum step_unit unit = all->at[i].unit;
		if (unit != UNIT_MUL && unit != UNIT_DIV)
			give_back(all, i, CAUSE_EXEC);
		if (unit != UNIT_LOAD && unit != UNIT_STORE && unit != UNIT_OTHER)
			give_back(all, i, CAUSE_DATA);
	}
}

static int by_pc(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

const struct step *steps_find(const struct steps *s, uint32_t pc)
{
	const struct step key = { .pc = pc };

	return s->n ? bsearch(&key, s->at, s->n, sizeof key, by_pc) : NULL;
}

bool step_is_byte(const struct step *s)
{
	uint32_t f3 = s->word >> 12 & 7;

	return (s->unit == UNIT_LOAD && (f3 == 0 || f3 == 4)) || (s->unit == UNIT_STORE && f3 == 0);
}

bool step_has_constant(const struct step *s)
{
	return (s->word & 0x7F) == OP_IMM;
}
