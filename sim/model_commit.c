/* SPDX-License-Identifier: ISC
 * model_commit.c - reference model: the shadows, the walk of COMMIT over them, and its verdict.
 */
#include <string.h>

#include "driver/tally_regs.h"
#include "model_parts.h"

enum { WALK_LAST = 15 };	/* the verdict falls so many cycles after the first */

/* The word of a shadow's register. */
#define WORD(name) ((TALLY_##name - TALLY_CH_FIRST - MODEL_SHADOW_FIRST) / 4)

static struct model_sampling sampling_of(const uint32_t *w)
{
	return (struct model_sampling){
		.period = w[WORD(PERIOD)], .seed = FIELD(w[WORD(SEED)], TALLY_SEED_SEED),
		.source = FIELD(w[WORD(SAMPLER)], TALLY_SAMPLER_SOURCE), .jitter = FIELD(w[WORD(SAMPLER)], TALLY_SAMPLER_JITTER),
		.last = FIELD(w[WORD(SAMPLER)], TALLY_SAMPLER_ATTRIBUTION),
		.count_idle = FIELD(w[WORD(SAMPLER)], TALLY_SAMPLER_COUNT_IDLE),
		.priv_mask = FIELD(w[WORD(FILTER)], TALLY_FILTER_PRIV_MASK),
		.tag_value = w[WORD(TAG_VALUE)], .tag_mask = w[WORD(TAG_MASK)],
	};
}

static struct model_mapping mapping_from(const uint32_t *w)
{
	uint32_t word = w[WORD(MAPPING)];

	return (struct model_mapping){
		.offset = w[WORD(OFFSET)], .scale = w[WORD(SCALE)], .base = w[WORD(BASE)], .size = w[WORD(SIZE)],
		.interval = w[WORD(INTERVAL)], .limit = w[WORD(LIMIT)], .entries = w[WORD(ENTRIES)],
		.round = FIELD(word, TALLY_MAPPING_ROUND), .width = FIELD(word, TALLY_MAPPING_WIDTH) ? 4 : 2,
		.policy = FIELD(word, TALLY_MAPPING_POLICY), .mode = FIELD(word, TALLY_MAPPING_MODE),
		.ring_wrap = FIELD(word, TALLY_MAPPING_RING_WRAP), .sink = FIELD(word, TALLY_MAPPING_SINK),
	};
}

void shadows_reset(struct model_channel *ch)
{
	memset(ch->shadow, 0, sizeof ch->shadow);
	ch->shadow[WORD(PERIOD)] = TALLY_PERIOD_PERIOD_RESET;
	ch->shadow[WORD(SEED)] = TALLY_SEED_SEED_RESET;
	ch->shadow[WORD(FILTER)] = PUT(TALLY_FILTER_PRIV_MASK_RESET, TALLY_FILTER_PRIV_MASK);
	ch->shadow[WORD(MAPPING)] = PUT(TALLY_MAPPING_WIDTH_RESET, TALLY_MAPPING_WIDTH);
	ch->written = 0;
	ch->sampling = sampling_of(ch->shadow);
	ch->mapping[0] = ch->mapping[1] = mapping_from(ch->shadow);
}

static uint32_t bit(bool on, enum model_event e)
{
	return on ? 1u << (e - MODEL_ILLEGAL_PERIOD) : 0;
}

/* One bit for each reason against the mapping, from ILLEGAL_SCALE on. */
static uint32_t against_mapping(const struct model_params *p, const uint32_t *w)
{
	const struct model_mapping map = mapping_from(w);
	const bool has[] = { true, p->interval, p->symbol, p->ring };
	unsigned unit = map.mode >= MODE_SYMBOL ? 4 : map.width;
	bool power = (map.scale & (map.scale - 1)) == 0;

	return bit(map.scale > 0x10000, MODEL_ILLEGAL_SCALE) |
	       bit(p->mapper == MODEL_SHIFT && !slow(&map) && map.scale <= 0x10000 && !power, MODEL_ILLEGAL_SHIFT) |
	       bit(map.policy > WRAP, MODEL_ILLEGAL_POLICY) |
	       bit(!has[map.mode], MODEL_ILLEGAL_MODE) |
	       bit(map.sink && !p->system, MODEL_ILLEGAL_SINK) |
	       bit(!map.sink && map.mode >= MODE_SYMBOL && has[map.mode], MODEL_ILLEGAL_PRIVATE_MODE) |
	       bit(map.mode == MODE_INTERVAL && p->interval && map.interval == 0, MODEL_ILLEGAL_INTERVAL) |
	       bit(map.base % unit != 0, MODEL_ILLEGAL_BASE) |
	       bit(!map.sink && (uint64_t)map.base + map.size > 4ull << p->bins_log2, MODEL_ILLEGAL_SIZE);
}

static uint32_t against_sampler(const struct model_params *p, const uint32_t *w)
{
	const struct model_sampling s = sampling_of(w);
	bool absent = (s.source == SOURCE_EVENT && !p->event) || (s.source == SOURCE_EXT && !p->ext);
	bool wide = s.jitter > 0 && 1ull << (s.jitter - 1) >= s.period;

	return bit(s.period == 0, MODEL_ILLEGAL_PERIOD) |
	       bit((uint64_t)s.period >> p->period_w != 0, MODEL_ILLEGAL_LONG_PERIOD) |
	       bit(absent, MODEL_ILLEGAL_SOURCE) |
	       bit(s.jitter > 16, MODEL_ILLEGAL_JITTER) | bit(wide, MODEL_ILLEGAL_PERIOD_JITTER);
}

/* Counts a reason that stands alone. */
static bool legal(struct model *m, const struct model_channel *ch)
{
	uint32_t reasons = against_sampler(&m->p, ch->shadow) | against_mapping(&m->p, ch->shadow);

	for (unsigned i = 0; MODEL_ILLEGAL_PERIOD + i <= MODEL_ILLEGAL_SIZE; i++)
		if (reasons == 1u << i)
			saw(m, MODEL_ILLEGAL_PERIOD + i);
	return reasons == 0;
}

/* The walk of a channel that commits: begins when its other bank is free, and no other walks; of several the lowest. */
void walk_look(struct model *m, struct cycle *c)
{
	c->walking = m->walk != 0;
	c->walker = m->walker;
	for (unsigned i = 0; i < m->p.channels; i++) {
		const struct model_channel *ch = &m->ch[i];

		if (!ch->commit_busy || (c->walking && c->walker == i))
			continue;
		if (c->walking || !ch->other_free) {
			saw(m, c->walking ? MODEL_COMMIT_QUEUED : MODEL_COMMIT_WAITED);
			continue;
		}
		c->walking = true;
		c->walker = i;
	}
	c->verdict = c->walking && m->walk == WALK_LAST;
}

void commit_edge(struct model *m, struct model_channel *ch, uint32_t *sticky)
{
	ch->commit_busy = false;
	if (!legal(m, ch)) {
		*sticky |= TALLY_STICKY_CFG_ERR_MASK;
		saw(m, MODEL_COMMIT_REFUSED);
		return;
	}
	ch->bank = !ch->bank;
	ch->mapping[ch->bank] = mapping_from(ch->shadow);
	ch->sampling = sampling_of(ch->shadow);
	saw(m, MODEL_COMMIT);
	if (ch->running)
		saw(m, MODEL_COMMIT_RUNNING);
	if (ch->restart) {
		ch->restarting = true;
		saw(m, MODEL_COMMIT_RESTART);
	}
	ch->restart = false;
}
