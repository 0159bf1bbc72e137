/* SPDX-License-Identifier: ISC
 * lockstep.h - RTL beside the model.
 */
#ifndef LOCKSTEP_H
#define LOCKSTEP_H

#include <stdio.h>

#include "sim/model/model.h"

/* A build of the unit: one Verilated library. settle: what it answers to these inputs before the
 * clock edge. */
struct build {
	const char *name;
	struct model_params params;
	bool full; /* words start near 2^31, so CLEAR is not used */
	void *(*open)(void);
	void (*close)(void *handle);
	void (*settle)(void *handle, const struct inputs *in, struct outputs *out);
	void (*clock)(void *handle);
};

/* All that the program has, in the order in which it was linked; then NULL. */
extern const struct build *lockstep_builds[];
void lockstep_enlist(const struct build *build);

/* The cycles before a difference. */
struct trace {
	struct {
		struct inputs in;
		struct outputs out;
	} at[20];
};

void trace_add(struct trace *t, uint64_t cycle, const struct inputs *in, const struct outputs *out);
void trace_print(const struct trace *t, uint64_t last, FILE *f);

struct run {
	const struct build *build;
	uint64_t seed, cycles, from, seen[SEEN];
};

/* One seed; false: a difference, which is reported. */
bool run_seed(struct run *run);

#endif
