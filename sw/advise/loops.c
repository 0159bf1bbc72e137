/* SPDX-License-Identifier: ISC
 * loops.c - short loops that copy byte by byte, or wait for a word of memory to change.
 *
 * A loop is the instructions from a target up to the branch or jump back to it.
 */
#include <inttypes.h>

#include "advise.h"

#define LOOP_MOST 12		/* instructions of a loop that is looked at */
#define REGISTERS 32

struct loop {
	const struct step *at;
	size_t n;
	double turns;		/* for each entry */
	uint64_t cycles, passes;
};

/* The loop that step i, its last, closes. False: it closes none, or a long one. */
static bool loop_of(const struct steps *all, size_t i, struct loop *l)
{
	const struct step *last = &all->at[i], *first = steps_find(all, last->target), *after;

	if (!last->target || last->target > last->pc || !first || last - first >= LOOP_MOST)
		return false;
	*l = (struct loop){ first, (size_t)(last - first) + 1, 0, 0, first->retired };
	for (size_t j = 0; j < l->n; j++) {
		const struct step *s = &first[j];
		if (j + 1 < l->n && (s[1].pc != s->pc + s->bytes || s->unit == UNIT_JUMP))
			return false;
		l->cycles += step_cycles(s);
	}
	after = last->unit == UNIT_BRANCH ? steps_find(all, last->pc + last->bytes) : NULL;
	uint64_t back = last->retired - (after && after->retired < last->retired ? after->retired
		: after ? last->retired : 0);
	uint64_t entries = l->passes > back ? l->passes - back : 1;
	l->turns = (double)l->passes / (double)entries;
	return true;
}

/* The only step of the loop with this unit; NULL: there is none, or more. */
static const struct step *only(const struct loop *l, enum step_unit unit)
{
	const struct step *found = NULL;

	for (size_t j = 0; j < l->n; j++) {
		if (l->at[j].unit != unit)
			continue;
		if (found)
			return NULL;
		found = &l->at[j];
	}
	return found;
}

static bool has(const struct loop *l, enum step_unit unit)
{
	for (size_t j = 0; j < l->n; j++)
		if (l->at[j].unit == unit)
			return true;
	return false;
}

/* Does the step have the value of register r, other than as what it branches on? */
static bool tests(const struct step *s, uint8_t r)
{
	return s->unit == UNIT_BRANCH && r && (s->rs1 == r || s->rs2 == r);
}

/* Is there a step that adds 1 to a register, and none that adds another constant? */
static bool steps_by_one(const struct loop *l)
{
	bool one = false;

	for (size_t j = 0; j < l->n; j++) {
		const struct step *s = &l->at[j];
		if (s->unit != UNIT_ALU || !step_has_constant(s) || s->rd != s->rs1 || !s->rd)
			continue;
		if (s->immediate != 1 && s->immediate != -1)
			return false;
		one = true;
	}
	return one;
}

static bool copies_bytes(const struct loop *l)
{
	const struct step *load = only(l, UNIT_LOAD), *store = only(l, UNIT_STORE);

	if (!load || !store || !step_is_byte(load) || !step_is_byte(store)
	    || store->rs2 != load->rd || !steps_by_one(l) || has(l, UNIT_OTHER))
		return false;
	for (size_t j = 0; j < l->n; j++)
		if (tests(&l->at[j], load->rd)
		    || (&l->at[j] != load && l->at[j].rd == load->rd))
			return false;
	return true;
}

/* Do all turns load from the same address, and does what is loaded end the loop? */
static bool polls(const struct loop *l)
{
	const struct step *load = only(l, UNIT_LOAD);
	bool loaded[REGISTERS] = { false }, ends = false;

	if (!load || has(l, UNIT_STORE) || has(l, UNIT_OTHER))
		return false;
	for (size_t j = 0; j < l->n; j++) {
		const struct step *s = &l->at[j];
		bool from = s == load || loaded[s->rs1] || loaded[s->rs2];
		if (s != load && s->rd && s->rd == load->rs1 && (s->rs1 || s->rs2))
			return false;
		ends |= s->unit == UNIT_BRANCH && (loaded[s->rs1] || loaded[s->rs2]);
		if (s->rd)
			loaded[s->rd] = from;
	}
	return ends && load->rd != load->rs1;
}

void advise_loops(struct advice *a)
{
	struct loop l;

	for (size_t i = 0; i < a->steps.n; i++) {
		if (!loop_of(&a->steps, i, &l))
			continue;
		if (copies_bytes(&l) && l.turns >= kinds[KIND_BYTES].least)
			advice_add(a, KIND_BYTES, l.at->pc, (double)l.cycles, "A loop of %s copies "
				"%" PRIu64 " bytes one by one, %.1f cycles each, %.0f in a row.",
				advice_function(a, l.at->pc), l.passes,
				(double)l.cycles / (double)l.passes, l.turns);
		if (polls(&l) && l.turns >= kinds[KIND_POLL].least)
			advice_add(a, KIND_POLL, l.at->pc, (double)l.cycles, "A loop of %s reads "
				"the same address %" PRIu64 " times, %.0f in a row, until it "
				"changes.", advice_function(a, l.at->pc), l.passes, l.turns);
	}
}
