/* SPDX-License-Identifier: ISC
 * model_regs.c - reference model: registers, commands, COMMIT and its checks.
 */
#include "driver/tally_regs.h"
#include "model_parts.h"

#define SCALE_KEPT 0x1ffffu	/* the register holds 17 bits; more is illegal anyway */

#define FIELD(value, name) (((value) & name##_MASK) >> name##_LSB)
#define PUT(value, name) ((uint32_t)(value) << name##_LSB & name##_MASK)

static uint32_t period_mask(const struct model *m)
{
	return m->p.period_w >= 32 ? 0xffffffffu : (1u << m->p.period_w) - 1;
}

void regs_reset(struct model *m)
{
	m->shadow = (struct model_shadows){
		.sampling = {
			.period = TALLY_PERIOD_PERIOD_RESET, .seed = TALLY_SEED_SEED_RESET,
			.priv_mask = TALLY_FILTER_PRIV_MASK_RESET,
		},
		.mapping = { .width = TALLY_MAPPING_WIDTH_RESET ? 4 : 2 },
	};
	m->sampling = m->shadow.sampling;
	m->mapping[0] = m->mapping[1] = m->shadow.mapping;
	m->bank = 0;
	m->commit_busy = m->restart = m->restarting = m->clearing = false;
	m->sticky = m->irq_enable = m->errors = 0;
}

uint32_t model_window(const struct model_params *p)
{
	return 1u << (p->bins_log2 + 2 > 12 ? p->bins_log2 + 2 : 12);
}

uint32_t model_status(const struct model *m)
{
	return PUT(m->running, TALLY_STATUS_RUNNING) | PUT(drained(m), TALLY_STATUS_DRAINED) |
	       PUT(m->commit_busy, TALLY_STATUS_COMMIT_BUSY) |
	       PUT(m->in_flight[!m->bank] != 0, TALLY_STATUS_OLD_BUSY) |
	       PUT(m->clearing, TALLY_STATUS_CLEARING) | PUT(m->dead, TALLY_STATUS_DEAD);
}

static uint32_t read_sampler(const struct model_sampling *s)
{
	return PUT(s->source, TALLY_SAMPLER_SOURCE) | PUT(s->jitter, TALLY_SAMPLER_JITTER) |
	       PUT(s->last, TALLY_SAMPLER_ATTRIBUTION) | PUT(s->count_idle, TALLY_SAMPLER_COUNT_IDLE);
}

static uint32_t read_mapping(const struct model_shadows *s)
{
	return PUT(s->mapping.round, TALLY_MAPPING_ROUND) | PUT(s->mapping.width == 4, TALLY_MAPPING_WIDTH) |
	       PUT(s->mapping.policy, TALLY_MAPPING_POLICY) | PUT(s->mode, TALLY_MAPPING_MODE) |
	       PUT(s->ring_wrap, TALLY_MAPPING_RING_WRAP) | PUT(s->sink, TALLY_MAPPING_SINK);
}

static uint32_t read_identity(const struct model *m, uint32_t offset)
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
		return PUT(1, TALLY_CAPS_CHANNELS) | PUT(p->mapper, TALLY_CAPS_MAPPER) |
		       PUT(1, TALLY_CAPS_PRIVATE) | PUT(1, TALLY_CAPS_SLEEP);
	case TALLY_WIDTHS:
		return PUT(32, TALLY_WIDTHS_PC_BITS) | PUT(p->period_w, TALLY_WIDTHS_PERIOD_BITS) |
		       PUT(p->weight_w, TALLY_WIDTHS_WEIGHT_BITS) | PUT(p->cnt_w, TALLY_WIDTHS_COUNT_BITS);
	case TALLY_BIN_BYTES:
		return 4u << p->bins_log2;
	case TALLY_WINDOW:
		return model_window(p);
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
	}
	return 0;
}

