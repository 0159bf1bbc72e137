/* SPDX-License-Identifier: ISC
 * seen.h - what a run must have met: a test that has not says nothing about it.
 */
#ifndef SEEN_H
#define SEEN_H

/* Tables. */
/* clang-format off */
#define SEEN_LIST(X) \
	X(BINS, "samples in bins") X(LAST_BIN, "samples in the last bin") \
	X(PAST_BINS, "slots below SIZE beyond the bins") \
	X(SAME_1, "same word again after 1 cycle") X(SAME_2, "after 2") X(SAME_3, "after 3") \
	X(SAME_4, "after 4") X(OUTSIDE_PRIVILEGED, "OUTSIDE, privileged") \
	X(OUTSIDE_USER, "OUTSIDE, user") X(FILTERED_PRIVILEGED, "FILTERED, privileged") \
	X(FILTERED_USER, "FILTERED, user") X(MISSES, "reads that find no slot") \
	/* with any mapper */ \
	X(HEAVY, "weights above 2^W / 2") X(HEAVIEST, "weights of 2^W + 1") \
	X(LOST_WAITING, "LOST: full weight") \
	X(LOST_RESET, "LOST: RESET") X(IDLE_TICKS, "IDLE") \
	X(STOPPED_DUE, "due events while stopped") X(JITTER_FAR, "JITTER beyond PERIOD") \
	X(EVENT_TICKS, "ticks of lines of event_i") X(RETIRE_TICKS, "ticks of retirements") \
	X(FULL, "FULL") X(FULL_STOPS, "FULL stops") X(WRAPS, "counters that wrap") \
	X(CLEARS, "CLEAR") X(READS_COUNTING, "window reads while counting") \
	X(READS_CHANGED, "counters read that changed meanwhile") X(LAWS, "times the invariant") \
	X(READS_CLEARING, "reads while CLEARING") X(GIVEN_UP_WRITES, "writes given up") \
	X(GIVEN_UP_READS, "register reads given up") \
	X(GIVEN_UP_WINDOW, "window reads given up") X(BACK_TO_BACK, "accesses back to back") \
	X(REFUSED_PART, "refused: less than a word") X(REFUSED_WINDOW, "refused: window") \
	X(REFUSED_CONFIG, "refused: configuration") X(REFUSED_START, "refused: START") \
	X(REFUSED_CLEAR, "refused: CLEAR") X(JUST_REFUSED, "refused just before DRAINED") \
	X(JUST_ACCEPTED, "accepted as soon as DRAINED") X(IRQS, "cycles of interrupt") \
	X(RESETS, "resets while counting") \
	/* with a call tree */ \
	X(EVENTS, "events") X(TRAPPED, "events before whose target a trap came") \
	X(TAILS, "beginnings that nobody called") X(DROPPED, "events dropped") \
	X(ALONE, "many ticks without an event") X(EVENTS_FILTERED, "events: FILTERED") \
	X(FOLDS, "nodes folded") X(LUMPS, "calls lumped") \
	X(UNWOUND, "traps that leave their stack") \
	X(UNMATCHED, "returns that match no frame") X(SKIPS, "returns past frames") \
	X(STRAYS, "stray returns") X(HEATS, "nodes that got hotter") \
	X(OVER, "calls beyond the frames") X(DEEPEST, "calls beyond the depth") \
	X(RESUMED, "calls and returns finished by a trap's return") \
	X(ROWS, "rows read") X(RESETS_WALKING, "resets in mid-walk") \
	/* with counters in system memory */ \
	X(HITS_PROFIL, "profil: HITS") X(HITS_INTERVAL, "interval: HITS") \
	X(HITS_SYMBOL, "symbol: HITS") X(HITS_RING, "ring: HITS") \
	X(OUTSIDE_PROFIL, "profil: OUTSIDE") X(OUTSIDE_INTERVAL, "interval: OUTSIDE") \
	X(OUTSIDE_SYMBOL, "symbol: OUTSIDE") X(OUTSIDE_RING, "ring: OUTSIDE") \
	X(FULL_PROFIL, "profil: FULL") X(FULL_INTERVAL, "interval: FULL") \
	X(FULL_SYMBOL, "symbol: FULL") X(FULL_RING, "ring: FULL") \
	X(FAULT_PROFIL, "profil: FAULT") X(FAULT_INTERVAL, "interval: FAULT") \
	X(FAULT_SYMBOL, "symbol: FAULT") X(FAULT_RING, "ring: FAULT") \
	X(QUEUE_FULL, "LOST: queue full") X(LOST_DEAD, "LOST: stopped by FULL or FAULT") \
	X(CLIPPED, "counters clipped") X(EXACTLY_FULL, "counters exactly full") \
	X(COUNTER_WRAPS, "counters that wrap") \
	X(HIGH_HALF, "counters in the upper half of a word") \
	X(PAST_4G, "addresses past 2^32") \
	X(BUS_ERRORS, "errors of the bus") X(BUS_WAITS, "cycles of waiting for the bus") \
	X(STOLEN, "cycles stolen") X(STOPPED_MIDWAY, "STOP or RESET in mid-sample") \
	X(RESETS_MIDWAY, "resets in mid-sample")

#define SEEN_NAME(name, text) SEEN_##name,
enum seen {
	SEEN_LIST(SEEN_NAME) SEEN,
	/* where the groups begin */
	SEEN_COUNTED = SEEN_HEAVY, SEEN_CALLS = SEEN_EVENTS,
	SEEN_SYSTEM = SEEN_HITS_PROFIL
};

#endif
