/* SPDX-License-Identifier: ISC
 * registers.c - what software reads and writes.
 */
#include "model.h"
#include "registers.h"

static uint32_t caps(const struct model_params *p)
{
	return p->mapper | p->kind << 2 | p->system << 4 | p->event << 12
		| (p->pc_high & ~model_pc_mask(p) & 0xffff0000);
}

static uint32_t status(const struct model *m)
{
	return m->sticky | (m->running ? ST_RUNNING : 0) | (m->drained ? ST_DRAINED : 0)
		| (m->clearing ? ST_CLEARING : 0) | (words_busy(m) ? ST_BUSY : 0);
}

uint32_t registers_read(const struct model *m, unsigned reg, uint32_t *mask)
{
	const struct model_params *p = &m->p;

	*mask = UINT32_MAX;
	switch (reg) {
	case R_ID: return 0x54414c59;
	case R_VERSION: return 0x00060000;
	case R_CAPS: return caps(p);
	case R_WIDTHS: return p->bins_log2 | p->pc_w << 8;
	case R_CTRL: return 0;
	case R_STATUS: return status(m);
	case R_TICKS: return m->ticks;
	case R_PENDING: return m->pending;
	case R_RING_POS:
		*mask = m->engine.taken || m->pos_open ? 0 : UINT32_MAX;
		/* fall through */
	default: return m->reg[reg];
	}
}

static void refuse(struct model *m, enum seen why)
{
	m->refused = true;
	m->seen[why]++;
}

static void command(struct model *m, uint32_t dat)
{
	m->command = dat & (CTRL_STOP | CTRL_RESET);
	if (dat & CTRL_CLEAR) {
		if (m->drained)
			m->command |= CTRL_CLEAR;
		else
			refuse(m, SEEN_REFUSED_CLEAR);
	} else if (dat & CTRL_START && !m->command) {
		if (m->clearing)
			refuse(m, SEEN_REFUSED_START);
		else
			m->command = CTRL_START;
	}
}

void registers_edge(struct model *m)
{
	m->sticky |= m->refused ? ST_ERROR : 0;
	m->refused = false;
	if (m->command & CTRL_START)
		m->running = true;
	if (m->command & (CTRL_STOP | CTRL_RESET))
		m->running = false;
	if (m->command & CTRL_RESET) {
		m->lfsr = 1;
		m->restarts = true;
	}
	if (m->command & CTRL_CLEAR) {
		m->clearing = true;
		if (model_calls(m))
			context_clear(m);
		m->ticks = m->base = 0;
		m->seen[SEEN_CLEARS]++;
	}
	m->command = 0;
}

static void configure(struct model *m, unsigned reg, uint32_t dat)
{
	if (!m->drained) {
		refuse(m, SEEN_REFUSED_CONFIG);
		m->seen[SEEN_JUST_REFUSED] += m->drains;
		return;
	}
	m->seen[SEEN_JUST_ACCEPTED] += m->cycle == m->drained_since;
	m->reg[reg] = dat;
	m->pos_open &= reg != R_RING_POS;
	m->restarts |= reg == R_PERIOD;
}

void registers_write(struct model *m, uint32_t adr, unsigned sel, uint32_t dat)
{
	const unsigned reg = adr >> 2 & 31;

	if (adr >> (m->p.bins_log2 + 2) & 1)
		refuse(m, SEEN_REFUSED_WINDOW);
	else if (sel != 15)
		refuse(m, SEEN_REFUSED_PART);
	else if (reg == R_CTRL)
		command(m, dat);
	else if (reg == R_STATUS)
		m->sticky &= ~dat;
	else if (reg >= R_PERIOD)
		configure(m, reg, dat);
}
