/* SPDX-License-Identifier: ISC
 * model_bus.c - reference model: Wishbone accesses to registers and bins.
 */
#include "driver/tally_regs.h"
#include "model_parts.h"

enum {
	BIN_TRIES = 255,
	BIN_U3 = 3, BIN_U4 = 4,		/* cycles after the grant */
};

static void answer(struct cycle *c, uint32_t dat)
{
	c->ack = c->load = true;
	c->dat = dat;
}

/* Waits for a cycle without a sample in U0. */
static void bin_ask(struct model *m, uint32_t word, struct cycle *c)
{
	if (m->tried == BIN_TRIES) {
		c->set_errors = TALLY_ERRORS_BIN_MISS_MASK;
		saw(m, MODEL_BIN_MISS);
		answer(c, 0);
	} else if (!c->u0_mapper && !c->map_taken && !c->zero) {
		c->grant = true;
		c->grant_word = word;
	}
}

static void bin_read(struct model *m, uint32_t word, struct cycle *c)
{
	if (m->granted == 0 && m->tried < BIN_TRIES && m->newest.on && m->newest.word == word) {
		saw(m, MODEL_BIN_READ_NOW);
		answer(c, word_now(m, word));
	} else if (m->granted == 0) {
		bin_ask(m, word, c);
		if (c->grant)
			saw(m, m->tried ? MODEL_BIN_READ_WAITED : MODEL_BIN_READ);
	} else if (m->granted == BIN_U3) {
		m->granted_value = word_now(m, m->granted_word);
		if (m->write.on && m->write.word == m->granted_word)
			saw(m, MODEL_BIN_READ_FORWARDED);
	} else if (m->granted == BIN_U4) {
		answer(c, m->granted_value);
	}
}

static bool quiet(const struct model *m)
{
	for (unsigned i = 0; i < m->p.channels; i++)
		if (!drained(&m->ch[i]) || m->ch[i].clearing)
			return false;
	return true;
}

static void bin_write(struct model *m, const struct model_in *in, uint32_t word, struct cycle *c)
{
	if (m->granted == 0) {
		if (quiet(m) && in->sel == 0xf) {
			bin_ask(m, word, c);
			return;
		}
		c->set_errors = TALLY_ERRORS_BIN_WRITE_MASK;
		saw(m, MODEL_BIN_WRITE_REFUSED);
		answer(c, 0);
	} else if (m->granted == BIN_U3) {
		c->write.on = true;
		c->write.word = m->granted_word;
		c->write.value = in->dat;
		saw(m, MODEL_BIN_WRITE);
		answer(c, 0);
	}
}

/* The registers of a channel under their addresses in channel 0. */
static void address_reg(const struct model *m, uint32_t offset, struct cycle *c)
{
	c->reg = offset;
	c->channel = 0;
	if (offset < TALLY_CH_FIRST + TALLY_CH_STRIDE)
		return;
	c->channel = offset / TALLY_CH_STRIDE - 1;
	c->reg = TALLY_CH_FIRST + offset % TALLY_CH_STRIDE;
	if (c->channel >= m->p.channels)
		c->reg_write = false;
}

static void reg_write(struct model *m, const struct model_in *in, struct cycle *c)
{
	if (in->sel != 0xf) {
		c->set_errors = TALLY_ERRORS_ACCESS_MASK;
		saw(m, MODEL_PARTIAL_WRITE);
		answer(c, 0);
	} else if (c->walking) {
		saw(m, MODEL_WRITE_WAITED);
	} else {
		c->write_seen = true;
		answer(c, 0);
	}
}

/* A register write takes effect, in the cycle of its ack. */
static void reg_write_acts(struct model *m, struct cycle *c)
{
	c->reg_write = true;
	address_reg(m, m->write_reg, c);
	if (!c->reg_write)
		saw(m, MODEL_ABSENT_CHANNEL);
	c->value = m->write_value;
	if (c->reg_write && c->reg == TALLY_ERRORS)
		c->clear_errors = c->value;
	if (c->reg_write && is_shadow(c->reg) && m->ch[c->channel].commit_busy) {
		c->reg_write = false;
		c->set_errors = TALLY_ERRORS_ACCESS_MASK;
		saw(m, MODEL_SHADOW_KEPT);
	}
}

/* The RAM of the shadows, which a walk has to itself, takes a cycle. */
static void reg_read(struct model *m, const struct model_in *in, struct cycle *c)
{
	if (m->fetching) {
		answer(c, m->fetched);
	} else if (c->walking) {
		saw(m, MODEL_READ_WAITED);
	} else {
		c->fetch = true;
		c->fetched = regs_read(m, in->adr & 0xffc);
	}
}

/* Another kind than in the cycle before: the access begins anew, and its slot is nobody's. */
static void begin_anew(struct model *m, bool bin)
{
	if (bin && m->granted)
		saw(m, m->writing ? MODEL_WRITE_TURNED_GRANTED : MODEL_READ_TURNED_GRANTED);
	if (bin && m->tried)
		saw(m, MODEL_READ_TURNED_WAITING);
	if (bin && m->granted == BIN_U3 && m->ch[0].running)
		saw(m, MODEL_READ_TURNED_RUNNING);
	m->granted = 0;
	m->tried = 0;
	m->fetching = false;
}

void bus_look(struct model *m, const struct model_in *in, struct cycle *c)
{
	if (m->write_due)
		reg_write_acts(m, c);
	if (!in->cyc || !in->stb || m->out.ack)
		return;

	bool bin = in->adr & model_window(&m->p);
	uint32_t word = in->adr >> 2 & ((1u << m->p.bins_log2) - 1);

	if (m->access && in->we != m->writing)
		begin_anew(m, bin);
	if (bin && m->granted && word != m->granted_word)
		saw(m, MODEL_SLOT_OF_ANOTHER_WORD);
	if (bin && in->we)
		bin_write(m, in, word, c);
	else if (bin)
		bin_read(m, word, c);
	else if (in->we)
		reg_write(m, in, c);
	else
		reg_read(m, in, c);
}

void bus_edge(struct model *m, const struct model_in *in, const struct cycle *c)
{
	bool asks = in->cyc && in->stb && !m->out.ack;

	if (m->access && !asks)
		saw(m, m->granted && m->writing ? MODEL_BIN_WRITE_ABANDONED : MODEL_ABANDONED);
	m->writing = in->we;
	m->access = asks && !c->ack;
	if (!m->access) {
		m->granted = 0;
		m->tried = 0;
	} else if (m->granted) {
		m->granted++;
	} else if (c->grant) {
		m->granted = 1;
		m->granted_word = c->grant_word;
	} else if (in->adr & model_window(&m->p)) {
		m->tried++;
	}
	m->write_due = c->write_seen;
	m->write_reg = in->adr & 0xffc;
	m->write_value = in->dat;
	m->fetching = c->fetch;
	if (c->fetch)
		m->fetched = c->fetched;
	m->out.ack = c->ack;
	if (c->load)
		m->out.dat = c->dat;
	m->errors = (uint8_t)((m->errors & ~c->clear_errors) | c->set_errors);
}
