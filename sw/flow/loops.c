/* SPDX-License-Identifier: ISC
 * loops.c - nested strongly connected components of a function's blocks (Tarjan, 1972), with
 * counts; the contract is loops.h.
 *
 * Nodes are the blocks and behind them the dispatches. Functions can be long, so nothing recurses.
 */
#include "loops.h"

#include <stdlib.h>

#include "sw/base/base.h"

struct way {
	uint32_t from, to;
	uint64_t over;
};

struct node {
	uint64_t count;
	uint64_t called; /* of the function's entry: it came from none of its blocks */
	size_t first, end; /* its ways on */
	uint32_t dispatch; /* the node that its jump leads to with others; 0: it leads alone */
	unsigned jumps; /* of a dispatch */
	size_t part; /* number of the innermost loop found around it; LOOP_NONE */
	bool cut; /* a header: ways to it are of a loop found already */
	uint64_t into; /* how often it was reached from outside the loop in hand */
	/* the search: when it was seen (0: not yet), the earliest node that it leads to, its way to
	 * go on with; does it wait for its component? */
	uint32_t seen, low;
	size_t next;
	bool waits;
};

struct graph {
	const struct flow *f;
	const struct profile *p;
	struct way *ways; /* by from */
	size_t n_ways, room;
	struct node *at;
	uint32_t n;
	uint32_t *path, *waiting; /* of the search */
	size_t n_path, n_waiting;
	uint32_t time;
};

static void add_way(struct graph *g, uint32_t from, uint32_t to, uint64_t over)
{
	GROW(g->ways, g->n_ways, g->room);
	g->ways[g->n_ways++] = (struct way){ from, to, over };
}

static int by_from(const void *a, const void *b)
{
	const struct way *x = a, *y = b;

	return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
				  : (x->to > y->to) - (x->to < y->to);
}

/* A way of a branch closes a loop even if it was never gone. */
static void add_ways(struct graph *g, uint32_t from)
{
	const struct flow_block *b = &g->f->at[from];

	for (unsigned w = 0; w < 2; w++)
		if (b->count && b->to[w] != FLOW_OUT && g->f->at[b->to[w]].count
			&& (b->over[w] || b->branches))
			add_way(g, from, b->to[w], b->over[w] == FLOW_UNKNOWN ? 0 : b->over[w]);
}

static uint32_t first_of_kind(uint32_t *kind, uint32_t i)
{
	while (kind[i] != i)
		i = kind[i] = kind[kind[i]];
	return i;
}

/* Where the jump that ends a block led. Jumps that led to the same block are of one kind; leader:
 * of each block a jump that led there. */
static void add_jump(struct graph *g, uint32_t from, uint32_t *kind, uint32_t *leader)
{
	const struct taken *t = &g->p->jumped;
	uint32_t pc = g->f->code[g->f->at[from].end - 1].pc;

	kind[from] = from;
	for (size_t k = taken_find(t, pc); k < t->n && t->at[k].pc == pc; k++) {
		uint32_t to = flow_block_at(g->f, t->at[k].to);
		if (to == FLOW_OUT)
			continue;
		if (leader[to] != FLOW_OUT)
			kind[first_of_kind(kind, leader[to])] = first_of_kind(kind, from);
		leader[to] = from;
		add_way(g, from, to, t->at[k].count);
	}
}

/* The ways of jumps from number `first` on; what is of one kind with others goes by a dispatch. */
static void share_jumps(struct graph *g, size_t first, uint32_t *kind)
{
	uint32_t n = (uint32_t)g->f->n;
	uint32_t *members = allocate(n, sizeof *members), *dispatch = allocate(n, sizeof *dispatch);

	for (uint32_t i = 0; i < n; i++)
		if (kind[i] != FLOW_OUT && members[first_of_kind(kind, i)]++ == 1)
			dispatch[first_of_kind(kind, i)] = g->n++;
	for (uint32_t i = 0; i < n; i++)
		if (kind[i] != FLOW_OUT && dispatch[first_of_kind(kind, i)]) {
			g->at[i].dispatch = dispatch[first_of_kind(kind, i)];
			g->at[g->at[i].dispatch].jumps = members[first_of_kind(kind, i)];
		}
	for (size_t k = first, end = g->n_ways; k < end; k++) {
		struct way way = g->ways[k];
		uint32_t by = g->at[way.from].dispatch;
		if (!by)
			continue;
		g->ways[k].to = by;
		g->at[by].count += way.over;
		add_way(g, by, way.to, way.over);
	}
	free(members);
	free(dispatch);
}

