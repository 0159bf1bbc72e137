/* SPDX-License-Identifier: ISC
 * flame.c - the names of a flame graph and how hot they are; the contract is flame.h.
 */
#include "flame.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

void flame_names(struct flame *f)
{
	const struct contexts *c = &f->contexts;
	size_t room = 0;

	f->name = allocate(c->n, sizeof *f->name);
	for (size_t i = 0; i < c->n; i++) {
		bool fresh;
		size_t name = intern_text(&f->names, c->at[i].name, &fresh);
		if (fresh) {
			GROW(f->own, name, room);
			f->own[name] = 0;
		}
		f->name[i] = (uint32_t)name;
		f->own[name] += c->at[i].cycles;
	}
	for (size_t name = 0; name < f->names.n; name++)
		f->most = f->own[name] > f->most ? f->own[name] : f->most;
}

bool flame_of(struct flame *f, const struct export *e)
{
	const struct call_rest rest = profile_call_rest(e->profile);

	*f = (struct flame){ .firmware = basename(e->path), .core = e->profile->core };
	if (!(e->why ? contexts_open_why : contexts_open)(&f->contexts, e->profile, e->firmware)
		|| f->contexts.at[0].inclusive != rest.ticks) {
		contexts_close(&f->contexts);
		return false;
	}
	flame_names(f);
	return true;
}

void flame_close(struct flame *f)
{
	contexts_close(&f->contexts);
	intern_free(&f->names);
	free(f->name);
	free(f->own);
	*f = (struct flame){ 0 };
}
