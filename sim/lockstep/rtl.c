/* SPDX-License-Identifier: ISC
 * rtl.c - one Verilated build of top.v behind struct build.
 *
 * Compiled once a build: BUILD_NAME, BUILD_PARAMS and BUILD_FULL say which.
 */
#include "lockstep.h"

#define LIBRARY unit_
enum { OUT = 4 };
#include "rtl.h"

static void unpack(const struct vec *o, struct outputs *out)
{
	const uint32_t bits = o[0].value;

	*out = (struct outputs){ .ack = bits & 1,
		.irq = bits >> 1 & 1,
		.dat = o[1].value,
		.sys = { .cyc = bits >> 2 & 1,
			.stb = bits >> 3 & 1,
			.we = bits >> 4 & 1,
			.sel = bits >> 5 & 15,
			.adr = o[2].value,
			.dat = o[3].value },
		.taken = bits >> 9 & 1,
		.leaves = bits >> 10 & 1,
		.adds = bits >> 11 & 1,
		.full = bits >> 12 & 1,
		.fault = bits >> 13 & 1 };
}

static void settle(void *handle, const struct inputs *in, unsigned mutant, struct outputs *out)
{
	const uint32_t bits = in->rst | in->run << 1 | in->valid << 2 | in->sleep << 3
		| in->cyc << 4 | in->stb << 5 | in->we << 6 | in->priv << 7 | in->sel << 9
		| mutant << 13;
	const struct vec v[] = { { bits, 0 }, { in->pc, 0 }, { in->tag, 0 }, { in->adr, 0 },
		{ in->dat, 0 },
		{ in->sys_ack | in->sys_err << 1 | in->sys_stolen << 2 | in->event << 3, 0 },
		{ in->sys_dat, 0 } };
	struct vec o[OUT];

	FN(combo_update)(handle, v, o);
	unpack(o, out);
}

static const struct build build = {
	.name = TEXT(BUILD_NAME), .params = { BUILD_PARAMS }, .full = BUILD_FULL,
	.open = open_rtl, .close = close_rtl, .settle = settle, .clock = clock_rtl,
};

__attribute__((constructor)) static void enlist(void)
{
	lockstep_enlist(&build);
}
