/* SPDX-License-Identifier: ISC
 * flow.h - the control flow of a function's machine code: blocks, and how often one led to another.
 *
 * A block is a run of instructions that all ran equally often, entered only at its first. What
 * leads to another block is known from the counts of both and, where they were counted, from taken
 * branches. A jump by a register leads anywhere: it shows as what came to a block and is of no
 * edge, as calls do, returns from traps, and what jumps here from other functions.
 *
 * The counts are those of a profile: how often each instruction ran, or whether it did.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/elf/image.h"
#include "sw/elf/symbols.h"
#include "sw/profile/profile.h"

struct ran {
	const struct profile *profile;
	bool often; /* false: counts say only whether an instruction ran, */
	bool each; /* and if this is false, whether one of several did */
};

/* False: what has no count may have run all the same; one line was printed. */
bool ran_open(struct ran *r, const struct profile *p, const struct image *im);

#define FLOW_UNKNOWN UINT64_MAX /* the counts do not determine it */
#define FLOW_OUT UINT32_MAX /* of the function, or nowhere */

struct flow_code {
	uint32_t pc, insn;
	uint64_t count;
};

/* Ways on: [0] to what stands behind the block, [1] where it branches or jumps. */
struct flow_block {
	size_t first, end; /* numbers of its instructions; end exclusive */
	uint64_t count;
	uint32_t to[2]; /* a block's number or FLOW_OUT */
	uint64_t over[2]; /* how often that way was gone */
	bool branches, anywhere; /* ends in a branch; in a jump by a register */
	uint64_t came; /* into it by the ways of which is known how often */
	unsigned open; /* ways into it of which that is unknown */
};

struct flow {
	struct flow_code *code;
	struct flow_block *at; /* by address */
	size_t n_code, code_room, n, room;
	uint32_t entry; /* number of the function's first block */
};

/* False: no counter reaches the whole function, or the ELF does not have its code; f is empty. */
bool flow_open(struct flow *f, const struct image *im, const struct function *function,
	const struct ran *ran);
void flow_close(struct flow *f);

/* The block that begins at pc; FLOW_OUT: none does. */
uint32_t flow_block_at(const struct flow *f, uint32_t pc);

/* How often a part of the function began: control that came to its n blocks (rising) from
 * elsewhere, and each time it went round within them. *open: the counts leave that open, and it is
 * the greatest count of its blocks. */
uint64_t flow_began(const struct flow *f, const uint32_t *blocks, size_t n, bool *open);
