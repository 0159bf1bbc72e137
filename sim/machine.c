/* SPDX-License-Identifier: ISC
 * machine.c - machine.h on Verilated models: opening, host port, console, ends.
 * What is clocked in quantity is in machine_core.c. A machine runs once: after
 * an end, or machine_hold, it stays held. Several may be open at a time.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "machine_impl.h"

#define MACHINE_TOHOST 0xFFFFFFFCu /* of host.v: tohost's address | 1 */
/* edges; the unit may keep an access waiting for 256, the core's own accesses come first */
#define PATIENCE 4096

#define CORE(id, name, isa, cache, causes, late, pairs, builds, about) \
	extern const struct machine_ops machine_ops_##id##_unit, machine_ops_##id##_full;
#include "cores.inc"
#undef CORE

#define BUILDS_UNIT(id) &machine_ops_##id##_unit, &machine_ops_##id##_unit
#define BUILDS_ALL(id) BUILDS_UNIT(id), &machine_ops_##id##_full, &machine_ops_##id##_full
#define CORE(id, name, isa, cache, causes, late, pairs, builds, about) \
	{ name, isa, about, cache, causes, late, pairs, { BUILDS_##builds(id) } },
static const struct core table[] = {
/* empty in `make tool` */
#include "cores.inc"
};

const struct core *cores(size_t *n)
{
	*n = sizeof table / sizeof table[0];
	return table;
}

const struct core *core_find(const char *name)
{
	size_t n;
	const struct core *all = cores(&n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(all[i].name, name))
			return &all[i];
	return NULL;
}

struct machine *machine_open(const struct core *core, enum machine_build build)
{
	const struct machine_ops *ops = core->builds[build];
	struct machine *m = ops ? calloc(1, sizeof *m) : NULL;

	if (!m)
		return NULL;
	m->ops = ops;
	m->lib = ops->create();
	if (!m->lib) {
		free(m);
		return NULL;
	}
	m->pin.hold = 1;
	m->pin.absent = build == MACHINE_BARE;
	m->pin.line = build == MACHINE_LINK;
	m->pin.link = MACHINE_LINK_CLOCKS;
	ops->settle(m);
	m->pin.rst = 1;
	ops->settle(m);
	ops->edge(m);
	ops->edge(m);
	m->pin.rst = 0;
	ops->settle(m);
	machine_idle(m, 2);
	return m;
}

void machine_close(struct machine *m)
{
	if (!m)
		return;
	m->ops->destroy(m->lib);
	free(m);
}

/* One clock, of the running core too: the host's time is the core's time. */
static void step(struct machine *m)
{
	if (m->running && !(m->out.state & STATE_HELD))
		m->ops->run(m, 1, NULL);
	else
		m->ops->edge(m);
}

static int host(struct machine *m, bool we, uint32_t addr, uint32_t *value)
{
	bool unit = addr >> 23 == MACHINE_UNIT >> 23;
	int err = -ETIMEDOUT;

	if (unit && m->pin.absent)
		return -EFAULT;
	if (!unit && m->running)
		return -EBUSY;
	m->pin.host_stb = 1;
	m->pin.host_we = we;
	m->pin.host_adr = addr;
	m->pin.host_dat = *value;
	m->ops->settle(m);
	for (unsigned i = 0; i < PATIENCE; i++) {
		bool acked = m->out.state & STATE_HOST_ACK;
		bool failed = m->out.state & STATE_HOST_ERR;

		if (acked && !we)
			*value = m->out.host_dat;
		if (acked || failed)
			m->pin.host_stb = m->pin.host_we = 0;
		step(m);
		if (!m->running && (m->out.state & STATE_LINK))
			machine_link_notice(m);
		if (acked || failed)
			err = acked ? 0 : -EFAULT;
		if (acked || failed)
			break;
	}
	m->pin.host_stb = m->pin.host_we = 0;
	m->ops->settle(m);
	return err;
}

int machine_read(struct machine *m, uint32_t addr, uint32_t *value)
{
	*value = 0;
	return host(m, false, addr, value);
}

int machine_write(struct machine *m, uint32_t addr, uint32_t value)
{
	return host(m, true, addr, &value);
}

static bool in_ram(uint32_t addr, size_t n)
{
	static const struct {
		uint32_t base, bytes;
	} ram[] = {
		{ MACHINE_RAM, MACHINE_RAM_BYTES },
		{ 0x40000000, MACHINE_RAM_BYTES },
		{ 0xb0000000, MACHINE_RAM_BYTES },
		{ 0, 1u << 20 },
	};

	for (size_t i = 0; i < sizeof ram / sizeof ram[0]; i++) {
		uint32_t offset = addr - ram[i].base;

		if (offset <= ram[i].bytes && n <= ram[i].bytes - offset)
			return true;
	}
	return false;
}

int machine_load(struct machine *m, uint32_t addr, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;

	if (!in_ram(addr, n))
		return -EFAULT;
	while (n) {
		uint32_t at = addr & 3, word = 0;
		size_t part = 4 - at < n ? 4 - at : n;
		int err;

		if (part != 4) {
			err = machine_read(m, addr - at, &word);
			if (err)
				return err;
		}
		for (size_t i = 0; i < part; i++) {
			word &= ~(0xffu << 8 * (at + i));
			word |= (uint32_t)from[i] << 8 * (at + i);
		}
		err = machine_write(m, addr - at, word);
		if (err)
			return err;
		addr += part;
		from += part;
		n -= part;
	}
	return 0;
}

int machine_release(struct machine *m, uint32_t entry)
{
	if (m->released)
		return -EBUSY;
	if (entry & 1)
		return -EINVAL;
	m->pin.entry = entry;
	m->pin.hold = 0;
	m->released = m->running = true;
	m->ops->settle(m);
	return 0;
}

void machine_console(struct machine *m, machine_tx *tx, machine_rx *rx, void *ctx)
{
	m->tx = tx;
	m->rx = rx;
	m->console = ctx;
}

void machine_host(struct machine *m, uint32_t tohost, machine_asked *asked, void *ctx)
{
	m->asked = asked;
	m->host = ctx;
	machine_poke(m, MACHINE_TOHOST, tohost ? tohost | 1 : 0);
}

/* host.v takes an address without a request, between two edges: with no request under way, the pins
 * may stay as they are. */
static uint32_t back(struct machine *m, bool we, uint32_t addr, uint32_t value)
{
	const struct machine_pins before = m->pin;

	m->pin.host_stb = 0;
	m->pin.host_we = we;
	m->pin.host_adr = addr;
	m->pin.host_dat = value;
	m->ops->settle(m);
	value = m->out.host_dat;
	m->pin = before;
	if (before.host_stb)
		m->ops->settle(m);
	return value;
}

uint32_t machine_peek(struct machine *m, uint32_t addr)
{
	uint32_t value = 0;

	if (!in_ram(addr & ~3u, 4))
		return 0;
	if (m->running)
		return back(m, false, addr, 0);
	/* of a core that is held the pins show the bus, which needs a clock edge */
	machine_read(m, addr & ~3u, &value);
	return value;
}

void machine_poke(struct machine *m, uint32_t addr, uint32_t value)
{
	if (in_ram(addr & ~3u, 4) || addr >= MACHINE_PORT)
		back(m, true, addr, value);
}

void machine_pause(struct machine *m)
{
	m->paused = true;
}

void machine_observe(struct machine *m, machine_observer *f, void *ctx)
{
	m->observer = f;
	m->observer_ctx = ctx;
}

void machine_drive(struct machine *m, machine_driver *f, void *ctx)
{
	m->driver = f;
	m->driver_ctx = ctx;
}

void machine_lines(struct machine *m)
{
	unsigned lines = m->driver(m->driver_ctx, m->cycles);
	struct machine_pins *p = &m->pin;

	if (lines == m->lines)
		return;
	m->lines = lines;
	p->event = (lines & MACHINE_EVENT) != 0;
	p->block = (lines & MACHINE_BLOCK) != 0;
	p->late = (lines & MACHINE_LATE) != 0;
	p->data = (lines & MACHINE_DATA) != 0;
	m->ops->settle(m);
}

void machine_notice(struct machine *m)
{
	if (m->out.state & STATE_LINK)
		machine_link_notice(m);
	if ((m->out.state & STATE_TX) && m->tx)
		m->tx(m->console, STATE_TX_BYTE(m->out.state));
	if ((m->out.state & STATE_RX_WANT) && m->rx) {
		int c = m->rx(m->console);

		if (c >= 0) {
			m->pin.rx_data = (uint8_t)c;
			m->pin.rx_toggle ^= 1;
			m->ops->settle(m);
		}
	}
	if ((m->out.state & STATE_ASKED) && m->asked)
		m->asked(m->host, m->out.state & STATE_PORT, m->out.state & STATE_WORD,
			back(m, false, MACHINE_PORT, 0));
}

void machine_link(struct machine *m, machine_tx *tx, machine_rx *rx, void *ctx)
{
	m->link_tx = tx;
	m->link_rx = rx;
	m->link = ctx;
}

void machine_link_host(struct machine *m, unsigned clocks)
{
	uint32_t link = (m->pin.link & ~0xffffu) | (clocks & 0xffff);

	if (m->pin.link == link)
		return;
	m->pin.link = link;
	m->ops->settle(m);
}

void machine_link_notice(struct machine *m)
{
	if (m->out.space & SPACE_CAME) {
		if (m->link_tx)
			m->link_tx(m->link, SPACE_BYTE(m->out.space));
	} else if (m->link_rx) {
		int c = m->link_rx(m->link);

		if (c >= 0) {
			m->pin.link =
				((m->pin.link ^ LINK_TOGGLE) & ~0xff0000u) | (uint32_t)c << 16;
			m->ops->settle(m);
		}
	}
}

void machine_hold(struct machine *m)
{
	m->pin.hold = 1;
	m->ops->settle(m);
	m->running = false;
	/* Acknowledges on their way to the core must not meet the host. */
	machine_idle(m, 2);
}

void machine_idle(struct machine *m, unsigned n)
{
	if (!m->running)
		while (n--) {
			m->ops->edge(m);
			if (m->out.state & STATE_LINK)
				machine_link_notice(m);
		}
}

struct machine_result machine_run(struct machine *m, uint64_t cycles, const volatile int *stop)
{
	struct machine_result r = { .end = MACHINE_LIMIT };

	m->paused = false;
	if (m->running && !(m->out.state & STATE_HELD))
		m->ops->run(m, cycles, stop);
	if (m->running && (m->out.state & STATE_HELD))
		machine_hold(m);
	r.cycles = m->cycles;
	r.retired = m->retired;
	switch ((enum end_code)STATE_END(m->out.state)) {
	case END_NONE:
		if (stop && *stop)
			r.end = MACHINE_STOPPED;
		break;
	case END_FINISHER:
		r.end = MACHINE_FINISHER;
		r.exit_code = m->out.insn;
		break;
	case END_SELF_JUMP:
		r.end = MACHINE_SELF_JUMP;
		r.pc = m->out.pc;
		break;
	case END_EBREAK:
		r.end = MACHINE_EBREAK;
		r.pc = m->out.pc;
		break;
	case END_TRAP:
		r.end = MACHINE_TRAP;
		r.pc = m->out.pc;
		r.cause = m->out.insn;
		break;
	}
	return r;
}
