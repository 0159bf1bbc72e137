/* SPDX-License-Identifier: ISC
 * context_rtl.c - one Verilated build of context.v behind struct context_build.
 *
 * Compiled once a build: BUILD_NAME and BUILD_PARAMS say which.
 */
#include "context.h"

#define LIBRARY context_
enum { OUT = 6 };
#include "rtl.h"

static void settle(void *handle, const struct context_in *in, struct context_out *out)
{
	const struct context_tap *t = &in->tap;
	const struct vec v[] = { { in->rst | t->run << 1 | t->valid << 2 | t->handler << 3
			| t->sleep << 4 | in->cyc << 5 | in->stb << 6 | in->we << 7 | t->priv << 8
			| in->sel << 10 | t->event << 14, 0 },
		{ t->pc, 0 }, { t->insn, 0 }, { in->adr, 0 }, { in->dat, 0 } };
	struct vec o[OUT];
	uint32_t bits;

	FN(combo_update)(handle, v, o);
	bits = o[0].value;
	*out = (struct context_out){ .ack = bits & 1, .irq = bits >> 1 & 1, .joins = bits >> 2 & 1,
		.event = { .trapped = bits >> 3 & 1, .hot = bits >> 4 & 1,
			.kind = (enum context_kind)(bits >> 5 & 7), .code = bits >> 8 & 7,
			.weight = (o[2].value >> 1) + (o[2].value & 1), .target = o[3].value,
			.link = o[4].value },
		.observed = { .full = bits >> 11 & 1, .mark = bits >> 12 & 1,
			.clearing = bits >> 13 & 1 },
		.running = bits >> 14 & 1, .pops = bits >> 15 & 1, .frozen = bits >> 16 & 1,
		.differs = bits >> 17 & 1,
		.dat = o[1].value, .current = o[5].value & 0x7fffffff,
		.lumped = o[5].value >> 31 };
}

static const struct context_build build = {
	.name = TEXT(BUILD_NAME), .params = { BUILD_PARAMS },
	.open = open_rtl, .close = close_rtl, .settle = settle, .clock = clock_rtl,
};

__attribute__((constructor)) static void enlist(void)
{
	context_enlist(&build);
}
