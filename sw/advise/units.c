/* SPDX-License-Identifier: ISC
 * units.c - instructions that take a unit of the core several cycles: shifts, multiplications,
 * divisions; and what another unit would save.
 *
 * What they take is that of the capture's own core: cycles that an instruction waits for EXEC,
 * beyond those of an addition.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "sw/base/base.h"

#define LINES_SHOWN 4 /* of a finding that is about several, of a share */
#define LINE_LEAST 0.05 /*   of it */
#define PAIR_REACH 4 /* instructions from the first of a pair to its second */

static double beyond(const struct advice *a, const struct step *s)
{
	double more = (double)s->waits.of[CAUSE_EXEC] - a->alu * (double)s->retired;

	return more > 0 ? more : 0;
}

/* By function; a helper's cycles are its callers' affair, where these are known. */
static void add_by_function(
	const struct advice *a, struct places *to, const struct step *s, double cycles)
{
	const struct function *f = symbols_find(&a->firmware->symbols, s->pc);

	if (f && a->profile->calls.n_nodes && helper_kind(f->linker) != KINDS)
		return;
	places_add(to, f ? f->lo : s->pc, s->pc, cycles, s->retired, NULL);
}

/* Cycles that a shift takes for each bit of its amount: the line through an addition that fits
 * shifts by constants best. */
static double each_bit(const struct advice *a)
{
	double up = 0, down = 0;

	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *s = &a->steps.at[i];
		if (s->unit != UNIT_SHIFT || !step_has_constant(s))
			continue;
		up += s->immediate
			* ((double)s->waits.of[CAUSE_EXEC] - a->alu * (double)s->retired);
		down += (double)s->retired * s->immediate * s->immediate;
	}
	return down > 0 ? up / down : 0;
}

static bool is_shift(const struct step *s, uint32_t f3, int32_t amount)
{
	return s->unit == UNIT_SHIFT && step_has_constant(s) && (s->word >> 12 & 7) == f3
		&& s->immediate == amount;
}

/* The second shift of a pair that begins at step i and extends a byte or a half; 0: there is
 * none. */
static size_t pair_end(const struct steps *all, size_t i)
{
	const struct step *s = &all->at[i];

	if (!is_shift(s, 1, 16) && !is_shift(s, 1, 24))
		return 0;
	for (size_t j = i + 1; j < all->n && j <= i + PAIR_REACH; j++) {
		const struct step *next = &all->at[j], *before = &all->at[j - 1];
		if (next->pc != before->pc + before->bytes || before->unit == UNIT_JUMP)
			return 0;
		if (is_shift(next, 5, s->immediate) && next->rs1 == s->rd)
			return j;
		if (next->rd == s->rd || next->unit == UNIT_OTHER)
			return 0;
	}
	return 0;
}

static void add_shifts(struct advice *a, double bit)
{
	struct places shifts = { 0 }, pairs = { 0 };
	bool *paired = allocate(a->steps.n + 1, 1);

	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *s = &a->steps.at[i];
		size_t end = pair_end(&a->steps, i);
		if (end)
			paired[i] = paired[end] = true;
		if (s->unit == UNIT_SHIFT)
			add_by_function(a, paired[i] ? &pairs : &shifts, s,
				beyond(a, s) + (paired[i] ? (1 + a->alu) * (double)s->retired : 0));
	}
	for (size_t i = 0; i < pairs.n; i++)
		advice_add(a, KIND_EXTENSION, pairs.at[i].pc, pairs.at[i].cycles,
			"%s extends bytes or halves %" PRIu64 " times by two shifts, %.1f cycles "
			"each time: this core's shifter takes %.1f cycles for each bit.",
			advice_function(a, pairs.at[i].pc), pairs.at[i].times / 2,
			2 * pairs.at[i].cycles / (double)pairs.at[i].times, bit);
	for (size_t i = 0; i < shifts.n; i++)
		advice_add(a, KIND_SHIFT, shifts.at[i].pc, shifts.at[i].cycles,
			"%s shifts %" PRIu64 " times, %.1f cycles beyond an addition's each: this "
			"core's shifter takes %.1f cycles for each bit.",
			advice_function(a, shifts.at[i].pc), shifts.at[i].times,
			shifts.at[i].cycles / (double)shifts.at[i].times, bit);
	free(pairs.at);
	free(shifts.at);
	free(paired);
}

/* All of the unit, beyond an addition's. */
static struct place sum_of(const struct advice *a, enum step_unit unit)
{
	struct places all = { 0 };
	struct place sum = { 0 };