/* A jump that an interrupt came behind has not led to where it went on: what came there in no way
 * known is of a jump that otherwise did. */
static void add_jumps(struct graph *g)
{
	const struct flow *f = g->f;
	uint32_t *kind = allocate(f->n, sizeof *kind), *leader = allocate(f->n, sizeof *leader);
	size_t first = g->n_ways;

	for (uint32_t i = 0; i < f->n; i++)
		kind[i] = leader[i] = FLOW_OUT;
	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i].anywhere && f->at[i].count)
			add_jump(g, i, kind, leader);
	for (size_t k = first; k < g->n_ways; k++)
		g->at[g->ways[k].to].into += g->ways[k].over;
	for (uint32_t i = 0; i < f->n; i++) {
		uint64_t known = f->at[i].came + g->at[i].into,
			 rest = f->at[i].count > known ? f->at[i].count - known : 0;
		if (i == f->entry)
			g->at[i].called = rest;
		else if (rest && leader[i] != FLOW_OUT)
			add_way(g, leader[i], i, rest);
	}
	share_jumps(g, first, kind);
	free(kind);
	free(leader);
}

static void graph_open(struct graph *g, const struct flow *f, const struct profile *p)
{
	size_t k = 0;

	*g = (struct graph){ .f = f, .p = p, .n = (uint32_t)f->n };
	/* two jumps at least are one dispatch */
	g->at = allocate(2 * f->n, sizeof *g->at);
	for (uint32_t i = 0; i < f->n; i++) {
		g->at[i].count = f->at[i].count;
		add_ways(g, i);
	}
	add_jumps(g);
	g->path = allocate(g->n, sizeof *g->path);
	g->waiting = allocate(g->n, sizeof *g->waiting);
	if (g->n_ways)
		qsort(g->ways, g->n_ways, sizeof *g->ways, by_from);
	for (uint32_t i = 0; i < g->n; i++) {
		g->at[i].part = LOOP_NONE;
		g->at[i].first = k;
		while (k < g->n_ways && g->ways[k].from == i)
			k++;
		g->at[i].end = k;
	}
}

static void graph_close(struct graph *g)
{
	free(g->ways);
	free(g->at);
	free(g->path);
	free(g->waiting);
}

/* Where the loop was entered most often. */
static uint32_t find_header(struct graph *g, struct loop *l, size_t number)
{
	uint32_t header = l->blocks[0];
	unsigned entered = 0;

	for (size_t i = 0; i < l->n; i++)
		g->at[l->blocks[i]].into = g->at[l->blocks[i]].called;
	for (size_t k = 0; k < g->n_ways; k++)
		if (g->at[g->ways[k].to].part == number && g->at[g->ways[k].from].part != number)
			g->at[g->ways[k].to].into += g->ways[k].over;
	for (size_t i = 0; i < l->n; i++) {
		uint64_t into = g->at[l->blocks[i]].into;
		l->entries += into;
		entered += into != 0;
		if (into > g->at[header].into)
			header = l->blocks[i];
	}
	l->irreducible = entered > 1;
	return header;
}

/* How often a branch at the block's end left the loop. *leaves: it may. */
static uint64_t left_at(const struct graph *g, uint32_t block, size_t number, bool *leaves)
{
	uint64_t left = 0;

	*leaves = false;
	for (unsigned w = 0; block < g->f->n && g->f->at[block].branches && w < 2; w++) {
		const struct flow_block *b = &g->f->at[block];
		if (b->to[w] != FLOW_OUT && g->at[b->to[w]].part == number)
			continue;
		*leaves = true;
		left += b->over[w] == FLOW_UNKNOWN ? 0 : b->over[w];
	}
	return left;
}

static void add_counts(struct loop *l, const struct flow *f, const struct profile *p)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = f->at[l->blocks[i]].first; k < f->at[l->blocks[i]].end; k++) {
			uint32_t at = (f->code[k].pc - p->config.offset) / 2;
			l->count += p->bins[at];
			l->retired += p->retired_at[at]; /* an ecall's may be 0 */
			if (p->waits_at)
				waits_add(&l->waits, &p->waits_at[at]);
		}
}

/* A header that only leads to a dispatch: that is what the loop is about. */
static void head_dispatch(struct graph *g, struct loop *l, size_t number, uint32_t header)
{
	uint32_t n = (uint32_t)g->f->n, by = header < n ? g->at[header].dispatch : header;

	if (!by || g->at[by].part != number)
		return;
	g->at[by].cut = true;
	l->jumps = g->at[by].jumps;
	l->iterations = g->at[by].count;
	l->turns = l->iterations > l->entries ? l->iterations - l->entries : 0;
	for (size_t i = 0; i < l->n && l->header >= n; i++)
		if (l->blocks[i] < n && g->at[l->blocks[i]].dispatch == by)
			l->header = l->blocks[i];
}

