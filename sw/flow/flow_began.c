/* SPDX-License-Identifier: ISC
 * flow_began.c - how often a part of a function began; the contract is flow.h.
 */
#include <stdlib.h>

#include "flow.h"
#include "sw/base/error.h"

enum state { FRESH, ON_PATH, DONE };

/* A block of the part, and its ways to others of it. */
struct node {
	size_t to[2];		/* numbers of nodes; SIZE_MAX: none */
	uint64_t left[2];	/* how often each was gone, less the rounds found */
	enum state state;
};

static size_t node_of(const uint32_t *blocks, size_t n, uint32_t block)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (blocks[middle] < block)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && blocks[low] == block ? low : SIZE_MAX;
}

/* Takes the round out that leads from the path's end back to the node `first` of it. */
static uint64_t take_round(struct node *nodes, const size_t *path, const unsigned *way,
	size_t first, size_t end)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = first; i < end; i++)
		if (nodes[path[i]].left[way[i]] < least)
			least = nodes[path[i]].left[way[i]];
	for (size_t i = first; i < end; i++) {
		nodes[path[i]].left[way[i]] -= least;
		nodes[path[i]].state = i == first ? ON_PATH : FRESH;
	}
	return least;
}

/* Depth first: each round takes at least one way out. */
static uint64_t rounds_from(struct node *nodes, size_t start, size_t *path, unsigned *way)
{
	uint64_t rounds = 0;
	size_t n = 1;

	for (path[0] = start; n; ) {
		struct node *node = &nodes[path[n - 1]];
		unsigned w = 0;
		node->state = ON_PATH;
		while (w < 2 && (!node->left[w] || nodes[node->to[w]].state == DONE))
			w++;
		if (w == 2) {
			node->state = DONE;
			n--;
			continue;
		}
		way[n - 1] = w;
		if (nodes[node->to[w]].state != ON_PATH) {
			path[n++] = node->to[w];
			continue;
		}
		size_t first = 0;
		while (path[first] != node->to[w])
			first++;
		rounds += take_round(nodes, path, way, first, n);
		n = first + 1;
	}
	return rounds;
}

static uint64_t rounds_of(struct node *nodes, size_t n)
{
	size_t *path = allocate(n + 1, sizeof *path);
	unsigned *way = allocate(n + 1, sizeof *way);
	uint64_t rounds = 0;

	for (size_t i = 0; i < n; i++)
		if (nodes[i].state == FRESH)
			rounds += rounds_from(nodes, i, path, way);
	free(path);
	free(way);
	return rounds;
}

/* The part's ways within itself; false: of one it is not known how often it was gone. *within: all
 * of them together. */
static bool find_ways(const struct flow *f, const uint32_t *blocks, size_t n, struct node *nodes,
	uint64_t *within)
{
	bool anywhere = false, entered = false;

	for (size_t i = 0; i < n; i++) {
		const struct flow_block *b = &f->at[blocks[i]];
		anywhere |= b->anywhere && b->count;
		entered |= blocks[i] != f->entry && b->count > b->came;
		for (unsigned w = 0; w < 2; w++) {
			size_t to = b->to[w] == FLOW_OUT ? SIZE_MAX
				: node_of(blocks, n, b->to[w]);
			nodes[i].to[w] = to;
			if (to == SIZE_MAX)
				continue;
			if (b->over[w] == FLOW_UNKNOWN)
				return false;
			*within += nodes[i].left[w] = b->over[w];
		}
	}
	return !anywhere || !entered;
}

uint64_t flow_began(const struct flow *f, const uint32_t *blocks, size_t n, bool *open)
{
	struct node *nodes = allocate(n, sizeof *nodes);
	uint64_t sum = 0, most = 0, within = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t count = f->at[blocks[i]].count;
		sum += count;
		most = count > most ? count : most;
	}
	*open = !find_ways(f, blocks, n, nodes, &within);
	uint64_t came = sum > within ? sum - within : 0, rounds = *open ? 0 : rounds_of(nodes, n);
	free(nodes);
	return *open ? most : came + rounds;
}