	for (size_t i = 0; i < a->steps.n; i++)
		if (a->steps.at[i].unit == unit)
			places_add(&all, 0, a->steps.at[i].pc, beyond(a, &a->steps.at[i]),
				a->steps.at[i].retired, NULL);
	if (all.n)
		sum = all.at[0];
	free(all.at);
	return sum;
}

/* Which lines a finding is about, if these are several: " (60% in a.c:31, 40% in a.c:34)". */
static char *lines_of(const struct advice *a, enum step_unit unit, const struct place *sum)
{
	const struct symbols *s = &a->firmware->symbols;
	const struct function *f = symbols_find(s, sum->pc);
	struct places all = { 0 };
	char *text = NULL;
	size_t size;
	FILE *to = stream_open(&text, &size);

	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *x = &a->steps.at[i];
		const struct line *line = x->unit == unit && symbols_find(s, x->pc) == f
			? lines_find(&a->firmware->lines, x->pc)
			: NULL;
		if (line && line->number)
			places_add(&all,
				(uint64_t)(uintptr_t)line->file << 24 ^ (uint64_t)line->number,
				x->pc, beyond(a, x), 1, NULL);
	}
	for (size_t n = 0; all.n > 1 && n < LINES_SHOWN && n < all.n; n++) {
		struct place *most = &all.at[0];
		for (size_t i = 1; i < all.n; i++)
			most = all.at[i].cycles > most->cycles ? &all.at[i] : most;
		const struct line *line = lines_find(&a->firmware->lines, most->pc);
		if (n && most->cycles < LINE_LEAST * sum->cycles)
			break;
		fprintf(to, "%s%.0f%% in %s:%d", n ? ", " : " (", 100 * most->cycles / sum->cycles,
			basename(line->file), line->number);
		most->cycles = -1;
	}
	fputs(all.n > 1 ? ")" : "", to);
	stream_close(to);
	free(all.at);
	return text;
}

static void add_of_unit(struct advice *a, enum step_unit unit, enum kind kind, const char *verb)
{
	struct places all = { 0 };

	for (size_t i = 0; i < a->steps.n; i++)
		if (a->steps.at[i].unit == unit)
			add_by_function(a, &all, &a->steps.at[i], beyond(a, &a->steps.at[i]));
	for (size_t i = 0; i < all.n; i++) {
		/* lines are sought for the few that can become a finding */
		if (all.at[i].cycles + 1 < ADVICE_LEAST * (double)a->profile->counters.ticks)
			continue;
		char *lines = lines_of(a, unit, &all.at[i]);
		advice_add(a, kind, all.at[i].pc, all.at[i].cycles,
			"%s %s %" PRIu64 " times%s, %.1f cycles beyond an addition's each.",
			advice_function(a, all.at[i].pc), verb, all.at[i].times, lines,
			all.at[i].cycles / (double)all.at[i].times);
		free(lines);
	}
	free(all.at);
}

static bool is_iterative(struct place sum, enum kind kind)
{
	return sum.times && sum.cycles >= kinds[kind].least * (double)sum.times;
}

void advise_units(struct advice *a)
{
	double waited = 0, retired = 0;

	for (size_t i = 0; i < a->steps.n; i++)
		if (a->steps.at[i].unit == UNIT_ALU) {
			waited += (double)a->steps.at[i].waits.of[CAUSE_EXEC];
			retired += (double)a->steps.at[i].retired;
		}
	a->alu = retired > 0 ? waited / retired : 0;
	double bit = each_bit(a);
	struct place shifts = sum_of(a, UNIT_SHIFT), products = sum_of(a, UNIT_MUL);

	if (bit >= kinds[KIND_SHIFT].least) {
		add_shifts(a, bit);
		advice_add(a, KIND_SHIFTER, shifts.pc, shifts.cycles,
			"All %" PRIu64 " shifts wait "
			"%.1f cycles each on a shifter of %.1f cycles for each bit.",
			shifts.times, shifts.cycles / (double)shifts.times, bit);
	}
	if (is_iterative(products, KIND_MULTIPLY)) {
		add_of_unit(a, UNIT_MUL, KIND_MULTIPLY, "multiplies");
		advice_add(a, KIND_MULTIPLIER, products.pc, products.cycles,
			"All %" PRIu64 " multiplications wait %.1f cycles each.", products.times,
			products.cycles / (double)products.times);
	}
	if (is_iterative(sum_of(a, UNIT_DIV), KIND_DIVIDE))
		add_of_unit(a, UNIT_DIV, KIND_DIVIDE, "divides");
}
