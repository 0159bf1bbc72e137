/* SPDX-License-Identifier: ISC
 * latency.h - a latency as text, rows of a histogram, JSON.
 */
#pragma once

#include <stdio.h>

#include "emit.h"
#include "sw/elf/symbols.h"
#include "sw/profile/latency.h"
#include "sw/base/term.h"

/* Cycles lo to hi, both included: steps of the same ratio from the shortest to the longest, without
 * the empty ones. */
#define LATENCY_ROWS 10
struct latency_row {
	uint64_t lo, hi, count;
};

/* Returns how many; 0 without times. */
unsigned latency_rows(const struct latency *l, struct latency_row rows[LATENCY_ROWS]);

/* Two lines: how often, and how long. With no time, one that says why. */
void latency_figures(FILE *f, const struct latency *l);

/* A line: the longest, and what retired before its end; and one if the run cut off a time. */
void latency_worst(FILE *f, const struct latency *l, const struct symbols *s);

/* All of it to the standard output. Nothing if none was measured. */
void latency_print(const struct latency *l, const struct symbols *s, const struct term *t);

/* The member "latency", or nothing. */
void latency_json(struct emit *e, const struct latency *l);
