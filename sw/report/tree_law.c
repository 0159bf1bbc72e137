/* SPDX-License-Identifier: ISC
 * tree_law.c - does the call tree hold every cycle that was counted; the contract is tree_law.h.
 */
#include "tree_law.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/term.h"

static uint32_t depth_of(const struct call_tree *t)
{
	uint32_t *depth = allocate(t->n_nodes, sizeof *depth), deepest = 0;

	for (size_t i = 1; i < t->n_nodes; i++) {
		depth[i] = depth[t->nodes[i].parent] + 1;
		deepest = depth[i] > deepest ? depth[i] : deepest;
	}
	free(depth);
	return deepest;
}

struct tree_law tree_law_of(const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	struct tree_law law = { .cycles = call_tree_cycles(&p->calls),
		.nodes = p->calls.n_nodes - 1,
		.depth = depth_of(&p->calls) };

	law.holds = law.cycles + c->idle + c->pending == c->ticks;
	return law;
}

#define FOLDED \
	"the call tree was full %s times: what was new counts where the same function " \
	"stands above, or at the root"

/* A unit that stopped, or that the firmware used, did not count every cycle; the tree did. */
static bool counted_in_part(const struct profile *p, const struct tree_law *law)
{
	return p->counters.ticks < p->cycles && law->cycles > p->counters.ticks
		&& law->cycles <= p->cycles;
}

void tree_law_print(FILE *f, const struct profile *p)
{
	if (!p->calls.n_nodes)
		return;
	struct tree_law law = tree_law_of(p);
	if (!law.holds && counted_in_part(p, &law))
		fprintf(f, "TREE %s: of the whole run, TICKS are a part of it",
			term_number(law.cycles));
	else
		fprintf(f, "TREE %s + IDLE %s + PENDING %s = TICKS: %s", term_number(law.cycles),
			term_number(p->counters.idle),
			term_number(p->counters.pending), law.holds ? "holds" : "DOES NOT HOLD");
	fprintf(f, "; %s nodes, %" PRIu32 " deep\n", term_number(law.nodes), law.depth);
	if (p->calls.folded)
		fprintf(f, FOLDED "\n", term_number(p->calls.folded));
}

void tree_law_note_folded(const struct profile *p, const char *name)
{
	if (p->calls.folded)
		note("%s: " FOLDED, name, term_number(p->calls.folded));
}
