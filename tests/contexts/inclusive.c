/* SPDX-License-Identifier: ISC
 * inclusive.c - the truth's inclusive cycles of each function (truth.h): its own and those of all that it called,
 * recursion once.
 *
 * usage: inclusive CORE ELF CYCLES
 * Prints the run's cycles up to its last retirement, then a line for each function: address, cycles, cycles by the
 * other convention, name. After a tail call the new function stands in the old one's place; by the other, below it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/rig.h"
#include "sw/base/error.h"
#include "truth.h"

/* One for each convention. */
struct sum {
	uint64_t cycles, counted;	/* counted: the instruction that it was charged last */
};

/* A function that an activation has been in; the first of a list stands for its end. */
struct been {
	size_t function, before;
};

struct inclusive {
	struct truth truth;
	struct sum *place, *below;	/* of truth.functions */
	struct been *been;
	size_t n_been, been_room;
	size_t *last;			/* of truth.activations: in `been` */
	size_t n_last, last_room;
	uint64_t waiting, cycles, retired;
};

static void add(const struct inclusive *s, struct sum *sum, uint64_t cycles)
{
	if (sum->counted != s->retired)
		sum->cycles += cycles;
	sum->counted = s->retired;
}

static size_t function_of(const struct truth *t, uint32_t activation)
{
	return (size_t)(functions_find(&t->functions, t->activations[activation].code.lo) - t->functions.at);
}

/* Which function the activation that runs is in now. */
static void enter(struct inclusive *s)
{
	size_t function = function_of(&s->truth, s->truth.on);

	while (s->n_last < s->truth.n) {
		GROW(s->last, s->n_last, s->last_room);
		s->last[s->n_last++] = 0;
	}
	size_t *last = &s->last[s->truth.on];
	if (*last && s->been[*last].function == function)
		return;
	GROW(s->been, s->n_been, s->been_room);
	s->been[s->n_been] = (struct been){ function, *last };
	*last = s->n_been++;
}

/* All that are active have the cycles. */
static void charge(struct inclusive *s, uint64_t cycles)
{
	for (uint32_t a = s->truth.on; a; a = s->truth.activations[a].parent) {
		add(s, &s->place[s->been[s->last[a]].function], cycles);
		for (size_t i = s->last[a]; i; i = s->been[i].before)
			add(s, &s->below[s->been[i].function], cycles);
	}
}

static void observe(void *inclusive, uint64_t cycle, const struct machine_cycle *m)
{
	struct inclusive *s = inclusive;

	s->waiting += !m->sleep;
	if (!m->retire)
		return;
	truth_retire(&s->truth, cycle, m->pc, m->insn);
	s->retired++;
	enter(s);
	charge(s, s->waiting);
	s->cycles += s->waiting;
	s->waiting = 0;
}

int main(int argc, char **argv)
{
	struct inclusive s = { 0 };
	struct rig r;

	if (argc != 4)
		rig_die("usage: inclusive CORE ELF CYCLES");
	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	truth_open(&s.truth, argv[1], argv[2]);
	s.place = calloc(s.truth.functions.n, sizeof *s.place);
	s.below = calloc(s.truth.functions.n, sizeof *s.below);
	GROW(s.been, s.n_been, s.been_room);
	s.n_been = 1;
	if (!s.place || !s.below)
		rig_die("out of memory");
	machine_observe(r.m, observe, &s);
	rig_run(&r, strtoull(argv[3], NULL, 10));
	printf("%" PRIu64 "\n", s.cycles);
	for (size_t i = 0; i < s.truth.functions.n; i++) {
		const struct code *code = &s.truth.functions.at[i];
		if (code->name && s.below[i].cycles)
			printf("%" PRIx32 " %" PRIu64 " %" PRIu64 " %s\n", code->lo, s.place[i].cycles, s.below[i].cycles,
				code->name);
	}
	free(s.place);
	free(s.below);
	free(s.been);
	free(s.last);
	truth_close(&s.truth);
	rig_close(&r);
	return 0;
}
