/* SPDX-License-Identifier: ISC
 * lockstep.h - the Verilated unit as lockstep sees it: one clock cycle a call.
 *
 * Each build of lockstep_top.v (parameters, or a netlist) is one struct rtl,
 * made from lockstep_rtl.c by macros.
 */
#ifndef LOCKSTEP_H
#define LOCKSTEP_H

#include "model.h"

struct rtl {
	const char *name;		/* as on the command line */
	struct model_params params;	/* it was built with these */
	void *(*open)(void);
	void (*close)(void *handle);
	/* state: STATE_WORDS words, as state_pack gives them for the model */
	void (*step)(void *handle, const struct model_in *in, unsigned mutant, struct model_out *out, uint32_t *state);
	uint32_t (*peek)(void *handle, uint32_t word);	/* after a step; of the bin memory. NULL: only the bus can look */
	const uint32_t *mask;		/* bits of state that this build has; NULL: all */
	const char *note;		/* about them, or NULL */
};

extern const struct rtl *const lockstep_builds[];	/* NULL at the end */

/* One run of a build against the model. */
struct run {
	const struct rtl *rtl;
	uint64_t seed, cycles;
	uint64_t from;			/* every cycle from here on is printed; UINT64_MAX: none */
	unsigned mutant;		/* netlists of tests/mutate.sh: which; 0: none */
};

/* 0: equal for all cycles and nothing important was missed; 1: a difference; 2: coverage is missing; 3: out of memory. */
int lockstep_run(const struct run *r);

/* The same in single cycles, for who is called by the simulator (lockstep_wave.c). */
struct bench;
struct bench *bench_open(const struct run *r);		/* uses r->rtl's name and params only; NULL: out of memory */
const struct model_in *bench_inputs(struct bench *b);	/* of the coming cycle */
/* What the RTL shows after the edge. 1: a difference, reported. */
int bench_edge(struct bench *b, const struct model_out *out, const uint32_t *state);
void bench_close(struct bench *b);

/* lockstep_report.c */
#define HISTORY 16u

struct history {	/* the last accesses on the bus */
	struct { uint64_t cycle; struct model_in in; uint32_t dat; bool acked; } access[HISTORY];
	unsigned n;
	bool open;
};

void history_note(struct history *h, uint64_t cycle, const struct model_in *in, const struct model_out *out);
void report_cycle(uint64_t cycle, const struct model_in *in, const struct model *m);
void report_difference(const struct run *r, uint64_t cycle, const struct history *h, const struct model_in *in,
		       const char *signal, uint32_t expected, uint32_t got);
bool report_coverage(const struct run *r, const struct model *m);	/* false: something important never happened */

#endif
