/* SPDX-License-Identifier: ISC
 * load.h - can this ELF run on this core, and its way into the machine.
 */
#pragma once

#include <stdbool.h>

#include "sim/machine.h"
#include "sw/elf/image.h"

/* Instruction set against the core's, segments against RAM and each other, the entry point. false:
 * one line was printed. */
bool load_check(const struct image *im, const struct core *core);

/* Copies the segments to their physical addresses, as QEMU does. */
bool load_segments(const struct image *im, struct machine *m);

/* Offset of [address, +n) in RAM. False: not wholly RAM. */
bool load_in_ram(uint32_t address, uint32_t n, uint32_t *offset);
