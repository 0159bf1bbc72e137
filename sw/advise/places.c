/* SPDX-License-Identifier: ISC
 * places.c - cycles summed by place; the contract is places.h.
 */
#include "places.h"

#include <stdlib.h>

#include "sw/base/error.h"

static struct place *place_of(struct places *s, uint64_t key)
{
	if (s->last < s->n && s->at[s->last].key == key)
		return &s->at[s->last];
	for (s->last = 0; s->last < s->n; s->last++)
		if (s->at[s->last].key == key)
			return &s->at[s->last];
	GROW(s->at, s->n, s->room);
	s->at[s->n] = (struct place){ .key = key, .most = -1 };
	return &s->at[s->n++];
}

void places_add(struct places *s, uint64_t key, uint32_t pc, double cycles, uint64_t times,
	const char *what)
{
	struct place *p = place_of(s, key);

	p->cycles += cycles;
	p->times += times;
	if (cycles <= p->most)
		return;
	p->most = cycles;
	p->pc = pc;
	p->what = what;
}

void places_close(struct places *s)
{
	free(s->at);
	*s = (struct places){ 0 };
}
