/* SPDX-License-Identifier: ISC
 * advise.h - what a profile says could be saved: findings, each with its cycles, place and remedy.
 *
 * Cycles at stake are those that the capture counted, of this core as it ran: nothing is assumed
 * of what a core's shift, multiplication or cache miss takes. One file finds one family of kinds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

#define ADVICE_MOST 10 /* findings that are shown */
#define ADVICE_LEAST 0.01 /* of the run's cycles, that a finding has */

enum kind {
	KIND_EXTENSION,
	KIND_SHIFT,
	KIND_MULTIPLY,
	KIND_DIVIDE,
	KIND_SOFT_FLOAT,
	KIND_LONG_INTEGER,
	KIND_ALLOCATOR,
	KIND_COPY,
	KIND_UNOPTIMISED,
	KIND_SIZE,
	KIND_BYTES,
	KIND_POLL,
	KIND_CONFLICT,
	KIND_UNCACHED,
	/* of the core's configuration */
	KIND_SHIFTER,
	KIND_MULTIPLIER,
	KIND_CACHE,
	KINDS
};

struct kind_def {
	const char *name;
	const char *sure; /* "sure", "likely": what is saved; "at most" */
	double least; /* what makes it one; advise.c says of what */
	double share; /* of the cycles counted that following the remedy saves */
	const char *remedy;
};

extern const struct kind_def kinds[KINDS];

struct finding {
	enum kind kind;
	uint64_t cycles;
	uint32_t pc; /* the instruction with most of them */
	char *reason; /* a sentence */
};

/* ---- instructions that retired, decoded, with what each cost: steps.c ---- */
enum step_unit {
	UNIT_ALU,
	UNIT_SHIFT,
	UNIT_MUL,
	UNIT_DIV,
	UNIT_LOAD,
	UNIT_STORE,
	UNIT_BRANCH,
	UNIT_JUMP,
	UNIT_OTHER
};

struct step {
	uint32_t pc;
	uint32_t word; /* a compressed one as what it stands for; 0: unknown */
	uint8_t bytes;
	uint8_t unit;
	uint8_t rd, rs1, rs2; /* registers; 0 where it has none */
	/* of ALU and SHIFT with a constant, of LOAD and STORE; else 0 */
	int32_t immediate;
	/* of BRANCH, and of a JUMP to a fixed place that is no call; else 0 */
	uint32_t target;
	uint64_t retired;
	struct waits waits;
};

struct steps {
	struct step *at; /* by pc */
	size_t n;
};

/* Of a profile that has retired_at and waits_at; free() `at`. */
struct steps steps_of(const struct profile *p, const struct image *im);

/* Of a core whose multiplications, divisions and loads retire before their results are there, so
 * that the instruction which needs one waits: gives these waits to those they are for. */
void steps_give_back(struct steps *s);

/* NULL: nothing retired there. */
const struct step *steps_find(const struct steps *s, uint32_t pc);

static inline uint64_t step_cycles(const struct step *s)
{
	return s->retired + waits_sum(&s->waits);
}

bool step_is_byte(const struct step *s); /* a load or store of one byte */
bool step_has_constant(const struct step *s); /* of ALU, SHIFT: is the second operand one? */

/* ---- cycles summed by where they are to be saved, each sum with its hottest instruction ---- */
struct place {
	uint64_t key; /* what is summed up, as its user likes */
	double cycles;
	uint64_t times;
	uint32_t pc; /* the instruction or call with most of these cycles, */
	double most; /* so many, */
	const char *what; /* and what its user says of it */
};

struct places {
	struct place *at; /* in the order in which keys came; free() it */
	size_t n, room;
	size_t last; /* keys often come in runs */
};

void places_add(struct places *s, uint64_t key, uint32_t pc, double cycles, uint64_t times,
	const char *what);

/* ---- advice ---- */
struct advice {
	const struct profile *profile;
	const struct firmware *firmware;
	struct steps steps;
	double alu; /* cycles that an ALU's instruction waits for EXEC */
	bool cached; /* FETCH waits where cache lines begin */
	struct finding *at; /* of ADVICE_LEAST and more, most cycles first */
	size_t n, room;
};

/* False: the capture `name` has not what it takes; one line was printed. */
bool advice_open(
	struct advice *a, const struct profile *p, const struct firmware *f, const char *name);
void advice_close(struct advice *a);

void advice_print(const struct advice *a, const struct term *t);
void advice_json(FILE *f, const struct advice *a);

/* For those who find. counted: the cycles, of which the kind's share is promised. */
void advice_add(struct advice *a, enum kind kind, uint32_t pc, double counted, const char *reason,
	...) __attribute__((format(printf, 5, 6)));

/* Name of the function at pc, else "code without a symbol". */
const char *advice_function(const struct advice *a, uint32_t pc);

void advise_units(struct advice *a); /* units.c: shifts, multiplications, divisions */
void advise_helpers(struct advice *a); /* code.c: calls of compiler's and library's, */
void advise_compiled(struct advice *a); /* how code was compiled, */
void advise_loops(struct advice *a); /* copies by bytes, polls */
void advise_cache(struct advice *a); /* memory.c: lines that evict each other, */
void advise_memory(struct advice *a); /* data that is not cached */

/* Is it a function that KIND_SOFT_FLOAT to KIND_COPY speak of? KINDS: no. (code.c) */
enum kind helper_kind(const char *name);
