/* SPDX-License-Identifier: ISC
 * sections.h - the sections of an ELF: their bytes, and which addresses are code.
 *
 * Code are executable sections. A section that its flags call data has code where function symbols
 * lie (code for RAM in .data), and is code as a whole if its segment is executable and it has
 * labels, but no data objects. Functions in ROM, outside the ELF, are code of no section: absolute
 * function symbols, and absolute labels that the code calls. Where sections share addresses, as
 * overlays do, the code is that of the first. Without section headers, code are the executable
 * segments.
 */
#pragma once

#include "image.h"

/* Internal to image.c: reads the build id and the code, leaves out what is no firmware. */
bool image_read_sections(struct image *im);

/* Do n bytes from `at` on pass `end`? No bytes pass nothing, wherever they are. */
bool image_passes(uint64_t at, uint64_t n, uint64_t end);
/* false, after one line */
bool image_far(const struct image *im, const char *what, uint64_t address);

/* Adds to im->code what the symbols of `names` say of it; bytes: the one of the program's files
 * that has the code. */
void image_add_code(struct image *im, const struct image *names, const struct image *bytes);

/* Internal to sections.c: adds to `code` the functions outside the ELF, as those of a boot ROM,
 * whose addresses it knows. A linker script gives them (PROVIDE(rom_copy = 0x40000500)), or another
 * ELF (--just-symbols). A number without a type may be a size or a device, so it counts only if the
 * code of `im` calls it. */
void image_add_rom(struct ranges *code, const struct image *im, Elf_Data *symbols);

/* The symbol table; an ELF has at most one. NULL: none. */
Elf_Scn *image_symbols(const struct image *im, GElf_Shdr *header);

bool image_is_function(unsigned type);		/* STT_* */

/* The section of the symbol, if that is loaded and the symbol lies in it. False: not so. */
bool image_section_of(const struct image *im, const GElf_Sym *sym, GElf_Shdr *s);

/* NULL: none */
const struct segment *image_segment_at(const struct image *im, uint64_t address);

/* Its name; "?" if that is damaged. */
const char *elf_section_name(Elf *elf, const GElf_Shdr *s);

/* Name of the section with the code at pc. NULL: none. */
const char *image_section_at(const struct image *im, uint64_t pc);

/* Are the bytes at pc code that stays what the ELF says? Not in a section that may be written, nor
 * where overlays share addresses, nor where the ELF has no bytes. */
bool image_fixed(const struct image *im, uint64_t pc);

/* Does a section of this name cover the address? */
bool image_section_has(const struct image *im, const char *name, uint64_t address);

/* Have the two the same executable sections, byte for byte where both have the bytes? True if one
 * has no sections. */
bool image_same_code(const struct image *a, const struct image *b);
