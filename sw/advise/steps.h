/* SPDX-License-Identifier: ISC
 * steps.h - the instructions that retired, decoded, with what each cost.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

enum step_unit { UNIT_ALU, UNIT_SHIFT, UNIT_MUL, UNIT_DIV, UNIT_LOAD, UNIT_STORE, UNIT_BRANCH,
	UNIT_JUMP, UNIT_OTHER };

struct step {
	uint32_t pc;
	uint32_t word;		/* a compressed one as what it stands for; 0: unknown */
	uint8_t bytes;
	uint8_t unit;
	uint8_t rd, rs1, rs2;	/* registers; 0 where it has none */
	/* of ALU and SHIFT with a constant, of LOAD and STORE; else 0 */
	int32_t immediate;
	/* of BRANCH, and of a JUMP to a fixed place that is no call; else 0 */
	uint32_t target;
	uint64_t retired;
	struct waits waits;
};

struct steps {
	struct step *at;	/* by pc */
	size_t n;
};

/* Of a profile that has retired_at and waits_at. */
void steps_open(struct steps *s, const struct profile *p, const struct image *im);
void steps_close(struct steps *s);

/* NULL: nothing retired there. */
const struct step *steps_find(const struct steps *s, uint32_t pc);

static inline uint64_t step_cycles(const struct step *s)
{
	return s->retired + waits_sum(&s->waits);
}

bool step_is_byte(const struct step *s);	/* a load or store of one byte */
bool step_has_constant(const struct step *s);	/* of ALU, SHIFT: is the second operand one? */
