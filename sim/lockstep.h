/* SPDX-License-Identifier: ISC
 * lockstep.h - the Verilated unit as lockstep sees it: one clock cycle a call.
 *
 * Each build of lockstep_top.v (parameters, or a netlist) is one struct rtl,
 * made from lockstep_rtl.c by macros.
 */
#ifndef LOCKSTEP_H
#define LOCKSTEP_H

#include "model.h"

enum { IN_WORDS = 7, OUT_WORDS = 4, STATE_MOST = 256 };

/* All that lies between the bench and lockstep_top.v in a cycle, packed as it has them. */
struct wires {
	uint32_t in[IN_WORDS];
	uint32_t out[OUT_WORDS];	/* after the edge */
	uint32_t state[STATE_MOST];	/* struct rtl's words of it */
};

struct state_field {	/* a register in state */
	const char *name;
	unsigned short word;
	unsigned char lsb, bits;
};

struct rtl {
	const char *name;		/* as on the command line */
	struct model_params params;	/* it was built with these */
	void *(*open)(void);
	void (*close)(void *handle);
	void (*step)(void *handle, struct wires *w);
	uint32_t (*peek)(void *handle, uint32_t word);	/* after a step; of the bin memory. NULL: only the bus can look */
	unsigned words;			/* of state */
	const struct state_field *fields;	/* ended by a name NULL */
	void (*pack)(const struct model *m, uint32_t *state);	/* state as the model has it */
	const uint32_t *mask;		/* bits of state that this build has; NULL: all */
	const char *note;		/* about them, or NULL */
};

extern const struct rtl *const lockstep_builds[];	/* NULL at the end */

/* One run of a build against the model. */
struct run {
	const struct rtl *rtl;
	uint64_t seed, cycles;
	uint64_t from;			/* every cycle from here on is printed; UINT64_MAX: none */
	unsigned mutant;		/* netlists of tests/mutate/mutate.sh: which; 0: none */
	const char *program;		/* how to call it again; NULL: build/lockstep */
	const char *again;		/* the whole command line that shows a difference again; NULL: program's */
};

/* 0: equal for all cycles and nothing important was missed; 1: a difference; 2: coverage is missing; 3: out of memory. */
int lockstep_run(const struct run *r);

/* The same in single cycles, for who is called by the simulator (lockstep_wave.c). */
struct bench;
struct bench *bench_open(const struct run *r);		/* of r->rtl without its functions but pack; NULL: out of memory */
const struct model_in *bench_inputs(struct bench *b);	/* of the coming cycle */
/* What the RTL shows after the edge. 1: a difference, reported. */
int bench_edge(struct bench *b, const struct wires *w);
void bench_close(struct bench *b);

/* The same with the RTL in it, for who has another plan for the bus (tests/unit/fuzz_regs.c). */
struct stimulus;
void bench_attach(struct bench *b);			/* opens the RTL; bench_close closes it */
int bench_cycle(struct bench *b, struct wires *w);	/* with bench_inputs'. 1: a difference, reported */
int bench_memory(const struct bench *b);		/* 1: the bin memory differs, reported. Takes peek */
void *bench_handle(const struct bench *b);
struct stimulus *bench_stimulus(struct bench *b);
const struct model *bench_model(const struct bench *b);

void wires_set(struct wires *w, const struct model_in *in, unsigned mutant);
struct model_out wires_get(const struct wires *w);

/* The RTL's codes of the engine's states. */
static inline uint32_t engine_code(enum model_state s)
{
	static const uint8_t code[] = {
		[ENGINE_IDLE] = 0, [ENGINE_DELTA] = 1, [ENGINE_MULTIPLY] = 2, [ENGINE_DIVIDE] = 3, [ENGINE_SHIFT] = 4,
		[ENGINE_LOAD] = 5, [ENGINE_INSIDE] = 6, [ENGINE_EXISTS] = 7, [ENGINE_ADDRESS] = 8, [ENGINE_TRY] = 9,
		[ENGINE_TAKE] = 10, [ENGINE_READ] = 11, [ENGINE_CHECK] = 12, [ENGINE_WRITE] = 13, [ENGINE_NEXT] = 14,
		[ENGINE_MAP] = 15, [ENGINE_END] = 16, [ENGINE_ADD] = 17, [ENGINE_FILL] = 18, [ENGINE_FIRST] = 19, [ENGINE_FETCH] = 20, [ENGINE_SKIP] = 21,
	};

	return code[s];
}

/* lockstep_guard.c: what may be written, from the bench's own record of the accesses to the registers. */
enum { GUARD_POKES = 4 };

struct guard {
	struct model_params p;
	uint32_t shadow[MODEL_CHANNELS][32];	/* by (address & 0x7f) / 4 */
	struct region {
		uint32_t base, size, limit, mapping;
		bool there;
	} region[MODEL_CHANNELS][2];		/* of each bank */
	bool bank[MODEL_CHANNELS];
	bool busy[MODEL_CHANNELS];		/* a COMMIT waits: the shadows are kept */
	uint32_t poked[GUARD_POKES];		/* word + 1 of the bin writes of the last cycles */
};

void guard_open(struct guard *g, const struct model_params *p);
/* Before the edge: m and in as they are in the cycle. NULL, or what was written that must not be. */
const char *guard_look(struct guard *g, const struct model *m, const struct model_in *in);
/* After the edge, with in as it was in the cycle. */
void guard_edge(struct guard *g, const struct model *m, const struct model_in *in);

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
