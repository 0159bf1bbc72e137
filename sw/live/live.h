/* SPDX-License-Identifier: ISC
 * live.h - a unit behind a serial line, and a profile that follows it: for top and record.
 *
 * The core is never stopped. A unit that already counts with these settings goes on ("joined"); any
 * other is set up anew. Each refresh reads all bins of the region.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "port.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/profile/collect.h"
#include "sw/profile/counts.h"
#include "sw/profile/profile.h"

/* Longest time between two calls of live_refresh, ms: below 500 MHz no 32-bit counter wraps in
 * twice that time. */
#define LIVE_POLL_MS 4000

/* ---- a board's second unit, which keeps the call tree (rtl/context/CONTEXT.md), beside the first.
 * Both count with the same settings, and from the same time on but for a message or two. */
struct live_calls {
	const struct port *port;
	const struct firmware *firmware;
	struct tally unit;
	struct tally_config config;
	bool joined; /* it already counted before the tool came */
	bool sent; /* where functions begin: no reset forgets that */
	struct tally_counters counters; /* as last polled; modulo 2^32 if joined */
	/* of live_calls_look: TICKS went from here to the tree's meanwhile; nodes that changed so
	 * often that they are not in it, or whose callers are not */
	uint64_t from;
	uint32_t left_out;
};

/* Every function returns false after one line on stderr. */

/* Looks for it behind the board's first unit, whose settings are `like`, and checks that it takes
 * these and the firmware. */
bool live_calls_find(struct live_calls *c, const struct port *port, const struct tally *first,
	const struct tally_config *like, const struct firmware *firmware);

/* *yes: it runs if the first unit does, and has counted as long. */
bool live_calls_beside(struct live_calls *c, struct tally *first, bool *yes);

/* Gets it ready to count this firmware: live_calls_begin is next, from 0 on. No message comes
 * between its CLEAR and its START: what is entered there has no callers while it runs. */
bool live_calls_prepare(struct live_calls *c);
bool live_calls_begin(struct live_calls *c);

/* Reads its TICKS, at least every LIVE_POLL_MS. *whole: no word can have wrapped. */
bool live_calls_poll(struct live_calls *c, bool *whole);
bool live_calls_wrapped(const struct live_calls *c); /* false, after the line about it */

uint32_t live_calls_nodes(const struct live_calls *c); /* that it can have */

/* The tree of a unit that was stopped. */
bool live_calls_take(struct live_calls *c, struct call_tree *tree);

/* The tree of one that runs. */
bool live_calls_look(struct live_calls *c, struct call_tree *tree);

/* Its invariant, as far as it was read, in a line; returns buffer. */
const char *live_calls_invariant(
	const struct live_calls *c, const struct call_tree *tree, char *buffer, size_t size);

/* ---- the unit, and the profile */
struct live_options {
	struct port_options port;
	struct firmware_how how;
	struct collect_options unit;
	const char *event; /* NULL: all cycles; else those of this cause or line */
	bool restart; /* start from 0, even if it already counts */
	bool stopped_too; /* also join a stopped unit that has these settings */
	bool only_join; /* start nothing: fail if it cannot join */
	bool calls; /* the call tree, too, which the second unit keeps */
};

struct live {
	struct live_options options;
	struct port port;
	struct firmware firmware;
	struct profile profile;
	struct collector collector;
	struct live_calls calls; /* with options.calls */
	bool joined; /* it already counted before live_open */
	uint64_t from; /* TICKS went from here to counters.ticks meanwhile */
	uint32_t begun; /* TICKS, modulo 2^32, before the last refresh */
	uint64_t bytes; /* of the last refresh, on the line */
};

#define LIVE_MISSING "give the port and the firmware's ELF"
#define LIVE_DEFAULTS { .unit = COLLECT_DEFAULTS }
#define LIVE_OPTIONS(o) \
	PORT_OPTIONS(&(o)->port), COLLECT_OPTIONS((o)->unit, NULL), \
		{ .name = "event", \
			.kind = OPTION_TEXT, \
			.to = &(o)->event, \
			.value = "CAUSE", \
			.help = "count only cycles that waited for it: flow, fetch, data, " \
				"hazard, exec; " \
				"or those with a line of event_i, 0 to 7" }, \
		{ .name = "calls", \
			.kind = OPTION_FLAG, \
			.to = &(o)->calls, \
			.help = "the call tree, too, where the board has a unit that keeps it" }, \
		{ .name = "restart", \
			.kind = OPTION_FLAG, \
			.to = &(o)->restart, \
			.help = "start from 0, even if the unit is counting" }, \
		FIRMWARE_OPTIONS((o)->how)

/* Every function that fails returns false after one line on stderr. */

/* Opens the port and the ELF, and leaves the unit counting. The caller has set v->options, and
 * calls live_close even if it fails. */
bool live_open(struct live *v, const char *port, const char *elf);

/* The part of live_open after the port is open, for tests. Needs the firmware open and the
 * profile's code chosen. line, if not NULL, leads to the bridge. */
bool live_begin(struct live *v, const struct wire_line *line);
bool live_refresh(struct live *v);

/* As options.calls, of one that counts: both begin from 0, unless both counted already. False, and
 * options.calls is still false: the board has no such unit; it counts on. */
bool live_add_calls(struct live *v);

/* The counters alone, as the unit has them. */
bool live_counters(struct live *v);

/* Lets what was stopped count on. */
bool live_start(struct live *v);

/* Resets the unit, and starts it from 0. */
bool live_restart(struct live *v);

/* Stops the unit, reads the rest of its counts, and records the end in the profile. */
bool live_finish(struct live *v);

/* Closes everything but leaves the unit as it is. */
void live_close(struct live *v);

/* A note, if a board is wrong whose counts were these `before` (profile_doubt). */
void live_doubt(const struct live *v, const struct tally_counters *before);

/* Waits until a stopped unit is drained, or so long that any waiting weight must be a sleeping
 * core's. */
bool live_drain(const struct port *p, struct tally *unit);

/* Waits until `until` (clock_ms). Returns early when stop_asked is set. */
void live_wait(int64_t until);

/* ---- several counts from a unit that counts one thing at a time, in turns, for so many seconds,
 * at least a round. No two of them see the same cycles: they are samples of a program that repeats
 * itself. Turns have random lengths, so that no loop of the program keeps step with them. */

/* Records what cycles waited for (rtl/tap/CAUSES.md). v is open, and counts all cycles. The
 * profile's bins are all cycles of their own turns; retired_at and waits_at, at the first code of
 * each bin, are scaled to the same time by the host's clock. */
bool turns_why(struct live *v, uint64_t seconds);

/* Records v, which is open, and beside it in turns the accesses and their waits that the board's
 * second unit counts: the profile's accesses, of no known instruction, scaled to all the time. */
bool turns_data(struct live *v, uint64_t seconds);
