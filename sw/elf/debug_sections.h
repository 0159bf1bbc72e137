/* SPDX-License-Identifier: ISC
 * debug_sections.h - internal to lines.c: an ELF's sections of debug information, as libdw gets
 * them.
 *
 * What is absent, or compressed in a way that libelf cannot read, costs one note that says how to
 * mend it.
 */
#pragma once

#include <elfutils/libdw.h>

#include "image.h"

struct debug_sections {
	const char *path;
	Elf *elf;
	uint8_t *copy;			/* the bytes of `elf` if it is not the image itself */
	Elf_Data *line_data;		/* .debug_line, as libdw sees it; NULL: there is none */
	void *line_bytes;		/* the ELF's own */
	uint8_t *lines;			/* a copy, which libdw reads; it may be changed */
};

/* NULL: there is nothing to read. */
Dwarf *debug_sections_open(struct debug_sections *s, const struct image *im);
void debug_sections_close(struct debug_sections *s);	/* after dwarf_end */
