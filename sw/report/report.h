/* SPDX-License-Identifier: ISC
 * report.h - a profile for people and scripts.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "contexts.h"
#include "emit.h"
#include "sw/base/term.h"
#include "sw/code/code.h"
#include "sw/elf/symbols.h"
#include "sw/flow/loops.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"
#include "sw/profile/profile.h"
#include "table.h"

/* ---- A profile as text, for a person at a terminal. */
/* What the view asks for: text with a heading and a summary, CSV, or a member of a JSON object.
 * False: there is nothing of it; one line was printed. */
bool report_put(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct view *v);

/* The same as text. */
bool report_print(const struct profile *p, const struct firmware *fw, const struct view *v);

/* The whole JSON object (report.h), or CSV, into a file; "-": the standard output. */
bool report_write(enum emit_form form, const struct profile *p, const struct firmware *fw,
	const struct view *v, const char *path);

/* Only the end of the summary: cycles, instructions, how the run ended. */
void report_end(const struct profile *p, const struct firmware *fw, const struct term *t);

/* One line: the command that annotates the hottest function. capture: its file name; NULL: not
 * kept. elf: the operand after it, or NULL. */
void report_next(const struct profile *p, const struct firmware *fw, const char *capture,
	const char *elf, const struct term *t);

/* The parts of the summary: the sums that must hold, with what is OUTSIDE and what straddles
 * functions; the end of the run. */
void summary_invariant(
	FILE *f, const struct profile *p, const struct firmware *fw, uint64_t straddling);
void summary_end(FILE *f, const struct profile *p, const struct firmware *fw);

/* Ends a text that is built (stream_open), and prints it folded to the terminal's width. */
void stream_fold(FILE *f, char **text, const struct term *t);

/* ---- A profile as one JSON object, for programs.
 *
 * Always valid JSON for any names in the ELF: invalid UTF-8 bytes
 * become U+FFFD. README.md lists the members.
 */
void json_put(FILE *f, const struct profile *p, const struct firmware *fw);

/* The same with the rows of a view; path "-": standard output. */
bool json_write(
	const struct profile *p, const struct firmware *fw, const struct view *v, const char *path);

/* ---- How a run ended, in words. */
/* One line, for a person: "trap without a handler at main+0x1c (0x8000011c): illegal instruction,
 * instruction 0x..."; returns buffer. */
const char *ending_text(
	const struct profile *p, const struct symbols *s, char *buffer, size_t size);

/* One word, for JSON: "limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded",
 * "imported". */
const char *ending_word(enum profile_end end);

/* Two more lines after a hang, a trap or a limit: the instruction with its source line, and the
 * last instructions. */
void ending_where(FILE *f, const struct profile *p, const struct firmware *fw);

/* The command that profiles a part of the run alone, from the time that `from` comes as the
 * number-th to `until`, as in `run --after`. */
void ending_again(
	FILE *f, const struct profile *p, const char *from, uint64_t number, const char *until);

/* Instructions as a list that ends the line. One that repeats is printed once, with a count. */
void ending_places(FILE *f, const uint32_t *pcs, unsigned n, const struct symbols *s);

/* ---- Does the call tree hold every cycle that was counted? */
struct tree_invariant {
	uint64_t cycles; /* in the tree */
	size_t nodes; /* without the root */
	uint32_t depth;
	bool holds; /* TREE, IDLE, PENDING, a unit's FILTERED and LOST: its TICKS */
};

struct tree_invariant tree_invariant_of(const struct profile *p);

/* One line, if the profile has a call tree; others if not all of it is where it was spent. */
void tree_invariant_print(FILE *f, const struct profile *p);

/* The latter as notes, for output without a summary. `name`: the capture. */
void note_folded(const struct profile *p, const char *name);

/* ---- Where the code ran that no counter covers, as far as the call tree knows it. */
/* Where, and what to do about it; nothing where it matters little. */
void outside_print(FILE *f, const struct profile *p, const struct symbols *s);

/* The member "outside", the hottest place first; nothing without a call tree. */
void outside_json(struct emit *e, const struct profile *p, const struct symbols *s);

/* ---- A latency as text, rows of a histogram, JSON. */
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

/* The longest: what its cycles waited for, what retired before its end, the command that profiles
 * it alone; and a line if the run cut off a time. */
void latency_worst(FILE *f, const struct profile *p, const struct symbols *s);

/* All of it to the standard output. Nothing if none was measured. */
void latency_print(const struct profile *p, const struct symbols *s, const struct term *t);

/* The member "latency", or nothing. */
void latency_json(struct emit *e, const struct profile *p);

/* ---- How long calls took. The profile has durations. */
/* Rows by function: calls, median, 99th percentile, worst; those that v->match, in v->order. JSON:
 * the member "durations". */
void durations_put(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct view *v);

/* In text the longest call of v->function: where, and what made it longer than the median. False:
 * no call of it ended; one line was printed. */
bool durations_worst(const struct profile *p, const struct firmware *fw, const struct view *v);

/* ---- A count's cycles by what they waited for, as lines, columns and members.
 *
 * WORK are the cycles in which an instruction retired. Only causes that occur in the profile get a
 * column; CSV and JSON have all, if the profile has causes.
 */
/* Of a capture's name: what to say where causes are asked for and it has none. */
#define WHY_UNKNOWN \
	"%s: has no causes; `tally run -o FILE` counts them on cores that show them, where it " \
	"counts all cycles (no --no-cpi, --period, --priv, --by instructions); " \
	"of a live unit `tally record --why`"

/* The causes that occur, a bit each. */
unsigned why_causes(struct waits all);

