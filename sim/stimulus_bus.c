/* SPDX-License-Identifier: ISC
 * stimulus_bus.c - constrained random stimulus: what the bus master has in mind.
 */
#include "stimulus_plan.h"

#define ONE_OF(s, array) ((array)[below((s), sizeof(array) / sizeof *(array))])

enum { REGS = 0x1000 };	/* bytes of the register space */

static const uint32_t global[] = {
	TALLY_ID, TALLY_VERSION, TALLY_CAPS, TALLY_WIDTHS, TALLY_BIN_BYTES, TALLY_WINDOW,
	TALLY_IRQ_PENDING, TALLY_ERRORS, TALLY_TAG, TALLY_MIN_PERIOD, TALLY_PC_BASE, 0x80, 0xffc,
};

static uint32_t reg_address(struct stimulus *s, uint32_t offset)
{
	return offset + (one_in(s, 8) ? below(s, model_window(&s->m->p) / REGS) * REGS : 0) + below(s, 4);
}

/* One bit beside a register of the unit's own. */
static uint32_t beside_global(struct stimulus *s)
{
	uint32_t reg = one_in(s, 4) ? TALLY_TAG : ONE_OF(s, global);	/* the one that is written at any time */

	return reg ^ 4u << below(s, 10);
}

/* Where nothing may be, too, above all where only one bit of the address is another's. */
static uint32_t any_register(struct stimulus *s)
{
	uint32_t of = TALLY_CTRL + s->channel * TALLY_CH_STRIDE + below(s, TALLY_CH_STRIDE / 4) * 4;

	if (one_in(s, 3))
		return below(s, REGS / 4) * 4;
	return one_in(s, 2) ? of : (one_in(s, 2) ? ONE_OF(s, global) : of) ^ 4u << below(s, 10);
}

static uint32_t some_word(struct stimulus *s)
{
	const struct model_mapping *map = planned_mapping(s);
	uint32_t words = 1u << s->m->p.bins_log2;

	if (one_in(s, 3) || map->size < 4 || map->sink)
		return below(s, words);
	return map->base / 4 + below(s, map->size / 4);
}

uint32_t stimulus_glance(struct stimulus *s)
{
	uint32_t of = below(s, s->m->p.channels) * TALLY_CH_STRIDE;

	switch (below(s, 8)) {
	case 0: case 1:
		return of + TALLY_TICKS + 4 * below(s, 11);
	case 2: case 3:
		return of + TALLY_SNAP_TICKS + 4 * below(s, 11);
	case 4:
		return of + TALLY_CTRL + 4 * below(s, TALLY_CH_STRIDE / 4);
	case 5:
		return one_in(s, 2) ? TALLY_IRQ_PENDING : ONE_OF(s, global);
	case 6:
		return beside_global(s);
	default:
		return reg_address(s, any_register(s));
	}
}

static void read_registers(struct stimulus *s)
{
	static const uint32_t channel[] = {
		TALLY_CTRL, TALLY_STATUS, TALLY_STATUS,
		TALLY_STICKY, TALLY_IRQ_ENABLE, TALLY_PERIOD, TALLY_SAMPLER, TALLY_SEED, TALLY_FILTER,
		TALLY_TAG_VALUE, TALLY_TAG_MASK, TALLY_OFFSET, TALLY_SCALE, TALLY_MAPPING, TALLY_INTERVAL,
		TALLY_BASE, TALLY_SIZE, TALLY_LIMIT, TALLY_ENTRIES, TALLY_RING_POS, 0x14c, 0x1fc,
	};
	unsigned n = 1 + below(s, 12);

	for (unsigned i = 0; i < n; i++) {
		uint32_t of = (one_in(s, 2) ? s->channel : below(s, one_in(s, 4) ? 15 : TALLY_CH_COUNT)) * TALLY_CH_STRIDE;
		uint32_t adr = one_in(s, 4) ? ONE_OF(s, global) : of + (one_in(s, 3) ? TALLY_TICKS + 4 * below(s, 11)
			     : one_in(s, 3) ? TALLY_SNAP_TICKS + 4 * below(s, 11) : ONE_OF(s, channel));

		if (one_in(s, 8))
			adr = any_register(s);
		push(s, false, reg_address(s, adr), 0);
	}
}

