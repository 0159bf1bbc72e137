/* SPDX-License-Identifier: ISC
 * fuzz_plan.c - see fuzz_plan.h.
 */
#include "driver/tally_regs.h"
#include "fuzz_plan.h"

enum { LONGEST = 40 };		/* accesses of a fully random program */

/* ---- one access ---- */
static uint32_t some_register(struct stimulus *s)
{
	static const uint16_t often[] = {
		TALLY_CTRL, TALLY_CTRL, TALLY_STATUS, TALLY_STICKY, TALLY_IRQ_ENABLE, TALLY_ERRORS, TALLY_PERIOD,
		TALLY_SAMPLER, TALLY_SEED, TALLY_FILTER, TALLY_OFFSET, TALLY_SCALE, TALLY_MAPPING, TALLY_BASE, TALLY_SIZE,
		TALLY_LIMIT, TALLY_INTERVAL, TALLY_ENTRIES, TALLY_RING_POS, TALLY_TAG_VALUE, TALLY_TAG_MASK, TALLY_TICKS, TALLY_PENDING,
	};
	uint32_t reg;

	switch (below(s, 4)) {
	case 0:		/* every word below the window */
		return 4 * below(s, FUZZ_REGS / 4);
	case 1:		/* the first registers: the unit's, each channel's */
		return below(s, 1 + s->m->p.channels) * TALLY_CH_FIRST + 4 * below(s, TALLY_CH_STRIDE / 4);
	default:	/* usually the program's channel */
		reg = often[below(s, sizeof often / sizeof *often)];
		return reg < TALLY_CH_FIRST ? reg : reg + TALLY_CH_STRIDE * (one_in(s, 3) ? below(s, s->m->p.channels) : s->channel);
	}
}

static uint32_t some_value(struct stimulus *s, uint32_t reg)
{
	uint32_t bit = 1u << below(s, 32), bytes = 4u << s->m->p.bins_log2;

	if (reg >= TALLY_CH_FIRST)	/* by the name of channel 0's register */
		reg = TALLY_CH_FIRST + reg % TALLY_CH_STRIDE;
	if (reg == TALLY_CTRL && !one_in(s, 4))
		return 1u << below(s, 6);
	if (!one_in(s, 3))
		switch (reg) {		/* what a driver might write */
		case TALLY_PERIOD:
			return 1 + below(s, one_in(s, 2) ? 2 : 40);
		case TALLY_SAMPLER:
			return below(s, 16) << TALLY_SAMPLER_SOURCE_LSB & (s->m->p.event || s->m->p.ext ? ~0u : ~2u);
		case TALLY_SCALE:
			return 0x10000u >> below(s, 4);
		case TALLY_MAPPING:
			return rnd32(s) & (TALLY_MAPPING_ROUND_MASK | TALLY_MAPPING_WIDTH_MASK | TALLY_MAPPING_POLICY_MASK |
					   (model_has_engine(&s->m->p) ? TALLY_MAPPING_MODE_MASK | TALLY_MAPPING_SINK_MASK : 0));
		case TALLY_BASE: case TALLY_SIZE: case TALLY_LIMIT:
			return one_in(s, 16) ? bytes * below(s, 2) : below(s, bytes) >> below(s, 6) & ~3u;
		case TALLY_OFFSET:
			return planned_mapping(s)->offset + below(s, 64) - 32;
		case TALLY_INTERVAL: case TALLY_ENTRIES:
			return below(s, 20);
		}
	switch (below(s, 8)) {
	case 0:
		return 0;
	case 1:
		return 0xffffffff;
	case 2:
		return bit;
	case 3:
		return bit - 1;
	case 4:
		return below(s, 64);
	case 5:
		return below(s, bytes + 8);
	case 6:
		return 0u - below(s, 64);
	default:
		return rnd32(s);
	}
}

