/* SPDX-License-Identifier: ISC
 * machine_core.c - the glue between machine.c and one Verilated machine.
 * Compiled once for each core and build, so that the run loop
 * calls its model directly. Requires -DMODEL=<name of the library>, the name given
 * to verilator --lib-create.
 */
#include <svdpi.h>

#include "machine_impl.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define LIB(function) PASTE(MODEL, _protectlib_##function)

void *LIB(create)(const char *scope);
void LIB(final)(void *lib);
long long LIB(combo_update)(void *lib, svLogic rst, svLogic hold, svLogic host_stb, svLogic host_we,
	svLogic rx_toggle, svLogic event, svLogic block, svLogic late, svLogic absent, svLogic data,
	svLogic line, const svLogicVecVal *rx_data, const svLogicVecVal *entry,
	const svLogicVecVal *host_adr, const svLogicVecVal *host_dat_i, const svLogicVecVal *link_i,
	svLogicVecVal *host_dat, svLogicVecVal *state, svLogicVecVal *pc, svLogicVecVal *insn,
	svLogicVecVal *sp, svLogicVecVal *space, svLogicVecVal *data_adr, svLogicVecVal *younger_pc,
	svLogicVecVal *younger_insn, svLogicVecVal *younger_sp);
long long LIB(seq_update)(void *lib, svLogic clk, svLogic poke, svLogic line_clk,
	svLogicVecVal *host_dat, svLogicVecVal *state, svLogicVecVal *pc, svLogicVecVal *insn,
	svLogicVecVal *sp, svLogicVecVal *space, svLogicVecVal *data_adr, svLogicVecVal *younger_pc,
	svLogicVecVal *younger_insn, svLogicVecVal *younger_sp);

static void *create(void)
{
	return LIB(create)("machine");
}

static void destroy(void *lib)
{
	LIB(final)(lib);
}

static void settle(struct machine *m)
{
	const struct machine_pins *p = &m->pin;
	const svLogicVecVal rx_data = { p->rx_data, 0 }, entry = { p->entry, 0 };
	const svLogicVecVal adr = { p->host_adr, 0 }, dat = { p->host_dat, 0 };
	const svLogicVecVal link_pins = { p->link, 0 };
	svLogicVecVal host_dat, state, pc, insn, sp, space, data_adr, younger_pc, younger_insn;
	svLogicVecVal younger_sp;

	LIB(combo_update)
	(m->lib, p->rst, p->hold, p->host_stb, p->host_we, p->rx_toggle, p->event, p->block,
		p->late, p->absent, p->data, p->line, &rx_data, &entry, &adr, &dat, &link_pins,
		&host_dat, &state, &pc, &insn, &sp, &space, &data_adr, &younger_pc, &younger_insn,
		&younger_sp);
	LIB(seq_update)
	(m->lib, 0, 1, 0, &host_dat, &state, &pc, &insn, &sp, &space, &data_adr, &younger_pc,
		&younger_insn, &younger_sp);
	LIB(seq_update)
	(m->lib, 0, 0, 0, &host_dat, &state, &pc, &insn, &sp, &space, &data_adr, &younger_pc,
		&younger_insn, &younger_sp);
	m->out = (struct machine_outs){ host_dat.aval, state.aval, pc.aval, insn.aval, sp.aval,
		space.aval, data_adr.aval, younger_pc.aval, younger_insn.aval, younger_sp.aval };
}

static void edge(struct machine *m)
{
	svLogicVecVal host_dat, state, pc, insn, sp, space, data_adr, younger_pc, younger_insn;
	svLogicVecVal younger_sp;

	LIB(seq_update)
	(m->lib, 1, 0, m->pin.line, &host_dat, &state, &pc, &insn, &sp, &space, &data_adr,
		&younger_pc, &younger_insn, &younger_sp);
	LIB(seq_update)
	(m->lib, 0, 0, 0, &host_dat, &state, &pc, &insn, &sp, &space, &data_adr, &younger_pc,
		&younger_insn, &younger_sp);
	m->out = (struct machine_outs){ host_dat.aval, state.aval, pc.aval, insn.aval, sp.aval,
		space.aval, data_adr.aval, younger_pc.aval, younger_insn.aval, younger_sp.aval };
}

static void observe(struct machine *m)
{
	const struct machine_cycle c = {
		.retire = m->out.state & STATE_RETIRE,
		.pc = m->out.pc,
		.insn = m->out.insn,
		.sp = m->out.sp,
		.space = SPACE_PAGE(m->out.space),
		.handler = m->out.state & STATE_HANDLER,
		.priv = STATE_PRIV(m->out.state),
		.sleep = m->out.state & STATE_SLEEP,
		.causes = STATE_CAUSES(m->out.state),
		.stolen = m->out.state & STATE_STOLEN,
		.irq = m->out.space & SPACE_IRQ,
		.data = m->out.state & STATE_RETIRE && m->out.state & STATE_DATA,
		.data_adr = m->out.data_adr,
		.younger = m->out.younger_pc & YOUNGER_RETIRES,
		.younger_pc = m->out.younger_pc & ~YOUNGER_RETIRES,
		.younger_insn = m->out.younger_insn,
		.younger_sp = m->out.younger_sp,
	};

	m->observer(m->observer_ctx, m->cycles, &c);
}

static void run(struct machine *m, uint64_t n, const volatile int *stop)
{
	static const int never;

	if (!stop)
		stop = &never;
	while (n-- && !*stop) {
		if (m->driver)
			machine_lines(m);
		if (m->observer)
			observe(m);
		m->retired += (m->out.state & STATE_RETIRE) != 0;
		m->retired += m->out.younger_pc & YOUNGER_RETIRES;
		edge(m);
		m->cycles++;
		if (m->out.state & STATE_NOTICE)
			machine_notice(m);
		if (m->out.state & STATE_HELD || m->paused)
			break;
	}
}

const struct machine_ops PASTE(machine_ops_, MODEL) = {
	.create = create,
	.destroy = destroy,
	.settle = settle,
	.edge = edge,
	.run = run,
};
