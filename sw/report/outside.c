/* SPDX-License-Identifier: ISC
 * outside.c - where the code ran that no counter covers; the contract is outside.h.
 */
#include "outside.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/text.h"

#define GAP 64u			/* bytes without a retirement that part two places */
#define SHOWN 3u		/* places of a report */
#define SOME 1.0		/* percent of TICKS that are worth a line, */
#define FEW 20u			/* samples that say nothing of a program */
#define MUCH 10.0		/* and a word of what can be done */

struct place {
	uint64_t lo, hi, count;
	const struct function *function;	/* NULL: no symbol is there */
};

struct places {
	struct place *at;
	size_t n, room;
};

static int by_pc(const void *a, const void *b)
{
	const struct call_cell *x = *(const struct call_cell *const *)a,
		*y = *(const struct call_cell *const *)b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static int by_count(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : x->lo < y->lo ? -1 : 1;
}

/* Of every cycle that is in the tree: is it in a counter? */
static bool counted(const struct profile *p, uint32_t pc)
{
	uint32_t slot = pc < p->config.offset ? p->slots : profile_bins_until(p, pc);

	return slot < p->slots && p->bins[slot];
}

static void add(struct places *to, const struct symbols *s, const struct call_cell *cell)
{
	const struct function *function = symbols_find(s, cell->pc);
	struct place *last = to->n ? &to->at[to->n - 1] : NULL;

	if (!last || last->function != function || (!function && cell->pc - last->hi > GAP)) {
		GROW(to->at, to->n, to->room);
		last = &to->at[to->n++];
		*last = (struct place){ cell->pc, cell->pc, 0, function };
	}
	last->hi = cell->pc;
	last->count += cell->cycles;
}

/* The hottest first; functions, and where no symbol is, what lies together. */
static struct places places_of(const struct profile *p, const struct symbols *s)
{
	const struct call_tree *t = &p->calls;
	const struct call_cell **cells = allocate(t->n_cells, sizeof *cells);
	struct places places = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < t->n_cells; i++)
		if (t->cells[i].cycles && !counted(p, t->cells[i].pc))
			cells[n++] = &t->cells[i];
	if (n)
		qsort(cells, n, sizeof *cells, by_pc);
	for (size_t i = 0; i < n; i++)
		add(&places, s, cells[i]);
	if (places.n)
		qsort(places.at, places.n, sizeof *places.at, by_count);
	free(cells);
	return places;
}

static void print_place(FILE *f, const struct profile *p, const struct place *at)
{
	if (at->function)
		fprintf(f, "%s ", text_clean(at->function->name));
	fprintf(f, "0x%08" PRIx64 "-0x%08" PRIx64 " %.2f%%", at->lo, at->hi,
		profile_percent(p, at->count));
}

/* A live unit counted a part of the program, as --from and --to chose. */
static bool part(const struct profile *p, const struct symbols *s)
{
	return p->end == END_RECORDED && s->n_functions
		&& (s->functions[0].lo < profile_bin_pc(p, 0)
			|| s->functions[s->n_functions - 1].lo >= profile_bin_pc(p, p->slots));
}

/* What can be done depends on why no counter is there. */
static void print_remedy(
	FILE *f, const struct profile *p, const struct places *places, const struct symbols *s)
{
	bool named = places->n && places->at[0].function;

	if (part(p, s)) {
		fprintf(f, "the counters hold only a part of the program; without --from and --to "
			"they hold all\n");
		return;
	}
	if (!places->n && p->end != END_IMPORTED)
		fprintf(f, "where it ran is not known, %s; ", p->end == END_RECORDED
			? "a unit does not keep it" : "a run of every cycle with calls knows it");
	if (named)
		fprintf(f, "--from and --to cover it\n");
	else if (p->end == END_IMPORTED)
		fprintf(f, "the ELF has no code there: if the program copies itself, link it where "
			"it runs\n");
	else
		fprintf(f, "--from and --to count it by address; for names, link what the program "
			"copies to where it runs\n");
}

void outside_print(FILE *f, const struct profile *p, const struct symbols *s)
{
	double percent = profile_percent(p, p->counters.outside);

	if (percent < SOME || (p->config.period > 1 && p->counters.outside < FEW))
		return;
	struct places places = places_of(p, s);
	if (places.n || percent >= MUCH)
		fprintf(f, "OUTSIDE %.2f%%: ", percent);
	for (size_t i = 0; i < places.n && i < SHOWN; i++) {
		fputs(i ? ", " : "", f);
		print_place(f, p, &places.at[i]);
	}
	if (places.n > SHOWN)
		fprintf(f, ", %zu more", places.n - SHOWN);
	if (places.n)
		fputs(percent >= MUCH ? "; " : "\n", f);
	if (percent >= MUCH)
		print_remedy(f, p, &places, s);
	free(places.at);
}

void outside_json(struct emit *e, const struct profile *p, const struct symbols *s)
{
	if (!p->calls.n_nodes)
		return;
	struct places places = places_of(p, s);
	emit_array(e, "outside");
	for (size_t i = 0; i < places.n; i++) {
		emit_object(e, NULL);
		emit_member(e, "pc", as_count(places.at[i].lo));
		emit_member(e, "end", as_count(places.at[i].hi + 2));
		emit_member(e, "count", as_count(places.at[i].count));
		emit_end(e);
	}
	emit_end(e);
	free(places.at);
}
