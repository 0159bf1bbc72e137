/* SPDX-License-Identifier: ISC
 * rtl.h - the Verilated library of one build; defined before: LIBRARY, with which its functions'
 * names begin, BUILD_NAME, and OUT, the words of its outputs. A vector is pairs of words (value,
 * unknown).
 */
#ifndef LOCKSTEP_RTL_H
#define LOCKSTEP_RTL_H

#include <stdint.h>

#define GLUE_(a, b, c) a##b##c
#define GLUE(a, b, c) GLUE_(a, b, c)
#define FN(x) GLUE(LIBRARY, BUILD_NAME, _protectlib_##x)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

struct vec { uint32_t value, unknown; };

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

#endif