/* Counts of one instant, beside those of now. */
static void snapshot(struct stimulus *s)
{
	unsigned first = below(s, 11);

	command(s, TALLY_CTRL_SNAPSHOT_MASK);
	for (unsigned n = below(s, 12); n > 0; n--, first = (first + 1) % 11) {
		if (one_in(s, 4))
			ask(s, TALLY_TICKS + 4 * first);
		ask(s, TALLY_SNAP_TICKS + 4 * first);
	}
}

static void read_bins(struct stimulus *s)
{
	unsigned n = 1 + below(s, 16);

	for (unsigned i = 0; i < n; i++)
		push(s, false, bin_address(s, some_word(s)), 0);
}

static void sweep_bins(struct stimulus *s)
{
	uint32_t words = 1u << s->m->p.bins_log2;
	uint32_t first = planned_mapping(s)->base / 4;

	command(s, TALLY_CTRL_STOP_MASK);
	ask(s, TALLY_PENDING)->wait = WAIT_DRAINED;
	for (uint32_t i = 0; i < MANY_WORDS && i < words; i++)
		push(s, false, bin_address(s, (first + i) % words), 0);
}

/* Everything that can happen while CLEAR sweeps. */
void plan_clear(struct stimulus *s)
{
	if (planned_mapping(s)->size > LONG_CLEAR && !planned_mapping(s)->sink)
		return;
	command(s, TALLY_CTRL_STOP_MASK);
	if (one_in(s, 2))	/* with a COMMIT on its way */
		tell(s, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK)->wait = WAIT_DRAINED;
	tell(s, TALLY_CTRL, TALLY_CTRL_CLEAR_MASK)->wait = WAIT_DRAINED;
	for (unsigned n = below(s, 8); n > 0; n--) {
		uint32_t word = bin_address(s, some_word(s));

		switch (below(s, 4)) {
		case 0:
			tell(s, TALLY_CTRL, 1u << below(s, 5));
			break;
		case 1:
			push(s, true, word, rnd32(s));
			break;
		default:
			push(s, false, word, 0);
			break;
		}
	}
}

/* Software moves the ring's position under the engine's hands. */
static void move_ring(struct stimulus *s, unsigned n)
{
	while (n--)
		tell(s, TALLY_RING_POS, one_in(s, 3) ? 0 : one_in(s, 20) ? rnd32(s) >> below(s, 32) : 4 * below(s, 16))->gap = below(s, 20);
}

/* Where software writes the tag. */
void plan_new_tags(struct stimulus *s, unsigned n)
{
	for (; n > 0; n--)
		push(s, true, TALLY_TAG, stimulus_tag(s))->gap = below(s, 20);
}

/* CLEAR of a channel that has nothing to wait for but its COMMIT, which waits for another channel's, which waits for old samples. */
static void clear_behind_commits(struct stimulus *s, unsigned n)
{
	unsigned other = s->channel, mine = (other + 1 + below(s, 3)) % s->m->p.channels;

	s->channel = mine;
	if (planned_mapping(s)->size > LONG_CLEAR)
		return;
	command(s, TALLY_CTRL_STOP_MASK);
	ask(s, TALLY_STATUS)->wait = WAIT_DRAINED;
	while (n--) {
		s->channel = other;
		command(s, TALLY_CTRL_COMMIT_MASK);
		s->channel = mine;
		struct access *second = tell(s, TALLY_CTRL, TALLY_CTRL_COMMIT_MASK);

		second->wait = WAIT_CLEARED;
		second->gap = (uint16_t)below(s, 12);
		command(s, TALLY_CTRL_CLEAR_MASK);
	}
}

