/* SPDX-License-Identifier: ISC
 * lockstep_rtl.c - one Verilated build of lockstep_top.v behind struct rtl.
 *
 * Compiled once a build: BUILD_NAME (build "mul" is library lockstep_mul) and
 * BUILD_PARAMS say which. Verilator orders the arguments by their widths, not
 * as lockstep_top.v declares them; a vector is pairs of words (value, unknown).
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

struct vec { uint32_t value, unknown; };
typedef unsigned char bit;

void *FN(create)(const char *scope);
void FN(final)(void *);
long long FN(combo_update)(void *, bit rst_i, bit run_i, bit tap_valid_i, const struct vec *tap_priv_i, bit tap_sleep_i,
	bit wb_cyc_i, bit wb_stb_i, bit wb_we_i, const struct vec *wb_sel_i,
	bit *wb_ack_o, bit *wb_err_o, bit *irq_o, const struct vec *mutant_i, const struct vec *tap_pc_i,
	const struct vec *wb_adr_i, const struct vec *wb_dat_i, struct vec *wb_dat_o, struct vec *state_o,
	const struct vec *mem_adr_i, struct vec *mem_dat_o);
long long FN(seq_update)(void *, bit clk_i, bit *wb_ack_o, bit *wb_err_o, bit *irq_o,
	struct vec *wb_dat_o, struct vec *state_o, struct vec *mem_dat_o);

struct outputs {
	bit ack, err, irq;
	struct vec dat, mem, state[STATE_WORDS];
};

static void *open_rtl(void)
{
	return FN(create)("lockstep");
}

static void close_rtl(void *handle)
{
	FN(final)(handle);
}

static void combo(void *handle, const struct model_in *in, unsigned mutant, uint32_t word, struct outputs *o)
{
	const struct vec priv = { in->tap_priv, 0 }, sel = { in->sel, 0 }, pc = { in->tap_pc, 0 };
	const struct vec adr = { in->adr, 0 }, dat = { in->dat, 0 }, mut = { mutant, 0 }, mem = { word, 0 };

	FN(combo_update)(handle, in->rst, in->run, in->tap_valid, &priv, in->tap_sleep, in->cyc, in->stb, in->we,
			 &sel, &o->ack, &o->err, &o->irq, &mut, &pc, &adr, &dat, &o->dat, o->state, &mem, &o->mem);
}

static void step_rtl(void *handle, const struct model_in *in, unsigned mutant, struct model_out *out, uint32_t *state)
{
	struct outputs o;

	combo(handle, in, mutant, 0, &o);
	FN(seq_update)(handle, 1, &o.ack, &o.err, &o.irq, &o.dat, o.state, &o.mem);
	FN(seq_update)(handle, 0, &o.ack, &o.err, &o.irq, &o.dat, o.state, &o.mem);
	for (unsigned i = 0; i < STATE_WORDS; i++)
		state[i] = o.state[i].value;
	*out = (struct model_out){ .dat = o.dat.value, .ack = o.ack, .err = o.err, .irq = o.irq };
}

#ifndef STATE_LEFT
static uint32_t peek_rtl(void *handle, uint32_t word)
{
	struct model_in quiet = { 0 };
	struct outputs o;

	combo(handle, &quiet, 0, word, &o);
	return o.mem.value;
}
#endif

const struct rtl GLUE(lockstep_, BUILD_NAME, _rtl);
const struct rtl GLUE(lockstep_, BUILD_NAME, _rtl) = {
	.name = TEXT(BUILD_NAME),
	.params = { BUILD_PARAMS },
	.open = open_rtl, .close = close_rtl, .step = step_rtl, .peek = PEEK,
	.mask = STATE_MASK, .note = STATE_NOTE,
};
