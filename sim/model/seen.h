/* SPDX-License-Identifier: ISC
 * seen.h - what a run must have met: a test that has not says nothing about it.
 */
#ifndef SEEN_H
#define SEEN_H

#define SEEN_LIST(X) \
	X(BINS, "samples in bins") \
	X(LAST_BIN, "samples in the last bin") \
	X(PAST_BINS, "slots below SIZE beyond the bins") \
	X(HEAVY, "weights above 2^W / 2") \
	X(HEAVIEST, "weights of 2^W + 1") \
	X(SAME_1, "same word again after 1 cycle") \
	X(SAME_2, "after 2") \
	X(SAME_3, "after 3") \
	X(SAME_4, "after 4") \
	X(OUTSIDE_SYSTEM, "OUTSIDE, system") \
	X(OUTSIDE_USER, "OUTSIDE, user") \
	X(FILTERED_SYSTEM, "FILTERED, system") \
	X(FILTERED_USER, "FILTERED, user") \
	X(FILTERED_TAG, "FILTERED by context alone") \
	X(LOST_WAITING, "LOST: full weight") \
	X(LOST_RESET, "LOST: RESET") \
	X(IDLE_TICKS, "IDLE") \
	X(STOPPED_DUE, "due events while stopped") \
	X(JITTER_FAR, "JITTER beyond PERIOD") \
	X(EVENT_TICKS, "ticks of event_i") \
	X(RETIRE_TICKS, "ticks of retirements") \
	X(FULL, "FULL") \
	X(FULL_STOPS, "FULL stops") \
	X(WRAPS, "words that wrap") \
	X(CLEARS, "CLEAR") \
	X(READS_COUNTING, "window reads while counting") \
	X(READS_CHANGED, "words read that changed meanwhile") \
	X(MISSES, "MISS: no slot") \
	X(MISSES_CLEARING, "MISS: CLEARING") \
	X(GIVEN_UP_WRITES, "writes given up") \
	X(GIVEN_UP_READS, "register reads given up") \
	X(GIVEN_UP_WINDOW, "window reads given up") \
	X(BACK_TO_BACK, "accesses back to back") \
	X(REFUSED_PART, "refused: less than a word") \
	X(REFUSED_WINDOW, "refused: window") \
	X(REFUSED_CONFIG, "refused: configuration") \
	X(REFUSED_START, "refused: START") \
	X(REFUSED_CLEAR, "refused: CLEAR") \
	X(DOUBT_REFUSED, "refused just before DRAINED") \
	X(DOUBT_ACCEPTED, "accepted as soon as DRAINED") \
	X(IRQS, "cycles of interrupt") \
	X(RESETS, "resets while counting")

#define SEEN_NAME(name, text) SEEN_##name,
enum seen { SEEN_LIST(SEEN_NAME) SEEN };

#endif