/* The newest loop, whose blocks are known. */
static void describe(struct graph *g, struct loop *l, size_t number)
{
	qsort(l->blocks, l->n, sizeof *l->blocks, by_number);
	uint32_t header = l->header = find_header(g, l, number);
	struct node *h = &g->at[header];
	bool leaves, tested = false; /* at its end */
	h->cut = true;

	for (size_t k = 0; k < g->n_ways; k++)
		if (g->ways[k].to == header && g->at[g->ways[k].from].part == number) {
			l->turns += g->ways[k].over;
			left_at(g, g->ways[k].from, number, &leaves);
			tested |= leaves;
		}
	uint64_t left = left_at(g, header, number, &leaves);
	l->estimated = h->into + l->turns != h->count;
	l->iterations = l->irreducible ? l->entries + l->turns : h->count;
	if (!tested) /* where counts do not add up, more may have left it than came */
		l->iterations -= left < l->iterations ? left : l->iterations;
	head_dispatch(g, l, number, header);
	while (l->blocks[l->n - 1] >= g->f->n) /* dispatches have no code */
		l->n--;
	add_counts(l, g->f, g->p);
}

/* A component of the part in hand is complete, but for what waits since `first`. A node alone is a
 * loop if it leads to itself. */
static void close_component(struct graph *g, struct loops *all, size_t part, size_t first)
{
	size_t n = g->n_waiting - first;
	uint32_t *blocks = &g->waiting[first];
	bool loops = n > 1;

	for (size_t k = g->at[*blocks].first; n == 1 && k < g->at[*blocks].end; k++)
		loops |= g->ways[k].to == *blocks && !g->at[*blocks].cut;
	for (size_t i = 0; i < n; i++)
		g->at[blocks[i]].waits = false;
	g->n_waiting = first;
	if (!loops)
		return;
	GROW(all->at, all->n, all->room);
	struct loop *l = &all->at[all->n];
	*l = (struct loop){ .blocks = allocate(n, sizeof *blocks),
		.n = n,
		.outer = part,
		.depth = part == LOOP_NONE ? 1 : all->at[part].depth + 1 };
	for (size_t i = 0; i < n; i++) {
		l->blocks[i] = blocks[i];
		g->at[blocks[i]].part = all->n;
		g->at[blocks[i]].seen = 0;
	}
	describe(g, l, all->n++);
}

static void see(struct graph *g, uint32_t i)
{
	struct node *v = &g->at[i];

	v->seen = v->low = ++g->time;
	v->next = v->first;
	v->waits = true;
	g->path[g->n_path++] = g->waiting[g->n_waiting++] = i;
}

/* The components that are reached from `start`, within a part. */
static void search(struct graph *g, struct loops *all, size_t part, uint32_t start)
{
	for (see(g, start); g->n_path;) {
		uint32_t i = g->path[g->n_path - 1];
		struct node *v = &g->at[i];
		if (v->next < v->end) {
			uint32_t to = g->ways[v->next++].to;
			struct node *w = &g->at[to];
			if (w->part != part || w->cut)
				continue;
			if (!w->seen)
				see(g, to);
			else if (w->waits && w->seen < v->low)
				v->low = w->seen;
			continue;
		}
		if (--g->n_path && v->low < g->at[g->path[g->n_path - 1]].low)
			g->at[g->path[g->n_path - 1]].low = v->low;
		if (v->low < v->seen)
			continue;
		size_t first = g->n_waiting;
		while (g->waiting[--first] != i)
			;
		close_component(g, all, part, first);
	}
}

void loops_open(struct loops *l, const struct flow *f, const struct profile *p)
{
	struct graph g;

	*l = (struct loops){ 0 };
	graph_open(&g, f, p);
	for (uint32_t i = 0; i < g.n; i++)
		if (g.at[i].count && !g.at[i].seen && g.at[i].part == LOOP_NONE)
			search(&g, l, LOOP_NONE, i);
	/* the list grows by what is nested in what it holds */
	for (size_t part = 0; part < l->n; part++)
		for (size_t i = 0; i < l->at[part].n; i++) {
			uint32_t start = l->at[part].blocks[i];
			if (!g.at[start].seen && g.at[start].part == part)
				search(&g, l, part, start);
		}
	graph_close(&g);
}

void loops_close(struct loops *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->at[i].blocks);
	free(l->at);
	*l = (struct loops){ 0 };
}
