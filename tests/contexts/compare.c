/* SPDX-License-Identifier: ISC
 * compare.c - the product's calling contexts against the truth's; the contract is compare.h.
 */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/base/base.h"

#define SHOWN 3u /* differences are printed */

/* Node i is new; its parent is not. */
static void add_node(struct compare *c, size_t i)
{
	const struct call_node *x = &c->tree.nodes[i];

	size_t room = c->room;

	GROW(c->paths, c->n, c->room);
	if (c->room > room)
		c->spent = reallocate(c->spent, c->room, sizeof *c->spent);
	c->spent[i] = (struct spent){ 0 };
	c->paths[i] = i ? truth_path(c->paths[x->parent], x->site, x->function)
			: c->truth.activations[0].path;
	c->n++;
}

static void take_slice(void *compare, const struct slice *s)
{
	struct compare *c = compare;

	while (c->n <= s->node)
		add_node(c, c->n);
	struct spent *spent = &c->spent[s->node];
	spent->cycles += s->own.awake;
	spent->retired += s->own.retired;
	spent->calls += s->number != 0;
	c->slices++;
	c->misplaced += s->begin + s->length > c->edges || s->preempted > s->length
		|| s->below > s->own.awake || s->longest[0].cycles > s->below;
}

void compare_open(struct compare *c, const char *core, const struct image *image,
	const struct symbols *symbols, enum calls_handlers handlers)
{
	*c = (struct compare){ 0 };
	truth_open(&c->truth, core, image, symbols);
	call_tree_open(&c->tree);
	c->truth.at_interrupted = handlers == CALLS_AT_INTERRUPTED;
	c->calls = calls_open(symbols, &c->tree, handlers);
	calls_listen(c->calls, (struct span_listener){ .ended = take_slice, .ctx = c });
}

void compare_close(struct compare *c)
{
	if (c->calls)
		calls_close(c->calls);
	free(c->spent);
	call_tree_free(&c->tree);
	truth_close(&c->truth);
	free(c->between);
	free(c->paths);
}

static void print_function(const struct compare *c, uint32_t site, uint32_t function)
{
	char place[256];

	symbols_place(c->truth.symbols, function, place, sizeof place);
	printf(" %s(%" PRIx32 ")", place, site);
}

static void print_tree(const struct compare *c, uint32_t node)
{
	const struct call_node *x = &c->tree.nodes[node];

	if (!node)
		return;
	print_tree(c, x->parent);
	print_function(c, x->site, x->function);
}

static void print_truth(const struct compare *c, uint32_t activation)
{
	const struct activation *x = &c->truth.activations[activation];

	if (!activation)
		return;
	print_truth(c, x->parent);
	print_function(c, x->site, x->function);
}

/* One difference is the first instruction of a row of wrong ones. */
static void show(struct compare *c, uint64_t cycle, const struct machine_cycle *m, uint32_t node)
{
	if (c->shown == SHOWN || c->differed)
		return;
	c->shown++;
	printf("cycle %" PRIu64 ", pc 0x%08" PRIx32 ", sp 0x%08" PRIx32 "\n  tally:", cycle, m->pc,
		m->sp);
	print_tree(c, node);
	printf("\n  truth:");
	print_truth(c, c->truth.on);
	putchar('\n');
}

static void count(struct compare *c, uint64_t cycles, bool right)
{
	c->cycles += cycles;
	c->right += right ? cycles : 0;
}

/* Where the instructions between two stacks led is known now. */
static void settle(struct compare *c, uint64_t cycle, const struct machine_cycle *m)
{
	const struct truth *t = &c->truth;

	for (size_t i = 0; i < c->n_between; i++) {
		const struct waiting *w = &c->between[i];
		const struct call_node *node = &c->tree.nodes[w->node];
		bool function = node->function == w->function;
		bool below = w->unsure || (t->switched && c->paths[node->parent] == t->below);
		bool right = c->paths[w->node] == w->path || (function && below);
		if (!right)
			show(c, cycle, m, w->node);
		count(c, w->cycles, right);
	}
	c->n_between = 0;
}

static void judge(struct compare *c, uint64_t cycle, const struct machine_cycle *m, uint32_t node)
{
	const struct truth *t = &c->truth;
	uint32_t function = t->activations[t->on].function;
	bool same = c->tree.nodes[node].function == function;
	bool right = c->paths[node] == t->path || (t->unsure && same);

	if (t->settled)
		settle(c, cycle, m);
	if (t->between) {
		GROW(c->between, c->n_between, c->between_room);
		c->between[c->n_between++] =
			(struct waiting){ node, function, c->waiting, t->path, t->unsure };
		return;
	}
	if (!right)
		show(c, cycle, m, node);
	c->differed = !right;
	count(c, c->waiting, right);
}

void compare_cycle(void *compare, uint64_t cycle, const struct machine_cycle *m)
{
	struct compare *c = compare;

	if (m->retire || !m->sleep)
		c->waiting++;
	else
		c->asleep++;
	if (!m->retire)
		return;
	c->edges += c->waiting + c->asleep;
	calls_retire(c->calls, m, c->waiting, c->asleep, NULL);
	truth_retire(&c->truth, cycle, m->pc, m->insn);
	while (c->n < c->tree.n_nodes)
		add_node(c, c->n);
	judge(c, cycle, m, calls_node(c->calls));
	c->waiting = c->asleep = 0;
	c->retired++;
	c->sp_wrong += c->truth.hart.x[2] != m->sp;
	c->handlers += m->handler;
}

bool compare_durations(struct compare *c)
{
	struct call_node *nodes = c->tree.nodes;
	size_t differ = 0;

	calls_close(c->calls);
	c->calls = NULL;
	call_tree_finish(&c->tree);
	for (size_t i = c->tree.n_nodes; i-- > 1;) {
		struct call_node *x = &nodes[i], *parent = &nodes[x->parent];
		const struct spent *s = &c->spent[i];
		parent->cycles += x->cycles;
		parent->retired += x->retired;
		if (call_tree_is_thread(x->function)
			|| (s->cycles == x->cycles && s->retired == x->retired
				&& s->calls == x->calls))
			continue;
		if (differ++ >= SHOWN)
			continue;
		printf("FAIL: %" PRIu64 " calls take %" PRIu64 " cycles, %" PRIu64
		       " instructions, the tree has %" PRIu64 ", %" PRIu64 ", %" PRIu64 " at",
			s->calls, s->cycles, s->retired, x->calls, x->cycles, x->retired);
		print_tree(c, (uint32_t)i);
		printf("\n");
	}
	if (c->misplaced)
		printf("FAIL: %" PRIu64 " of %" PRIu64 " slices are not within the run, or cross\n",
			c->misplaced, c->slices);
	printf("%" PRIu64 " calls: %zu of %zu contexts differ\n", c->slices, differ,
		c->tree.n_nodes);
	return !differ && !c->misplaced;
}
