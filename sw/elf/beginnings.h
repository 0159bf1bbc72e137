/* SPDX-License-Identifier: ISC
 * beginnings.h - the functions that may begin without a call, for a unit that follows calls
 * (rtl/context/CONTEXT.md).
 *
 * Those are functions that code of another one jumps or branches to, or runs on into, and those
 * whose address is kept: in data, or made by two instructions. The routines that save and restore
 * registers for others' prologues, __riscv_save_N, stand for no function.
 */
#pragma once

#include "image.h"
#include "symbols.h"

struct beginnings {
	uint32_t *at;		/* a place each */
	size_t n;
	size_t left_out;	/* another one has their place */
};

/* Of 2^places places each has one, by the bits from 2 on of its address. Who is jumped to goes
 * before who is only kept, then the higher address. */
void beginnings_open(struct beginnings *b, const struct image *im, const struct symbols *s,
	unsigned places);
void beginnings_close(struct beginnings *b);
