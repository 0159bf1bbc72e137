/* SPDX-License-Identifier: ISC
 * live_calls.h - a board's second unit, which keeps the call tree (rtl/context/CONTEXT.md), beside
 * the first. Both count with the same settings, and from the same time on but for a message or two.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/tally.h"
#include "port.h"
#include "sw/profile/call_tree.h"
#include "sw/profile/firmware.h"
#include "sw/profile/unit_tree.h"

struct live_calls {
	const struct port *port;
	const struct firmware *firmware;
	struct tally unit;
	struct tally_config config;
	bool joined;			/* it already counted before the tool came */
	bool sent;			/* where functions begin: no reset forgets that */
	struct tally_counters counters;	/* as last polled; modulo 2^32 if joined */
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

/* Lets it count on. */
bool live_calls_start(struct live_calls *c);
bool live_calls_stop(struct live_calls *c);

/* Reads its TICKS, at least every LIVE_POLL_MS. *whole: no word can have wrapped. */
bool live_calls_poll(struct live_calls *c, bool *whole);
bool live_calls_wrapped(const struct live_calls *c);	/* false, after the line about it */

uint32_t live_calls_nodes(const struct live_calls *c);	/* that it can have */

/* The tree of a unit that was stopped. */
bool live_calls_take(struct live_calls *c, struct call_tree *tree);

/* The tree of one that runs. */
bool live_calls_look(struct live_calls *c, struct call_tree *tree);

/* Its law, as far as it was read, in a line; returns buffer. */
const char *live_calls_law(const struct live_calls *c, const struct call_tree *tree, char *buffer,
	size_t size);
