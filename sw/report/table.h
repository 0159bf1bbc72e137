/* SPDX-License-Identifier: ISC
 * table.h - the rows of a view, and the options that choose them.
 */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/term.h"
#include "sw/elf/symbols.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"

/* ---- A profile's bins summed by function, source line, inlined function or address.
 *
 * Every count of every bin is in exactly one row of each table. A line that is inlined into several
 * functions has a row for each of them. Code that no
 * symbol covers gets a row for each range of it. A bin that
 * straddles functions (scale below 65536) is counted at the first function that
 * begins or continues in it; `straddling` is the sum of such counts, and rows say that they have
 * some.
 * Time and memory grow with bins and rows only, never with their product.
 */
enum table_kind {
	TABLE_FUNCTIONS,
	TABLE_LINES,
	/* by the innermost function, inlined or not, wherever its code is */
	TABLE_INLINED,
	TABLE_ADDRESSES, /* one row a bin */
	TABLE_KINDS, /* of sums of bins */
	TABLE_CALLERS = TABLE_KINDS, /* by caller and callee: pairs.c */
	TABLE_TASKS, /* of an RTOS: pairs.c */
	TABLE_OBJECTS, /* by what loads and stores reached: report.h, */
	TABLE_PAIRS, /* and by function and that */
	TABLE_UNSET
};

/* The kinds' names on the command line, and one row of each in words; NULL at the end. */
extern const char *const table_kinds[], *const table_words[];

struct row {
	char *name; /* of a function; lives in the table */
	const char *file; /* lives in the debug information; NULL: unknown */
	int line;
	/* functions: where they are; else where the first counted bin is */
	uint64_t lo, hi;
	uint64_t count;
	uint64_t retired; /* if the profile has them: instructions */
	struct waits waits; /* and why cycles passed */
	/* table_owners: the function, maybe inlined, whose code it is; NULL: unknown */
	const char *owner;
	int first; /* the line that declares it, or 0 */
	const struct function *function; /* TABLE_LINES: whose code it is; NULL: unknown */
	uint64_t inlined; /* TABLE_INLINED: how many of count where it was inlined */
	uint64_t inclusive, calls; /* pairs.c; 0: unknown */
	/* table_sources: the function that it is, or is a clone of; NULL: not asked for */
	const char *source;
	bool clone;
	const char *const *also; /* TABLE_FUNCTIONS: other names, as in symbols.h */
	size_t n_also;
	bool twin; /* another function has the name */
	/* count is of other functions, too, or lies in part at theirs: what is known of this one
	 * alone (CPI, inclusive cycles, causes) is not said beside it */
	bool straddles;
	const char *caller, *callee; /* TABLE_CALLERS: the parts of `name`; caller NULL: none */
};

struct table {
	struct row *rows; /* by count, highest first, then by address */
	size_t n;
	uint64_t sum; /* of all counts, including rows that table_filter removed */
	bool has_calls; /* rows have inclusive, calls */
	unsigned causes; /* that are shown, as in report.h */
	uint64_t straddling; /* counts in bins that straddle functions, */
	bool *straddle; /* and, by function, which of the symbols' do; or NULL */
	size_t n_hidden; /* rows that table_filter removed, */
	struct row hidden; /* and the sums of their counts */
	char **texts; /* the rows' names */
	size_t n_texts, texts_room;
};

/* Functions come without their places: table_places. */
struct table table_of(const struct profile *p, const struct symbols *s, const struct lines *l,
	enum table_kind kind);

/* The code of a row of TABLE_FUNCTIONS, as function_extent has it. */
bool table_extent(const struct symbols *s, const struct row *row, size_t i, struct extent *e);

/* Finds file and line of the first n rows: where the function is declared, or begins if nothing
 * says the former. Separate, because reading lines takes longer than all the rest. */
void table_places(struct table *t, const struct lines *l, size_t n);
/* Their functions' names in the source, which stay in another build; before table_owners. */
void table_sources(struct table *t, const struct symbols *s);

/* Of rows by line: in which function a line stands, so that it can be found in another build. */
void table_owners(struct table *t, const struct lines *l);
struct table table_functions(
	const struct profile *p, const struct symbols *s, const struct lines *l);

enum table_order {
	ORDER_COUNT,
	ORDER_CPI,
	ORDER_ADDRESS,
	ORDER_NAME,
	ORDER_INCLUSIVE,
	/* of --durations, whose rows have that as their count */
	ORDER_WORST,
	ORDER_SPREAD /* the worst over the median */
};
extern const char *const table_orders[];

/* Merges rows of the same name, or file, line and function. Drops rows without counts. */
void table_merge(struct table *t, enum table_kind kind);

void table_sort(struct table *t, const struct profile *p, enum table_order order);

/* Cycles per instruction; below 0: unknown. */
double table_cpi(const struct profile *p, const struct row *r);

/* Keeps the rows whose name or "file:line" matches. */
void table_filter(struct table *t, const regex_t *regex);

/* "[rest]", the name of a row of a file: what the rows before it leave out. */
extern char table_rest_name[];

/* Such a row, of all but the first `shown` rows. *n: how many it stands for. */
struct row table_rest(const struct table *t, size_t shown, size_t *n);
static inline bool table_is_rest(const struct row *r)
{
	return r->name == table_rest_name;
}

/* For code that builds its own tables: instructions retired in [lo, hi), and the waits for them,
 * which are added. */
