/* SPDX-License-Identifier: ISC
 * lockstep_wave.c - the C side of lockstep_wave.sv, for one build: BUILD_NAME, BUILD_PARAMS.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"
#include "lockstep_state.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

static const struct rtl rtl = {
	.name = TEXT(BUILD_NAME), .params = { BUILD_PARAMS },
	.words = STATE_WORDS, .fields = state_fields, .pack = state_pack,
};
static struct run run = { .rtl = &rtl, .from = UINT64_MAX };
static struct bench *bench;

void wave_open(unsigned long long seed);
void wave_inputs(uint32_t *in);
int wave_edge(const uint32_t *out, const uint32_t *state);

void wave_open(unsigned long long seed)
{
	run.seed = seed;
	bench = bench_open(&run);
	if (!bench) {
		fprintf(stderr, "lockstep: out of memory\n");
		exit(1);
	}
}

void wave_inputs(uint32_t *in)
{
	struct wires w = { 0 };

	wires_set(&w, bench_inputs(bench), 0);
	memcpy(in, w.in, sizeof w.in);
}

int wave_edge(const uint32_t *out, const uint32_t *state)
{
	struct wires w = { 0 };

	memcpy(w.out, out, sizeof w.out);
	memcpy(w.state, state, STATE_WORDS * sizeof *state);
	return bench_edge(bench, &w);
}
