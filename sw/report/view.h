/* SPDX-License-Identifier: ISC
 * view.h - what a report shows of a profile, as the command line asks for it.
 *
 * --by takes what the rows are (function, line, inline, address, caller, task, object;
 * function,object), what is counted (cycles, instructions), or one of each: --by line,instructions.
 * Of the call tree --tree shows all of it, --callers-of what leads to one function.
 */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "sw/profile/firmware.h"
#include "table.h"
#include "sw/base/term.h"

struct view {
	bool tree;
	const char *callers_of;	/* NULL, or as given; its lowest address is `function` */
	uint32_t function;
	uint64_t depth;		/* of a tree; 0: all */
	const char *min_text;
	double min;		/* percent of its root that a row of a tree has at least */
	/* rows; the rest is one. 0: all. VIEW_TOP: not given, until view_settle */
	uint64_t top;
	bool top_given;
	enum table_kind kind;
	unsigned order;		/* enum table_order */
	bool why;		/* a column for each cause, as in why.h */
	const char *cause;	/* NULL; or only what waited for it is counted, */
	unsigned waited;	/* enum cause */
	int count;		/* -1: what the profile counted; 0 cycles, 1 instructions */
	const char *match;	/* NULL, or the extended regular expression that `regex` is of */
	regex_t regex;
	struct term term;

	struct texts by;	/* as given */
	struct term_options terminal;
};

#define VIEW_TOP UINT64_MAX
#define VIEW_DEFAULT { .top = VIEW_TOP, .count = -1 }

/* The options for it in a command's list, which has a --by of its own. */
#define VIEW_OPTIONS(v) \
	{ .name = "sort", .kind = OPTION_CHOICE, .to = &(v).order, \
		.choices = table_orders, .value = "KEY", \
		.help = "by count, cpi, address, name or inclusive (count)" }, \
	{ .name = "tree", .kind = OPTION_FLAG, .to = &(v).tree, \
		.help = "the call tree, top down, with cycles below each call" }, \
	{ .name = "callers-of", .kind = OPTION_TEXT, .to = &(v).callers_of, \
		.value = "FUNCTION", .help = "bottom up: who called it, and who them" }, \
	{ .name = "depth", .kind = OPTION_NUMBER, .to = &(v).depth, \
		.max = UINT32_MAX, .value = "N", \
		.help = "of these two: calls below each other; 0: all (0)" }, \
	{ .name = "min", .kind = OPTION_TEXT, .to = &(v).min_text, \
		.value = "PERCENT", .help = "of these two: least share of a row (1)" }, \
	{ .name = "why", .kind = OPTION_FLAG, .to = &(v).why, \
		.help = "also what the cycles waited for" }, \
	{ .name = "cause", .kind = OPTION_TEXT, .to = &(v).cause, \
		.value = "CAUSE", \
		.help = "only cycles that waited for it: flow, fetch, data, hazard, exec" }, \
	{ .name = "match", .kind = OPTION_TEXT, .to = &(v).match, \
		.value = "REGEX", .help = "only rows whose name or file:line matches" }, \
	{ .name = "top", .kind = OPTION_NUMBER, .to = &(v).top, \
		.max = UINT32_MAX, .value = "N", \
		.help = "rows; one sums up the others; 0: all (30; of CSV and JSON all)" }, \
	TERM_OPTIONS((v).terminal)

/* Reads what --by was given; false: one line was printed. */
bool view_by(const struct texts *by, enum table_kind *kind, int *count);

/* Checks the options after they were read. False: one line was printed. */
bool view_settle(struct view *v);
void view_close(struct view *v);

/* Does it show the call tree? */
bool view_of_calls(const struct view *v);

/* Does it show loads and stores? */
bool view_of_data(const struct view *v);

/* For a command that writes a file for programs, before anything is shown: all rows, unless some
 * were asked for. */
void view_for_programs(struct view *v);

/* So many of n rows are shown. */
size_t view_shown_rows(const struct view *v, size_t n);

/* The function that --callers-of names. False: one line was printed. */
bool view_function(struct view *v, const struct symbols *s);

/* Does the name match --match? */
bool view_matches(const struct view *v, const char *name);

/* Does the profile have what is asked for? False: one line was printed; `name` is the capture in
 * it. */
bool view_fits(const struct view *v, const struct profile *p, const char *name);

/* The profile that the view shows: p, or *other made of it, for instructions or one cause.
 * view_shown_free frees what that took. */
const struct profile *view_shown(const struct view *v, const struct profile *p,
	struct profile *other);
void view_shown_free(const struct view *v, struct profile *other);

/* The table that the view asks for: sorted, filtered. */
struct table view_table(const struct view *v, const struct profile *p, const struct firmware *fw);
