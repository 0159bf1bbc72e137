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

static uint32_t status(const struct model *m, uint32_t *mask)
{
	static const uint32_t bit[] = { ST_DRAINED, ST_CLEARING, ST_BUSY };
	const enum maybe is[] = { model_drained(m), model_clearing(m), model_busy(m) };
	uint32_t value = m->sticky | (m->running ? ST_RUNNING : 0);

	*mask &= ~m->unsure;
	for (unsigned i = 0; i < 3; i++) {
		value |= is[i] == YES ? bit[i] : 0;
		*mask &= is[i] == MAYBE ? ~bit[i] : UINT32_MAX;
	}
	return value;
}

uint32_t registers_read(const struct model *m, unsigned reg, uint32_t *mask)
{
	const struct model_params *p = &m->p;

	*mask = UINT32_MAX;
	switch (reg) {
	case R_ID:
		return 0x54414c59;
	case R_VERSION:
		return 0x00060000;
	case R_CAPS:
		return caps(p);
	case R_WIDTHS:
		return p->bins_log2 | p->pc_w << 8;
	case R_CTRL:
		return 0;
	case R_STATUS:
		return status(m, mask);
	case R_TICKS:
		*mask = model_clearing(m) ? 0 : UINT32_MAX;
		return m->ticks;
	case R_PENDING:
		return m->pending;
	case R_RING_POS:
		*mask = engine_quiet(m) ? UINT32_MAX : 0;
		return m->reg[reg];
	default:
		*mask = reg >= R_UNUSED ? 0 : UINT32_MAX;
		return m->reg[reg];
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
		if (m->drained == YES)
			m->command |= CTRL_CLEAR;
		else
			refuse(m, SEEN_REFUSED_CLEAR);
	} else if (dat & CTRL_START && !m->command) {
		if (model_clearing(m))
			refuse(m, SEEN_REFUSED_START);
		else
			m->command = CTRL_START;
	}
}

void registers_edge(struct model *m)
{
	m->stopped = false;
	if (m->refused)
		m->sticky |= ST_ERROR;
	if (m->command & CTRL_CLEAR)
		words_clear(m);
	if (m->command & CTRL_START)
		m->running = true;
	if (m->command & (CTRL_STOP | CTRL_RESET)) {
		m->stopped = m->running;
		m->running = false;
	}
	if (m->command & CTRL_RESET) {
		m->lfsr = 1;
		m->restarts = true;
	}
	m->command = 0;
	m->refused = false;
}

static void configure(struct model *m, unsigned reg, uint32_t dat)
{
	if (m->drained == NO) {
		refuse(m, SEEN_REFUSED_CONFIG);
		return;
	}
	if (m->drained == MAYBE) {
		m->doubt = true;
		m->doubt_reg = reg;
		m->doubt_old = m->reg[reg];
		m->unsure |= ST_ERROR;
	}
	m->reg[reg] = dat;
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
	else if (reg == R_STATUS) {
		m->sticky &= ~dat;
		m->unsure &= ~dat;
	} else if (reg >= R_PERIOD)
		configure(m, reg, dat);
}

/* A read of STATUS settles what was open when the unit took its value. */
void registers_learn(struct model *m, uint32_t status)
{
	if ((status & ST_DRAINED) && ((status & (ST_RUNNING | ST_BUSY | ST_CLEARING)) || m->waits))
		model_wrong(m, "STATUS: DRAINED does not match its other bits: %#x", status);
	if (status & ST_DRAINED)
		m->landed = true;
	if (model_clearing(m) && !(status & ST_CLEARING)) {
		m->clearing = false;
		m->landed = !(status & ST_BUSY);
		m->lands_by = m->cycle + LANDS_WITHIN;
	}
	m->sticky = (m->sticky & ~m->unsure) | (status & m->unsure);
	m->unsure = 0;
	if (m->doubt) {
		m->seen[status & ST_ERROR ? SEEN_DOUBT_REFUSED : SEEN_DOUBT_ACCEPTED]++;
		if (status & ST_ERROR)
			m->reg[m->doubt_reg] = m->doubt_old;
	}
	m->doubt = false;
}
