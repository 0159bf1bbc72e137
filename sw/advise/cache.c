/* SPDX-License-Identifier: ISC
 * cache.c - instruction lines that evict each other.
 *
 * The geometry is not in a capture, so it is inferred from what waited for FETCH. In a cache, code
 * that runs on waits where a line begins. And a line that missed again and again has another one
 * in its set that ran often enough to evict it: the largest cache that explains the waits so is
 * taken. A direct-mapped one is assumed.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "advise.h"
#include "places.h"
#include "sw/base/error.h"

#define LINE_LEAST 8u			/* bytes that a line may have, powers of two */
#define LINE_MOST 128u
#define CACHE_LEAST 512u
#define CACHE_MOST (64u << 10)
#define EXPLAINED 0.98			/* share of the waits, by the size that is taken */
#define PASSES 10			/* of a line whose waits show what a miss takes */

/* A line's part in one function. */
struct part {
	uint32_t line, pc;		/* its number, an instruction of it */
	const struct function *function;
	uint64_t passes, waited;
};

struct cache {
	struct part *at;
	size_t n, room;
	uint32_t line, bytes;		/* 0: there is none */
	double miss;			/* cycles */
	uint64_t waited, heavy;		/* all; of a part that is looked at, at least */
};

/* The share of waits within sequences that stand where a line of so many bytes begins. */
static double share_at_begin(const struct steps *all, uint32_t line)
{
	double begin = 0, sum = 0;

	for (size_t i = 1; i < all->n; i++) {
		const struct step *s = &all->at[i], *b = s - 1;
		if (b->pc + b->bytes != s->pc || b->unit >= UNIT_BRANCH || b->retired < s->retired)
			continue;
		sum += (double)s->waits.of[CAUSE_FETCH];
		if ((s->pc + s->bytes - 1) / line != (s->pc - 1) / line)
			begin += (double)s->waits.of[CAUSE_FETCH];
	}
	return sum > 0 ? begin / sum : 0;
}

static void find_parts(struct cache *c, const struct advice *a)
{
	for (size_t i = 0; i < a->steps.n; i++) {
		const struct step *s = &a->steps.at[i];
		const struct function *f = symbols_find(&a->firmware->symbols, s->pc);
		struct part *last = c->n ? &c->at[c->n - 1] : NULL;
		if (!last || last->line != s->pc / c->line || last->function != f) {
			GROW(c->at, c->n, c->room);
			last = &c->at[c->n++];
			*last = (struct part){ s->pc / c->line, s->pc, f, 0, 0 };
		}
		last->passes = s->retired > last->passes ? s->retired : last->passes;
		last->waited += s->waits.of[CAUSE_FETCH];
		c->waited += s->waits.of[CAUSE_FETCH];
	}
	for (size_t i = 0; i < c->n; i++) {
		double each = (double)c->at[i].waited / (double)c->at[i].passes;
		if (c->at[i].passes >= PASSES && each > c->miss)
			c->miss = each;
	}
}

/* Could b evict a as often as it missed? */
static bool evicts(const struct cache *c, const struct part *a, const struct part *b)
{
	return a->line != b->line && ((a->line - b->line) & (c->bytes / c->line - 1)) == 0
		&& (double)b->passes * c->miss * 2 >= (double)a->waited;
}

static bool is_heavy(const struct cache *c, const struct part *p)
{
	return p->waited && p->waited >= c->heavy;
}

/* Of a set: the part that ran most often, and the one of another line that did. */
struct rivals {
	const struct part *most, *other;
};

static void add_rival(struct rivals *r, const struct part *p)
{
	if (!r->most || p->passes > r->most->passes) {
		r->other = r->most && r->most->line != p->line ? r->most : r->other;
		r->most = p;
	} else if (p->line != r->most->line && (!r->other || p->passes > r->other->passes)) {
		r->other = p;
	}
}

static double explained(const struct cache *c)
{
	const uint32_t sets = c->bytes / c->line;
	struct rivals *all = allocate(sets, sizeof *all);
	double by_others = 0, sum = 0;

	for (size_t i = 0; i < c->n; i++)
		add_rival(&all[c->at[i].line % sets], &c->at[i]);
	for (size_t i = 0; i < c->n; i++) {
		const struct part *p = &c->at[i];
		const struct rivals *r = &all[p->line % sets];
		const struct part *by = r->most->line != p->line ? r->most : r->other;
		if (!is_heavy(c, p))
			continue;
		sum += (double)p->waited;
		by_others += by && evicts(c, p, by) ? (double)p->waited : 0;
	}
	free(all);
	return sum > 0 ? by_others / sum : 0;
}

static bool cache_of(struct cache *c, const struct advice *a)
{
	*c = (struct cache){ .heavy = a->profile->counters.ticks / 10000 };
	for (uint32_t line = LINE_MOST; line >= LINE_LEAST && !c->line; line /= 2)
		if (share_at_begin(&a->steps, line) >= kinds[KIND_CACHE].least)
			c->line = line;
	if (!c->line)
		return false;
	find_parts(c, a);
	for (c->bytes = CACHE_MOST; c->bytes >= CACHE_LEAST; c->bytes /= 2)
		if (explained(c) >= EXPLAINED)
			return true;
	c->bytes = 0;
	return true;
}

/* The one other function whose lines may evict this part; NULL: none, or several. */
static const struct part *evictor(const struct cache *c, const struct part *p)
{
	const struct part *found = NULL;

	for (size_t i = 0; i < c->n; i++) {
		if (!evicts(c, p, &c->at[i]))
			continue;
		if (!p->function || !c->at[i].function || c->at[i].function == p->function
		    || (found && c->at[i].function != found->function))
			return NULL;
		found = &c->at[i];
	}
	return found;
}

/* Waits by pairs of functions, whichever waits for the other. */
static void add_conflicts(struct advice *a, const struct cache *c)
{
	const struct function *first = a->firmware->symbols.functions;
	struct places pairs = { 0 };

	for (size_t i = 0; i < c->n; i++) {
		const struct part *p = &c->at[i], *by = is_heavy(c, p) ? evictor(c, p) : NULL;
		if (!by)
			continue;
		uint64_t x = (uint64_t)(p->function - first), y = (uint64_t)(by->function - first);
		places_add(&pairs, x < y ? x << 32 | y : y << 32 | x, p->pc, (double)p->waited, 1,
			NULL);
	}
	for (size_t i = 0; i < pairs.n; i++)
		advice_add(a, KIND_CONFLICT, pairs.at[i].pc, pairs.at[i].cycles, "%s and %s evict "
			"each other's %" PRIu64 " instruction lines of %" PRIu32 " bytes, in a "
			"cache of about %" PRIu32 " bytes.", first[pairs.at[i].key >> 32].name,
			first[pairs.at[i].key & UINT32_MAX].name, pairs.at[i].times, c->line,
			c->bytes);
	places_close(&pairs);
}

void advise_cache(struct advice *a)
{
	struct cache c;
	const struct part *hottest = NULL;

	a->cached = cache_of(&c, a);
	if (a->cached) {
		for (size_t i = 0; i < c.n; i++)
			if (!hottest || c.at[i].waited > hottest->waited)
				hottest = &c.at[i];
		if (c.bytes)
			add_conflicts(a, &c);
		advice_add(a, KIND_CACHE, hottest->pc, (double)c.waited, "Instructions wait for "
			"lines of %" PRIu32 " bytes that are not in the cache.", c.line);
	}
	free(c.at);
}
