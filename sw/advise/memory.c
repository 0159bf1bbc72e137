/* SPDX-License-Identifier: ISC
 * memory.c - where code and data lie: instruction lines that evict each other, data that is not
 * cached.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "sw/base/base.h"

#define LINE_LEAST 8u /* bytes that a line may have, powers of two */
#define LINE_MOST 128u
#define CACHE_LEAST 512u
#define CACHE_MOST (64u << 10)
#define EXPLAINED 0.98 /* share of the waits, by the size that is taken */
#define PASSES 10 /* of a line whose waits show what a miss takes */
#define WINDOW_BITS 28 /* 256 MiB, as cores divide what is cached */
#define LOADS 100 /* of a window that others are compared with */

/* ---- instruction lines ----
 * The geometry is not in a capture, so it is inferred from what waited for FETCH. In a cache, code
 * that runs on waits where a line begins. And a line that missed again and again has another one
 * in its set that ran often enough to evict it: the largest cache that explains the waits so is
 * taken. A direct-mapped one is assumed. */

/* A line's part in one function. */
struct part {
	uint32_t line, pc; /* its number, an instruction of it */
	const struct function *function;
	uint64_t passes, waited;
	const struct part *next; /* of the same set; NULL: there is none */
};

struct cache {
	struct part *at;
	size_t n, room;
	const struct part **sets; /* of each the first part */
	uint32_t line, bytes; /* 0: there is none */
	double miss; /* cycles */
	uint64_t waited, heavy; /* all; of a part that is looked at, at least */
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
			*last = (struct part){ s->pc / c->line, s->pc, f, 0, 0, NULL };
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

/* The first part of the set, from the one given on, which could evict p as often as it missed. */
static const struct part *evicting(
	const struct cache *c, const struct part *p, const struct part *from)
{
	while (from
		&& (from->line == p->line
			|| (double)from->passes * c->miss * 2 < (double)p->waited))
		from = from->next;
	return from;
}

static bool is_heavy(const struct cache *c, const struct part *p)
{
	return p->waited && p->waited >= c->heavy;
}

/* Divides the parts among the sets of a cache of so many bytes. Returns the share of the waits that
 * its other lines explain. */
static double explained(struct cache *c)
{
	const uint32_t sets = c->bytes / c->line;
	double by_others = 0, sum = 0;

	memset(c->sets, 0, sets * sizeof *c->sets);
	for (size_t i = c->n; i-- > 0;) {
		c->at[i].next = c->sets[c->at[i].line % sets];
		c->sets[c->at[i].line % sets] = &c->at[i];
	}
	for (size_t i = 0; i < c->n; i++) {
		const struct part *p = &c->at[i];
		if (!is_heavy(c, p))
			continue;
		sum += (double)p->waited;
		by_others += evicting(c, p, c->sets[p->line % sets]) ? (double)p->waited : 0;
	}
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
	c->sets = allocate(CACHE_MOST / c->line, sizeof *c->sets);
	for (c->bytes = CACHE_MOST; c->bytes >= CACHE_LEAST; c->bytes /= 2)
		if (explained(c) >= EXPLAINED)
			return true;
	c->bytes = 0;
	return true;
}

/* The one other function whose lines may evict this part; NULL: none, or several. */
static const struct function *evictor(const struct cache *c, const struct part *p)
{
	const struct function *found = NULL;
	const struct part *x = c->sets[p->line % (c->bytes / c->line)];

	while ((x = evicting(c, p, x))) {
		if (!p->function || !x->function || x->function == p->function
			|| (found && x->function != found))
			return NULL;
		found = x->function;
		x = x->next;
	}
	return found;
}

/* Waits by pairs of functions, whichever waits for the other. */
static void add_conflicts(struct advice *a, const struct cache *c)
{
	const struct function *first = a->firmware->symbols.functions;
	struct places pairs = { 0 };

	for (size_t i = 0; i < c->n; i++) {
		const struct part *p = &c->at[i];
		const struct function *by = is_heavy(c, p) ? evictor(c, p) : NULL;
		if (!by)
			continue;
		uint64_t x = (uint64_t)(p->function - first), y = (uint64_t)(by - first);
		places_add(&pairs, x < y ? x << 32 | y : y << 32 | x, p->pc, (double)p->waited, 1,
			NULL);
	}
	for (size_t i = 0; i < pairs.n; i++)
		advice_add(a, KIND_CONFLICT, pairs.at[i].pc, pairs.at[i].cycles,
			"%s and %s evict "
			"each other's %" PRIu64 " instruction lines of %" PRIu32 " bytes, in a "
			"cache of about %" PRIu32 " bytes.",
			first[pairs.at[i].key >> 32].name, first[pairs.at[i].key & UINT32_MAX].name,
			pairs.at[i].times, c->line, c->bytes);
	free(pairs.at);
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
		advice_add(a, KIND_CACHE, hottest->pc, (double)c.waited,
			"Instructions wait for "
			"lines of %" PRIu32 " bytes that are not in the cache.",
			c.line);
	}
	free(c.at);
	free(c.sets);
}

/* ---- data in a window of memory whose loads wait longer than those of another one ----
 * Loads alone, since stores wait for a cache that writes through, too. Stack and heap have no
 * addresses in a capture. */

static double each(const struct place *p)
{
	return p->cycles / (double)p->times;
}

void advise_memory(struct advice *a)
{
	const struct accesses *all = &a->profile->accesses;
	const struct place *best = NULL;
	struct places windows = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct access_cell *x = &all->at[i];
		const struct reached *o = &all->objects[x->object];
		const struct step *s = steps_find(&a->steps, x->pc);
		/* an object: not the stack or heap, nor what is nameless in a section */
		bool known = o->hi && !(o->name[0] == '[' && strstr(o->name, "+0x"));
		if (s && s->unit == UNIT_LOAD && known)
			places_add(&windows, o->lo >> WINDOW_BITS, x->pc, (double)x->waits,
				x->count, o->name);
	}
	for (size_t i = 0; i < windows.n; i++)
		if (windows.at[i].times >= LOADS && (!best || each(&windows.at[i]) < each(best)))
			best = &windows.at[i];
	for (size_t i = 0; i < windows.n && best; i++) {
		const struct place *p = &windows.at[i];
		double more = each(p) - each(best);
		if (more >= kinds[KIND_UNCACHED].least)
			advice_add(a, KIND_UNCACHED, p->pc, more * (double)p->times,
				"%" PRIu64 " loads at 0x%08" PRIx64
				" and above, such as of %s, wait %.1f cycles each, others %.1f.",
				p->times, p->key << WINDOW_BITS, p->what, each(p), each(best));
	}
	free(windows.at);
}