/* calm: no command */
static void some_access(struct stimulus *s, bool calm)
{
	uint32_t window = model_window(&s->m->p), reg = some_register(s);
	bool we = !one_in(s, 3) && !(calm && reg >= TALLY_CH_FIRST && reg % TALLY_CH_STRIDE == TALLY_CTRL % TALLY_CH_STRIDE);
	struct access *a;

	if (one_in(s, 6))	/* anywhere, usually a bin */
		a = push(s, we, rnd32(s) & (2 * window - 1), some_value(s, 0));
	else			/* misaligned, and in the registers' mirrors */
		a = push(s, we, reg + below(s, 4) + (one_in(s, 4) ? below(s, window / FUZZ_REGS) * FUZZ_REGS : 0), some_value(s, reg));
	if (one_in(s, 8))
		a->sel = below(s, 16);
	if (one_in(s, 12))
		a->abandon = 1 + below(s, one_in(s, 4) ? 250 : 6);
	if (one_in(s, 2))
		a->gap = below(s, one_in(s, 8) ? 200 : 12);
}

/* ---- a program ---- */
/* What a driver does, with random faults. */
static void spoil_queue(struct stimulus *s)
{
	for (unsigned i = s->head; i != s->tail; i++) {
		struct access *a = &s->queue[i % STIMULUS_QUEUE], *b = &s->queue[(i + 1) % STIMULUS_QUEUE], swap = *a;

		switch (below(s, 48)) {
		case 0:
			a->dat ^= 1u << below(s, 32);
			break;
		case 1:
			a->adr = (a->adr & ~0xfffu) | some_register(s);
			break;
		case 2:
			a->dat = some_value(s, a->adr & 0xffc);
			break;
		case 3:
			a->sel = below(s, 16);
			break;
		case 4:
			a->we = !a->we;
			break;
		case 5:
			a->wait = WAIT_NOTHING;
			break;
		case 6:
			if (i + 1 != s->tail) {
				*a = *b;
				*b = swap;
			}
			break;
		}
	}
}

static void command(struct stimulus *s, uint32_t bit)
{
	tell(s, TALLY_CTRL, bit);
}

/* The shortest way to a running channel. */
static void start(struct stimulus *s)
{
	if (one_in(s, 2))
		command(s, TALLY_CTRL_RESET_MASK);
	stimulus_configure(s, true);
	command(s, TALLY_CTRL_COMMIT_MASK);
	for (unsigned n = one_in(s, 2) ? below(s, 32) : 0; n > 0; n--)	/* counters nearly full */
		push(s, true, model_window(&s->m->p) + ((planned_mapping(s)->base + 4 * n) & ((4u << s->m->p.bins_log2) - 4)), 0x7fff7fffu - below(s, 8) * 0x10001);
	if (one_in(s, 4)) {
		command(s, TALLY_CTRL_CLEAR_MASK);
		if (one_in(s, 8))
			command(s, TALLY_CTRL_RESET_MASK);
	}
	command(s, TALLY_CTRL_START_MASK);
}

void fuzz_plan(struct stimulus *s)
{
	struct fuzz_plan *f = s->owner;

	if (f->left == 0) {
		f->over = true;
		return;
	}
	bool calm = one_in(s, 2), spoilt = one_in(s, 2);

	f->left--;
	if (one_in(s, 2) || !f->begun)
		s->rst_left = 2 + below(s, 3);
	f->begun = true;
	if (one_in(s, 4))
		f->rst_in = 1 + below(s, 250);
	s->channel = below(s, s->m->p.channels);
	if (one_in(s, 8)) {
		stimulus_plan(s);
	} else if (!one_in(s, 4)) {
		start(s);
		if (s->m->p.channels > 1 && one_in(s, 2)) {
			s->channel = below(s, s->m->p.channels);
			start(s);
		}
	}
	if (spoilt)
		spoil_queue(s);
	for (unsigned n = 1 + below(s, LONGEST); n > 0; n--) {
		if (one_in(s, 40) && !full_queue(s, 600)) {
			stimulus_configure(s, one_in(s, 2));
			for (unsigned commits = 1 + below(s, 3); commits > 0; commits--)
				command(s, TALLY_CTRL_COMMIT_MASK);
		}
		if (!full_queue(s, LONGEST))
			some_access(s, calm);
	}
	if (one_in(s, 2))	/* let it run */
		push(s, false, TALLY_STATUS, 0)->gap = below(s, 300);
}
