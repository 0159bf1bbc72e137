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
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "steps.h"

#define ADVICE_MOST 10		/* findings that are shown */
#define ADVICE_LEAST 0.01	/* of the run's cycles, that a finding has */

enum kind {
	KIND_EXTENSION, KIND_SHIFT, KIND_MULTIPLY, KIND_DIVIDE,
	KIND_SOFT_FLOAT, KIND_LONG_INTEGER, KIND_ALLOCATOR, KIND_COPY,
	KIND_UNOPTIMISED, KIND_SIZE, KIND_BYTES, KIND_POLL, KIND_CONFLICT, KIND_UNCACHED,
	/* of the core's configuration */
	KIND_SHIFTER, KIND_MULTIPLIER, KIND_CACHE,
	KINDS
};

struct kind_def {
	const char *name;
	const char *sure;	/* "sure", "likely": what is saved; "at most" */
	double least;		/* what makes it one; kinds.c says of what */
	double share;		/* of the cycles counted that following the remedy saves */
	const char *remedy;
};

extern const struct kind_def kinds[KINDS];

struct finding {
	enum kind kind;
	uint64_t cycles;
	uint32_t pc;		/* the instruction with most of them */
	char *reason;		/* a sentence */
};

struct advice {
	const struct profile *profile;
	const struct firmware *firmware;
	struct steps steps;
	double alu;		/* cycles that an ALU's instruction waits for EXEC */
	bool cached;		/* FETCH waits where cache lines begin */
	struct finding *at;	/* of ADVICE_LEAST and more, most cycles first */
	size_t n, room;
};

/* False: the capture `name` has not what it takes; one line was printed. */
bool advice_open(struct advice *a, const struct profile *p, const struct firmware *f,
	const char *name);
void advice_close(struct advice *a);

void advice_print(const struct advice *a, const struct term *t);
void advice_json(FILE *f, const struct advice *a);

/* For those who find. counted: the cycles, of which the kind's share is promised. */
void advice_add(struct advice *a, enum kind kind, uint32_t pc, double counted,
	const char *reason, ...) __attribute__((format(printf, 5, 6)));

/* Name of the function at pc, else "code without a symbol". */
const char *advice_function(const struct advice *a, uint32_t pc);

void advise_units(struct advice *a);	/* units.c: shifts, multiplications, divisions */
void advise_helpers(struct advice *a);	/* helpers.c: calls of compiler's and library's */
void advise_compiled(struct advice *a);	/* compiled.c: how code was compiled */
void advise_loops(struct advice *a);	/* loops.c: copies by bytes, polls */
void advise_cache(struct advice *a);	/* cache.c: lines that evict each other */
void advise_memory(struct advice *a);	/* memory.c: data that is not cached */

/* Is it a function that KIND_SOFT_FLOAT to KIND_COPY speak of? KINDS: no. (helpers.c) */
enum kind helper_kind(const char *name);
