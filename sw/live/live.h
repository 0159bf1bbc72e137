/* SPDX-License-Identifier: ISC
 * live.h - a unit behind a serial line, and a profile that follows it: what attach, record and top share.
 *
 * The core is never stopped. A unit that counts already what is asked for is joined, else it is set up anew.
 * live_refresh asks the bridge for sums of blocks of bins and reads only the blocks whose sum has changed.
 */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "sw/profile/collect.h"
#include "sw/profile/firmware.h"
#include "sw/base/options.h"
#include "port.h"
#include "sw/profile/profile.h"

struct live_options {
	struct port_options port;
	struct firmware_how how;
	uint64_t period, jitter, scale;
	unsigned bins;			/* 0: 16 bits, 1: 32 */
	const char *from, *to;
	bool restart;			/* counts from 0 on, even if it counts already */
	bool stopped_too;		/* join a unit that counted with these settings and is stopped */
	bool only_join;			/* ... and start nothing */
	bool quiet;			/* a console is not shown but in a file */
};

struct live {
	struct live_options options;
	struct port port;
	struct link_unit unit;
	struct firmware firmware;
	struct profile profile;
	struct collector collector;
	uint32_t *small, *large;	/* sums of blocks, as they were before their bins were read last */
	bool joined;			/* it counted before we came */
	uint64_t blocks, bytes;		/* of the last refresh: blocks read, bytes on the line */
};

/* Longest time between calls of live_refresh, ms: no 32-bit counter of a core below 500 MHz wraps in twice that time. */
#define LIVE_POLL_MS(v) ((v)->options.bins ? 4000 : 250)

#define LIVE_DEFAULTS { .port = PORT_DEFAULTS, .period = 1, .scale = TALLY_SCALE_ONE, .bins = 1 }
#define LIVE_OPTIONS(o, bins_choices) \
	PORT_OPTIONS(&(o)->port), \
	{ .name = "period", .kind = OPTION_NUMBER, .to = &(o)->period, .min = 1, .max = (1u << 24) - 1, .value = "N", .help = "one tick every N cycles; 1: exact (1)" }, \
	{ .name = "jitter", .kind = OPTION_NUMBER, .to = &(o)->jitter, .max = 16, .value = "J", .help = "vary each period over 2^J values (0: none)" }, \
	{ .name = "scale", .kind = OPTION_NUMBER, .to = &(o)->scale, .min = 1, .max = TALLY_SCALE_ONE, .value = "S", .help = "as in profil(2); 65536: a counter for every 2 bytes; halved until the code fits (65536)" }, \
	{ .name = "bins", .kind = OPTION_CHOICE, .to = &(o)->bins, .choices = (bins_choices), .value = "BITS", .help = "counters of 16 or 32 bits (32)" }, \
	{ .name = "from", .kind = OPTION_TEXT, .to = &(o)->from, .value = "SYM", .help = "profile code from this function or address on" }, \
	{ .name = "to", .kind = OPTION_TEXT, .to = &(o)->to, .value = "SYM", .help = "... to the end of this function, or below this address" }, \
	{ .name = "restart", .kind = OPTION_FLAG, .to = &(o)->restart, .help = "start from 0, even if the unit is counting" }, \
	FIRMWARE_OPTIONS((o)->how)

/* Every function: false after one line on stderr. live_open leaves the unit counting. */
bool live_open(struct live *v, const char *port, const char *elf);	/* v->options are set */
bool live_begin(struct live *v, const struct link_line *line);		/* its part behind the port: firmware is open, the profile's code chosen */
bool live_refresh(struct live *v);

/* The counts of the invariant, of one clock edge: by SNAPSHOT, or of a channel that is paused for the read. Prints one line and
 * returns false if they break the invariant. live_how: which of the two, in words. */
bool live_counts(struct live *v);
bool live_at_one_edge(const struct live *v);
const char *live_how(const struct live *v);

/* Of a stopped channel: waits until nothing is under way any more, or so long that what waits can only be a sleeping
 * core's. */
bool live_drain(struct live *v);

/* HITS of a unit that counted before the tool came has lost the same multiple of 2^32 as its counters have, or more. */
void live_lift_hits(struct live *v);
bool live_restart(struct live *v);

/* Stops the unit, reads everything that is left, and fills in how the recording ended. */
bool live_finish(struct live *v);
bool live_close(struct live *v);	/* the unit goes on as it is; false: the console's file is not whole */

/* What the unit is, what it counts, how its counts are read. */
void live_print(const struct live *v);

/* Waits until `until` (clock_ms) and reads the console meanwhile; returns early at stop_asked. */
bool live_wait(struct live *v, int64_t until);

#endif
