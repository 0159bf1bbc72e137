/* SPDX-License-Identifier: ISC
 * machine_wave.c - machine_core.c's place in the waveform build. There the
 * simulator calls and the testbench answers, so the testbench runs on a stack of
 * its own: each settle or edge is a return to wave.sv. Requires -DMODEL_UNIT,
 * -DMODEL_FULL, -DMODEL_LINK and -DMODEL_BARE, the names under which the table of
 * cores looks for models.
 */
#include <stdlib.h>
#include <ucontext.h>

#include "machine_impl.h"
#include "wave.h"

enum { WAVE_END, WAVE_POKE, WAVE_EDGE, WAVE_DUMP };

#define STACK (1u << 20)

static ucontext_t simulator, testbench;
static struct machine_outs outs;
static const struct machine_pins *pins;
static int what;

static void ask(int request)
{
	what = request;
	swapcontext(&testbench, &simulator);
}

static void body(void)
{
	wave_main();
	ask(WAVE_END);
}

void wave_dump(void)
{
	ask(WAVE_DUMP);
}

int wave_next(unsigned host_dat, unsigned state, unsigned pc, unsigned insn,
	unsigned *bits, unsigned *entry, unsigned *host_adr, unsigned *host_wdat);
int wave_next(unsigned host_dat, unsigned state, unsigned pc, unsigned insn,
	unsigned *bits, unsigned *entry, unsigned *host_adr, unsigned *host_wdat)
{
	static void *stack;

	outs = (struct machine_outs){
		.host_dat = host_dat, .state = state, .pc = pc, .insn = insn
	};
	if (!stack) {
		stack = malloc(STACK);
		if (!stack)
			return WAVE_END;
		getcontext(&testbench);
		testbench.uc_stack.ss_sp = stack;
		testbench.uc_stack.ss_size = STACK;
		testbench.uc_link = NULL;
		makecontext(&testbench, body, 0);
	}
	swapcontext(&simulator, &testbench);
	*bits = *entry = *host_adr = *host_wdat = 0;
	if (pins) {
		*bits = pins->rst | (unsigned)pins->hold << 1 | (unsigned)pins->host_stb << 2
			| (unsigned)pins->host_we << 3 | (unsigned)pins->rx_toggle << 4
			| (unsigned)pins->event << 5 | (unsigned)pins->block << 6
			| (unsigned)pins->rx_data << 8;
		*entry = pins->entry;
		*host_adr = pins->host_adr;
		*host_wdat = pins->host_dat;
	}
	return what;
}

/* There is one machine: the one being traced. */
static void *create(void)
{
	return pins ? NULL : &simulator;
}

static void destroy(void *lib)
{
	(void)lib;
}

static void settle(struct machine *m)
{
	pins = &m->pin;
	ask(WAVE_POKE);
	m->out = outs;
}

static void edge(struct machine *m)
{
	ask(WAVE_EDGE);
	m->out = outs;
}

static void run(struct machine *m, uint64_t n, const volatile int *stop)
{
	while (n-- && !(stop && *stop)) {
		if (m->driver)
			machine_lines(m);
		m->retired += (m->out.state & STATE_RETIRE) != 0;
		edge(m);
		m->cycles++;
		if (m->out.state & STATE_NOTICE)
			machine_notice(m);
		if (m->out.state & STATE_HELD)
			break;
	}
}

#define OPS(model) \
	const struct machine_ops machine_ops_##model = { .has_unit = true, \
		.create = create, \
		.destroy = destroy, \
		.settle = settle, \
		.edge = edge, \
		.run = run }
#define OPS_(model) OPS(model)
OPS_(MODEL_UNIT);
OPS_(MODEL_FULL);
OPS_(MODEL_LINK);
OPS_(MODEL_BARE);
