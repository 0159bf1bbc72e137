/* SPDX-License-Identifier: ISC
 * rtl.c - one Verilated build of top.v or calls.v behind struct build.
 *
 * Compiled once a build: BUILD_NAME, BUILD_PARAMS and BUILD_FULL say which. A port is words of
 * which each is two: the value and what of it is unknown.
 */
#include "lockstep.h"

#define GLUE_(a, b) lockstep_##a##_protectlib_##b
#define GLUE(a, b) GLUE_(a, b)
#define FN(x) GLUE(BUILD_NAME, x)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

enum { OUT = 5 };

struct vec {
	uint32_t value, unknown;
};

void *FN(create)(const char *scope);
void FN(final)(void *);
long long FN(combo_update)(void *, const struct vec *in_i, struct vec *out_o);
long long FN(seq_update)(void *, unsigned char clk_i, struct vec *out_o);

static void *open_rtl(void)
{
	return FN(create)("unit");
}

static void close_rtl(void *handle)
{
	FN(final)(handle);
}

static void clock_rtl(void *handle)
{
	struct vec o[OUT];

	FN(seq_update)(handle, 1, o);
	FN(seq_update)(handle, 0, o);
}

static void unpack_calls(const struct vec *o, struct outputs *out)
{
	const uint32_t bits = o[0].value;

	*out = (struct outputs){ .ack = bits & 1,
		.irq = bits >> 1 & 1,
		.dat = o[1].value,
		.idle = bits >> 2 & 1,
		.begins = bits >> 3 & 1,
		.operates = bits >> 4 & 1,
		.pops = bits >> 5 & 1,
		.joins = bits >> 6 & 1,
		.lumped = bits >> 7 & 1,
		.event = { .trapped = bits >> 8 & 1,
			.hot = bits >> 9 & 1,
			.kind = (enum kind)(bits >> 10 & 7),
			.code = bits >> 13 & 7,
			.weight = (o[4].value >> 1 & 0x1ffff) + (o[4].value & 1),
			.target = o[2].value,
			.link = o[3].value },
		.current = bits >> 16 };
}

static const struct model_params params = { BUILD_PARAMS };

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

static void settle(void *handle, const struct inputs *in, struct outputs *out)
{
	const uint32_t bits = in->rst | in->run << 1 | in->valid << 2 | in->sleep << 3
		| in->cyc << 4 | in->stb << 5 | in->we << 6 | in->priv << 7 | in->sel << 9;
	/* a unit has system memory or calls */
	const struct vec v[] = { { bits, 0 }, { in->pc, 0 }, { in->adr, 0 }, { in->dat, 0 },
		{ in->sys_ack | in->sys_err << 1 | in->sys_stolen << 2 | in->event << 3
				| in->handler << 11,
			0 },
		{ in->sys_dat | in->insn, 0 } };
	struct vec o[OUT];

	FN(combo_update)(handle, v, o);
	if (params.nodes)
		unpack_calls(o, out);
	else
		unpack(o, out);
}

static const struct build build = {
	.name = TEXT(BUILD_NAME),
	.params = { BUILD_PARAMS },
	.full = BUILD_FULL,
	.open = open_rtl,
	.close = close_rtl,
	.settle = settle,
	.clock = clock_rtl,
};

__attribute__((constructor)) static void enlist(void)
{
	lockstep_enlist(&build);
}
