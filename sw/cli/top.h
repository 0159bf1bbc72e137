/* SPDX-License-Identifier: ISC
 * top.h - the views of `tally top`, and what they show: of this folder alone.
 *
 * A shot is read (top_shot.c), a view draws it, and a key changes what is shown (top_keys.c). Views
 * are the list of functions (top_list.c), and pages of text (top_page.c) that the report writes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/tally.h"
#include "sw/base/term.h"
#include "sw/live/live.h"
#include "sw/report/report.h"
#include "sw/report/table.h"

enum top_order { TOP_BY_SHARE, TOP_BY_RECENT, TOP_BY_NAME, TOP_BY_ADDRESS, TOP_ORDERS };
enum top_view { TOP_LIST, TOP_CODE, TOP_TREE, TOP_CAUSES, TOP_HELP, TOP_VIEWS };

/* A row of the list; its name lives in the table. */
struct shown {
	const struct row *row;
	uint64_t recent; /* counts since the previous screen */
	bool fits; /* the filter */
};

/* The data on the screen. Keys re-sort it without reading anew. */
struct shot {
	struct table table; /* by address */
	struct shown *rows; /* those that fit are the first */
	size_t n_fit;
	struct profile profile; /* the live one with bins of its own: polls go on */
	struct tally_counters before; /* those of the previous shot, or zeros */
	uint64_t from; /* as in struct live */
	uint64_t all, gained; /* 100%: of all counts, of the recent ones */
	uint64_t bytes, retried, ticks_gained;
	double seconds, took; /* seconds since the previous shot; seconds to read it */
	char *doubt; /* as in capture.h */
};

struct tree_shot {
	struct tally_counters now, before; /* of the tree, and of the one before */
	bool taken;
	double took; /* seconds to read it */
};

struct top {
	struct live v;
	struct screen screen;
	unsigned order; /* enum top_order */
	unsigned interval; /* ms */
	uint64_t rows; /* where there is no terminal; 0: all */
	bool frozen;
	bool wrapped; /* it began from 0 again, before a count of the tree could wrap */
	int64_t shot_at, read_at; /* ms; shot_at: when what is shown was begun to be read */
	double drawn; /* when the shot was taken; 0: there is none to compare with */

	struct shot shot;
	struct tree_shot tree;
	struct live causes; /* another profile of the unit, as turns_why took it */

	enum top_view view, under; /* under: the one that help covers */
	struct scroll pages[TOP_VIEWS];
	size_t selected; /* row of the list */
	uint64_t function; /* its address, or that of the code shown */
	bool follows; /* the selection stays with its function, and not at the first row */
	bool typing; /* a filter */
	char filter[64];
	struct view fit; /* its match is the filter */
	struct annotate code;
	char *said; /* the last message, until the next key */
};

/* ---- what is read. False: one line was printed. */
bool top_take(struct top *t);

/* Reads what must not wrap meanwhile. */
bool top_poll(struct top *t);

/* Everything counts from 0. */
bool top_restart(struct top *t);

/* Adds the call tree to what is counted, as `t` asks for it. */
bool top_add_calls(struct top *t);

/* Measures what cycles waited for, some seconds; then everything counts from 0. *good: the unit
 * counts again. */
bool top_take_causes(struct top *t, bool *good);
void top_free(struct top *t);

/* ---- what is drawn */
void top_draw(struct top *t);

/* A screen with this line alone, before what takes long. */
void top_announce(struct top *t, const char *what);

/* The firmware, the port, how it counts; then what is wrong with the board, and what was said. */
void top_head(struct top *t, const struct tally_counters *now, const struct tally_counters *before);
unsigned top_keys_lines(const struct top *t); /* that the last lines take */
void top_put_keys(struct top *t);
bool top_small(const struct top *t); /* has the screen room for the rows alone? */
void top_list_draw(struct top *t);
void top_page_draw(struct top *t);

/* Sorts and filters the rows of the shot; finds the selected one. */
void top_arrange(struct top *t);

/* ---- keys. *fresh: data must be read before the next screen. False: the command ends; if *good is
 * false, one line was printed. */
bool top_key(struct top *t, int key, bool *fresh, bool *good);