/* "why: WORK 28%  FETCH 31% ...", of the run's cycles, the greatest first. Nothing without
 * causes. */
void why_line(FILE *f, const struct profile *p);

/* The run's WORK. */
uint64_t why_work(const struct profile *p);

/* From a to b: "WORK -12  FETCH +19622 ...", in cycles; `work`: the change of WORK. a NULL: b's, as
 * "WORK 12  FETCH 20". */
void why_moved(FILE *f, int64_t work, const struct waits *a, const struct waits *b);

/* The same of the runs as a line, "why: ...". Both have causes. */
void why_change(const struct profile *a, const struct profile *b);

/* In text columns of shares: WORK and the causes of the mask, which add up to 100 in each row, or
 * are blank where they are unknown; `first`: the width of WORK's. */
void why_shares(struct emit *e, unsigned causes, int first, uint64_t work, const struct waits *w,
	bool unknown);
size_t why_columns(unsigned causes); /* their width, where all are as wide */

/* In text columns of cycles for each of `retired` instructions, without WORK: that is 1. */
void why_each(struct emit *e, unsigned causes, uint64_t retired, const struct waits *w);

/* In CSV a column for each cause, in JSON a member "waits". NULL: unknown. */
void why_counts(struct emit *e, const struct waits *w);

/* ---- The rows of a report, as text, CSV or JSON. */
/* At most v->top rows (0: all); then one for the others, and in text the sums below. JSON: the
 * member "rows" or, of loads and stores, "objects". Columns of CSV, with a heading: README.md. */
void rows_put(struct emit *e, const struct profile *p, const struct table *t, const struct view *v);

/* JSON: the member "functions", all rows of such a table. */
void rows_functions(struct emit *e, const struct profile *p, const struct table *t);

/* The numbers that a row begins with: share, count; with a period the estimate; with both counts
 * the other, CPI; with causes one each, but for text, which has a choice of them (report.h). */
struct rows_numbers {
	uint64_t count, retired;
	uint64_t whole; /* what shares in text are of; percent in CSV is of ticks */
	uint64_t ticks;
	const struct waits *waits; /* NULL: unknown */
	bool straddles; /* CPI and causes are unknown */
	bool each; /* an instruction: only share and count are hued, 0 is blank */
	bool causes; /* columns of causes follow: like `each`, no count in a narrow line of text */
};
void rows_numbers(struct emit *e, const struct profile *p, const struct rows_numbers *n);

/* Loads and stores by what they reached: rows by object, or by function and object. A row's count
 * is the cycles that its accesses waited, `retired` the accesses. */

/* `functions`: a row for each function and object. Most cycles first, then most accesses. Empty if
 * the profile has none. */
struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions);

/* As rows_put has it; JSON: the member "objects". */
void objects_put(
	struct emit *e, const struct profile *p, const struct table *t, const struct view *v);

/* Loops of functions that have a symbol. Cycles of nested ones are in all around them; the table's
 * sum is of those in no other. loops_known(p), and the image is an ELF. */
struct table loops_table(const struct profile *p, const struct firmware *fw);

/* As rows_put has it; JSON: the member "loops". */
void loops_put(
	struct emit *e, const struct profile *p, const struct table *t, const struct view *v);

/* ---- One function, instruction by instruction, with its counts and its source.
 *
 * The counts shown add up to the function's row in the report. A bin that holds
 * several instructions (scale below 65536) is shown at the first one.
 */
struct annotate {
	const struct profile *profile;
	const struct firmware *firmware;
	const char *objdump; /* NULL: look for one */
	bool no_objdump; /* none was found, and a note was printed */
	bool full; /* also instructions without counts */
	unsigned causes; /* of the function that is printed in text: its columns, */
	unsigned bar; /* the columns of its bars, 0: none, */
	size_t margin; /* and those before its source */
	unsigned loop_depth; /* of the function that is printed: columns that mark its loops, */
	struct loops loops; /* these, */
	struct flow flow; /* and its code; empty without loops */
	struct sources sources;
	struct disassembly whole; /* of annotate_prepare, else empty */
	struct pairs callers; /* of annotate_callers; empty: unknown */
	struct contexts contexts; /* their names */
};

/* The instructions of one function; without a disassembly, its addresses that have counts. */
struct item {
	uint64_t pc, count, retired;
	struct waits waits;
	const char *text;
	bool straddles; /* its count is of more than this instruction */
};

struct items {
	struct item *at;
	size_t n, room;
	uint64_t hottest, sum, retired;
	unsigned causes; /* that occur, as in report.h */
};

/* Before n rows: disassembles all code around them at once, where that costs less than an objdump
 * for each; of one row for as often as it is put. */
bool annotate_prepare(struct annotate *a, const struct row *rows, size_t n);

/* Lets headings name who called the function, if the profile has a call tree. */
void annotate_callers(struct annotate *a);

/* What these two keep. */
void annotate_free(struct annotate *a);

/* `row` is from a table by function. In text a heading and the code with its source; CSV rows; an
 * object of an array. False: the named objdump failed; one line was printed. */
bool annotate_put(struct emit *e, struct annotate *a, const struct row *row);

/* The heading of CSV, and its last row: what others leave out. */
void annotate_csv_heading(struct emit *e, struct annotate *a);
void annotate_csv_rest(struct emit *e, struct annotate *a, const struct row *rest);

/* The items that these print. The texts in `all` live in `d`; annotate_close frees both. */
bool annotate_open(
	struct annotate *a, const struct row *row, struct disassembly *d, struct items *all);
void annotate_close(struct disassembly *d, struct items *all);
