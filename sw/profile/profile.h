/* SPDX-License-Identifier: ISC
 * profile.h - one profile: how it was taken, the counts, how the run ended.
 *
 * What `run` fills, a capture file keeps and every report reads. Counts are
 * cycles, instructions or samples, never turned into times. It knows nothing of
 * symbols: those come from the ELF when a table is made of it (table.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counts.h"
#include "driver/tally.h"

/* A file inside a profile, deflated (zlib; columns.h). */
struct packed {
	uint8_t *bytes;
	size_t n; /* 0: there is none */
	uint64_t size; /* of the file */
};

/* Why the run ended. The numbers are part of the capture format. */
enum profile_end {
	END_LIMIT, /* --cycles have passed */
	END_INTERRUPT, /* by a signal */
	END_FINISHER,
	END_SELF_JUMP,
	END_EBREAK,
	END_TRAP,
	/* read from a unit that counts on; cycles are those it counted, instructions unknown */
	END_RECORDED,
	END_IMPORTED, /* from a text; cycles and instructions unknown */
	END_TOHOST,
	END_SEMIHOSTING,
	END_WINDOW, /* --until */
	END_KINDS
};

#define PROFILE_LAST 16
/* exit_code of END_TOHOST: it was another request; a code has 31 bits */
#define PROFILE_UNSERVED UINT32_MAX

#define PROFILE_BIN_BYTES 4u /* of a counter in the unit */
#define PROFILE_SLOTS (1u << 24) /* more counters than any unit's memory holds */

/* Bits of `sticky`, as captures have them. */
enum {
	PROFILE_FULL = 1,
	PROFILE_FAULT = 2,
	/* the firmware used the unit: the counts are those of the call tree */
	PROFILE_USED = 4
};

/* What part of a run was counted: the window that `run --after` opened. */
struct profile_window {
	char *after,
		*until; /* as given, ":N" if N > 1; until "": the run's end. NULL: it is the run */
	uint64_t begin; /* the run's cycle that it begins with; 0: it is a sum of several */
};

/* What a profile is of. One function decides it, profile_find_extent, and all commands ask it. */
enum profile_extent {
	PROFILE_WHOLE, /* a run from its beginning to its own end, or an imported text */
	PROFILE_RECORDED, /* some time of a unit that counts on */
	PROFILE_CUT_OFF, /* a run that --cycles or a signal ended */
	PROFILE_FAULTED, /* what the unit counted until it stopped at a fault */
	PROFILE_SIMULATED, /* a run whose firmware used the unit: PROFILE_USED */
	PROFILE_WINDOW /* a part of a run, all of which was seen */
};

extern const char *const profile_extents[]; /* "whole", "recorded" ... */

struct profile {
	char *core;
	/* it retires multiplications, divisions and loads from devices before their result is
	 * there: who needs it first waits */
	bool late;
	struct tally_config config; /* the unit's settings; base is 0 */
	uint32_t slots; /* counters: config.size / PROFILE_BIN_BYTES */
	/* the code that was asked for; what the counters do not reach is OUTSIDE */
	uint32_t code_lo;
	uint64_t code_hi;

	struct tally_counters counters;
	uint32_t sticky; /* PROFILE_FULL, PROFILE_FAULT at the end */
	uint64_t *bins; /* `slots` of them */
	/* if it counted them: instructions per 2 bytes from config.offset, else NULL */
	uint64_t *retired_at;
	uint32_t n_retired_at;
	/* if it counted them: why cycles passed, as many as retired_at; else NULL */
	struct waits *waits_at;
	/* 0; else it was measured in so many rounds, one count after the other (sw/live/live.h):
	 * bins, retired_at and waits_at, the latter two scaled to the time of bins; or accesses,
	 * scaled to the time of bins */
	uint32_t rounds;
	/* 0; else made by profile_instructions: bins and retired_at are exchanged */
	uint32_t other_period;

	/* contexts of every cycle that was counted; no nodes: they were not followed */
	struct call_tree calls;
	struct tasks tasks; /* by whom the tree begins; none: it does not */
	const char *task; /* not NULL: only that one's counts, by profile_task */

	struct taken taken, jumped; /* branches; jumps by a register */
	/* with calls: the deepest that a stack was, and the instruction that took sp there; 0:
	 * unknown */
	uint32_t stack_bytes, stack_pc;

	/* loads and stores of every cycle that was counted; no objects: they were not followed */
	struct accesses accesses;
	struct latency latency; /* one that was measured, or none */
	struct durations durations; /* of all calls; none: unknown */

	enum profile_end end;
	/* as in struct machine_result; exit_code of TOHOST, SEMIHOSTING, too */
	uint32_t exit_code, pc, cause;
	uint32_t instruction; /* at pc, if instruction_known */
	bool instruction_known;
	uint32_t last[PROFILE_LAST]; /* pcs retired last, the oldest first */
	unsigned n_last;
	uint64_t cycles, retired; /* of the whole run, or of the window */
	struct profile_window window;
	char *imported; /* END_IMPORTED: the text's name; else NULL */
	enum profile_extent extent; /* not part of a capture */
	/* the firmware sent a file that could not be received; not part of a capture */
	bool files_lost;

	char *elf_path;
	uint64_t elf_size;
	uint32_t elf_crc;
	uint8_t build_id[64];
	uint8_t build_id_bytes;
	/* when the ELF was written, seconds since 1970; 0: unknown */
	int64_t elf_time;
	struct packed elf, debug; /* the ELF and its separate debug file, if they were kept */
};

