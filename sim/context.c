/* SPDX-License-Identifier: ISC
 * context.c - the Verilated unit of context.v behind context.h; without simulators there is none.
 */
#include "context.h"

#include <errno.h>
#include <stdlib.h>

#define CORE(...)
#include "cores.inc"

#define PATIENCE 100000u /* clocks until an answer */

enum { IN = 5, OUT = 2 };
enum { RST = 1, RUN = 2, VALID = 4, HANDLER = 8, SLEEP = 16, CYC = 32, WE = 64, PRIV = 128 };

/* Of a signal's 32 bits, as Verilator's libraries take them. */
struct word {
	uint32_t value, unknown;
};

struct context {
	void *rtl;
	struct word in[IN], out[OUT];
};

#ifdef SIMULATORS
void *context_protectlib_create(const char *scope);
void context_protectlib_final(void *);
long long context_protectlib_combo_update(void *, const struct word *in_i, struct word *out_o);
long long context_protectlib_seq_update(void *, unsigned char clk_i, struct word *out_o);

static void settle(struct context *c)
{
	context_protectlib_combo_update(c->rtl, c->in, c->out);
}

static void clock(struct context *c)
{
	context_protectlib_seq_update(c->rtl, 1, c->out);
	context_protectlib_seq_update(c->rtl, 0, c->out);
}

struct context *context_open(void)
{
	struct context *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->rtl = context_protectlib_create("context");
	c->in[0].value = RST;
	context_idle(c, 2);
	c->in[0].value = 0;
	return c;
}

void context_close(struct context *c)
{
	context_protectlib_final(c->rtl);
	free(c);
}
#else
static void settle(struct context *c)
{
	(void)c;
}
static void clock(struct context *c)
{
	(void)c;
}
struct context *context_open(void)
{
	return NULL;
}
void context_close(struct context *c)
{
	(void)c;
}
#endif

void context_cycle(struct context *c, const struct machine_cycle *cycle)
{
	c->in[0].value = RUN | (cycle->retire ? VALID : 0) | (cycle->handler ? HANDLER : 0)
		| (cycle->sleep ? SLEEP : 0) | (unsigned)PRIV * cycle->priv;
	c->in[1].value = cycle->pc;
	c->in[2].value = cycle->insn;
	settle(c);
	clock(c);
	c->in[0].value = 0;
}

void context_idle(struct context *c, unsigned n)
{
	while (n--) {
		settle(c);
		clock(c);
	}
}

static int reach(struct context *c, uint32_t addr, unsigned bits, uint32_t *value)
{
	unsigned n = 0;

	c->in[3].value = addr;
	c->in[0].value = bits;
	for (settle(c); !(c->out[0].value & 1) && n < PATIENCE; n++) {
		clock(c);
		settle(c);
	}
	*value = c->out[1].value;
	clock(c);
	c->in[0].value = 0;
	return n < PATIENCE ? 0 : -ETIMEDOUT;
}

int context_read(void *context, uint32_t addr, uint32_t *value)
{
	return reach(context, addr, CYC, value);
}

int context_write(void *context, uint32_t addr, uint32_t value)
{
	struct context *c = context;

	c->in[4].value = value;
	return reach(c, addr, CYC | WE, &value);
}
