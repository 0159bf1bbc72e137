/* SPDX-License-Identifier: ISC
 * isa.h - what instruction set an ELF was built for, and whether a core has it.
 *
 * Taken from .riscv.attributes (Tag_RISCV_arch) and e_flags. Zicsr, Zifencei
 * and the counters were part of I until 2019, so that tools still mark them or leave
 * them out at will: for these the verdict is only a note; the trap report
 * names the instruction if one is really met.
 */
#ifndef ISA_H
#define ISA_H

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

/* "rv32imc_zicsr" or "rv32i2p0_m2p0". false: not such a string. */
bool isa_parse(const char *text, struct isa *isa);
bool isa_has(const struct isa *isa, const char *ext);

/* What the ELF needs. false: one line was printed (corrupt attributes, RV64). */
bool isa_of_image(const struct image *im, struct isa *isa);

/* The first extension of `need` that `have` lacks, or NULL. soft: one of those that earn only a note. */
const char *isa_lacks(const struct isa *have, const struct isa *need, bool soft);

/* "C (compressed instructions)" for a message; static storage. */
const char *isa_describe(const char *ext);

#endif
