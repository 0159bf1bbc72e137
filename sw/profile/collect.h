/* SPDX-License-Identifier: ISC
 * collect.h - counts out of a unit, while it counts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "counts.h"
#include "driver/tally.h"
#include "profile.h"
#include "sw/base/term.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"

/* ---- Gathers a unit's counts into a profile.
 *
 * Knows the unit only through driver/tally.h, so a simulated machine and a board look the same.
 * Counters and bins of the unit have 32 bits and wrap in long runs; collect_poll, called at least
 * every COLLECT_EVERY source events, adds them up in 64 bits. A bin that could not be read, for
 * lack of an idle slot of the memory, waits for the next poll.
 */
#ifndef COLLECT_EVERY /* smaller in a test */
#define COLLECT_EVERY (1u << 28)
#endif

struct collector {
	struct tally unit;
	struct profile *profile;
	uint32_t *last; /* bins as last read */
	uint64_t bins_ticks; /* TICKS when all bins were last read */
	bool fresh; /* the unit has just powered up: its counters are 0 */
};

/* What a command asks the unit to count. */
struct collect_options {
	uint64_t period, jitter, scale;
	const char *from, *to; /* as in capture.h */
};

#define COLLECT_DEFAULTS { .period = 1, .scale = TALLY_SCALE_ONE }
#define COLLECT_PERIOD_MAX ((1u << 24) - 1)

/* Its options, for a command's list; `marked`: as in struct option_def. */
#define COLLECT_OPTIONS(o, marked) \
	{ .name = "period", \
		.mark = marked, \
		.kind = OPTION_NUMBER, \
		.to = &(o).period, \
		.min = 1, \
		.max = COLLECT_PERIOD_MAX, \
		.value = "N", \
		.help = "a tick every N cycles or instructions (1: exact)" }, \
		{ .name = "jitter", \
			.mark = marked, \
			.kind = OPTION_NUMBER, \
			.to = &(o).jitter, \
			.max = 16, \
			.value = "J", \
			.help = "vary each period over 2^J values (0: none)" }, \
		{ .name = "scale", \
			.mark = marked, \
			.kind = OPTION_NUMBER, \
			.to = &(o).scale, \
			.min = 1, \
			.max = TALLY_SCALE_ONE, \
			.value = "S", \
			.help = "as in profil(2); 65536: a counter for every 2 bytes (65536)" }, \
		{ .name = "from", \
			.mark = marked, \
			.kind = OPTION_TEXT, \
			.to = &(o).from, \
			.value = "SYM", \
			.help = "profile code from this function or address on" }, \
	{ \
		.name = "to", .mark = marked, .kind = OPTION_TEXT, .to = &(o).to, .value = "SYM", \
		.help = "... to the end of this function, or below this address" \
	}

/* The unit's settings for them, cycles of all privileges. False: the jitter needs a longer period;
 * one line was printed. */
bool collect_config(const struct collect_options *o, struct tally_config *c);

/* False, after a line that says what the unit cannot, and why. */
bool unit_error(const char *what, int error);

/* Functions that return bool return false after one line on stderr, but print nothing for
 * -EINTR. */
bool collect_open(
	struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io);

/* Checks whether the unit accepts p->config; writes no register. If not, the line says why, and
 * which options it would accept. */
bool collect_accepted(const struct collector *c);

/* Configures the unit by p->config and clears it, unless it is fresh; collect_start starts it, too.
 * Allocates p->bins. */
bool collect_prepare(struct collector *c);
bool collect_start(struct collector *c);
bool collect_poll(struct collector *c);

/* Use it instead of collect_start if the unit already counts with p->config. */
void collect_join(struct collector *c);

/* Reads n bins from number `first` on, at any time. Adds to *missed the bins it had to leave for
 * later. */
bool collect_bins(struct collector *c, uint32_t first, uint32_t n, unsigned *missed);

/* Stops the ticks. The caller then lets the unit drain and calls collect_finish. */
bool collect_stop(struct collector *c);
bool collect_finish(struct collector *c);
void collect_close(struct collector *c);

/* What register STATUS says of the end, as struct profile has it. Counts that wrap are whole: the
 * differences of their reads add up. */
uint32_t collect_sticky(const struct profile *p, uint32_t status);

/* ---- The call tree that a unit keeps (CAPS.KIND 2; rtl/context/CONTEXT.md): the
 * beginnings of functions that it needs, and its words and rows as a call tree.
 */
/* What a unit counted. */
struct unit_tree {
	unsigned pc_bits;
	uint32_t nodes; /* N: a power of two */
	uint32_t *words; /* 2 N: ticks, then calls and outcomes */
	uint32_t *rows; /* N: which function, called by which row */
	uint32_t ticks, pending;
	bool dropped;
	bool running; /* while it was read, which took `meanwhile` ticks: */
	uint32_t meanwhile;
	uint32_t left_out; /* nodes that changed too often, and are none here */
};

/* Writes the beginnings of functions into the unit's places, if it has any. These functions return
 * false after one line on stderr. */
bool unit_tree_begin(struct tally *unit, const struct image *im, const struct symbols *s);

/* Reads all that a drained unit has counted, or one that runs. Returns 0 or the driver's error; u
 * is freed by unit_tree_free all the same. */
int unit_tree_read(struct unit_tree *u, struct tally *unit);
int unit_tree_look(struct unit_tree *u, struct tally *unit);
void unit_tree_free(struct unit_tree *u);

/* A note, if returns strayed, as where tasks switch stacks: callers may be wrong. */
void unit_tree_note(const struct unit_tree *u);

/* The same as a call tree: functions are those of the symbols; what ran before the first call is
 * the function at `first`, or CALL_TREE_RUNNING. Fails if the rows are no tree; of a running unit
 * it leaves out those whose callers are not there. Its TICKS have 64 bits if no word has
 * wrapped. */
bool unit_tree_make(struct call_tree *t, struct unit_tree *u, const struct image *im,
	const struct symbols *s, uint32_t first);
