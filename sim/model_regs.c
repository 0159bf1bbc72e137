/* SPDX-License-Identifier: ISC
 * model_regs.c - reference model: registers and commands.
 */
#include "driver/tally_regs.h"
#include "model_parts.h"

bool is_shadow(uint32_t reg)
{
	return reg >= TALLY_PERIOD && reg <= TALLY_ENTRIES;
}

void regs_reset(struct model *m)
{
	for (unsigned i = 0; i < m->p.channels; i++) {
		struct model_channel *ch = &m->ch[i];

		shadows_reset(ch);
		ch->bank = 0;
		ch->commit_busy = ch->restart = ch->restarting = ch->clearing = false;
		ch->sticky = ch->irq_enable = 0;
		ch->ring_pos = 0;
	}
	m->walk = 0;
	m->tag = 0;
	m->errors = 0;
}

uint32_t model_window(const struct model_params *p)
{
	return 1u << (p->bins_log2 + 2 > 12 ? p->bins_log2 + 2 : 12);
}

uint32_t model_status(const struct model *m, unsigned channel)
{
	const struct model_channel *ch = &m->ch[channel];

	return PUT(ch->running, TALLY_STATUS_RUNNING) | PUT(drained(ch), TALLY_STATUS_DRAINED) |
	       PUT(ch->commit_busy, TALLY_STATUS_COMMIT_BUSY) |
	       PUT(ch->in_flight[!ch->bank] != 0, TALLY_STATUS_OLD_BUSY) |
	       PUT(ch->clearing, TALLY_STATUS_CLEARING) | PUT(ch->dead, TALLY_STATUS_DEAD);
}

static uint32_t irq_pending(const struct model *m)
{
	uint32_t set = 0;

	for (unsigned i = 0; i < m->p.channels; i++)
		set |= (uint32_t)((m->ch[i].sticky & m->ch[i].irq_enable) != 0) << i;
	return set;
}

static uint32_t read_global(const struct model *m, uint32_t offset)
{
	const struct model_params *p = &m->p;

	switch (offset) {
	case TALLY_ID:
		return TALLY_ID_ID_RESET;
	case TALLY_VERSION:
		return PUT(TALLY_VERSION_MAJOR_RESET, TALLY_VERSION_MAJOR) |
		       PUT(TALLY_VERSION_MINOR_RESET, TALLY_VERSION_MINOR) |
		       PUT(TALLY_VERSION_PATCH_RESET, TALLY_VERSION_PATCH);
	case TALLY_CAPS:
		return PUT(p->channels, TALLY_CAPS_CHANNELS) | PUT(p->mapper, TALLY_CAPS_MAPPER) |
		       PUT(1, TALLY_CAPS_PRIVATE) | PUT(p->system, TALLY_CAPS_SYSTEM) |
		       PUT(p->interval, TALLY_CAPS_INTERVAL) | PUT(p->symbol, TALLY_CAPS_SYMBOL) |
		       PUT(p->ring, TALLY_CAPS_RING) | PUT(p->tag != 0, TALLY_CAPS_TAG) |
		       PUT(p->event, TALLY_CAPS_EVENT) | PUT(p->ext, TALLY_CAPS_EXT) |
		       PUT(p->snapshot, TALLY_CAPS_SNAPSHOT) | PUT(1, TALLY_CAPS_SLEEP);
	case TALLY_WIDTHS:
		return PUT(p->pc_w, TALLY_WIDTHS_PC_BITS) | PUT(p->period_w, TALLY_WIDTHS_PERIOD_BITS) |
		       PUT(p->weight_w, TALLY_WIDTHS_WEIGHT_BITS) | PUT(p->cnt_w, TALLY_WIDTHS_COUNT_BITS);
	case TALLY_BIN_BYTES:
		return 4u << p->bins_log2;
	case TALLY_WINDOW:
		return model_window(p);
	case TALLY_IRQ_PENDING:
		return irq_pending(m);
	case TALLY_ERRORS:
		return m->errors;
	case TALLY_TAG:
		return m->tag;
	case TALLY_PC_BASE:
		return model_pc_base(p);
	}
	return 0;
}

