/* SPDX-License-Identifier: ISC
 * objects.c - what an address of data belongs to; the contract is objects.h.
 */
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>

#include "demangle.h"
#include "sw/base/error.h"
#include "sw/base/text.h"

#define RANK_SECTION 0u			/* below all variables */

static void add(struct objects *o, uint64_t lo, uint64_t size, bool section, char *name)
{
	GROW(o->at, o->n, o->room);
	ranges_add(&o->map, lo, lo + size, section ? RANK_SECTION : UINT64_MAX - size, o->n);
	o->at[o->n++] = (struct object){ name, lo, lo + size, section };
}

static void add_sections(struct objects *o, const struct image *im)
{
	Elf_Scn *section = NULL;
	GElf_Shdr s;
	size_t strings;

	if (!im->elf || elf_getshdrstrndx(im->elf, &strings) != 0)
		return;
	while ((section = elf_nextscn(im->elf, section))) {
		if (!gelf_getshdr(section, &s) || !(s.sh_flags & SHF_ALLOC)
			|| (s.sh_flags & SHF_TLS && s.sh_type == SHT_NOBITS) || !s.sh_size)
			continue;
		const char *said = elf_strptr(im->elf, strings, s.sh_name);
		add(o, s.sh_addr, s.sh_size, true, print_text("[%s]", said ? said : "?"));
	}
}

void objects_open(struct objects *o, const struct image *im, const struct symbols *s)
{
	*o = (struct objects){ 0 };
	add_sections(o, im);
	for (size_t i = 0; i < s->n_objects; i++)
		add(o, s->objects[i].address, s->objects[i].size, false,
			copy_text(demangled(s->objects[i].name)));
	ranges_build(&o->map);
}

const struct object *objects_find(const struct objects *o, uint64_t address)
{
	const struct range *r = ranges_find(&o->map, address);

	return r ? &o->at[r->value] : NULL;
}

void objects_close(struct objects *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->at[i].name);
	free(o->at);
	ranges_free(&o->map);
}
