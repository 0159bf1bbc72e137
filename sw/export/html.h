/* SPDX-License-Identifier: ISC
 * html.h - the parts of the HTML page (html.c) and what they share.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "export.h"
#include "flame.h"
#include "sw/base/intern.h"
#include "sites.h"
#include "sw/code/disassembly.h"

/* Counts of one source line of one function. */
struct leaf {
	size_t file;		/* number in page.files */
	/* row of sites.functions; after them the counters of the invariant, in order */
	size_t function;
	int line;		/* 0: unknown */
	uint64_t count, retired;
};

/* An instruction of a function that has counts. */
struct instruction_at {
	size_t file;		/* number in page.files */
	int line;
	uint64_t pc, count;
	const char *text;
};

struct page {
	const struct export *e;
	FILE *to;
	struct sites sites;
	struct intern files;	/* 0: code without a line, 1: ticks in no bin */
	struct leaf *leaves;	/* by file, function, line */
	size_t n_leaves;
	struct flame *flame;	/* of the call tree; else flame->places */
	const char *rest[8];	/* what ticks in no bin are called */
	size_t n_rest;
	struct disassembly code;	/* empty: there is no objdump, or no debug information */
	uint64_t *counts;	/* of each instruction of code */
	struct instruction_at *instructions;	/* by file, line, pc */
	size_t n_instructions;
	uint64_t sum;		/* of all leaves: TICKS */
	size_t *hottest;	/* of each function the leaf with most counts */
};

enum { FILE_UNKNOWN, FILE_REST };

extern const char page_css[], page_js[], flame_css[], flame_js[];	/* sw/export/html/ */

const char *html_function(const struct page *h, size_t function);
double html_percent(const struct page *h, uint64_t count);
void html_count(const struct page *h, uint64_t count);	/* a cell */
/* A cell, empty if nothing retired; no cell if the profile has no CPI. */
void html_cpi(const struct page *h, uint64_t count, uint64_t retired);
void html_heat(const struct page *h, double part);	/* prints style="--h:..%", 0..1 */
/* the anchor of its source line, without '#' */
void html_place(const struct page *h, size_t leaf);

/* A paragraph for each line of the text, which is changed. class: "" or " class=..." */
void html_paragraphs(FILE *to, const char *class, char *lines);

/* Its beginning, with the title as heading, and its end. */
void html_head(FILE *to, const char *title);
void html_foot(FILE *to, const char *note);

/* Data for flame.js: an object with its names, then columns of it, each with a number of each
 * context; they are `stride` bytes apart. The caller writes what closes it. */
void html_names(FILE *to, const char *unit, const struct intern *names);
void html_column(FILE *to, const char *name, const uint64_t *first, size_t stride, size_t n);
void html_numbers(FILE *to, const char *name, const uint32_t *first, size_t stride, size_t n);

/* html_code.c: the instructions of a source line, to be unfolded; alone: unfolded, for there is no
 * source. */
void html_read_code(struct page *h);
void html_code(const struct page *h, size_t file, int line, bool alone);
void html_free_code(struct page *h);

void html_summary(const struct page *h);	/* html_summary.c: the run, and links */
void html_map(struct page *h);		/* html_map.c: heat map of the address space */
void html_latency(const struct page *h);	/* html_latency.c: a latency's histogram */
void html_flame(const struct page *h);	/* html_flame.c: calling contexts */
void html_tree(const struct page *h);		/* html_tree.c: the same as a table */
/* html_places.c: boxes of the leaves, where calls are unknown */
void html_places(struct flame *f, const struct page *h);
void html_source(const struct page *h);		/* html_source.c: annotated source */
