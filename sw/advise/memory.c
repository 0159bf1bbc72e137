/* SPDX-License-Identifier: ISC
 * memory.c - data in a window of memory whose loads wait longer than those of another one.
 *
 * Loads alone, since stores wait for a cache that writes through, too. Stack and heap have no
 * addresses in a capture.
 */
#include <inttypes.h>
#include <string.h>

#include "advise.h"
#include "places.h"

#define WINDOW_BITS 28			/* 256 MiB, as cores divide what is cached */
#define LOADS 100			/* of a window that others are compared with */

static bool is_memory(const struct reached *o)
{
	return o->hi && !(o->name[0] == '[' && strstr(o->name, "+0x"));
}

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
		if (s && s->unit == UNIT_LOAD && is_memory(o))
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
			advice_add(a, KIND_UNCACHED, p->pc, more * (double)p->times, "%" PRIu64
				" loads at 0x%08" PRIx64 " and above, such as of %s, wait %.1f "
				"cycles each, others %.1f.", p->times, p->key << WINDOW_BITS,
				p->what, each(p), each(best));
	}
	places_close(&windows);
}
