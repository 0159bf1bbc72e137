/* SPDX-License-Identifier: ISC
 * tasks.c - the truth of `tally run --task`: looks at the word in every cycle and sums up cycles
 * and instructions by its value at the retirement that ends them.
 *
 * usage: tasks CORE ELF SYMBOL
 * Prints a line "value cycles instructions" for each value that the word had.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sim/rig.h"

#define MOST 64

struct truth {
	struct machine *m;
	uint32_t word;
	uint64_t since; /* cycles since the last retirement */
	struct {
		uint32_t value;
		uint64_t cycles, retired;
	} task[MOST];
	unsigned n;
};

static void look(void *truth, uint64_t cycle, const struct machine_cycle *c)
{
	struct truth *t = truth;
	uint32_t value = machine_peek(t->m, t->word);
	unsigned i = 0;

	(void)cycle;
	t->since += c->retire || !c->sleep;
	if (!c->retire)
		return;
	while (i < t->n && t->task[i].value != value)
		i++;
	if (i == MOST)
		rig_die("more than %d values", MOST);
	if (i == t->n)
		t->task[t->n++].value = value;
	t->task[i].cycles += t->since;
	t->task[i].retired++;
	t->since = 0;
}

int main(int argc, char **argv)
{
	struct truth t = { 0 };
	struct rig r;

	if (argc != 4)
		rig_die("usage: tasks CORE ELF SYMBOL");
	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	t.m = r.m;
	t.word = rig_symbol(argv[2], argv[3], NULL);
	rig_observe(&r, look, &t);
	rig_run(&r, UINT64_MAX);
	for (unsigned i = 0; i < t.n; i++)
		printf("0x%08" PRIx32 " %" PRIu64 " %" PRIu64 "\n", t.task[i].value,
			t.task[i].cycles, t.task[i].retired);
	rig_close(&r);
	return 0;
}