uint64_t table_retired(const struct profile *p, uint64_t lo, uint64_t hi, struct waits *waits);
/* The text lives in the table from now on. Returns it. */
char *table_keep(struct table *t, char *text);
void table_free(struct table *t);

/* What the call tree adds (pairs.c): a row "caller -> callee" for each pair, and for what had
 * no caller; counts are the callee's own cycles and add up to TICKS. Empty without a call tree. */
struct table table_callers(const struct profile *p, const struct firmware *fw);

/* A row for each task; its `lo` is the task's word. Counts add up to TICKS less IDLE and PENDING.
 * In a full tree (counts.h) one more row has what is below no task. */
struct table table_tasks(const struct profile *p);

/* Inclusive cycles and calls of functions that have a symbol, if the profile has a call tree. Of
 * rows with table_sources inclusive cycles of clones add up (BY_CLONE). */
void table_add_calls(struct table *t, const struct profile *p, const struct firmware *fw);

/* ---- What a report shows of a profile, as the command line asks for it.
 *
 * --by takes what the rows are (function, line, inline, address, caller, task, object;
 * function,object), what is counted (cycles, instructions), or one of each: --by line,instructions.
 * Of the call tree --tree shows all of it, --callers-of what leads to one function.
 */
struct view {
	bool tree;
	bool durations;
	/* NULL, or as given, one of them; its lowest address is `function` */
	const char *callers_of, *worst_of;
	uint32_t function;
	uint64_t depth; /* of a tree; 0: all */
	const char *min_text;
	double min; /* percent of its root that a row of a tree has at least */
	/* rows; the rest is one. 0: all. VIEW_TOP: not given, until view_settle */
	uint64_t top;
	bool top_given;
	enum table_kind kind;
	unsigned order; /* enum table_order */
	bool why; /* a column for each cause, as in report.h */
	const char *cause; /* NULL; or only what waited for it is counted, */
	unsigned waited; /* enum cause */
	int count; /* -1: what the profile counted; 0 cycles, 1 instructions */
	const char *match; /* NULL, or the extended regular expression that `regex` is of */
	regex_t regex;
	struct term term;

	struct texts by; /* as given */
	struct term_options terminal;
};

#define VIEW_TOP UINT64_MAX
#define VIEW_DEFAULT { .top = VIEW_TOP, .count = -1 }

/* The options for it in a command's list, which has a --by of its own. */
#define VIEW_OPTIONS(v) \
	{ .name = "sort", \
		.kind = OPTION_CHOICE, \
		.to = &(v).order, \
		.choices = table_orders, \
		.value = "KEY", \
		.help = "by count, cpi, address, name or inclusive; with --durations also worst " \
			"or spread: worst over median (count)" }, \
		{ .name = "durations", \
			.kind = OPTION_FLAG, \
			.to = &(v).durations, \
			.help = "how long calls took: median, 99%, worst" }, \
		{ .name = "worst", \
			.kind = OPTION_TEXT, \
			.to = &(v).worst_of, \
			.value = "FUNCTION", \
			.help = "its longest call: where, and what made it long" }, \
		{ .name = "tree", \
			.kind = OPTION_FLAG, \
			.to = &(v).tree, \
			.help = "the call tree, top down, with cycles below each call" }, \
		{ .name = "callers-of", \
			.kind = OPTION_TEXT, \
			.to = &(v).callers_of, \
			.value = "FUNCTION", \
			.help = "bottom up: who called it, and who them" }, \
		{ .name = "depth", \
			.kind = OPTION_NUMBER, \
			.to = &(v).depth, \
			.max = UINT32_MAX, \
			.value = "N", \
			.help = "of these two: calls below each other; 0: all (0)" }, \
		{ .name = "min", \
			.kind = OPTION_TEXT, \
			.to = &(v).min_text, \
			.value = "PERCENT", \
			.help = "of these two: least share of a row (1)" }, \
		{ .name = "why", \
			.kind = OPTION_FLAG, \
			.to = &(v).why, \
			.help = "also what the cycles waited for" }, \
		{ .name = "cause", \
			.kind = OPTION_TEXT, \
			.to = &(v).cause, \
			.value = "CAUSE", \
			.help = "only cycles that waited for it: flow, fetch, data, hazard, " \
				"exec" }, \
		{ .name = "match", \
			.kind = OPTION_TEXT, \
			.to = &(v).match, \
			.value = "REGEX", \
			.help = "only rows whose name or file:line matches" }, \
		{ .name = "top", \
			.kind = OPTION_NUMBER, \
			.to = &(v).top, \
			.max = UINT32_MAX, \
			.value = "N", \
			.help = "rows; one sums up the others; 0: all (30; of CSV and JSON " \
				"all)" }, \
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

/* The function that --callers-of or --worst names. False: one line was printed. */
bool view_function(struct view *v, const struct symbols *s);

/* Does the name match --match? */
bool view_matches(const struct view *v, const char *name);

/* Does the profile have what is asked for? False: one line was printed; `name` is the capture in
 * it. */
bool view_fits(const struct view *v, const struct profile *p, const char *name);

/* The profile that the view shows: p, or *other made of it, for instructions or one cause.
 * view_shown_free frees what that took. */
const struct profile *view_shown(
	const struct view *v, const struct profile *p, struct profile *other);
void view_shown_free(const struct view *v, struct profile *other);

/* The table that the view asks for: sorted, filtered. */
struct table view_table(const struct view *v, const struct profile *p, const struct firmware *fw);
