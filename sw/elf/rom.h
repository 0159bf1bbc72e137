/* SPDX-License-Identifier: ISC
 * rom.h - internal to sections.c: functions outside the ELF, as those of a boot ROM, whose
 * addresses it knows.
 *
 * A linker script gives them (PROVIDE(rom_copy = 0x40000500)), or another ELF (--just-symbols). A
 * number without a type may be a size or a device, so it counts only if the code calls it.
 */
#pragma once

#include "image.h"

/* Adds the code of such functions to `code`. im: what calls them. */
void rom_add(struct ranges *code, const struct image *im, Elf_Data *symbols);
