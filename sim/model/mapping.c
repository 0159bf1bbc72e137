/* SPDX-License-Identifier: ISC
 * mapping.c - which word a sample is added to.
 */
#include "model.h"
#include "registers.h"

static unsigned outcome(const struct model *m, unsigned o, unsigned priv)
{
	return model_words(&m->p) - OUTCOMES + o + (priv == 0);
}

bool mapping_filters(const struct model *m, const struct inputs *tap)
{
	return !(setup_privileges(m->reg[R_SETUP]) >> tap->priv & 1);
}

/* MAPPER 1 takes SCALE for its highest bit, 0 as 1. */
static uint32_t scale_of(const struct model *m)
{
	uint32_t scale = m->reg[R_SCALE] & 0x1ffff;

	if (m->p.mapper == 1)
		scale = 1u << (31 - __builtin_clz(scale | 1));
	return scale;
}

bool mapping_elsewhere(const struct model *m, uint32_t pc)
{
	return (pc ^ m->p.pc_high) & ~model_pc_mask(&m->p);
}

bool mapping_delta(const struct model *m, uint32_t pc, uint32_t *delta)
{
	const uint32_t mask = model_pc_mask(&m->p), offset = m->reg[R_OFFSET] & mask;

	*delta = (pc & mask) - offset;
	return !mapping_elsewhere(m, pc) && (pc & mask) >= offset;
}

uint64_t mapping_slot(const struct model *m, uint32_t delta)
{
	return (uint64_t)delta * scale_of(m) >> 17;
}

static bool slot_of(struct model *m, uint32_t pc, uint32_t *slot)
{
	uint32_t delta;
	uint64_t exact;

	if (!mapping_delta(m, pc, &delta))
		return false;
	exact = mapping_slot(m, delta);
	*slot = (uint32_t)exact;
	m->seen[SEEN_PAST_BINS] += exact < m->reg[R_SIZE] && exact >= model_words(&m->p) - OUTCOMES;
	return exact < m->reg[R_SIZE] && exact < model_words(&m->p) - OUTCOMES;
}

unsigned mapping_word(struct model *m, const struct inputs *tap)
{
	const bool user = tap->priv == 0;
	uint32_t slot;

	if (mapping_filters(m, tap)) {
		m->seen[SEEN_FILTERED_PRIVILEGED + user]++;
		return outcome(m, FILTERED, tap->priv);
	}
	if (!slot_of(m, tap->pc, &slot)) {
		m->seen[SEEN_OUTSIDE_PRIVILEGED + user]++;
		return outcome(m, OUTSIDE, tap->priv);
	}
	m->seen[SEEN_BINS]++;
	m->seen[SEEN_LAST_BIN] += slot == model_words(&m->p) - OUTCOMES - 1;
	return slot;
}