static uint32_t read_law(const struct model_law *law, uint32_t offset)
{
	switch (offset) {
	case TALLY_TICKS: return law->ticks;
	case TALLY_HITS: return law->hits;
	case TALLY_OUTSIDE: return law->outside;
	case TALLY_FILTERED: return law->filtered;
	case TALLY_IDLE: return law->idle;
	case TALLY_LOST: return law->lost;
	case TALLY_PENDING: return law->pending;
	case TALLY_USER: return law->user;
	case TALLY_SYSTEM: return law->system;
	case TALLY_IDLE_CLASS: return law->idle_class;
	case TALLY_STOLEN: return law->stolen;
	}
	return 0;
}

static uint32_t read_channel(const struct model *m, unsigned channel, uint32_t reg)
{
	const struct model_channel *ch = &m->ch[channel];

	if (is_shadow(reg))
		return ch->shadow[(reg - TALLY_PERIOD) / 4];
	if (reg >= TALLY_SNAP_TICKS)
		return read_law(&ch->snap, reg - TALLY_SNAP_TICKS + TALLY_TICKS);
	switch (reg) {
	case TALLY_STATUS: return model_status(m, channel);
	case TALLY_STICKY: return ch->sticky;
	case TALLY_IRQ_ENABLE: return ch->irq_enable;
	case TALLY_RING_POS: return ch->ring_pos;
	}
	return read_law(&ch->law, reg);
}

uint32_t regs_read(const struct model *m, uint32_t offset)
{
	if (offset < TALLY_CH_FIRST)
		return read_global(m, offset);

	unsigned channel = offset / TALLY_CH_STRIDE - 1;

	return channel < m->p.channels ? read_channel(m, channel, TALLY_CH_FIRST + offset % TALLY_CH_STRIDE) : 0;
}

static void refuse(struct model *m, struct part *part, uint32_t sticky, enum model_event e)
{
	part->set_sticky |= sticky;
	saw(m, e);
}

static void command_look(struct model *m, const struct model_channel *ch, uint32_t value, struct part *part)
{
	switch (value) {
	case TALLY_CTRL_START_MASK:
		if (ch->clearing || (ch->dead && !drained(ch))) {
			refuse(m, part, TALLY_STICKY_CMD_ERR_MASK, MODEL_START_REFUSED);
			return;
		}
		saw(m, MODEL_START);
		break;
	case TALLY_CTRL_STOP_MASK:
		saw(m, MODEL_STOP);
		break;
	case TALLY_CTRL_RESET_MASK:
		saw(m, MODEL_RESET);
		if (ch->clearing)
			saw(m, MODEL_RESET_CLEARING);
		break;
	case TALLY_CTRL_CLEAR_MASK:
		if (!drained(ch) || ch->clearing || ch->commit_busy) {
			refuse(m, part, TALLY_STICKY_CMD_ERR_MASK, MODEL_CLEAR_REFUSED);
			return;
		}
		saw(m, ch->mapping[ch->bank].sink ? MODEL_CLEAR_SYSTEM : MODEL_CLEAR);
		break;
	case TALLY_CTRL_COMMIT_MASK:
		if (ch->clearing) {
			refuse(m, part, TALLY_STICKY_CFG_ERR_MASK, MODEL_COMMIT_CLEARING);
			return;
		}
		break;
	case TALLY_CTRL_SNAPSHOT_MASK:
		if (!m->p.snapshot) {
			refuse(m, part, TALLY_STICKY_CMD_ERR_MASK, MODEL_SNAPSHOT_REFUSED);
			return;
		}
		saw(m, MODEL_SNAPSHOT);
		break;
	default:
		refuse(m, part, TALLY_STICKY_CMD_ERR_MASK, MODEL_CMD_MALFORMED);
		return;
	}
	part->command = value;
}

void regs_look(struct model *m, struct cycle *c)
{
	if (c->reg_write && c->reg == TALLY_CTRL)
		command_look(m, &m->ch[c->channel], c->value, &c->ch[c->channel]);
}