/* The same access over and over, until it meets an event in the same cycle. */
static void hammer(struct stimulus *s)
{
	uint32_t n = 8 + below(s, 60), reg;

	switch (below(s, 10)) {
	case 0:
		while (n--)
			command(s, TALLY_CTRL_START_MASK);
		break;
	case 1:
		while (n--)
			tell(s, TALLY_STICKY, one_in(s, 2) ? 0x1f : below(s, 0x20));
		break;
	case 2:	/* ticks one at a time */
		while (n--) {
			command(s, one_in(s, 2) ? TALLY_CTRL_STOP_MASK : TALLY_CTRL_START_MASK);
			s->queue[(s->tail - 1) % STIMULUS_QUEUE].gap = below(s, 4);
		}
		break;
	case 3:
		for (n /= 3; n > 0; n--) {	/* RESET in the clock in which a counter is full */
			command(s, TALLY_CTRL_RESET_MASK);
			tell(s, TALLY_CTRL, TALLY_CTRL_START_MASK)->wait = WAIT_DRAINED;
			ask(s, TALLY_LOST)->gap = below(s, s->m->p.mapper == MODEL_SERIAL ? 48 : planned(s)->mapping[0].mode ? 80 : 24);
		}
		break;
	case 4:
		reg = one_in(s, 2) ? TALLY_STATUS : TALLY_TICKS + 4 * below(s, 11);
		while (n--)
			ask(s, reg);
		break;
	case 5:
		plan_clear(s);
		break;
	case 6:
		move_ring(s, n / 4);
		break;
	case 7:
		plan_new_tags(s, n / 4);
		break;
	case 8:	/* of all channels, so that two wait for the third, or for their samples */
		if (one_in(s, 2)) {
			clear_behind_commits(s, n / 3);
			break;
		}
		while (n--) {
			s->channel = below(s, s->m->p.channels);
			command(s, one_in(s, 8) ? TALLY_CTRL_CLEAR_MASK : TALLY_CTRL_COMMIT_MASK);
		}
		break;
	default:
		while (n--)
			push(s, false, bin_address(s, some_word(s)), 0);
		break;
	}
}

static void go_beside(struct stimulus *s)
{
	for (unsigned n = 1 + below(s, 24); n > 0; n--)
		push(s, one_in(s, 3), reg_address(s, beside_global(s)), rnd32(s));
	push(s, false, TALLY_ERRORS, 0);
	push(s, false, TALLY_TAG, 0);
}

/* Registers that may not be written, of the configuration, or what lies behind; then these are read, and perhaps all of the configuration. */
static void trespass(struct stimulus *s)
{
	for (unsigned n = 1 + below(s, 12); n > 0; n--) {
		uint32_t reg = TALLY_STATUS + 4 * below(s, one_in(s, 2) ? 18 : 31);

		tell(s, reg, rnd32(s))->sel = one_in(s, 2) ? 0xf : below(s, 16);
		if (one_in(s, 2))
			ask(s, reg);
	}
	if (one_in(s, 2))
		for (uint32_t reg = TALLY_PERIOD; reg <= TALLY_ENTRIES; reg += 4)
			ask(s, reg);
}

static void misbehave(struct stimulus *s)
{
	switch (below(s, 8)) {
	case 0:
	case 6:
		trespass(s);
		break;
	case 7:
		go_beside(s);
		break;
	case 1:
		for (unsigned n = 1 + below(s, 6); n > 0; n--)
			push(s, true, reg_address(s, any_register(s)), rnd32(s));
		break;
	case 2:
		for (unsigned i = 0; i < 6; i++)	/* a command and a bit too many */
			tell(s, TALLY_CTRL, 1u << below(s, 6) | 1u << below(s, 32));
		tell(s, TALLY_CTRL, rnd32(s));
		break;
	case 3:
		push(s, true, bin_address(s, some_word(s)), rnd32(s))->sel = one_in(s, 2) ? 0xf : below(s, 16);
		break;
	case 4:
		command(s, 1u << below(s, 6));
		break;
	default:	/* not a CTRL, or another channel's, which may be absent */
		push(s, true, (1 + below(s, 4)) * TALLY_CH_STRIDE + (one_in(s, 2) ? 0x80 : 0x100), 1u << below(s, 2));
		break;
	}
}

