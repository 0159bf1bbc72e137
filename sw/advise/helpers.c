/* SPDX-License-Identifier: ISC
 * helpers.c - functions that code calls without meaning to compute much: soft float, 64-bit
 * arithmetic, the allocator, copies; by caller, with all that is below the call.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "places.h"
#include "sw/base/error.h"

static const struct {
	enum kind kind;
	const char *names;	/* with a space before and behind each */
} helpers[] = {
	/* of libgcc and compiler-rt */
	{ KIND_SOFT_FLOAT, " __addsf3 __subsf3 __mulsf3 __divsf3 __negsf2 __eqsf2 __nesf2 __ltsf2 "
		"__lesf2 __gtsf2 __gesf2 __unordsf2 __fixsfsi __fixunssfsi __fixsfdi __fixunssfdi "
		"__floatsisf __floatunsisf __floatdisf __floatundisf __extendsfdf2 __truncdfsf2 "
		"__adddf3 __subdf3 __muldf3 __divdf3 __negdf2 __eqdf2 __nedf2 __ltdf2 __ledf2 "
		"__gtdf2 __gedf2 __unorddf2 __fixdfsi __fixunsdfsi __fixdfdi __fixunsdfdi "
		"__floatsidf __floatunsidf __floatdidf __floatundidf " },
	{ KIND_LONG_INTEGER, " __muldi3 __divdi3 __udivdi3 __moddi3 __umoddi3 __divmoddi4 "
		"__udivmoddi4 __ashldi3 __lshrdi3 __ashrdi3 __cmpdi2 __ucmpdi2 __mulvdi3 " },
	/* of a C library */
	{ KIND_ALLOCATOR, " malloc free calloc realloc memalign aligned_alloc _malloc_r _free_r "
		"_calloc_r _realloc_r pvPortMalloc vPortFree " },
	{ KIND_COPY, " memcpy memmove memset memcmp bcopy bzero strlen strcpy strncpy strcat "
		"strncat strcmp strncmp strchr strrchr strdup " },
};

enum kind helper_kind(const char *name)
{
	char word[64];

	if ((size_t)snprintf(word, sizeof word, " %s ", name) < sizeof word)
		for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
			if (strstr(helpers[i].names, word))
				return helpers[i].kind;
	return KINDS;
}

static uint64_t *inclusive_of(const struct call_tree *t)
{
	uint64_t *sum = allocate(t->n_nodes, sizeof *sum);

	for (size_t i = t->n_nodes; i-- > 0;) {
		sum[i] += t->nodes[i].cycles;
		if (i)
			sum[t->nodes[i].parent] += sum[i];
	}
	return sum;
}

/* The function of a node, if it is one of these; *kind: KINDS otherwise. */
static const struct function *helper_of(const struct advice *a, const struct call_node *n,
	enum kind *kind)
{
	const struct function *f = call_tree_is_thread(n->function) ? NULL
		: symbols_find(&a->firmware->symbols, n->function);

	*kind = f ? helper_kind(f->linker) : KINDS;
	return f;
}

/* Calls of helpers by others, into one sum for each kind and caller. */
static void sum_up(const struct advice *a, struct places *to)
{
	const struct call_tree *t = &a->profile->calls;
	uint64_t *inclusive = inclusive_of(t);
	bool *below = allocate(t->n_nodes, sizeof *below);

	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *n = &t->nodes[i];
		enum kind kind;
		const struct function *f = helper_of(a, n, &kind);
		below[i] = below[n->parent] || kind != KINDS;
		if (below[i] && !below[n->parent] && n->site)
			places_add(to, (uint64_t)kind << 32 | t->nodes[n->parent].function, n->site,
				(double)inclusive[i], n->calls, f->name);
	}
	free(below);
	free(inclusive);
}

void advise_helpers(struct advice *a)
{
	struct places all = { 0 };

	if (a->profile->calls.n_nodes)
		sum_up(a, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct place *p = &all.at[i];
		enum kind kind = (enum kind)(p->key >> 32);
		if ((double)p->times >= kinds[kind].least)
			advice_add(a, kind, p->pc, p->cycles, "%s calls %s and its like %" PRIu64
				" times, %.1f cycles each with all below them.",
				advice_function(a, p->pc), p->what, p->times,
				p->cycles / (double)p->times);
	}
	places_close(&all);
}