static void reg_edge(struct model *m, const struct cycle *c)
{
	struct model_channel *ch = &m->ch[c->channel];

	if (is_shadow(c->reg)) {
		unsigned i = (c->reg - TALLY_PERIOD) / 4;

		ch->shadow[i] = c->value;
		ch->written |= (uint16_t)(1u << i);
		ch->restart |= c->reg == TALLY_PERIOD || c->reg == TALLY_SEED;
		return;
	}
	switch (c->reg) {
	case TALLY_IRQ_ENABLE:
		ch->irq_enable = FIELD(c->value, TALLY_IRQ_ENABLE_MASK);
		break;
	case TALLY_RING_POS:
		if (!m->p.ring)
			break;
		ch->ring_pos = c->value;
		saw(m, MODEL_RING_POS_WRITTEN);
		if (c->ring_we && c->head->channel == c->channel)
			saw(m, MODEL_RING_POS_RACE);
		break;
	case TALLY_TAG:
		if (m->p.tag != 1)
			break;
		m->tag = c->value;
		saw(m, MODEL_TAG_WRITTEN);
		break;
	}
}

static void restart(struct model_channel *ch)
{
	ch->div = ch->sampling.period - 1;
	ch->lfsr = ch->sampling.seed;
	ch->phase = 0;
}

static void command_edge(struct model_channel *ch, uint32_t command)
{
	const struct model_mapping *map = &ch->mapping[ch->bank];

	switch (command) {
	case TALLY_CTRL_START_MASK:
		ch->running = true;
		ch->dead = false;
		break;
	case TALLY_CTRL_STOP_MASK:
		ch->running = false;
		break;
	case TALLY_CTRL_RESET_MASK:
		ch->running = false;
		ch->dead = true;
		ch->restarting = true;
		break;
	case TALLY_CTRL_CLEAR_MASK:
		if (map->sink)
			break;
		ch->clear_word = map->base / 4;
		ch->clearing = map->base < mapping_end(map);
		break;
	case TALLY_CTRL_COMMIT_MASK:
		ch->commit_busy = true;
		break;
	}
}

/* FULL and FAULT stop the channel, whatever the command of this cycle. */
static uint32_t stop_edge(struct model *m, struct model_channel *ch, const struct part *part)
{
	uint32_t set = PUT(ch->filled || part->engine_full, TALLY_STICKY_FULL) | PUT(part->engine_fault, TALLY_STICKY_FAULT);

	if (!set)
		return 0;
	ch->running = false;
	ch->dead = true;
	if (part->command == TALLY_CTRL_START_MASK)
		saw(m, ch->filled ? MODEL_START_AT_FULL : MODEL_START_AT_ENGINE);
	if (part->command == TALLY_CTRL_RESET_MASK)
		saw(m, ch->filled ? MODEL_RESET_AT_FULL : MODEL_RESET_AT_ENGINE);
	return set;
}

static void channel_edge(struct model *m, unsigned channel, const struct cycle *c)
{
	struct model_channel *ch = &m->ch[channel];
	const struct part *part = &c->ch[channel];
	uint32_t set = part->set_sticky, clear = 0;

	if (ch->restarting)
		restart(ch);
	ch->restarting = false;
	if (c->verdict && c->walker == channel)
		commit_edge(m, ch, &set);
	if (part->command)
		command_edge(ch, part->command);
	set |= stop_edge(m, ch, part);
	ch->filled = part->full;
	if (part->t_lost || part->front.lost || part->end.lost)
		set |= TALLY_STICKY_LOST_MASK;
	if (part->command == TALLY_CTRL_RESET_MASK)
		clear = 0xff;
	if (c->reg_write && c->reg == TALLY_STICKY && c->channel == channel)
		clear = c->value;
	if (clear & set)
		saw(m, MODEL_STICKY_RACE);
	ch->sticky = (uint8_t)((ch->sticky & ~clear) | set);
}

/* After sampler_edge: a restart overrides the divider. */
void regs_edge(struct model *m, const struct cycle *c)
{
	for (unsigned i = 0; i < m->p.channels; i++)
		channel_edge(m, i, c);
	m->walk = c->walking && !c->verdict ? m->walk + 1 : 0;
	m->walker = c->walker;
	if (c->reg_write)
		reg_edge(m, c);
	if (c->ring_we)
		m->ch[c->head->channel].ring_pos = c->ring_pos;
}
