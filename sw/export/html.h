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
size_t html_file(struct page *h, const char *path);	/* its number in h->files */

/* A member behind others: a text. */
void html_text(FILE *to, const char *name, const char *text);
/* Each line of the text, which is changed, as an item of an array; `first` stands before the
 * first. */
void html_lines(FILE *to, char *lines, const char *first);

/* The page's beginning, which opens the object of its data, with its title; and its end. */
void html_head(FILE *to, const char *title);
void html_foot(FILE *to);

/* For flame.js: an object with its texts and names, then columns of it, each with a number of each
 * context; they are `stride` bytes apart. The caller writes what closes it. */
void html_names(FILE *to, const char *title, const char *text, const char *hint,
	const struct intern *names);
void html_column(FILE *to, const char *name, const uint64_t *first, size_t stride, size_t n);
void html_numbers(FILE *to, const char *name, const uint32_t *first, size_t stride, size_t n);

/* html_code.c: ",[[pc, count, text], ...]", the instructions of a source line, or nothing */
void html_read_code(struct page *h);
void html_code(const struct page *h, size_t file, int line);
void html_free_code(struct page *h);

void html_summary(const struct page *h);	/* html_summary.c: the run */
void html_map(struct page *h);		/* html_map.c: heat map of the address space */
void html_latency(const struct page *h);	/* a latency's histogram */
void html_flame(const struct page *h);	/* html_tree.c: calling contexts */
void html_tree(const struct page *h);	/* the same as rows */
/* html_places.c: boxes of the leaves, where calls are unknown */
void html_places(struct flame *f, const struct page *h);
void html_source(const struct page *h);		/* html_source.c: annotated source */
