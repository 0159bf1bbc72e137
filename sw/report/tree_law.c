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
	const struct call_rest rest = profile_call_rest(p);
	struct tree_law law = { .cycles = call_tree_cycles(&p->calls),
		.nodes = p->calls.n_nodes - 1,
		.depth = depth_of(&p->calls) };

	law.holds = law.cycles + call_rest_ticks(&rest) == rest.ticks;
	return law;
}

#define FOLDED \
	"the call tree was full %s times: what was new counts where the same function " \
	"stands above, or at the root"

#define UNIT_FOLDED \
	"folded: at most %.2f%% of the ticks are those of callees, in the nodes marked ~; %s " \
	"calls are in no node"
#define DROPPED \
	"callers may be wrong: returns strayed (stacks were switched), or events were dropped"

static void print_law(FILE *f, const struct profile *p, const struct tree_law *law)
{
	const struct call_rest rest = profile_call_rest(p);

	fprintf(f, "TREE %s", term_number(law->cycles));
	if (p->calls.of_unit)
		fprintf(f, " + FILTERED %s", term_number(rest.filtered));
	fprintf(f, " + IDLE %s", term_number(rest.idle));
	if (p->calls.of_unit)
		fprintf(f, " + LOST %s", term_number(rest.lost));
	fprintf(f, " + PENDING %s = %s", term_number(rest.pending),
		profile_ticks_word(p));
	if (profile_two_counts(p))
		fprintf(f, " %s of its own unit", term_number(rest.ticks));
	fprintf(f, ": %s", law->holds ? "holds" : "DOES NOT HOLD");
}

/* What is not where it was spent, a line each. */
static void print_folded(const struct profile *p, void (*print)(void *to, const char *text),
	void *to)
{
	const struct call_tree *t = &p->calls;
	const uint64_t mixed = call_tree_mixed(t);
	char text[256];

	if (t->folded) {
		snprintf(text, sizeof text, FOLDED, term_number(t->folded));
		print(to, text);
	}
	if (mixed || t->rest.calls) {
		snprintf(text, sizeof text, UNIT_FOLDED, t->rest.ticks ? 100.0 * (double)mixed
			/ (double)t->rest.ticks : 0,
			term_number(t->rest.calls));
		print(to, text);
	}
	if (t->rest.dropped)
		print(to, DROPPED);
}

static void print_line(void *file, const char *text)
{
	fprintf(file, "%s\n", text);
}

static void print_note(void *name, const char *text)
{
	note("%s: %s", (const char *)name, text);
}

void tree_law_print(FILE *f, const struct profile *p)
{
	if (!p->calls.n_nodes)
		return;
	struct tree_law law = tree_law_of(p);
	print_law(f, p, &law);
	fprintf(f, "; %s nodes, %" PRIu32 " deep\n", term_number(law.nodes), law.depth);
	if (profile_two_counts(p))
		fputs("inclusive shares are of that unit's TICKS, all others of the first one's: "
			"two counts, so that a function's own share may be above its inclusive "
			"one\n", f);
	print_folded(p, print_line, f);
}

void tree_law_note_folded(const struct profile *p, const char *name)
{
	print_folded(p, print_note, (void *)name);
}