uint32_t regs_read(const struct model *m, uint32_t offset)
{
	const struct model_shadows *s = &m->shadow;

	switch (offset) {
	case TALLY_IRQ_PENDING: return (m->sticky & m->irq_enable) != 0;
	case TALLY_ERRORS: return m->errors;
	case TALLY_STATUS: return model_status(m);
	case TALLY_STICKY: return m->sticky;
	case TALLY_IRQ_ENABLE: return m->irq_enable;
	case TALLY_PERIOD: return s->sampling.period;
	case TALLY_SAMPLER: return read_sampler(&s->sampling);
	case TALLY_SEED: return s->sampling.seed;
	case TALLY_FILTER: return s->sampling.priv_mask;
	case TALLY_OFFSET: return s->mapping.offset;
	case TALLY_SCALE: return s->mapping.scale;
	case TALLY_MAPPING: return read_mapping(s);
	case TALLY_BASE: return s->mapping.base;
	case TALLY_SIZE: return s->mapping.size;
	case TALLY_LIMIT: return s->limit;
	}
	return offset < TALLY_CH_FIRST ? read_identity(m, offset) : read_law(&m->law, offset);
}

static bool legal(const struct model *m)
{
	const struct model_sampling *s = &m->shadow.sampling;
	const struct model_mapping *map = &m->shadow.mapping;
	bool power = (map->scale & (map->scale - 1)) == 0;

	return s->period != 0 && s->source <= 1 && s->jitter <= 16 &&
	       (s->jitter == 0 || 1ull << (s->jitter - 1) < s->period) &&
	       map->scale <= 0x10000 && (m->p.mapper != MODEL_SHIFT || power) &&
	       m->shadow.mode == 0 && m->shadow.sink == 0 && map->policy <= 2 &&
	       map->base % map->width == 0 &&
	       (uint64_t)map->base + map->size <= 4ull << m->p.bins_log2;
}

static void refuse(struct model *m, struct cycle *c, uint32_t sticky, enum model_event e)
{
	c->set_sticky |= sticky;
	saw(m, e);
}

static void command_look(struct model *m, struct cycle *c)
{
	switch (c->value) {
	case TALLY_CTRL_START_MASK:
		if (m->clearing || (m->dead && m->law.pending != 0)) {
			refuse(m, c, TALLY_STICKY_CMD_ERR_MASK, MODEL_START_REFUSED);
			return;
		}
		saw(m, MODEL_START);
		break;
	case TALLY_CTRL_STOP_MASK:
		saw(m, MODEL_STOP);
		break;
	case TALLY_CTRL_RESET_MASK:
		saw(m, MODEL_RESET);
		if (m->clearing)
			saw(m, MODEL_RESET_CLEARING);
		break;
	case TALLY_CTRL_CLEAR_MASK:
		if (!drained(m) || m->clearing) {
			refuse(m, c, TALLY_STICKY_CMD_ERR_MASK, MODEL_CLEAR_REFUSED);
			return;
		}
		saw(m, MODEL_CLEAR);
		break;
	case TALLY_CTRL_COMMIT_MASK:
		if (m->clearing || !legal(m)) {
			refuse(m, c, TALLY_STICKY_CFG_ERR_MASK, MODEL_COMMIT_REFUSED);
			return;
		}
		break;
	default:
		refuse(m, c, TALLY_STICKY_CMD_ERR_MASK, MODEL_CMD_MALFORMED);
		return;
	}
	c->command = c->value;
}

void regs_look(struct model *m, struct cycle *c)
{
	if (c->reg_write && c->reg == TALLY_CTRL)
		command_look(m, c);
	c->apply = m->commit_busy && m->in_flight[!m->bank] == 0;
}

