/* SPDX-License-Identifier: ISC
 * isa.h - the instruction set that an ELF was built for, and whether a core has it.
 *
 * From .riscv.attributes (Tag_RISCV_arch) and e_flags. Zicsr, Zifencei and the counters were part
 * of I until 2019, and tools still list them or not. If a core lacks one of these ("soft"), that
 * earns only a note: should the program execute such an instruction, the trap report names it. So
 * does A, of a core that has half of it: few programs for it have an AMO.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "image.h"

#define ISA_MAX 64
#define ISA_NAME 24

struct isa {
	unsigned xlen;
	size_t n;
	char ext[ISA_MAX][ISA_NAME];	/* lower case: "i", "m", "zicsr"; shorthands expanded */
};

/* Reads a string like "rv32imc_zicsr" or "rv32i2p0_m2p0". False: it is not one. */
bool isa_parse(const char *text, struct isa *isa);

/* Finds out what the ELF needs. False: one line was printed (corrupt attributes, RV64). */
bool isa_of_image(const struct image *im, struct isa *isa);

/* The first extension of `need` that `have` lacks, or NULL. soft: the last, of soft ones, else only
 * of the others. */
const char *isa_lacks(const struct isa *have, const struct isa *need, bool soft);

/* "C (compressed instructions)", for a message, in static storage. */
const char *isa_describe(const char *ext);