static void acknowledge(struct stimulus *s)
{
	if (one_in(s, 2))
		tell(s, TALLY_STICKY, one_in(s, 2) ? 0x1f : rnd32(s));
	if (one_in(s, 2))
		push(s, true, TALLY_ERRORS, one_in(s, 2) ? 7 : rnd32(s));
	if (one_in(s, 2))
		tell(s, TALLY_IRQ_ENABLE, rnd32(s));
	if (one_in(s, 2))
		push(s, true, TALLY_TAG, stimulus_tag(s));
	if (one_in(s, 4)) {
		tell(s, TALLY_RING_POS, rnd32(s));
		ask(s, TALLY_RING_POS);
	}
}

/* What the channel seldom has, while it has it. */
static void look_now(struct stimulus *s)
{
	if (planned(s)->law.pending > 15 && one_in(s, 4))
		ask(s, TALLY_PENDING);
	if (planned(s)->sticky && one_in(s, 16)) {
		tell(s, TALLY_STICKY, below(s, 0x20));
		ask(s, TALLY_STICKY);
	}
}

void stimulus_plan(struct stimulus *s)
{
	unsigned idea = below(s, 100), first;

	s->channel = below(s, s->m->p.channels);
	look_now(s);
	first = s->tail;
	if (s->m->p.channels > 1 && one_in(s, 12)) {
		plan_crowd(s);
	} else if (planned(s)->running && (planned_mapping(s)->sink || planned_mapping(s)->mode) && one_in(s, 6)) {
		ask(s, TALLY_STATUS)->gap = below(s, 600);	/* the engine takes its time */
	} else if ((s->m->p.symbol || s->m->p.ring) && one_in(s, 25)) {
		plan_vast(s);
	} else if (model_has_engine(&s->m->p) && one_in(s, 8)) {
		plan_dense(s);
	} else if (one_in(s, 20)) {
		plan_near_full(s);
	} else if (s->m->p.tag && one_in(s, 20)) {
		plan_tags(s);
	} else if (s->m->p.tag == 1 && planned(s)->running && one_in(s, 10)) {
		plan_new_tags(s, below(s, 32));
	} else if (!planned(s)->running && idea < 75) {
		plan_begin_anew(s);
	} else if (planned(s)->running && planned_mapping(s)->mode == 3 && one_in(s, 4)) {
		move_ring(s, 1 + below(s, 12));
	} else if (idea < 13) {
		read_registers(s);
	} else if (idea < 16) {
		snapshot(s);
	} else if (idea < 34) {
		plan_reconfigure(s);
	} else if (idea < 44) {
		plan_begin_anew(s);
	} else if (idea < 50) {
		plan_commit_illegal(s);
	} else if (idea < 64) {
		read_bins(s);
	} else if (idea < 74) {
		misbehave(s);
	} else if (idea < 80) {
		acknowledge(s);
	} else if (idea < 90) {
		hammer(s);
	} else if (idea < 92) {
		sweep_bins(s);
	} else if (idea < 95) {
		plan_clear(s);
	} else {
		command(s, one_in(s, 2) ? TALLY_CTRL_START_MASK : TALLY_CTRL_STOP_MASK);
		ask(s, TALLY_STATUS);
	}
	/* Bus traffic of every temper: now and then slow, given up, or another kind in mid-access; a read's sel says nothing. */
	for (unsigned i = s->head; i != s->tail; i++) {
		struct access *a = &s->queue[i % STIMULUS_QUEUE];

		if (one_in(s, 24))
			a->abandon = 1 + below(s, 5);
		if (one_in(s, 24)) {
			a->turns = (one_in(s, 2) ? 0xffffu : 1u) << (1 + below(s, 5));
			if (!a->we)
				a->dat = rnd32(s);
		}
		if (one_in(s, 8))
			a->gap += below(s, 12);
		if (!a->we && one_in(s, 4))
			a->sel = below(s, 16);
	}
	if (planned(s)->running && first != s->tail)	/* what is looked at now does not wait */
		s->queue[first % STIMULUS_QUEUE].gap += below(s, 2 * s->pause + 1);
}