static void shadow_write(struct model *m, uint32_t reg, uint32_t v)
{
	struct model_sampling *s = &m->shadow.sampling;
	struct model_mapping *map = &m->shadow.mapping;

	switch (reg) {
	case TALLY_PERIOD:
		s->period = v > period_mask(m) ? 0 : v;
		m->restart = true;
		break;
	case TALLY_SAMPLER:
		s->source = FIELD(v, TALLY_SAMPLER_SOURCE);
		s->jitter = FIELD(v, TALLY_SAMPLER_JITTER);
		s->last = FIELD(v, TALLY_SAMPLER_ATTRIBUTION);
		s->count_idle = FIELD(v, TALLY_SAMPLER_COUNT_IDLE);
		break;
	case TALLY_SEED:
		s->seed = FIELD(v, TALLY_SEED_SEED);
		m->restart = true;
		break;
	case TALLY_FILTER: s->priv_mask = FIELD(v, TALLY_FILTER_PRIV_MASK); break;
	case TALLY_OFFSET: map->offset = v; break;
	case TALLY_SCALE: map->scale = v > SCALE_KEPT ? SCALE_KEPT : v; break;
	case TALLY_MAPPING:
		map->round = FIELD(v, TALLY_MAPPING_ROUND);
		map->width = FIELD(v, TALLY_MAPPING_WIDTH) ? 4 : 2;
		map->policy = FIELD(v, TALLY_MAPPING_POLICY);
		m->shadow.mode = FIELD(v, TALLY_MAPPING_MODE);
		m->shadow.ring_wrap = FIELD(v, TALLY_MAPPING_RING_WRAP);
		m->shadow.sink = FIELD(v, TALLY_MAPPING_SINK);
		break;
	case TALLY_BASE: map->base = v; break;
	case TALLY_SIZE: map->size = v; break;
	case TALLY_LIMIT: m->shadow.limit = v; break;
	case TALLY_IRQ_ENABLE: m->irq_enable = FIELD(v, TALLY_IRQ_ENABLE_MASK); break;
	}
}

static void restart(struct model *m)
{
	m->div = (m->sampling.period - 1) & period_mask(m);
	m->lfsr = m->sampling.seed;
	m->phase = 0;
}

static void apply(struct model *m)
{
	m->bank = !m->bank;
	m->mapping[m->bank] = m->shadow.mapping;
	m->sampling = m->shadow.sampling;
	m->commit_busy = false;
	saw(m, MODEL_COMMIT);
	if (m->running)
		saw(m, MODEL_COMMIT_RUNNING);
	if (m->restart) {
		m->restarting = true;
		saw(m, MODEL_COMMIT_RESTART);
	}
	m->restart = false;
}

static void command_edge(struct model *m, const struct cycle *c)
{
	const struct model_mapping *map = &m->mapping[m->bank];

	switch (c->command) {
	case TALLY_CTRL_START_MASK:
		m->running = true;
		m->dead = false;
		break;
	case TALLY_CTRL_STOP_MASK:
		m->running = false;
		break;
	case TALLY_CTRL_RESET_MASK:
		m->running = false;
		m->dead = true;
		m->restarting = true;
		break;
	case TALLY_CTRL_CLEAR_MASK:
		m->clear_word = map->base / 4;
		m->clearing = map->base < mapping_end(map);
		break;
	case TALLY_CTRL_COMMIT_MASK:
		m->commit_busy = true;
		break;
	}
}

/* After sampler_edge: a restart overrides the divider. */
void regs_edge(struct model *m, const struct cycle *c)
{
	uint32_t set = c->set_sticky, clear = 0;

	if (m->restarting)
		restart(m);
	m->restarting = false;
	if (c->apply)
		apply(m);
	else if (m->commit_busy)
		saw(m, MODEL_COMMIT_WAITED);
	if (c->command)
		command_edge(m, c);

	if (c->full) {
		set |= TALLY_STICKY_FULL_MASK;
		m->running = false;
		m->dead = true;
		if (c->command == TALLY_CTRL_START_MASK)
			saw(m, MODEL_START_AT_FULL);
		if (c->command == TALLY_CTRL_RESET_MASK)
			saw(m, MODEL_RESET_AT_FULL);
	}
	if (c->t_lost || c->front.lost || c->end.lost)
		set |= TALLY_STICKY_LOST_MASK;
	if (c->command == TALLY_CTRL_RESET_MASK)
		clear = 0xff;
	if (c->reg_write && c->reg == TALLY_STICKY)
		clear = c->value;
	if (clear & set)
		saw(m, MODEL_STICKY_RACE);
	m->sticky = (uint8_t)((m->sticky & ~clear) | set);

	if (c->reg_write)
		shadow_write(m, c->reg, c->value);
}