/* Were bins, instructions and causes measured one after the other? */
static inline bool profile_in_turns(const struct profile *p)
{
	return p->rounds && p->waits_at;
}

void profile_free(struct profile *p);

/* While a run goes on, last is a ring into which n_last went: copies it, the oldest first, and
 * returns how many there are. */
unsigned profile_last(const struct profile *p, uint32_t to[PROFILE_LAST]);

/* What one count is: "cycles", "instructions" or "samples"; and what `period` of them stand for. */
const char *profile_unit(const struct profile *p);
const char *profile_source(const struct profile *p);

/* Of cycles that a line of events chose, which: " that waited for FETCH", " with line 6". Else "".
 * Returns buffer. */
const char *profile_events(const struct profile *p, char *buffer, size_t size);

/* The same profile by instructions: bins are those of retired_at, and retired_at, where both have
 * one counter every 2 bytes, holds the counts, each worth other_period cycles. Borrows all of p:
 * free only p, and last. False: p did not count instructions beside cycles. */
bool profile_instructions(const struct profile *p, struct profile *q);

/* The view that was asked for (by 0: cycles, 1: instructions) into *chosen: p itself, or *other
 * made of it. False: the capture `name` did not count that; one line was printed. */
bool profile_choose(const struct profile *p, unsigned by, const char *name, struct profile *other,
	const struct profile **chosen);

/* Cycles per instruction of a count and what retired_at has for it; below 0: unknown. */
double profile_cpi(const struct profile *p, uint64_t count, uint64_t retired);

/* waits_work; as measured, where it was at another time than `cycles`. */
static inline uint64_t profile_work(
	const struct profile *p, uint64_t cycles, uint64_t retired, const struct waits *w)
{
	return profile_in_turns(p) ? retired : waits_work(cycles, retired, w);
}

/* The sum of waits_at; all 0 without. */
struct waits profile_waits(const struct profile *p);

/* The cycles that waited for one cause: bins, one every 2 bytes, and the call tree have theirs;
 * TICKS stay all. Borrows the rest of p; profile_cause_free frees what is q's own. False: p has no
 * causes. */
bool profile_cause(const struct profile *p, enum cause cause, struct profile *q);
void profile_cause_free(struct profile *q);

/* Leaves the counts of one task: bins, one every 2 bytes, instructions, waits, calls; TICKS are its
 * cycles. False: there is no such task; one line was printed, `name` is the capture in it. */
bool profile_task(struct profile *p, const char *task, const char *name);

/* Counts by address from the call tree's cells: bins, one every 2 bytes, instructions, waits. */
void profile_count_cells(struct profile *p);

/* The run has ended: if its firmware used the unit, the counts become those of the call tree, which
 * the simulator kept; finds the extent. False: there is no tree, and no count is of the run; one
 * line was printed, `name` is the ELF in it. */
bool profile_end_run(struct profile *p, const char *name);

void profile_find_extent(struct profile *p);

/* What everybody must know who reads the numbers; NULL: it is a whole run, or a recording. Returns
 * buffer. */
const char *profile_extent_text(const struct profile *p, char *buffer, size_t size);

/* Are both of the same part of a run? False: one line was printed. */
bool profile_same_window(
	const struct profile *a, const char *a_name, const struct profile *b, const char *b_name);

/* What the counts add up to: "TICKS" of the unit, or "cycles" of the simulator. */
const char *profile_ticks_word(const struct profile *p);

/* Says it in one note, if there is something to say. */
void profile_note_extent(const struct profile *p, const char *name);

/* First pc of a bin, and the pc after its last; exact for any scale. slot <= p->slots. */
uint64_t profile_bin_pc(const struct profile *p, uint32_t slot);

/* The bins that end at pc or before it: 0 ... the answer - 1. pc <= 2^32. */
uint32_t profile_bins_until(const struct profile *p, uint64_t pc);

/* Is count x period within 64 bits? */
static inline bool profile_estimable(const struct profile *p, uint64_t count)
{
	return count <= UINT64_MAX / p->config.period;
}

uint64_t profile_bin_sum(const struct profile *p);
double profile_percent(const struct profile *p, uint64_t count); /* of TICKS */

/* The accounting invariant. */
bool profile_invariant_holds(const struct tally_counters *c);

/* What becomes of ticks that are in no bin. */
#define OUTCOMES 5
struct outcome {
	const char *name, *text; /* "IDLE", "waiting for an interrupt" */
	uint64_t count;
};
void profile_outcomes(const struct tally_counters *c, struct outcome to[OUTCOMES]);

/* What is wrong on a board whose counts are these, and were `before` some time ago (0: at its
 * start): no tick, no instruction, another program. Returns NULL if nothing is, or a line, which
 * may be in the buffer. */
const char *profile_doubt(const struct profile *p, const struct tally_counters *c,
	const struct tally_counters *before, char *buffer, size_t size);

/* Ticks that are in no node of the call tree, and TICKS that it is of: a unit's has its own, as it
 * is another unit's. */
struct call_rest profile_call_rest(const struct profile *p);

/* Is the call tree another unit's count, of other TICKS than the bins? */
static inline bool profile_two_counts(const struct profile *p)
{
	return profile_call_rest(p).ticks != p->counters.ticks;
}

/* Did the firmware end the run itself, with an exit code? */
bool profile_exited(const struct profile *p);

/* Did the firmware fail? (An unhandled trap, or an exit code other than 0.) */
bool profile_failed(const struct profile *p);
