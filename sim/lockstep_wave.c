/* SPDX-License-Identifier: ISC
 * lockstep_wave.c - the C side of lockstep_wave.sv.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lockstep.h"

static char build[32];
static struct rtl rtl;
static struct run run;
static struct bench *bench;

void wave_open(unsigned long long seed, const char *name, unsigned mapper, unsigned bins_log2, unsigned weight_w,
	       unsigned period_w, unsigned queue_log2, unsigned cnt_w);
void wave_inputs(unsigned *bits, unsigned *pc, unsigned *adr, unsigned *dat);
int wave_edge(unsigned dat, unsigned ack_err_irq, const uint32_t *state);

void wave_open(unsigned long long seed, const char *name, unsigned mapper, unsigned bins_log2, unsigned weight_w,
	       unsigned period_w, unsigned queue_log2, unsigned cnt_w)
{
	snprintf(build, sizeof build, "%s", name);
	rtl.name = build;
	rtl.params = (struct model_params){ mapper, bins_log2, weight_w, period_w, queue_log2, cnt_w };
	run = (struct run){ .rtl = &rtl, .seed = seed, .from = UINT64_MAX };
	bench = bench_open(&run);
	if (!bench) {
		fprintf(stderr, "lockstep: out of memory\n");
		exit(1);
	}
}

void wave_inputs(unsigned *bits, unsigned *pc, unsigned *adr, unsigned *dat)
{
	const struct model_in *in = bench_inputs(bench);

	*bits = in->rst | in->run << 1 | in->tap_valid << 2 | in->tap_sleep << 3 |
		in->cyc << 4 | in->stb << 5 | in->we << 6 | (unsigned)in->tap_priv << 8 | (unsigned)in->sel << 12;
	*pc = in->tap_pc;
	*adr = in->adr;
	*dat = in->dat;
}

int wave_edge(unsigned dat, unsigned ack_err_irq, const uint32_t *state)
{
	const struct model_out out = {
		.dat = dat, .ack = ack_err_irq & 1, .err = ack_err_irq >> 1 & 1, .irq = ack_err_irq >> 2 & 1,
	};

	return bench_edge(bench, &out, state);
}
