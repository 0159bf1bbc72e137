/* SPDX-License-Identifier: ISC
 * lockstep_rtl.c - one Verilated build of lockstep_top.v behind struct rtl.
 *
 * Compiled once a build: BUILD_NAME (build "mul" is library lockstep_mul) and
 * BUILD_PARAMS say which. Verilator orders the arguments by their widths, not
 * as lockstep_top.v declares them (the clock is the only narrow one); a vector
 * is pairs of words (value, unknown).
 */
#include <stddef.h>

#include "lockstep.h"
#include "lockstep_state.h"
#ifdef STATE_LEFT
#include STATE_LEFT			/* of a synthesised netlist, by netlist_state.py */
#define PEEK NULL
#else
#define STATE_MASK NULL
#define STATE_NOTE NULL
#define PEEK peek_rtl
#endif

#define GLUE_(a, b, c) a##b##c
#define GLUE(a, b, c) GLUE_(a, b, c)
#define FN(x) GLUE(lockstep_, BUILD_NAME, _protectlib_##x)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

_Static_assert(STATE_WORDS <= STATE_MOST, "lockstep.h: STATE_MOST");

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

void *FN(create)(const char *scope);
void FN(final)(void *);
long long FN(combo_update)(void *, const struct vec *in_i, struct vec *out_o, struct vec *state_o,
	const struct vec *mem_adr_i, struct vec *mem_dat_o);
long long FN(seq_update)(void *, bit clk_i, struct vec *out_o, struct vec *state_o, struct vec *mem_dat_o);

struct outputs {
	struct vec out[OUT_WORDS], mem, state[STATE_WORDS];
};

static void *open_rtl(void)
{
	return FN(create)("lockstep");
}

static void close_rtl(void *handle)
{
	FN(final)(handle);
}

static void combo(void *handle, const struct wires *in, uint32_t word, struct outputs *o)
{
	const struct vec mem = { word, 0 };
	struct vec v[IN_WORDS] = { { 0 } };

	for (unsigned i = 0; i < IN_WORDS; i++)
		v[i].value = in->in[i];
	FN(combo_update)(handle, v, o->out, o->state, &mem, &o->mem);
}

static void step_rtl(void *handle, struct wires *w)
{
	struct outputs o;

	combo(handle, w, 0, &o);
	FN(seq_update)(handle, 1, o.out, o.state, &o.mem);
	FN(seq_update)(handle, 0, o.out, o.state, &o.mem);
	for (unsigned i = 0; i < STATE_WORDS; i++)
		w->state[i] = o.state[i].value;
	for (unsigned i = 0; i < OUT_WORDS; i++)
		w->out[i] = o.out[i].value;
}

#ifndef STATE_LEFT
static uint32_t peek_rtl(void *handle, uint32_t word)
{
	const struct wires quiet = { 0 };
	struct outputs o;

	combo(handle, &quiet, word, &o);
	return o.mem.value;
}
#endif

const struct rtl GLUE(lockstep_, BUILD_NAME, _rtl);
const struct rtl GLUE(lockstep_, BUILD_NAME, _rtl) = {
	.name = TEXT(BUILD_NAME),
	.params = { BUILD_PARAMS },
	.open = open_rtl, .close = close_rtl, .step = step_rtl, .peek = PEEK,
	.words = STATE_WORDS, .fields = state_fields, .pack = state_pack,
	.mask = STATE_MASK, .note = STATE_NOTE,
};
